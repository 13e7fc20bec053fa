"""The values everything else passes around: frozen, plain, without behaviour that needs the outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

Channel = Literal["observation", "memory", "skill"]
State = Literal["active", "dormant", "archived"]
AnchorState = Literal["same", "changed", "gone"]
Surface = Literal["hover", "search", "drill", "briefing", "mcp"]
EdgeType = Literal["supersedes", "reverts", "fixes", "refines", "contradicts", "caused_by", "part_of", "archived_into"]

CHANNELS: tuple[str, ...] = ("observation", "memory", "skill")
STATES: tuple[str, ...] = ("active", "dormant", "archived")
TRUSTS: tuple[str, ...] = ("owner", "self", "external", "untrusted")
CONFIDENCES: tuple[str, ...] = ("high", "medium", "low", "speculative")
KINDS: tuple[str, ...] = (
    "note",
    "decision",
    "todo",
    "fix",
    "dead-end",
    "reference",
    "change",
    "revert",
    "theme",
    "summary",
)  # what a memory may be called here; one that was imported keeps any other
# Why a pair stays apart: a person took back what joined it, it was harder to find when joined, a person said so.
UNDONE, LOST_RECALL, KEPT_APART = "undone", "lost recall", "kept apart"
EDGE_TYPES: tuple[str, ...] = (
    "supersedes", "reverts", "fixes", "refines", "contradicts", "caused_by", "part_of", "archived_into",
)  # fmt: skip
FIRST_STABILITY_DAYS = 7.0
EMPTY: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Anchor:
    """The code a memory belongs to: a path relative to the project's root, `/` between parts, NFC."""

    path: str
    symbol: str | None = None  # qualified: `Outer.inner`
    line: int | None = None  # 1-based, where the symbol stood when last seen
    hash: str | None = None  # of the symbol's tokens, without layout
    state: AnchorState = "same"
    commits_since: int = 0


@dataclass(frozen=True, slots=True)
class Surfaced:
    """How often a memory reached somebody: by itself, by a search, by being opened whole."""

    auto: int = 0
    search: int = 0
    drill: int = 0

    @property
    def total(self) -> int:
        return self.auto + self.search + self.drill


@dataclass(frozen=True, slots=True)
class Feedback:
    useful: int = 0
    not_useful: int = 0


@dataclass(frozen=True, slots=True)
class Memory:
    """One thing worth finding again. Times are seconds since the epoch, UTC; None is unknown."""

    id: str
    title: str
    body: str = ""
    description: str = ""
    kind: str = "note"
    channel: Channel = "observation"
    created_at: float | None = None
    updated_at: float | None = None
    stored_at: float = 0.0  # when it came into this store: what tide counts from
    valid_from: float | None = None
    valid_to: float | None = None  # set: invalidated (reverted, retracted, expired) from that instant on
    last_surfaced_at: float | None = None
    stability_days: float = FIRST_STABILITY_DAYS
    project: str | None = None
    branch: str | None = None
    commit: str | None = None
    session: str | None = None
    origin: str = ""
    author: str | None = None
    topic: str | None = None
    tags: tuple[str, ...] = ()
    trust: str | None = None
    confidence: str | None = None
    pinned: bool = False
    state: State = "active"
    anchors: tuple[Anchor, ...] = ()
    symbols: tuple[str, ...] = ()  # names it mentions, file unknown
    surfaced: Surfaced = Surfaced()
    feedback: Feedback = Feedback()
    repeats: int = 0  # captures that said nearly the same and were counted here instead
    repeated_at: float | None = None
    extra: Mapping[str, Any] = field(default_factory=lambda: EMPTY)  # unknown keys of an import, kept for export


@dataclass(frozen=True, slots=True)
class Edge:
    """A link `source -type-> target` ("source supersedes target"). Unmade edges stay, for `as_of` and undo."""

    type: EdgeType
    source: str
    target: str
    maker: str = ""  # `import:git`, `person`, `supersede`, `mcp:<client>` …
    confidence: float = 1.0
    made_at: float = 0.0
    unmade_at: float | None = None


@dataclass(frozen=True, slots=True)
class Subject:
    """A memory as consolidation looks at it, without its body. Times are seconds since the epoch, UTC."""

    row: int
    id: str
    title: str
    kind: str
    channel: Channel
    project: str | None
    branch: str | None
    sessions: frozenset[str]  # its own and those of what was folded into it; empty: imported history
    made_at: float  # when it was created, else when it came into the store
    stored_at: float
    last_surfaced_at: float | None
    stability_days: float
    surfaced: Surfaced
    feedback: Feedback
    pinned: bool
    state: State
    origin: str
    author: str | None
    trust: str | None
    topic: str | None
    commit: str | None
    anchors: tuple[Anchor, ...]
    embedded: bool  # has vectors of the embedder in use
    mirrored: bool = False  # kept in step with a part of a file

    @property
    def settled(self) -> bool:
        """Pinned, opened whole or a file's own words: no pass archives, demotes or changes it."""
        return self.pinned or self.surfaced.drill > 0 or self.mirrored

    @property
    def foreign(self) -> bool:
        """From outside or somebody else's: never joined with one's own unless a judge names both."""
        return self.trust in ("external", "untrusted")


def is_digest(one: Memory | Subject) -> bool:
    """Whether a pass wrote it to sum up a period; somebody's own note of kind `summary` is none."""
    return one.kind == "summary" and one.origin == "dream"


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a memory's text that is embedded as one vector. Offsets are code points of `embed_text`."""

    start: int
    end: int
    text: str


def embed_text(memory: Memory) -> str:
    """What of a memory is embedded: title, description and body. Paths and symbols are left to the keyword leg."""
    return "\n".join(part for part in (memory.title, memory.description, memory.body) if part)


@dataclass(frozen=True, slots=True)
class Degraded:
    """A part that does not work right now, and why: shown, never hidden."""

    part: str  # `vector`, `keyword`, `store`, `git`, `embedder` …
    reason: str


@dataclass(frozen=True, slots=True)
class Filter:
    """One `field:value` of a question, e.g. `kind:fix` or `-is:pinned`. Times are already seconds."""

    field: str  # project kind branch path topic tag by trust since until is
    value: str | float
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    """Which memories may compete for a question; the store turns it into conditions on rows."""

    project: str | None = None  # this project's and those of none; None: every project
    as_of: float | None = None  # nothing created later; validity is looked at there
    now: float = 0.0
    filters: tuple[Filter, ...] = ()
    phrases: tuple[tuple[str, bool], ...] = ()  # quoted text that must (True) or must not (False) occur
    dormant: bool = True  # hovers and briefings leave dormant memories out


@dataclass(frozen=True, slots=True)
class Query:
    """One question, as a surface asks it."""

    text: str = ""
    symbols: tuple[str, ...] = ()  # the identifier under the cursor, then what encloses it, innermost first
    path: str | None = None
    project: str | None = None
    branch: str | None = None
    as_of: float | None = None
    k: int = 10
    profile: str | None = None  # None: the configured one
    surface: Surface = "search"
    session: str | None = None
    stand_ins: bool = True  # what is archived is found as what it lives on in


@dataclass(frozen=True, slots=True)
class RecallEvent:
    """One retrieval as the recall log keeps it: what was asked, what came, what of it was used."""

    id: int  # the answer's recall number, chosen by who asked
    at: float
    surface: Surface
    text: str = ""
    session: str | None = None
    project: str | None = None
    symbols: tuple[str, ...] = ()
    path: str | None = None
    branch: str | None = None
    k: int = 10
    profile: str = ""
    hits: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
