"""Every name that goes over the wire beside plain LSP, in one place: commands with their arguments, notifications.

The declaration is also the check: `read_arguments` turns what a client sent into a plain dictionary, or says which
field is wrong. docs/protocol.md is written from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from memo_lsp.dream.plan import PASSES
from memo_lsp.errors import WrongArgument
from memo_lsp.model import CHANNELS, CONFIDENCES, TRUSTS
from memo_lsp.text.times import parse_time

SERVER_NAME = "memo-lsp"
PROTOCOL = 1
SETTINGS_SECTION = "memo"

STATUS = "memo/status"
SUMMARIZE = "memo/summarize"
DID_CHANGE_MEMORY = "memo/didChangeMemory"
DIAGNOSTICS = "memo/diagnostics"
TERMINAL = "memo/terminal"
ACTIVITY = "memo/activity"
CLOCK = "memo/clock"

INVALID_PARAMS = -32602
REQUEST_FAILED = -32803

VIEW = "view"  # the surface of a list that follows by itself what changes: nobody asked, and nobody works
SCOPES = ("workspace", "global")
FORMATS = ("jsonl", "markdown")
MOST_HITS = 1000
LONGEST_TEXT = 1_000_000  # characters of a note's body


@dataclass(frozen=True, slots=True)
class Argument:
    """One field of a command's argument object. `kind` is a key of `_READERS`; every text of a list is one of the
    `choices`, if there are any."""

    name: str
    kind: str = "text"
    required: bool = False
    choices: tuple[str, ...] = ()

    @property
    def shape(self) -> str:
        """How docs/protocol.md writes it."""
        return self.name if self.required else f"{self.name}?"


@dataclass(frozen=True, slots=True)
class Command:
    """A name of `workspace/executeCommand`, what it takes and what comes back."""

    name: str
    arguments: tuple[Argument, ...]
    result: str


def _needs(name: str, kind: str = "text", choices: tuple[str, ...] = ()) -> Argument:
    return Argument(name, kind, True, choices)


def _may(name: str, kind: str = "text", choices: tuple[str, ...] = ()) -> Argument:
    return Argument(name, kind, False, choices)


_ABOUT = (
    _may("kind"), _may("tags", "texts"), _may("topic"),
    _may("trust", choices=TRUSTS), _may("confidence", choices=CONFIDENCES),
)  # fmt: skip

_OF_A_VIEW = _may("surface", choices=(VIEW,))

SEARCH = Command(
    "memo.search",
    (
        _needs("text"), _may("symbols", "texts"), _may("uri"), _may("branch"), _may("asOf", "time"),
        _may("k", "whole"), _may("profile"),
        _may("surface", choices=("search", "hover", "drill", "briefing", "mcp", VIEW)),
    ),
    "a hit list",
)  # fmt: skip
REMEMBER = Command(
    "memo.remember",
    (
        _needs("title"), _may("body"), _may("channel", choices=CHANNELS), _may("uri"), _may("range", "range"), *_ABOUT,
        _may("supersedes"), _may("pinned", "flag"),
    ),
    "the memory that is kept (its `id`, and the rest), with `new` and `secrets`",
)  # fmt: skip
OPEN = Command(
    "memo.open",
    (_needs("id"), _OF_A_VIEW),
    "the whole memory with edges, anchors, history and what lies `beneath` it; counts as a drill",
)
EXPLAIN = Command("memo.explain", (_needs("id"), _needs("query")), "`{hit, words}`: the trace, and in words")
FEEDBACK = Command("memo.feedback", (_needs("id"), _needs("useful", "flag")), "`{}`")
USED = Command("memo.used", (_needs("recall", "whole"), _needs("ids", "texts")), "`{}`")
PIN = Command("memo.pin", (_needs("id"), _may("pinned", "flag")), "the changed memory")
EDIT = Command("memo.edit", (_needs("id"), _may("title"), _may("body"), *_ABOUT), "the changed memory, with `secrets`")
SUPERSEDE = Command("memo.supersede", (_needs("old"), _needs("new")), "the superseded memory")
FORGET = Command("memo.forget", (_needs("id"), _may("dryRun", "flag")), "the forgotten memory, a last time")
TIMELINE = Command(
    "memo.timeline", (_may("uri"), _may("symbol"), _may("limit", "whole"), _OF_A_VIEW), "memories by date"
)
BRIEFING = Command(
    "memo.briefing",
    (_may("uri"), _may("text"), _may("budget", "whole"), _OF_A_VIEW),
    "`{markdown, items}`: where you left off",
)
TOPICS = Command("memo.topics", (_may("prefix"), _may("uri"), _OF_A_VIEW), '`[{"topic", "here", "beneath"}]`')
IMPORT_GIT = Command(
    "memo.importGit", (_may("uri"), _may("since", "time"), _may("limit", "whole")),
    "`{started}`; progress as work-done progress",
)  # fmt: skip
DREAM = Command(
    "memo.dream",
    (_may("eps", "number"), _may("minPts", "whole"), _may("tauDays", "number"), _may("since", "time")),
    "the explorer's result with `svg`",
)
CONSOLIDATE = Command(
    "memo.consolidate", (_may("passes", "texts", PASSES), _may("minutes", "number"), _may("backlog", "flag")),
    "run records",
)  # fmt: skip
RUNS = Command("memo.runs", (_may("limit", "whole"),), "run records, the newest first")
UNDO = Command(
    "memo.undo",
    (
        _may("theme"), _may("members", "texts"), _may("run", "whole"), _may("since", "time"),
        _may("pass", choices=PASSES), _may("all", "flag"), _may("dryRun", "flag"),
    ),
    "what was put back",
)  # fmt: skip
REFOLD_BLOCKS = Command("memo.refoldBlocks", (), "marks")
REVIEW = Command(
    "memo.review", (_may("uri"), _may("limit", "whole")), '`[{"what", "why", "at", "memories", "can"}]`, newest first'
)
KEEP_APART = Command("memo.keepApart", (_needs("pairs", "pairs"),), "`{kept}`")
ALLOW_REFOLD = Command("memo.allowRefold", (_may("pairs", "pairs"), _may("all", "flag")), "marks lifted")
IMPORT = Command(
    "memo.import", (_needs("path"), _needs("format", choices=FORMATS)), "`{stored, known, events, skipped}`"
)
EXPORT = Command("memo.export", (_needs("path"), _needs("format", choices=FORMATS), _may("all", "flag")), "`{written}`")
PAUSE = Command("memo.pause", (_needs("scope", choices=SCOPES),), "the status")
RESUME = Command("memo.resume", (_needs("scope", choices=SCOPES),), "the status")
STATUS_NOW = Command("memo.status", (), "the status")
DOCTOR = Command("memo.doctor", (), '`[{"name", "ok", "detail", "fix"}]`')

COMMANDS: tuple[Command, ...] = (
    SEARCH, REMEMBER, OPEN, EXPLAIN, FEEDBACK, USED, PIN, EDIT, SUPERSEDE, FORGET,
    TIMELINE, BRIEFING, TOPICS, DREAM, CONSOLIDATE, RUNS, UNDO, REVIEW, KEEP_APART,
    REFOLD_BLOCKS, ALLOW_REFOLD,
    IMPORT_GIT, IMPORT, EXPORT, PAUSE, RESUME, STATUS_NOW, DOCTOR,
)  # fmt: skip


def read_arguments(command: Command, given: Any) -> dict[str, Any]:
    """The command's fields, checked; absent and null ones are left out, unknown ones passed over.

    Raises WrongArgument naming the field."""
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise WrongArgument("arguments", f"{command.name} takes one object, not {_told(given)}")
    found = {}
    for argument in command.arguments:
        value = given.get(argument.name)
        if value is not None:
            found[argument.name] = _read(argument, value)
        elif argument.required:
            raise WrongArgument(argument.name, f"{command.name} needs it")
    return found


def _read(argument: Argument, value: Any) -> Any:
    try:
        read = _READERS[argument.kind](value)
    except (TypeError, ValueError, KeyError) as trouble:
        raise WrongArgument(argument.name, f"wants {_WANTED[argument.kind]}, not {_told(value)}") from trouble
    wrong = [one for one in (read if isinstance(read, tuple) else (read,)) if one not in argument.choices]
    if argument.choices and wrong:
        raise WrongArgument(argument.name, f"wants one of {', '.join(argument.choices)}, not {_told(wrong[0])}")
    return read


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise ValueError(value)
    return value.encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair cannot be stored


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
        raise ValueError(value)
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(value)
    return tuple(_text(item) for item in value)


def _time(value: Any) -> float:
    if (time := parse_time(value)) is None:
        raise ValueError(value)
    return time


def _range(value: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """((line, character), (line, character)), as the client counts."""
    first, last = (value[end] for end in ("start", "end"))
    return (
        (_whole(first["line"]), _whole(first["character"])),
        (_whole(last["line"]), _whole(last["character"])),
    )


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 2**53:
        raise ValueError(value)
    return float(value)


def _pairs(value: Any) -> tuple[tuple[str, str], ...]:
    """Two ids each."""
    if not isinstance(value, list):
        raise TypeError(value)
    return tuple((_text(a), _text(b)) for a, b in value)


_READERS: dict[str, Callable[[Any], Any]] = {
    "text": _text, "whole": _whole, "number": _number, "flag": _flag, "texts": _texts, "time": _time, "range": _range,
    "pairs": _pairs,
}  # fmt: skip
_WANTED = {
    "text": "a text",
    "whole": "a whole number",
    "number": "a number from 0 on",
    "flag": "true or false",
    "texts": "a list of texts",
    "time": "a time (ISO 8601)",
    "range": "a range of positions",
    "pairs": "a list of pairs of ids",
}


def _told(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:59] + "…"


def command_row(command: Command) -> str:
    """The command's row in docs/protocol.md."""
    fields = ", ".join(argument.shape for argument in command.arguments)
    return f"| `{command.name}` | `{{{fields}}}` | {command.result} |"
