"""`try`: what it does, on your own repository, in a store that is gone afterwards.

The history is imported, the real server started as an editor starts it, what it answers printed as an editor shows it,
and a dream previewed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memo_lsp.cli import exploring, views
from memo_lsp.cli.command import Command, Parser
from memo_lsp.cli.embedding import embed_waiting, stoppable
from memo_lsp.cli.output import clean, many
from memo_lsp.cli.world import World
from memo_lsp.errors import MemoError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from memo_lsp.cli.sights import Sight
    from memo_lsp.git.project import ProjectInfo
    from memo_lsp.server.probe import Visit
    from memo_lsp.services import Services

COMMITS = 1000
EMBED_SECONDS = 20.0
SERVER_SECONDS = 20.0
PANEL_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Taken:
    """What went into the throw-away store."""

    read: int
    stored: int
    more: bool  # commits that were not read
    embedded: int
    waiting: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Trial:
    """What was tried on a repository, and what the server answered."""

    root: Path
    taken: Taken
    sight: Sight | None
    question: str | None
    seen: Visit | None
    dream: dict[str, Any] | None


def _options(parser: Parser) -> None:
    parser.add_argument("repo", metavar="REPO", nargs="?", default=".", help="the repository (else the one you are in)")


def _try(world: World) -> None:
    import tempfile

    from memo_lsp.cli import sights  # with it comes the client side of LSP

    with tempfile.TemporaryDirectory(prefix="memo-lsp-try-", ignore_cleanup_errors=True) as folder:
        services = world.open(Path(folder))
        try:
            info = _repository(world, services)
            taken = _take_in(world, services, info)
            sight, question = sights.choose(services, info), sights.question(services, info)
        finally:
            services.close()
        seen = _visit(world, Path(folder), info.root, sight, question) if taken.stored else None
        dream = _dream(world, Path(folder)) if taken.stored else None
    trial = Trial(info.root, taken, sight, question, seen, dream)
    if world.out.as_json:
        world.out.json(_as_json(trial))
    else:
        _tell(world, trial)


def _repository(world: World, services: Services) -> ProjectInfo:
    where = world.folder / world.args.repo
    if not where.exists():
        raise MemoError(f"{world.args.repo}: there is no such folder; give the path of a git repository")
    info = services.projects.resolve(where)
    if info.problem is not None:
        raise MemoError(str(info.problem))
    if info.repo is None:
        raise MemoError(f"{where.resolve()} is in no git repository; give the path of one: memo-lsp try PATH")
    return info


def _take_in(world: World, services: Services, info: ProjectInfo) -> Taken:
    from memo_lsp.git.history import count

    started = time.perf_counter()
    with stoppable() as stop, world.out.progress("reading commits") as progress:
        report = services.import_git(info, limit=COMMITS, progress=progress, stop=stop)
    more = report.stopped or (info.repo is not None and count(info.repo, limit=COMMITS + 1) > COMMITS)
    embed_waiting(services, world.out, EMBED_SECONDS)
    done = services.indexer.progress()
    return Taken(report.read, report.stored, more, done.done, done.waiting, time.perf_counter() - started)


def _visit(world: World, store: Path, root: Path, sight: Sight | None, question: str | None) -> Visit:
    from memo_lsp.server.probe import visit

    command = [sys.executable, "-E", "-P", "-m", "memo_lsp", "serve", "--store", str(store)]
    environ = {name: value for name, value in world.environ.items() if name not in ("MEMO_HOME", "MEMO_PROJECT")}
    return visit(command, root, sight.stop if sight else None, question, environ=environ, seconds=SERVER_SECONDS)


def _dream(world: World, store: Path) -> dict[str, Any]:
    from memo_lsp.dream.explorer import Parameters, to_json
    from memo_lsp.services.exploring import explored
    from memo_lsp.store.file.glance import glance

    now = world.clock.now()
    return to_json(glance(store, world.clock, lambda held: explored(held, now, Parameters(), lambda: None)))


def _as_json(trial: Trial) -> dict[str, Any]:
    taken, sight, seen = trial.taken, trial.sight, trial.seen
    found: dict[str, Any] = {
        "repository": str(trial.root),
        "commits": {"read": taken.read, "stored": taken.stored, "more": taken.more},
        "vectors": {"made": taken.embedded, "waiting": taken.waiting},
        "hover": None,
        "search": None,
        "dream": trial.dream,
    }
    if seen and sight:
        line = sight.stop.line + 1
        found["hover"] = {"path": sight.path, "name": sight.name, "line": line, "markdown": seen.hover}
    if seen and trial.question:
        found["search"] = {"text": trial.question, "answer": seen.answer}
    return found


def _tell(world: World, trial: Trial) -> None:
    out, sight, seen = world.out, trial.sight, trial.seen
    out.line(f"memo-lsp on {trial.root}", "bold")
    for line in _taken_words(trial.taken):
        out.line(line)
    if seen is None:
        out.line("There is nothing to show yet; notes and commits are remembered as you work.", "yellow")
        return
    out.line()
    if sight is None:
        out.line("No memory belongs to a name that still stands in the code, so there is no hover to show.", "dim")
    else:
        out.line(f"Hover over {sight.name} in {sight.path}, line {sight.stop.line + 1}", "bold")
        out.show(*_hover(seen.hover, out.console.width))
    if seen.answer is not None:
        out.line()
        out.line(f"Search: {trial.question}", "bold")
        out.show(*views.answer(seen.answer, world.clock.now()))
    if trial.dream is not None:
        out.line()
        out.line("Dream preview: what belongs together by how it was used", "bold")
        exploring.tell(out, trial.dream, world.clock.now())
    out.line()
    out.line("Nothing of this was kept. `memo-lsp import git` keeps it; then start your editor.", "dim")


def _taken_words(taken: Taken) -> Iterator[str]:
    if not taken.read:
        yield "The repository has no commits."
        return
    which = "the newest " if taken.more else ""
    yield f"Read {which}{many(taken.read, 'commit')}, remembered {taken.stored:,} of them, in {taken.seconds:.1f} s."
    if taken.waiting:
        yield f"{taken.waiting:,} still wait for their vectors: there, words alone are searched."


def _hover(markdown: str | None, terminal_width: int) -> Iterator[RenderableType]:
    from rich.markdown import Markdown
    from rich.panel import Panel
    from rich.text import Text

    if markdown is None:
        yield Text("The server has nothing to say about it.", "dim")
        return
    yield Panel(Markdown(clean(markdown), hyperlinks=False), width=min(terminal_width, PANEL_WIDTH))


COMMANDS = (
    Command(
        "try", "see it at work on a repository; nothing is kept", _try, _options,
        f"Reads the newest {COMMITS:,} commits at most.",
    ),
)  # fmt: skip
