"""`eval`: recall measured on sets of questions with known answers."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memo_lsp.cli.command import Command, Parser
from memo_lsp.cli.world import World
from memo_lsp.errors import MemoError, WrongArgument

if TYPE_CHECKING:
    from memo_lsp.embed.port import Embedder
    from memo_lsp.evaluate.run import Evaluation
    from memo_lsp.recall.profiles import Profile


def _options(parser: Parser) -> None:
    parser.add_argument("sets", metavar="SET.jsonl", nargs="+", help="memories and questions in one file")
    parser.add_argument(
        "--profile", action="append", default=[], metavar="P", help="a ranking or leg:NAME; several times (all)"
    )
    parser.add_argument("--compare", nargs=2, metavar=("P", "Q"), help="is Q better than P? a paired bootstrap")
    parser.add_argument(
        "--set", action="append", default=[], type=constant, metavar="NAME=VALUE", help="try a constant"
    )
    parser.add_argument(
        "--accept", action="store_true", help="keep the constants tried, if no set and no class loses by them"
    )


def constant(text: str) -> tuple[str, Any]:
    """`NAME=VALUE` of the ranking; the value a number or a word."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"wants NAME=VALUE, not {text!r}")
    try:
        return name.strip(), json.loads(value)
    except ValueError:
        return name.strip(), value


def _eval(world: World) -> int:
    from memo_lsp.evaluate.run import evaluate

    args, constants = world.args, dict(world.args.set)
    if args.accept and not constants:
        raise WrongArgument("--accept", "needs constants to accept; try some with --set NAME=VALUE")
    embedder = world.embedder()
    names = [name.removesuffix("*") for name in (*args.profile, *(args.compare or ()))]
    profiles = _profiles(list(dict.fromkeys(names)), constants, embedder)
    with world.out.progress("evaluating") as bar:
        found = evaluate(
            [Path(name) for name in args.sets], profiles,
            embedder=embedder, clock=world.clock, progress=lambda what, done, total: bar(done, total),
        )  # fmt: skip
    pairs = (
        [tuple(args.compare)] if args.compare else [(p, f"{p}*") for p in found.profiles if f"{p}*" in found.profiles]
    )
    for note in found.notes:
        world.out.warn(note)
    _tell(world, found, pairs)
    return _accept(world, found, pairs, constants) if args.accept else 0


def _profiles(names: Sequence[str], constants: Mapping[str, Any], embedder: Embedder | None) -> tuple[Profile, ...]:
    """The profiles asked for as they are and, where constants are tried, beside each how it is with them."""
    from memo_lsp.evaluate.run import chosen

    plain = chosen(names, {}, embedder)
    tried = chosen([profile.name for profile in plain], constants, embedder) if constants else ()
    return tuple({profile.name: profile for profile in (*plain, *tried)}.values())


def _tell(world: World, found: Evaluation, pairs: Sequence[tuple[str, str]]) -> None:
    from memo_lsp.evaluate.report import comparison, tables

    for pair in pairs:
        if missing := set(pair) - set(found.profiles):
            raise WrongArgument(
                "--compare", f"{missing.pop()!r} was not measured; there are {', '.join(found.profiles)}"
            )
    compared = {pair: found.compared(*pair) for pair in pairs}
    if world.out.as_json:
        plain = {
            " → ".join(pair): {
                name: {kind: {figure: asdict(d) for figure, d in figures.items()} for kind, figures in kinds.items()}
                for name, kinds in sets.items()
            }
            for pair, sets in compared.items()
        }
        world.out.json(found.to_json() | ({"compared": plain} if plain else {}))
        return
    for caption, heads, rows in tables(found):
        _table(world, caption, heads, rows)
    for (first, second), sets in compared.items():
        caption, heads, rows = comparison(sets)
        _table(world, f"{first} → {second}: {caption}", heads, rows)


# so that a ranking, a class and all figures stand side by side in 80 columns
_SHORT = {
    "recall@5": "rec.\n@5", "recall@10": "rec.\n@10", "ndcg@10": "ndcg\n@10", "abstention": "abst.",
    "false_silence": "false\nsil.", "newest_first": "newer\nfirst", "p50_ms": "p50\nms", "p95_ms": "p95\nms",
}  # fmt: skip


def _table(world: World, caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    world.out.line(caption, "bold")
    if world.out.console.is_terminal:
        heads = [_SHORT.get(head, head) for head in heads]
    world.out.table(heads, rows, heads[2:], gap=1)
    world.out.line()


def _accept(world: World, found: Evaluation, pairs: Sequence[tuple[str, str]], constants: Mapping[str, Any]) -> int:
    from memo_lsp.evaluate.accept import accept

    if len(pairs) != 1:
        raise WrongArgument("--accept", "wants one profile; name it with --profile")
    before, after = pairs[0]
    verdict = accept(world.home, found, before, after, constants=constants, now=world.clock.now())
    if verdict.path is None:
        raise MemoError("not accepted, these get worse beyond their interval: " + "; ".join(verdict.lost))
    world.out.warn(f"accepted and kept in {verdict.path}; `memo-lsp config` shows them")
    return 0


COMMANDS = (Command("eval", "measure recall on sets of questions with known answers", _eval, _options),)
