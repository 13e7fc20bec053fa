"""Commands that carry memories in and out: import git, jsonl, markdown; export jsonl, markdown."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memo_lsp.cli.command import Command, Parser, count, instant
from memo_lsp.cli.embedding import embed_waiting, stoppable
from memo_lsp.cli.output import many
from memo_lsp.cli.world import World
from memo_lsp.errors import MemoError

if TYPE_CHECKING:
    from memo_lsp.exchange.report import Report


_LEFT_OUT = {
    "bot": "by bots", "says nothing": "saying nothing", "lock files only": "of lock files only",
    "same patch": "of a patch that is there already",
}  # fmt: skip


def _git_options(parser: Parser) -> None:
    parser.add_argument("repo", metavar="REPO", nargs="?", default=".", help="the repository (else the one you are in)")
    parser.add_argument("--since", type=instant, metavar="T", help="commits from this time on")
    parser.add_argument("--limit", type=count, metavar="N", help="the newest so many commits (else the setting's)")
    parser.add_argument("--resume", action="store_true", help="go on below where the last import ended")
    _no_embed(parser)


def _no_embed(parser: Parser) -> None:
    parser.add_argument("--no-embed", action="store_true", help="leave the vectors to the editor or `memo-lsp reindex`")


def _import_git(world: World) -> None:
    args = world.args
    where = Path(args.repo)
    if not where.exists():
        raise MemoError(f"{args.repo}: there is no such folder")
    info = world.services.projects.resolve(world.folder / where)
    info = replace(info, key=args.project or info.key)
    _ = world.writable  # better said before than after the work
    with stoppable() as stop, world.out.progress("reading commits") as progress:
        report = world.services.import_git(
            info, since=args.since, limit=args.limit, resume=args.resume, progress=progress, stop=stop
        )
    if not report.stopped:
        _embed(world)
    found = {name: getattr(report, name) for name in ("read", "stored", "skipped", "partial", "stopped")}
    _tell(world, {**found, "skipped": dict(report.skipped)}, _git_words(found))


def _git_words(found: dict[str, Any]) -> list[str]:
    skipped = sorted(found["skipped"].items(), key=lambda entry: -entry[1])
    lines = [f"{many(found['read'], 'commit')} read, {found['stored']} remembered."]
    if skipped:
        lines.append("Left out: " + ", ".join(_left_out(reason, number) for reason, number in skipped) + ".")
    if found["partial"]:
        lines.append(f"{many(found['partial'], 'commit')} came without symbols: git does not have their files here.")
    if found["stopped"]:
        lines.append("Stopped before the end; `memo-lsp import git --resume` goes on.")
    return lines


def _left_out(reason: str, number: int) -> str:
    """`3 merges`, `1 saying nothing`."""
    return f"{number:,} {_LEFT_OUT[reason]}" if reason in _LEFT_OUT else many(number, reason)


def _file(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file of JSON Lines, one memory a line")
    _no_embed(parser)


def _import_jsonl(world: World) -> int:
    from memo_lsp.exchange.jsonl import import_jsonl

    with world.services.importing():
        report = import_jsonl(world.writable, Path(world.args.file), clock=world.clock)
    return _imported(world, report)


def _imported(world: World, report: Report) -> int:
    """What came in; bad lines are named on stderr and in the exit code, the good ones stand."""
    _embed(world)
    skipped = [{"line": line, "why": why} for line, why in report.skipped]
    found = {"stored": report.stored, "known": report.known, "events": report.events, "skipped": skipped}
    known = f", {report.known:,} were known" if report.known else ""
    _tell(world, found, [f"{many(report.stored, 'memory')} taken in{known}."])
    if not skipped:
        return 0
    world.out.warn(f"memo-lsp: {report.told()}")
    return 1


def _dir(parser: Parser) -> None:
    parser.add_argument("dir", metavar="DIR", help="a folder of markdown files with front matter")
    _no_embed(parser)


def _import_markdown(world: World) -> int:
    from memo_lsp.exchange.markdown import import_markdown

    with world.services.importing():
        report = import_markdown(world.writable, Path(world.args.dir), clock=world.clock)
    return _imported(world, report)


def _embed(world: World) -> None:
    if not world.args.no_embed:
        embed_waiting(world.services, world.out)


def _tell(world: World, found: dict[str, Any], lines: list[str]) -> None:
    """The result, and what is left waiting: nobody should wonder why a search by meaning misses new memories."""
    waiting = world.services.indexer.waiting()
    if world.out.as_json:
        world.out.json({**found, "waiting": waiting})
        return
    if waiting:
        problem = world.services.indexer.problem
        why = f" ({problem.reason})" if problem else ""
        lines.append(f"{waiting:,} without a vector yet{why}: an open editor makes them, or `memo-lsp reindex`.")
    for line in lines:
        world.out.line(line)


def _export_options(metavar: str, about: str) -> Callable[[Parser], None]:
    def options(parser: Parser) -> None:
        parser.add_argument("target", metavar=metavar, help=about)
        parser.add_argument("--all", action="store_true", help="every project's memories, not only this one's")

    return options


def _export_jsonl(world: World) -> None:
    from memo_lsp.exchange.jsonl import export_jsonl

    project = None if world.args.all else world.project
    if world.args.target == "-":
        from memo_lsp.exchange.jsonl import rows

        for row in rows(world.store, project):
            world.out.raw(json.dumps(row, ensure_ascii=False) + "\n")
    else:
        _exported(world, export_jsonl(world.store, Path(world.args.target), project))


def _export_markdown(world: World) -> None:
    from memo_lsp.exchange.markdown import export_markdown

    _exported(world, export_markdown(world.store, Path(world.args.target), None if world.args.all else world.project))


def _exported(world: World, written: int) -> None:
    if world.out.as_json:
        world.out.json({"written": written})
    else:
        world.out.line(f"{many(written, 'memory')} written to {world.args.target}.")


COMMANDS = (
    Command(
        "import git", "remember a repository's history", _import_git, _git_options,
        "What is stored already is passed over; Ctrl-C keeps what is stored.",
    ),
    Command("import jsonl", "take in memories, one JSON object a line", _import_jsonl, _file),
    Command("import markdown", "take in a folder of markdown files", _import_markdown, _dir),
    Command(
        "export jsonl", "write this project's memories, archived and invalidated ones too", _export_jsonl,
        _export_options("FILE", "the file to write (`-`: stdout)"),
    ),
    Command(
        "export markdown", "write this project's memories, a file each", _export_markdown,
        _export_options("DIR", "the folder to write into"),
    ),
)  # fmt: skip
