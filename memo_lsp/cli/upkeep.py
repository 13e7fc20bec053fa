"""Commands that look after the store's file: reindex, vacuum, backup, restore."""

from __future__ import annotations

from pathlib import Path

from memo_lsp.cli import asking
from memo_lsp.cli.command import Command, Parser
from memo_lsp.cli.embedding import embed_waiting
from memo_lsp.cli.output import many
from memo_lsp.cli.world import World
from memo_lsp.errors import MemoError


def _reindex_options(parser: Parser) -> None:
    parser.add_argument("--no-embed", action="store_true", help="the keyword index only; leave vectors to the editor")


def _reindex(world: World) -> None:
    services = world.services
    world.writable.reindex()
    if not world.args.no_embed:
        embed_waiting(services, world.out)
    done = services.indexer.progress()
    problem = services.indexer.problem
    if world.out.as_json:
        world.out.json({"memories": services.store.memories.count(), "vectors": done.done, "waiting": done.waiting})
        return
    world.out.line(f"{many(services.store.memories.count(), 'memory')} indexed, {done.done:,} with vectors.")
    if problem is not None:
        raise MemoError(f"{done.waiting:,} memories have no vectors yet: {problem.reason}")
    if done.waiting:
        world.out.line(f"{done.waiting:,} wait for their vectors; run it again, or leave it to an open editor.")


def _vacuum(world: World) -> None:
    before, after = world.writable.vacuum()
    if world.out.as_json:
        world.out.json({"before": before, "after": after})
    else:
        world.out.line(f"{_megabytes(before)} before, {_megabytes(after)} now.")


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"


def _backup_options(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="where the copy goes")
    parser.add_argument("--force", action="store_true", help="replace a file that is there")


def _backup(world: World) -> None:
    target = Path(world.args.file).absolute()
    if target.exists() and not world.args.force:
        raise MemoError(f"{target} is there already; choose another name, or --force")
    if world.store.mode == "memory":
        raise MemoError(f"there is nothing to copy: {world.why_not_written()}")
    world.store.backup(target)
    _told(world, target, f"{_megabytes(target.stat().st_size)} written to {target}.")


def _restore_options(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a copy that `backup` made")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _restore(world: World) -> None:
    from memo_lsp.store import restore

    source = Path(world.args.file).absolute()
    if not world.args.yes and not asking.agreed(f"Replace the store in {world.home} by {source}?"):
        raise MemoError("nothing was restored")
    aside = restore(source, world.home)
    kept = f" What was there before is {aside}." if aside else ""
    _told(world, source, f"{many(world.store.memories.count(), 'memory')} back from {source}.{kept}")


def _told(world: World, file: Path, text: str) -> None:
    if world.out.as_json:
        world.out.json({"file": str(file), "memories": world.store.memories.count()})
    else:
        world.out.line(text)


COMMANDS = (
    Command(
        "reindex",
        "make the indexes anew from the memories, and the vectors that are missing",
        _reindex,
        _reindex_options,
    ),
    Command("vacuum", "give space back, and take what was forgotten out of the file", _vacuum),
    Command("backup", "copy the store, also while editors use it", _backup, _backup_options),
    Command("restore", "put a copy in the store's place", _restore, _restore_options),
)
