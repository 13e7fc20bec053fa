"""Commands of consolidation: run passes now, see what ran, take it back."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from memo_lsp.cli.command import Command, Parser, count, moment
from memo_lsp.cli.embedding import stoppable
from memo_lsp.cli.output import Progress, many, named, one_line, quoted
from memo_lsp.cli.world import World
from memo_lsp.dream.plan import PASSES, joined
from memo_lsp.errors import WrongArgument
from memo_lsp.text.times import ago, duration, parse_time

if TYPE_CHECKING:
    from memo_lsp.dream.plan import Edit, PassName, Plan
    from memo_lsp.evaluate.logged import Standing
    from memo_lsp.store.dreamt.journal import Run

SHOWN = 20  # changes that are named


# --- consolidate
def _consolidate_options(parser: Parser) -> None:
    parser.add_argument(
        "--pass", dest="passes", action="extend", nargs="+", choices=PASSES, metavar="NAME",
        help=f"only these: {', '.join(PASSES)} (else all that are on)",
    )  # fmt: skip
    parser.add_argument("--for", dest="long", type=_long, metavar="30m", help="keep running for so long")
    parser.add_argument("--backlog", action="store_true", help="look at everything, not only at what was ever recalled")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    parser.add_argument(
        "--report", action="store_true", help="recall@10, MRR and best rank of the logged questions before and after"
    )


def _long(text: str) -> float:
    try:
        return duration(text)
    except ValueError as trouble:
        raise argparse.ArgumentTypeError(str(trouble)) from None


def _consolidate(world: World) -> None:
    if world.args.dry_run and (world.args.report or world.args.long):
        raise WrongArgument("consolidate", "--dry-run changes nothing, so there is no --report of it and no --for")
    if world.args.dry_run:
        _preview(world)
        return
    if world.args.report:
        _reported(world)
    else:
        _tell_runs(world, _run(world))
    if world.services.dreamer.trouble is not None:
        raise world.services.dreamer.trouble


def _run(world: World) -> list[Run]:
    """Run the passes, with a bar; Ctrl-C ends it, and what is done stays."""
    args, dreamer = world.args, world.services.dreamer
    _ = world.writable  # says why not, before anything begins
    with stoppable() as stop, _shown(world):
        passes = args.passes and list(dict.fromkeys(args.passes))
        runs = dreamer.by_hand(passes, minutes=(args.long or 0.0) / 60.0, backlog=args.backlog, stop=stop.is_set)
        if stop.is_set():
            world.out.warn("stopped; what was done until now stays")
    return runs


class _Bar:
    """What is heard of passes, as a bar of the terminal."""

    def __init__(self, bar: Progress):
        self._bar = bar

    def began(self, name: str, cancel: Callable[[], None]) -> None:
        self._bar(0, 0)

    def progressed(self, name: str, done: int, total: int) -> None:
        self._bar(done, total)

    def ended(self, run: Run | None) -> None:
        """Its record is shown once all are over."""


@contextmanager
def _shown(world: World) -> Iterator[None]:
    with world.out.progress("consolidating") as bar:
        world.services.dreamer.listener = _Bar(bar)
        try:
            yield
        finally:
            world.services.dreamer.listener = None


def _tell_runs(world: World, runs: Sequence[Run]) -> None:
    from memo_lsp.services.rows import run_row

    rows = [run_row(run) for run in runs]
    if world.out.as_json:
        world.out.json(rows)
    else:
        _table(world, rows)


def _table(world: World, rows: Sequence[dict[str, Any]]) -> None:
    now = world.clock.now()
    steady = ("run", "pass", "cause", "when", "looked at")
    world.out.table(
        (*steady, "what came of it"),
        (
            (
                row["run"], row["pass"], row["cause"], ago(parse_time(row["started_at"]), now),
                f"{row['considered']:,}", _outcome(row),
            )
            for row in rows
        ),
        ("run", "looked at"),
        steady=steady,
    )  # fmt: skip


def _outcome(row: dict[str, Any]) -> str:
    from memo_lsp.services.housekeeping import came_to

    if row["ended_at"] is None:
        return "running"
    chores = ", ".join(_chored(name, number) for name, number in row["chores"].items() if number)
    done = [chores if chores and not row["skipped"] else came_to(row)]
    done += ["undone"] * bool(row["undone_at"])
    done += [f"refused {row['refused']:,}"] * bool(row["refused"])
    vetoed = ", ".join(f"{name} {number:,}" for name, number in row["vetoed"].items())
    return "; ".join((*done, f"vetoed: {vetoed}") if vetoed else done)


# --- consolidate --dry-run
def _preview(world: World) -> None:
    services, passes = world.services, list(dict.fromkeys(world.args.passes or ()))
    with world.out.progress("looking"):
        found = services.dreaming.preview(passes or services.dreamer.on(), backlog=world.args.backlog)
    rows = [_plan_row(world, name, plan) for name, plan in found]
    if world.out.as_json:
        world.out.json(rows)
        return
    for row in rows:
        skipped = f"skipped: {row['skipped']}" if row["skipped"] else many(row["changed"], "change")
        world.out.line(f"{row['pass']}: {row['considered']:,} looked at, {skipped}", "bold")
        for line in row["would"][:SHOWN]:
            world.out.line(f"  {one_line(line)}")
        _tell_rest(world, len(row["would"]), "  ")
    world.out.line("Nothing was done; without --dry-run it is.", "dim")


def _plan_row(world: World, name: PassName, plan: Plan) -> dict[str, Any]:
    return {
        "run": None, "pass": name, "cause": "dry-run", "considered": plan.considered, "changed": len(plan.edits),
        "vetoed": dict(plan.vetoed), "refused": plan.refused, "skipped": plan.skipped,
        "would": list(_would(world, plan.edits)),
    }  # fmt: skip


def _would(world: World, edits: Sequence[Edit]) -> Iterator[str]:
    """What edits would do, a line each."""
    from memo_lsp.dream.plan import Chore, Digest, Fold, Link, Sink, Theme
    from memo_lsp.services.rows import digest_among

    projects = world.store.memories.projects()
    ids = {uid for edit in edits for pair in joined(edit) for uid in pair}
    titles = {memory.id: quoted(memory.title) for memory in world.store.memories.get_many(ids).values()}

    def called(uids: Sequence[str]) -> str:
        return ", ".join(titles.get(uid, uid) for uid in uids)

    for edit in edits:
        match edit:
            case Fold(survivor, members):
                yield f"fold {called(members)} into {called([survivor])}"
            case Theme(memory, archived, cited):
                yield f"write {quoted(memory.title)} over {called((*archived, *cited))}"
            case Link(edge):
                yield f"{called([edge.source])} {edge.type.replace('_', ' ')} {called([edge.target])}"
            case Sink(uid):
                yield f"let {called([uid])} sink"
            case Digest(memory):
                yield f"sum up: {digest_among(memory, projects)}"
            case Chore(name):
                yield _CHORES[name][0]


_CHORES = {
    "embedded": ("make the vectors that are missing", "memory", "embedded"),
    "anchors": ("look again at the code that memories belong to", "place", "looked at again"),
    "log": ("keep the recall log small", "old question", "dropped"),
    "rows": ("drop rows that have run out", "old row", "dropped"),
    "pages": ("move a long write-ahead log into the file", "page", "moved into the file"),
}  # what tending does; once it is done: to what, and what became of it


def _chored(name: str, number: int) -> str:
    _, what, done = _CHORES[name]
    return f"{many(number, what)} {done}"


# --- consolidate --report
def _reported(world: World) -> None:
    from memo_lsp.evaluate.logged import questions, standing

    services = world.services
    asked = questions(world.store)
    with world.out.progress("asking") as bar:
        before = standing(world.store, asked, services.dreaming.ask, bar)
    runs = _run(world)
    with world.out.progress("asking again") as bar:
        after = standing(world.store, asked, services.dreaming.ask, bar)
    if world.out.as_json:
        world.out.json({"questions": len(asked), "before": before.to_json(), "after": after.to_json()})
        return
    _tell_runs(world, runs)
    world.out.line()
    world.out.line(f"{many(len(asked), 'question')} of the recall log, of which something was used", "bold")
    world.out.table(("", "before", "after"), _figures(before, after), ("before", "after"))


def _figures(before: Standing, after: Standing) -> Iterator[Sequence[str]]:
    for name, value in before.to_json().items():
        yield name, *("-" if each is None else f"{each:.3f}" for each in (value, after.to_json()[name]))


# --- runs
def _runs_options(parser: Parser) -> None:
    parser.add_argument("--limit", type=count, default=20, metavar="N", help="the newest so many (20)")


def _runs(world: World) -> None:
    runs = world.store.runs.newest(world.args.limit)
    if runs or world.out.as_json:
        _tell_runs(world, runs)
    else:
        world.out.line("No pass ever ran here; `memo-lsp consolidate` runs them all.", "dim")


# --- undo
def _undo_options(parser: Parser) -> None:
    parser.add_argument("--theme", metavar="ID", help="what is beneath this theme")
    parser.add_argument(
        "--member", action="extend", nargs="+", default=[], metavar="ID", help="these memories, wherever they went"
    )
    parser.add_argument("--run", type=count, metavar="N", dest="number", help="what this run did")
    parser.add_argument("--since", type=moment, metavar="T", help="what was done from then on: a time, or 30d")
    parser.add_argument("--pass", dest="pass_name", choices=PASSES, metavar="NAME", help="what this pass did")
    parser.add_argument("--all", action="store_true", help="everything that passes ever did")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be put back")


def _undo(world: World) -> None:
    args, undoing = world.args, world.services.undoing
    taken = undoing.chosen(
        {
            "theme": args.theme and world.any_id(args.theme),
            "members": [world.any_id(uid) for uid in args.member],
            "run": args.number,
            "since": args.since and args.since(world.clock.now()),
            "pass": args.pass_name,
            "all": args.all,
        }
    )
    told = undoing.told(taken, dry_run=args.dry_run)
    if taken and not args.dry_run:
        _ = world.writable  # says why not, before anything is told to be done
    if not world.out.as_json:
        _tell_edits(world, told)
    if taken and not args.dry_run:
        undoing.take_back(taken)
    if not world.out.as_json:
        _tell_put_back(world, told)
    if world.out.as_json:
        world.out.json(told)


def _tell_edits(world: World, told: dict[str, Any]) -> None:
    for edit in told["edits"][:SHOWN]:
        world.out.line(f"{_undone_words(edit)}  (run {edit['run']}, {edit['pass']})")
    _tell_rest(world, len(told["edits"]))


def _tell_rest(world: World, number: int, indent: str = "") -> None:
    """How many more there are than are shown."""
    if number > SHOWN:
        world.out.line(f"{indent}and {number - SHOWN:,} more", "dim")


def _tell_put_back(world: World, told: dict[str, Any]) -> None:
    if not told["edits"]:
        world.out.line("Nothing to put back.", "dim")
        return
    done = "would be put back" if told["dry_run"] else "put back"
    world.out.line(f"{many(told['put_back'], 'change')} {done}.", "bold")
    if told["blocked"] and not told["dry_run"]:
        world.out.line("No pass does it again; `memo-lsp allow-refold` lifts that.", "dim")


def _undone_words(edit: dict[str, Any]) -> str:
    titles = ", ".join(named(each["title"], each["id"]) for each in edit["members"])
    into = named(edit["into"]["title"], edit["into"]["id"])
    return {
        "fold": f"{titles} out of {into}",
        "theme": f"{titles} out from under {into}",
        "link": f"{titles} no longer replaced by {into}",
        "sink": f"{titles} afloat again",
        "digest": f"summary {into}",
    }[edit["kind"]]


COMMANDS = (
    Command("consolidate", "go over what piled up now: fold, link, sum up", _consolidate, _consolidate_options),
    Command("runs", "what passes did, the newest first", _runs, _runs_options),
    Command(
        "undo", "take back what passes did", _undo, _undo_options,
        "What is given must all hold: --pass fold --since 7d takes back what was folded in the last week.",
    ),
)  # fmt: skip
