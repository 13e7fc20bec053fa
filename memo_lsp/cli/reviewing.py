"""Commands of what only a person can tell: what wants a look, which pairs stay apart, and which may be joined again."""

from __future__ import annotations

from typing import Any

from memo_lsp.capture import curate
from memo_lsp.cli.command import Command, Parser, count
from memo_lsp.cli.output import many, named
from memo_lsp.cli.world import World
from memo_lsp.errors import MemoError, WrongArgument
from memo_lsp.text.times import ago, parse_time

SORTS = {
    "contradiction": "They contradict each other",
    "vetoed": "They read alike; a rule keeps them apart",
    "refused": "Joined, one of them was harder to find",
    "apart": "Kept apart",
    "gone": "The code is gone",
    "unsure": "Nobody vouches for it",
}  # as `memo.review` calls them
USUAL = 20


# --- review
def _review_options(parser: Parser) -> None:
    parser.add_argument("--limit", type=count, default=USUAL, metavar="N", help=f"of each sort so many ({USUAL})")


def _review(world: World) -> None:
    rows = world.services.reviews.rows(world.project, world.args.limit)
    if world.out.as_json:
        world.out.json(rows)
        return
    if not rows:
        world.out.line("Nothing wants a look.", "dim")
        return
    for row in rows:
        _tell(world, row)
    world.out.line(
        "`supersede OLD NEW`, `keep-apart A B`, `allow-refold A B`, `pin ID` or `forget ID` settles it.", "dim"
    )


def _tell(world: World, row: dict[str, Any]) -> None:
    world.out.line(SORTS[row["what"]], "bold")
    for memory in row["memories"]:
        world.out.line(f"  {named(memory['title'], memory['id'])}")
    world.out.line(f"  {row['why']}, {ago(parse_time(row['at']), world.clock.now())}", "dim")


# --- pairs
def _pairs(world: World) -> list[tuple[str, str]]:
    """Ids of the command line, two by two; of memories that are gone, too."""
    ids = [world.any_id(uid) for uid in world.args.ids]
    if len(ids) % 2:
        raise WrongArgument(world.args.command, "wants ids in pairs")
    return list(zip(ids[::2], ids[1::2], strict=True))


def _keep_apart_options(parser: Parser) -> None:
    parser.add_argument("ids", metavar="A B", nargs="+", help="pairs of ids, one after the other")


def _keep_apart(world: World) -> None:
    kept = curate.keep_apart(world.writable, _pairs(world))
    if world.out.as_json:
        world.out.json({"kept": kept})
    else:
        world.out.line(f"{many(kept, 'pair')} kept apart; `memo-lsp allow-refold` takes it back.")


def _refold_blocks(world: World) -> None:
    rows = world.services.rows.marks()
    if world.out.as_json:
        world.out.json(rows)
        return
    if not rows:
        world.out.line("No pair is kept apart.", "dim")
        return
    for row in rows:
        pair = dict(zip(row["pair"], row["titles"], strict=True))  # a summary stands alone: it is not written again
        world.out.line(" | ".join(named(title, uid) if title else uid for uid, title in pair.items()))
        world.out.line(f"  {row['pass']}, {row['cause']}, {ago(parse_time(row['at']), world.clock.now())}", "dim")


def _allow_refold_options(parser: Parser) -> None:
    parser.add_argument("ids", metavar="A B", nargs="*", help="pairs of ids, one after the other")
    parser.add_argument("--all", action="store_true", help="every pair")


def _allow_refold(world: World) -> None:
    pairs = _pairs(world)
    if not pairs and not world.args.all:
        raise WrongArgument("allow-refold", "which? Give pairs of ids, or --all")
    if pairs and world.args.all:
        raise WrongArgument("allow-refold", "either pairs of ids, or --all")
    lifted = world.writable.marks.lift(None if world.args.all else pairs)
    if world.out.as_json:
        world.out.json({"lifted": lifted})
    elif not lifted and world.args.all:
        world.out.line("No pair is kept apart.", "dim")
    elif not lifted:
        raise MemoError("these are not kept apart; `memo-lsp refold-blocks` lists what is")
    else:
        world.out.line(f"{many(lifted, 'pair')} may be joined again.")


COMMANDS = (
    Command("review", "what only you can tell: contradictions, look-alikes, gone code", _review, _review_options),
    Command("keep-apart", "say that pairs are two facts and both hold", _keep_apart, _keep_apart_options),
    Command("refold-blocks", "the pairs that no pass joins: taken or kept apart, or lost recall", _refold_blocks),
    Command("allow-refold", "let passes join pairs again", _allow_refold, _allow_refold_options),
)  # fmt: skip
