"""Every name that goes over the wire beside plain LSP, in one place: commands with their arguments, notifications.

The declaration is also the check of what a client sends (`Command.read`). docs/protocol.md is written from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from memo_lsp.dream.plan import PASSES
from memo_lsp.model import CHANNELS, CONFIDENCES, TRUSTS
from memo_lsp.server.arguments import Argument, may, needs, read

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


@dataclass(frozen=True, slots=True)
class Command:
    """A name of `workspace/executeCommand`, what it takes and what comes back."""

    name: str
    arguments: tuple[Argument, ...]
    result: str

    @property
    def row(self) -> str:
        """Its row in docs/protocol.md."""
        fields = ", ".join(argument.shape for argument in self.arguments)
        return f"| `{self.name}` | `{{{fields}}}` | {self.result} |"

    def read(self, given: Any) -> dict[str, Any]:
        """Its fields, checked; absent and null ones are left out, unknown ones passed over.

        Raises WrongArgument naming the field."""
        return read(self.name, self.arguments, given)


_ABOUT = (
    may("kind"), may("tags", "texts"), may("topic"),
    may("trust", choices=TRUSTS), may("confidence", choices=CONFIDENCES),
)  # fmt: skip

_OF_A_VIEW = may("surface", choices=(VIEW,))

SEARCH = Command(
    "memo.search",
    (
        needs("text"), may("symbols", "texts"), may("uri"), may("branch"), may("asOf", "time"),
        may("k", "whole"), may("profile"),
        may("surface", choices=("search", "hover", "drill", "briefing", "mcp", VIEW)),
    ),
    "a hit list",
)  # fmt: skip
REMEMBER = Command(
    "memo.remember",
    (
        needs("title"), may("body"), may("channel", choices=CHANNELS), may("uri"), may("range", "range"), *_ABOUT,
        may("supersedes"), may("pinned", "flag"),
    ),
    "the memory that is kept (its `id`, and the rest), with `new` and `secrets`",
)  # fmt: skip
OPEN = Command(
    "memo.open",
    (needs("id"), _OF_A_VIEW),
    "the whole memory with edges, anchors, history and what lies `beneath` it; counts as a drill",
)
EXPLAIN = Command("memo.explain", (needs("id"), needs("query")), "`{hit, words}`: the trace, and in words")
FEEDBACK = Command("memo.feedback", (needs("id"), needs("useful", "flag")), "`{}`")
USED = Command("memo.used", (needs("recall", "whole"), needs("ids", "texts")), "`{}`")
PIN = Command("memo.pin", (needs("id"), may("pinned", "flag")), "the changed memory")
EDIT = Command("memo.edit", (needs("id"), may("title"), may("body"), *_ABOUT), "the changed memory, with `secrets`")
SUPERSEDE = Command("memo.supersede", (needs("old"), needs("new")), "the superseded memory")
FORGET = Command("memo.forget", (needs("id"), may("dryRun", "flag")), "the forgotten memory, a last time")
TIMELINE = Command("memo.timeline", (may("uri"), may("symbol"), may("limit", "whole"), _OF_A_VIEW), "memories by date")
BRIEFING = Command(
    "memo.briefing",
    (may("uri"), may("text"), may("budget", "whole"), _OF_A_VIEW),
    "`{markdown, items}`: where you left off",
)
TOPICS = Command("memo.topics", (may("prefix"), may("uri"), _OF_A_VIEW), '`[{"topic", "here", "beneath"}]`')
IMPORT_GIT = Command(
    "memo.importGit", (may("uri"), may("since", "time"), may("limit", "whole")),
    "`{started}`; progress as work-done progress",
)  # fmt: skip
DREAM = Command(
    "memo.dream",
    (may("eps", "number"), may("minPts", "whole"), may("tauDays", "number"), may("since", "time")),
    "the explorer's result with `svg`",
)
CONSOLIDATE = Command(
    "memo.consolidate", (may("passes", "texts", PASSES), may("minutes", "number"), may("backlog", "flag")),
    "run records",
)  # fmt: skip
RUNS = Command("memo.runs", (may("limit", "whole"),), "run records, the newest first")
UNDO = Command(
    "memo.undo",
    (
        may("theme"), may("members", "texts"), may("run", "whole"), may("since", "time"),
        may("pass", choices=PASSES), may("all", "flag"), may("dryRun", "flag"),
    ),
    "what was put back",
)  # fmt: skip
REFOLD_BLOCKS = Command("memo.refoldBlocks", (), "marks")
REVIEW = Command(
    "memo.review", (may("uri"), may("limit", "whole")), '`[{"what", "why", "at", "memories", "can"}]`, newest first'
)
KEEP_APART = Command("memo.keepApart", (needs("pairs", "pairs"),), "`{kept}`")
ALLOW_REFOLD = Command("memo.allowRefold", (may("pairs", "pairs"), may("all", "flag")), "marks lifted")
IMPORT = Command("memo.import", (needs("path"), needs("format", choices=FORMATS)), "`{stored, known, events, skipped}`")
EXPORT = Command("memo.export", (needs("path"), needs("format", choices=FORMATS), may("all", "flag")), "`{written}`")
PAUSE = Command("memo.pause", (needs("scope", choices=SCOPES),), "the status")
RESUME = Command("memo.resume", (needs("scope", choices=SCOPES),), "the status")
STATUS_NOW = Command("memo.status", (), "the status")
DOCTOR = Command("memo.doctor", (), '`[{"name", "ok", "detail", "fix"}]`')

COMMANDS: tuple[Command, ...] = (
    SEARCH, REMEMBER, OPEN, EXPLAIN, FEEDBACK, USED, PIN, EDIT, SUPERSEDE, FORGET,
    TIMELINE, BRIEFING, TOPICS, DREAM, CONSOLIDATE, RUNS, UNDO, REVIEW, KEEP_APART,
    REFOLD_BLOCKS, ALLOW_REFOLD,
    IMPORT_GIT, IMPORT, EXPORT, PAUSE, RESUME, STATUS_NOW, DOCTOR,
)  # fmt: skip
