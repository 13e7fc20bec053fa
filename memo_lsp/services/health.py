"""How everything behind the surfaces is: numbers for the status, counts, and the doctor's checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memo_lsp.errors import MemoError
from memo_lsp.model import Degraded
from memo_lsp.services import housekeeping

if TYPE_CHECKING:
    from memo_lsp.services.build import Services
    from memo_lsp.store.captured.pauses import PauseScope


def status_facts(services: Services, projects: Sequence[str]) -> dict[str, Any]:
    """What the status tells: how much there is, what waits, what does not work, and what capture made of these
    projects. Never raises for a store in trouble."""
    degraded = [*services.store.problems, *(Degraded("settings", problem) for problem in services.problems)]
    facts: dict[str, Any] = {}
    try:
        embedding = services.indexer.progress()
        facts = {"waiting": embedding.waiting, "quarantined": embedding.quarantined}
        facts |= {"memories": services.store.memories.count(), "gate": gate(services, projects)}
        facts["paused_in"] = _paused_in(services, projects)
        facts |= {"last_run": housekeeping.last_run(services), "next": housekeeping.coming(services)}
    except MemoError as trouble:
        degraded.append(Degraded("store", str(trouble)))
    if services.indexer.problem is not None:
        degraded.append(services.indexer.problem)
    return facts | {"degraded": degraded, "summarizer": services.dreamer.summarizer()}


def _paused_in(services: Services, projects: Sequence[str]) -> list[PauseScope]:
    """The scopes that pause all of these projects, the wider first."""
    first, *others = [services.store.pauses.scopes(project) for project in projects or (None,)]
    return [scope for scope in first if all(scope in other for other in others)]


def gate(services: Services, projects: Sequence[str]) -> dict[str, Any]:
    """How many captures of these projects were kept, and how many were not, by reason."""
    counts = [services.store.gate.counts(project) for project in dict.fromkeys(projects)]
    dropped: Counter[str] = Counter()
    for _, reasons in counts:
        dropped.update(reasons)
    return {"kept": sum(kept for kept, _ in counts), "dropped": dict(dropped.most_common())}


def stats(services: Services, project: str | None) -> dict[str, Any]:
    """Counts by state, kind, channel and origin; what each pass did, and what comes next; and what dreaming has to work
    with."""
    return {
        "memories": {"total": services.store.memories.count(project), **services.store.memories.stats(project)},
        "housekeeping": housekeeping.rows(services),
        "next": housekeeping.coming(services),
        "dream": housekeeping.inputs(services, project),
    }


def doctor(services: Services, folder: Path | None) -> list[dict[str, Any]]:
    """Every check: its name, whether all is well, what was found, and what to do if it is not."""
    return [
        {"name": name, "ok": ok, "detail": detail, "fix": fix}
        for name, ok, detail, fix in (
            *_store(services), *_embedder(services), *_git(services, folder), *_settings(services),
        )
    ]  # fmt: skip


_Row = tuple[str, bool, str, str]


def _store(services: Services) -> Iterator[_Row]:
    for problem in services.store.problems:
        yield problem.part, False, problem.reason, ""
    for check in services.store.check():
        yield check.name, check.ok, check.detail, check.fix


def _embedder(services: Services) -> Iterator[_Row]:
    embedder = services.embedder()
    if embedder is None:
        yield "embedder", True, "none is configured: words alone answer", ""
        return
    problem, facts = services.indexer.problem or _try(services), services.indexer.progress()
    detail = f"{embedder.name}: {facts.done:,} of {facts.total:,} memories have vectors"
    yield "embedder", problem is None, problem.reason if problem else detail, "see `memo.embed` in the settings"
    if facts.quarantined:
        fix = "`memo-lsp reindex` tries them once more; words find them all the same"
        yield "vectors", False, f"{facts.quarantined:,} of them could not be embedded", fix


def _try(services: Services) -> Degraded | None:
    """Whether the embedder makes a vector right now."""
    try:
        services.recall.vectors.of("is anybody there?")
    except MemoError as trouble:
        return Degraded("embedder", str(trouble))
    return None


def _git(services: Services, folder: Path | None) -> Iterator[_Row]:
    if folder is None:
        return
    info = services.projects.resolve(folder)
    if info.problem is not None:
        yield "git", False, info.problem.reason, info.problem.fix
    elif info.repo is None:
        yield "git", True, f"{info.root} is in no repository: memories belong to the folder", ""
    else:
        yield "git", True, f"{info.root} on {info.branch or 'no branch'}", ""


def _settings(services: Services) -> Iterator[_Row]:
    for problem in services.problems:
        yield "settings", False, problem, "`memo-lsp config` shows every setting and where it came from"
    if not services.problems:
        yield "settings", True, "all of them can be used", ""
