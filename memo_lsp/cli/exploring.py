"""`dream --dry-run`: what would be found to belong together, and why nothing is. The store is only read."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memo_lsp import formulas
from memo_lsp.cli.command import Command, Parser, count, instant
from memo_lsp.cli.output import Output, many, one_line
from memo_lsp.cli.world import World
from memo_lsp.errors import WrongArgument
from memo_lsp.text.times import day, duration, parse_time

if TYPE_CHECKING:
    from rich.text import Text

    from memo_lsp.dream.explorer import Exploration, Parameters
    from memo_lsp.store import Store

SHOWN = 20  # clusters a person is shown
_MOST = 1e6


def _options(parser: Parser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only look; `consolidate` is what changes something")
    parser.add_argument("--eps", metavar="N", type=_share, help="the greatest distance, 0 to 1 (0.35)")
    parser.add_argument("--min-pts", metavar="N", type=count, help="how many make a cluster (3)")
    parser.add_argument("--tau-days", metavar="N", type=_above_zero, help="days in which closeness in time fades (7)")
    parser.add_argument("--since", metavar="T", type=_since, help="the window: 30d, or a time it begins at (14d)")
    parser.add_argument("--events", choices=("used", "all"), help="what counts: hits that were used, or all (used)")
    parser.add_argument("--svg", metavar="FILE", help="draw the clusters into a file, too; - for stdout, alone")


def _number(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not 0 <= found <= _MOST:
        raise argparse.ArgumentTypeError(f"wants a number from 0 on, not {text!r}")
    return found


def _share(text: str) -> float:
    if (found := _number(text)) > 1:
        raise argparse.ArgumentTypeError(f"wants a number from 0 to 1, not {text!r}")
    return found


def _above_zero(text: str) -> float:
    if (found := _number(text)) == 0:
        raise argparse.ArgumentTypeError("wants a number above 0")
    return found


def _since(text: str) -> tuple[float | None, float]:
    """A length in seconds, or (None, an instant)."""
    try:
        return duration(text), 0.0
    except ValueError:
        return None, instant(text)


def _dream(world: World) -> None:
    from memo_lsp.dream.explorer import to_json
    from memo_lsp.dream.picture import svg
    from memo_lsp.services.exploring import explored
    from memo_lsp.store.file.glance import glance

    if not world.args.dry_run:
        raise WrongArgument("dream", "only looks, with --dry-run; `memo-lsp consolidate` runs the passes")
    now = world.clock.now()
    parameters = _parameters(world, now)

    def look(store: Store) -> Exploration:
        store.log.enabled = world.settings.recall.log
        for problem in store.problems:
            world.out.warn(problem.reason)
        return explored(store, now, parameters, lambda: None, world.args.project)

    found = glance(world.home, world.clock, look)
    if world.args.svg == "-":
        world.out.raw(svg(found, now) + "\n")
        return
    if world.args.svg:
        Path(world.folder / world.args.svg).write_text(svg(found, now) + "\n", encoding="utf-8")
    if world.out.as_json:
        world.out.json(to_json(found))
    else:
        tell(world.out, to_json(found), now)


def _parameters(world: World, now: float) -> Parameters:
    from memo_lsp.dream.explorer import Parameters

    args = world.args
    given: dict[str, Any] = {"eps": args.eps, "min_pts": args.min_pts, "tau_days": args.tau_days}
    if args.since is not None:
        length, begin = args.since
        given["since_days"] = max(0.0, now - begin if length is None else length) / formulas.DAY
    turned = {name: value for name, value in given.items() if value is not None}
    return Parameters(**turned, every=args.events == "all")


def tell(out: Output, found: dict[str, Any], now: float) -> None:
    """The explorer's result for a person: the outcome, what it rests on, the clusters, and what one could do."""
    from rich.text import Text

    clusters = found["clusters"]
    held = sum(len(cluster["members"]) for cluster in clusters)
    outcome = f"{many(len(clusters), 'cluster')} of {many(held, 'memory')}" if clusters else "No clusters"
    archived, noise = found["would_archive"], found["noise"]
    out.line(f"{outcome}; a pass would archive {archived:,}; noise {noise:,}.", "bold")
    out.table(("", ""), [(Text(name, "dim"), value) for name, value in _facts(found, now)])
    for place, cluster in enumerate(clusters[:SHOWN], 1):
        out.line()
        out.show(*_cluster(place, cluster, now))
    if len(clusters) > SHOWN:
        out.line()
        out.line(f"{len(clusters) - SHOWN:,} more clusters; --json and --svg have them all.", "dim")
    for hint in found["hints"]:
        out.line()
        out.line(f"→ {hint}", "yellow")


def _facts(found: dict[str, Any], now: float) -> Iterator[tuple[str, str]]:
    alone, turned, weights, log = found["without_co_recall"], found["params"], found["weights"], found["log"]
    yield "observations", f"{found['observations']:,} in {turned['since_days']:g} days"
    yield "never together", f"{alone['n']:,} ({alone['share']:g} %) were never recalled with another"
    since = f" since {day(parse_time(log['oldest']), now)}" if log["oldest"] else ""
    yield "recall log", f"{many(log['events'], 'recall')}{since}" if log["on"] else "off"
    yield "parameters", f"eps {turned['eps']:g}, min-pts {turned['min_pts']}, tau {turned['tau_days']:g} days"
    yield "counted", "hits that were used" if turned["events"] == "used" else "all hits"
    yield "similarity", f"{weights['co_retrieval']:g} co-retrieval + {weights['temporal']:g} closeness in time"
    gap = found["max_gap_days"]
    yield "widest gap", "any can be bridged" if gap is None else f"{gap:.1f} days can be bridged"


def _cluster(place: int, cluster: dict[str, Any], now: float) -> Iterator[Text]:
    from rich.text import Text

    yield Text.assemble((f"{place:>2}  ", "dim"), (f"{cluster['together']:,}× together", "bold"))
    for member in cluster["members"]:
        yield Text.assemble("    ", one_line(member["title"]))
        about = filter(None, (day(parse_time(member["created_at"]), now), one_line(member["origin"]), member["id"]))
        yield Text.assemble("    ", (" · ".join(about), "dim"))


COMMANDS = (
    Command(
        "dream", "look at what belongs together, without changing anything (--dry-run)", _dream, _options,
        "Reads the store only: no write, no network. All projects, unless --project names one.",
    ),
)  # fmt: skip
