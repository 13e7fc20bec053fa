"""Episodes: saves gathered per project and branch until a commit, a switch, twenty idle minutes or the end close them.

Every save is in the store before the next is looked at; what an episode comes to is read from there when it closes, or
at the next start if nobody came to close it. A commit takes out what it holds; the rest goes on.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from memo_lsp.capture.commits.memory import topic_of_change
from memo_lsp.capture.documents import is_curated
from memo_lsp.capture.episodes import terminal
from memo_lsp.capture.episodes.closing import (
    FAILING,
    FINDING,
    Outcome,
    findings_of,
    outcome,
    saves,
    thinned,
    work_since,
)
from memo_lsp.capture.episodes.committing import Committed, Taken, left, link_closed, taken, tell_the_way
from memo_lsp.capture.episodes.finding import Finding
from memo_lsp.capture.episodes.seen import Said, facts, said
from memo_lsp.capture.events import Diagnosed, Ran
from memo_lsp.capture.source import HeadNews, Save, Source
from memo_lsp.code.languages import language_of
from memo_lsp.git.project import head_commit
from memo_lsp.model import Anchor, Edge
from memo_lsp.store.captured.episodes import Episode
from memo_lsp.text.lines import plain_ends
from memo_lsp.text.secrets import redact

if TYPE_CHECKING:
    from memo_lsp.capture.desk import Desk

IDLE_SECONDS = 20 * 60.0
CROWDED = 40  # versions of a file: then its dead ends are noted and it is thinned out
MOST_KNOWN = 2_000  # files without an episode of which it is known what tools say
ORIGIN = "origin"  # among a version's facts: the editor it was saved in, whoever closes the episode
_COMMITTING = ("commit", "amend", "merge", "cherry-pick", "revert")


@dataclass(slots=True)
class _File:
    """What is known of a file in an open episode without asking the store. `held` stands for its newest text."""

    held: int
    at: float
    said: tuple[Said, ...]
    known: tuple[Said, ...] = ()
    run: int = 0
    versions: int = 1
    language: str | None = None


@dataclass(slots=True)
class _Open:
    desk: Desk
    branch: str | None
    last: float
    files: dict[str, _File] = field(default_factory=dict)


class Episodes(Source):
    """`alive` tells of a session whether its process runs."""

    def __init__(self, alive: Callable[[str], bool]):
        self._alive = alive
        self._open: dict[tuple[str, str | None], _Open] = {}
        self._known: OrderedDict[tuple[str, str], tuple[Said, ...]] = OrderedDict()
        self._committed = Committed()

    def started(self, desk: Desk) -> None:
        """Close what was left open by sessions that are no more."""
        for episode in desk.store.episodes.orphans(self._alive):
            if episode.project == desk.project:
                self._close(desk, episode, commit=None, over=True)

    def named(self, desk: Desk, former: str) -> None:
        names = {former: desk.project}
        self._open = {(names.get(key, key), branch): one for (key, branch), one in self._open.items()}
        self._known = OrderedDict(((names.get(key, key), path), said) for (key, path), said in self._known.items())

    # --- files
    def saved(self, desk: Desk, save: Save) -> None:
        if is_curated(save.path, desk.settings.capture.documents):  # its sections are memories by themselves
            return
        if self._committed.holds(desk.project, save):
            self._leave(desk, save.path)
            return
        before, after = redact(save.before), redact(save.after)
        file = self._file(desk, save.path)
        if file is None and before == after:  # nothing but a secret is another
            return
        told = language_of(save.path)
        now = said(desk.diagnostics.get(save.path, ()), save.after, told or save.language)
        if file is None:
            known = self._known.get((desk.project, save.path), ())
            file = _File(hash(after), save.at, now, known, versions=0, language=None if told else save.language)
        file.held, file.at, file.said, file.versions = hash(after), save.at, now, file.versions + 1
        if self._take(desk, save.path, file, before, after):
            self._opened(desk, save.at).files[save.path] = file
        if file.versions >= CROWDED:
            self._thin(desk, save.path, file)

    def kept_as_it_was(self, desk: Desk, path: str, text: str, at: float) -> None:
        file, after = self._file(desk, path), redact(text)
        now = said(desk.diagnostics.get(path, ()), text, language_of(path))
        if file is not None and file.held == hash(after):
            file.at, file.said = at, now
            self._take(desk, path, file, None, after)
        else:
            self._know(desk, path, now)
        if (desk.project, desk.branch) in self._open:
            self._opened(desk, at)

    def diagnosed(self, desk: Desk, path: str, event: Diagnosed) -> None:
        """Only what is said of a saved text counts: while somebody types, much is wrong for a moment."""
        text = desk.texts.get(path)
        if text is None or not event.saved:
            return
        file = self._file(desk, path)
        now = said(event.diagnostics, text, language_of(path) or (file.language if file else None))
        if file is None:
            self._know(desk, path, now)
        elif now != file.said and file.held == hash(after := redact(text)):
            file.said = now
            self._take(desk, path, file, None, after)

    def rebased(self, desk: Desk, path: str, text: str, at: float) -> None:
        self._known.pop((desk.project, path), None)
        file, after = self._file(desk, path), redact(text)
        if file is None or file.held == hash(after):
            return
        file.held, file.said, file.run, file.versions = hash(after), (), file.run + 1, file.versions + 1
        self._take(desk, path, file, None, after)

    def renamed(self, desk: Desk, old: str, new: str, at: float) -> None:
        desk.store.episodes.rename(desk.session.id, desk.project, old, new)
        for opened in self._open.values():
            if opened.desk.project == desk.project:
                opened.files = {_moved(path, old, new): file for path, file in opened.files.items()}

    def _take(self, desk: Desk, path: str, file: _File, before: str | None, after: str) -> bool:
        known = file.known if file.versions <= 1 else ()
        held = {**facts(file.run, file.said, known, file.language), ORIGIN: desk.session.origin()}
        return desk.store.episodes.take(desk.session.id, desk.project, desk.branch, path, file.at, before, after, held)

    def _thin(self, desk: Desk, path: str, file: _File) -> None:
        """A file saved very often: note what it taught so far, and keep a few of its versions."""
        episode, episodes = self._episode(desk, desk.branch), desk.store.episodes
        held = next((one for one in episode.files if one.path == path), None) if episode else None
        if episode is None or held is None:
            return
        few = thinned(held.versions)
        with desk.store.write():
            for finding in findings_of(held, episode):
                if finding.kind == "dead-end":  # a fix may still be undone
                    self._note(desk, finding)
            episodes.drop_files(episode.session, episode.project, episode.branch, (path,))
            episodes.take_many(episode.session, saves(episode, held, held.before, few))
        file.versions = len(few)

    def _note(self, desk: Desk, finding: Finding) -> None:
        key = f"{finding.kind}\0{finding.title}"
        desk.store.episodes.note(desk.session.id, desk.project, desk.branch, FINDING, key, finding.plain())

    def _leave(self, desk: Desk, path: str) -> None:
        """A commit holds what was saved of a file."""
        opened = self._open.get((desk.project, desk.branch))
        if opened is not None and opened.files.pop(path, None) is not None:
            desk.store.episodes.drop_files(desk.session.id, desk.project, desk.branch, (path,))

    def _file(self, desk: Desk, path: str) -> _File | None:
        opened = self._open.get((desk.project, desk.branch))
        return opened.files.get(path) if opened else None

    def _opened(self, desk: Desk, at: float) -> _Open:
        opened = self._open.setdefault((desk.project, desk.branch), _Open(desk, desk.branch, at))
        opened.last = max(opened.last, at)
        return opened

    def _know(self, desk: Desk, path: str, now: tuple[Said, ...]) -> None:
        self._known[desk.project, path] = now
        self._known.move_to_end((desk.project, path))
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    # --- commands
    def ran(self, desk: Desk, event: Ran) -> None:
        opened = self._open.get((desk.project, desk.branch))
        new = terminal.failed(event, opened.last if opened else None)
        if new is None and not terminal.may_mend(event):
            return
        waiting = {one.key: one for one in self._failing(desk, desk.branch)}
        if new is not None:
            self._keep_failing(desk, desk.branch, terminal.again(new, waiting[new.key]) if new.key in waiting else new)
            return
        for run, rest in terminal.mended(event, waiting.values()):
            self._mended(desk, run, rest, event.at)

    def _mended(self, desk: Desk, run: terminal.Failing, rest: terminal.Failing | None, at: float) -> None:
        episode = self._episode(desk, desk.branch)
        if episode is not None:
            run = terminal.with_edits(run, work_since(episode, run.since, desk.settings.capture.marks))
        finding = terminal.mended_finding(run, at)
        with desk.store.write():
            if finding is not None:
                self._note(desk, finding)
                if (desk.project, desk.branch) not in self._open:
                    self._opened(desk, at)
            if rest is not None:
                self._keep_failing(desk, desk.branch, rest)
            else:
                desk.store.episodes.drop_notes(desk.session.id, desk.project, desk.branch, FAILING, (run.key,))

    def _failing(self, desk: Desk, branch: str | None) -> list[terminal.Failing]:
        notes = desk.store.episodes.notes(desk.session.id, desk.project, branch, FAILING)
        return [terminal.from_plain(note.value) for note in notes]

    def _keep_failing(self, desk: Desk, branch: str | None, run: terminal.Failing) -> None:
        desk.store.episodes.note(desk.session.id, desk.project, branch, FAILING, run.key, run.plain())

    # --- closing
    def head_moved(self, desk: Desk, news: HeadNews) -> None:
        if news.commits and news.move in _COMMITTING:
            self._absorb(desk, news)
        if news.new_branch != news.old_branch:
            episode = self._episode(desk, news.old_branch)
            if episode is not None:
                self._close(desk, episode, commit=news.old, over=True)
        if news.move not in ("commit", "amend"):
            self._look_at_files(desk, news)

    def ticked(self, desk: Desk, at: float) -> None:
        for opened in [one for one in self._open.values() if one.desk is desk]:
            if at - opened.last >= IDLE_SECONDS:
                episode = self._episode(desk, opened.branch)
                if episode is not None:
                    self._close(desk, episode, commit=_head(desk), over=False)
                self._open.pop((desk.project, opened.branch), None)

    def closing(self, desk: Desk) -> None:
        others = {
            one.branch for one in self._open.values() if one.desk is not desk and one.desk.project == desk.project
        }
        for episode in desk.store.episodes.open_of(desk.session.id, desk.project):
            if episode.branch not in others:
                self._close(desk, episode, commit=_head(desk), over=True)

    def _episode(self, desk: Desk, branch: str | None) -> Episode | None:
        found = desk.store.episodes.open_of(desk.session.id, desk.project, branch)
        return found[0] if found else None

    def _close(self, desk: Desk, episode: Episode, *, commit: str | None, over: bool) -> None:
        """Store what an episode came to, once, whoever else may see it too. What failed and was not mended goes on in
        the next one, unless the branch is left or the session over."""
        opened = self._open.pop((episode.project, episode.branch), None) if episode.session == desk.session.id else None
        marks = desk.settings.capture.marks
        came_to = outcome(episode, marks, self._texts(desk, episode) if opened else {}, desk.session.breathe)
        kept = []
        with desk.store.write():
            if not desk.store.episodes.close(episode.session, episode.project, episode.branch):
                return
            kept = [id_ for finding in came_to.findings if (id_ := self._keep(desk, episode, finding, commit))]
            kept += self._keep_work(desk, episode, came_to, commit)
            for note in () if over else episode.notes:
                if note.kind == FAILING:
                    run = terminal.from_plain(note.value)
                    carried = terminal.with_edits(run, work_since(episode, run.since, marks))
                    self._keep_failing(desk, episode.branch, replace(carried, since=None))
        desk.session.remembered(kept)
        for path, file in opened.files.items() if opened else ():
            self._know(desk, path, file.said)

    def _texts(self, desk: Desk, episode: Episode) -> dict[str, str]:
        texts = ((file.path, desk.texts.get(file.path)) for file in episode.files)
        return {path: text for path, text in texts if text is not None}

    def _keep_work(self, desk: Desk, episode: Episode, came_to: Outcome, commit: str | None) -> list[str]:
        work = came_to.work
        if not work:
            return []
        finding = Finding("change", work.title, work.body, episode.last_at, work.anchors, work.symbols)
        id_ = self._keep(desk, episode, finding, commit, work.paths)
        return [id_] if id_ else []

    def _keep(
        self,
        desk: Desk,
        episode: Episode,
        finding: Finding,
        commit: str | None,
        paths: Iterable[str] = (),
        part_of: str | None = None,
    ) -> str | None:
        draft = replace(
            desk.draft(finding.title, at=finding.at),
            body=finding.body,
            kind=finding.kind,
            branch=episode.branch,
            session=episode.session,
            origin=_origin(episode) or desk.session.origin(),
            commit=commit,
            anchors=finding.anchors,
            symbols=finding.symbols,
            topic=topic_of_change(None, list(paths) or [anchor.path for anchor in finding.anchors]),
        )
        edges = [Edge("part_of", draft.id, part_of, maker="capture", made_at=draft.stored_at)] if part_of else []
        return desk.keep(draft, edges)

    # --- HEAD moved
    def _absorb(self, desk: Desk, news: HeadNews) -> None:
        """Commits take what they hold; what was learnt so far is stored with them."""
        self._committed.add(desk.project, (commit for commit, _ in news.commits), desk.clock.now())
        episode, repo = self._episode(desk, news.new_branch), desk.info.repo
        if episode is not None and repo is not None:
            held = taken(repo, news.commits, (file.path for file in episode.files))
            if held:
                self._absorbed(desk, episode, held, news)
        link_closed(desk, news.commits, news.new_branch)

    def _absorbed(self, desk: Desk, episode: Episode, held: dict[str, Taken], news: HeadNews) -> None:
        marks, rest = desk.settings.capture.marks, left(episode, held)
        came_to = outcome(episode, marks, self._texts(desk, episode), desk.session.breathe)
        with desk.store.write():
            tell_the_way(desk, episode, held, marks)
            kept = [
                id_
                for finding in came_to.findings
                if (id_ := self._keep(desk, episode, finding, news.old, part_of=_memory(finding.anchors, held)))
            ]
            for run in self._failing(desk, episode.branch):
                carried = terminal.with_edits(run, work_since(episode, run.since, marks))
                self._keep_failing(desk, episode.branch, replace(carried, since=None))
            place = (episode.session, episode.project, episode.branch)
            desk.store.episodes.drop_notes(*place, FINDING)
            desk.store.episodes.drop_files(*place, [file.path for file in episode.files])
            desk.store.episodes.take_many(episode.session, rest)
        desk.session.remembered(kept)
        self._go_on(desk, episode, {save.path for save in rest})

    def _go_on(self, desk: Desk, episode: Episode, paths: set[str]) -> None:
        """The open episode is what was left of it."""
        opened = self._open.get((episode.project, episode.branch))
        if opened is None:
            return
        for path, file in list(opened.files.items()):
            if path in paths:
                file.run, file.versions = 0, 1
            else:
                self._know(desk, path, opened.files.pop(path).said)
        if not opened.files:
            del self._open[episode.project, episode.branch]

    def _look_at_files(self, desk: Desk, news: HeadNews) -> None:
        """What git put in the place of saved texts is where changes count from now."""
        opened = self._open.get((desk.project, news.new_branch))
        if opened is None or desk.branch != news.new_branch:
            return
        for path, file in list(opened.files.items()):
            desk.session.breathe()
            try:
                text = plain_ends((desk.info.root / path).read_bytes().decode("utf-8"))
            except (OSError, UnicodeDecodeError):
                continue
            if hash(redact(text)) != file.held:
                desk.texts.put(path, text)
                self.rebased(desk, path, text, news.at)


def _origin(episode: Episode) -> str | None:
    """The editor that an episode's saves were made in."""
    facts = (version.facts for file in episode.files for version in file.versions)
    return next((held[ORIGIN] for held in facts if ORIGIN in held), None)


def _moved(path: str, old: str, new: str) -> str:
    return new + path[len(old) :] if path == old or path.startswith(f"{old}/") else path


def _memory(anchors: Iterable[Anchor], held: dict[str, Taken]) -> str | None:
    """The memory of the commit that holds a file of these."""
    return next((held[anchor.path].memory for anchor in anchors if anchor.path in held), None)


def _head(desk: Desk) -> str | None:
    return head_commit(desk.info.repo) if desk.info.repo else None
