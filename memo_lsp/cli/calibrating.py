"""`calibrate`: the embedder's thresholds, measured on labelled pairs with the guard in force."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memo_lsp.cli.command import Command, Parser
from memo_lsp.cli.world import World
from memo_lsp.errors import MemoError

if TYPE_CHECKING:
    from memo_lsp.dream.calibrate import Score
    from memo_lsp.dream.view import Limits


def _options(parser: Parser) -> None:
    parser.add_argument("pairs", metavar="PAIRS.jsonl", help="labelled pairs of memories, one a line")
    parser.add_argument("--check", action="store_true", help="only score the thresholds in force")


def _calibrate(world: World) -> None:
    from memo_lsp.dream.calibrate import evidence, find, measure, read, score
    from memo_lsp.dream.limits import limits

    embedder = world.embedder()
    if embedder is None:
        raise MemoError("there is no embedder to measure; memo.embed.provider is none")
    pairs = read(Path(world.args.pairs))
    before = limits(embedder, world.home)
    if world.args.check and before is None:
        raise MemoError(f"nobody measured {embedder.name} yet; run `memo-lsp calibrate` without --check")
    with world.out.progress("measuring") as bar:
        measured = measure(pairs, embedder, bar)
    after = before if world.args.check and before is not None else find(measured)
    found = score(measured, after)
    said = {
        "embedder": embedder.fingerprint,
        "set": Path(world.args.pairs).name,
        "pairs": len(pairs),
        "thresholds": {"before": asdict(before) if before else None, "after": asdict(after)},
        **found.to_json(),
        "evidence": evidence(measured, after),
    }
    if not world.args.check:
        said["file"] = _keep(world, embedder.fingerprint, after, said)
    if world.out.as_json:
        world.out.json(said)
    else:
        _tell(world, said, found, before, after)


def _keep(world: World, fingerprint: str, found: Limits, said: dict[str, Any]) -> str:
    from memo_lsp.dream.limits import keep
    from memo_lsp.text.times import iso

    figures = {key: said[key] for key in ("fold", "vetoed", "evidence")}
    try:
        return str(
            keep(
                fingerprint, world.home, found,
                date=iso(world.clock.now()) or "", sets=said["set"], pairs=said["pairs"], figures=figures,
            )
        )  # fmt: skip
    except OSError as trouble:
        raise MemoError(f"{world.home}: the thresholds cannot be written ({trouble.strerror})") from None


def _tell(world: World, said: dict[str, Any], found: Score, before: Limits | None, after: Limits) -> None:
    out = world.out
    out.line(f"{said['embedder']} on {said['set']}, {said['pairs']} pairs", "bold")
    old = asdict(before) if before else {}
    rows = [(name, _number(old.get(name)), _number(value)) for name, value in asdict(after).items()]
    out.table(("threshold", "before", "after"), rows, ("before", "after"))
    out.line()
    facts = sum(row["pairs"] for row in said["evidence"].values())
    out.line(
        f"Folded {found.folded}, {found.false} of them falsely: precision {_number(found.precision)}, "
        f"recall {_number(found.recall)} ({facts} pairs)"
    )
    out.line()
    spoken = sum(sum(counts.values()) for counts in found.vetoed.values())
    out.table(
        ("rule", "right", "wrong", "share of vetoes"),
        [
            (rule, counts["right"], counts["wrong"], f"{sum(counts.values()) / max(spoken, 1):.0%}")
            for rule, counts in found.vetoed.items()
        ],
        ("right", "wrong", "share of vetoes"),
    )
    out.line()
    heads = ("pairs", "folded", "vetoed", "supersede", "theme")
    out.table(
        ("label", *heads),
        [(label, *(_number(row[head]) for head in heads)) for label, row in said["evidence"].items()],
        heads,
    )
    if "file" in said:
        out.line()
        out.line(f"Kept in {said['file']}, and used from now on.")


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return str(value) if isinstance(value, int) else f"{value:.2f}"


COMMANDS = (Command("calibrate", "set the embedder's thresholds from labelled pairs", _calibrate, _options),)
