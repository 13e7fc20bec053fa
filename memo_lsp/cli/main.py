"""From the words of a command line to an exit code: 0 done, 1 it failed and one line says why, 2 wrong use."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from typing import NoReturn

from memo_lsp import __version__
from memo_lsp.cli import (
    calibrating,
    config,
    dreaming,
    evaluating,
    exchange,
    exploring,
    health,
    reading,
    reviewing,
    serve,
    trying,
    upkeep,
    writing,
)
from memo_lsp.cli.command import GROUPS, Command, instant
from memo_lsp.cli.output import Output, heard, one_line, prepare_streams
from memo_lsp.cli.world import World
from memo_lsp.errors import MemoError, WrongArgument

COMMANDS: tuple[Command, ...] = (
    *serve.COMMANDS, *trying.COMMANDS, *reading.COMMANDS, *writing.COMMANDS, *exchange.COMMANDS,
    *exploring.COMMANDS, *dreaming.COMMANDS, *reviewing.COMMANDS, *health.COMMANDS, *upkeep.COMMANDS,
    *evaluating.COMMANDS, *calibrating.COMMANDS, *config.COMMANDS,
)  # fmt: skip

DONE, FAILED, WRONG_USE = 0, 1, 2
_CHOICES = re.compile(r" \(choose from .{80,}\)$")  # too many to be read in one line


def run(arguments: Sequence[str], protocol: int | None = None) -> int:
    """Run one command line. `protocol` is the file descriptor that LSP messages leave by, for `serve`."""
    prepare_streams()
    try:
        args = parser().parse_args(arguments)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else WRONG_USE
    if args.debug:
        return _run(args, protocol)
    try:
        return _run(args, protocol)
    except WrongArgument as trouble:
        return _failed(str(trouble), WRONG_USE)
    except MemoError as trouble:
        return _failed("; ".join(filter(None, (str(trouble), trouble.in_terminal))))
    except BrokenPipeError:  # `memo-lsp … | head`: who reads has what they wanted
        _let_go_of_stdout()
        return DONE
    except OSError as trouble:
        if trouble.filename is not None:
            return _failed(f"{trouble.filename}: {trouble.strerror}")
        _let_go_of_stdout()  # most likely it is what failed
        return _failed(str(trouble))
    except KeyboardInterrupt:
        return _failed("stopped; what was stored until now stays")
    except Exception as surprise:
        what = f"{type(surprise).__name__}: {surprise}"
        return _failed(f"{what} (not expected; `--debug` shows where it happened)")


def _run(args: argparse.Namespace, protocol: int | None) -> int:
    out = Output(args.json)
    log = nullcontext() if args.command == "serve" else heard(args.debug)  # the server tells its log to the client, too
    with log, World(args, out, os.environ, protocol) as world:
        code = args.run(world) or DONE
        sys.stdout.flush()
        if code == DONE:
            for problem in world.untold_problems():
                out.warn(problem)
    return code


def _failed(why: str, code: int = FAILED) -> int:
    sys.stderr.write(f"memo-lsp: {one_line(why)}\n")
    return code


def _let_go_of_stdout() -> None:
    """Python would complain once more, of what it still holds, when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    """One line for wrong use, naming the command whose help would tell."""

    def error(self, message: str) -> NoReturn:
        plain = _CHOICES.sub("", one_line(message))
        self.exit(WRONG_USE, f"{self.prog}: {plain} (`{self.prog} --help` tells more)\n")


def parser() -> argparse.ArgumentParser:
    """The whole command line, made from the commands."""
    top = _Parser(prog="memo-lsp", description="A memory for programmers that lives inside the editor.")
    top.add_argument("--version", action="version", version=f"memo-lsp {__version__}")
    names = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    groups: dict[str, argparse._SubParsersAction[_Parser]] = {}
    for command in COMMANDS:
        group, _, name = command.name.rpartition(" ")
        if group and group not in groups:
            inner = names.add_parser(group, help=GROUPS[group], description=f"{GROUPS[group].capitalize()}.")
            groups[group] = inner.add_subparsers(title="commands", metavar="WHAT", required=True)
        _add(groups[group] if group else names, name, command)
    return top


def _add(names: argparse._SubParsersAction[_Parser], name: str, command: Command) -> None:
    text = f"{command.help[0].upper()}{command.help[1:]}."
    leaf = names.add_parser(name, help=command.help, description=text, epilog=command.more or None, allow_abbrev=False)
    command.options(leaf)
    _common(leaf.add_argument_group("for every command"))
    leaf.set_defaults(run=command.run, command=command.name)


def _common(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--json", action="store_true", help="print JSON instead of text")
    group.add_argument("--store", metavar="PATH", help="the store's folder (else MEMO_HOME, else the platform's)")
    group.add_argument("--project", metavar="P", help="the project (else that of the working folder)")
    group.add_argument(
        "--now", metavar="T", type=instant, help="let the clock start at this time, e.g. 2026-07-03T09:12:00Z"
    )
    group.add_argument("--debug", action="store_true", help="show where an error happened")
