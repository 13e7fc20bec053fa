"""Every setting, declared once: its place in the tree, kind, default, meaning, and who may set it.

`DECLARATION` lists them; the parser, docs/settings.md and the clients' own descriptions are made from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Literal

from memo_lsp.settings.kinds import Choice, Kind, Number, Switch, Text, Texts

Source = Literal["environment", "workspace", "editor", "project", "user", "accepted", "default"]
Scope = Literal["folder", "window", "machine"]
ProjectMay = Literal["set", "narrow", "add", "never"]

NEAREST_FIRST: tuple[Source, ...] = ("environment", "workspace", "editor", "project", "user", "accepted")
CLONED: tuple[Source, ...] = ("workspace", "project")  # what may come with a cloned repository
MARK_WORDS = ("NOTE", "WHY", "DECISION", "HACK", "FIXME", "TODO", "XXX", "WARNING", "SAFETY")
PROFILES = ("v2", "legacy", "signals", "composite")


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. `project` says what a project's memo.toml, or an editor's settings file in it, may do with it: a
    cloned repository must not make memories leave the machine, record more, or pass strangers' words off as one's
    own."""

    name: str  # dotted, with the leading `memo.`
    kind: Kind
    default: Any  # None: unset; where a profile or the platform has its own value, that one
    doc: str
    scope: Scope
    project: ProjectMay
    editor: bool  # False: needed before an editor is asked

    @property
    def env(self) -> str:
        return self.name.upper().replace(".", "_")


def _setting(
    kind: Kind,
    default: Any,
    doc: str,
    *,
    scope: Scope = "folder",
    project: ProjectMay = "set",
    editor: bool = True,
) -> Any:
    """A dataclass field that carries its declaration."""
    about = {"kind": kind, "doc": doc, "scope": scope, "project": project, "editor": editor}
    return field(default=default, metadata=about)


def _constant(kind: Kind, doc: str) -> Any:
    """A constant of the ranking: unset, the running profile's own value holds."""
    return _setting(kind, None, doc + " Unset: as the profile has it.")


def _pass(doc: str) -> Any:
    """A pass that can be turned off."""
    return _setting(Switch(), True, doc, scope="window", project="never")


_BOOST = Number(0, 10)
_URL = Text("an http:// or https:// address", r"https?://[^\s]{1,2000}", secret=True)
_VARIABLE = Text("an environment variable's name in capitals, not the key itself", r"[A-Z][A-Z0-9_]{0,99}", secret=True)


@dataclass(frozen=True, slots=True)
class Embed:
    """Where vectors come from."""

    provider: str = _setting(
        Choice(("bundled", "http", "none")), "bundled",
        "Where vectors come from: the model in the package, an HTTP service, or nowhere (words alone).",
        scope="machine", project="never",
    )  # fmt: skip
    url: str | None = _setting(
        _URL, None,
        "The HTTP service's embedding address; whole, e.g. `http://localhost:11434/api/embed` or `https://host/v1/embeddings`.",
        scope="machine", project="never",
    )  # fmt: skip
    model: str | None = _setting(
        Text(), None, "The model the HTTP service is asked for.", scope="machine", project="never"
    )
    key_env: str = _setting(
        _VARIABLE, "MEMO_EMBED_KEY",
        "The environment variable that holds the HTTP service's key. The key itself stands in no setting.",
        scope="machine", project="never",
    )  # fmt: skip
    query_prefix: str | None = _setting(
        Text(), None, "Put before a question when it is embedded. Unset: what the model is known to want.",
        scope="machine", project="never",
    )  # fmt: skip
    passage_prefix: str | None = _setting(
        Text(), None, "Put before a memory when it is embedded. Unset: what the model is known to want.",
        scope="machine", project="never",
    )  # fmt: skip
    timeout_seconds: float = _setting(
        Number(1, 600), 60.0, "How long the HTTP service may take in the background, where a cold model has time.",
        scope="machine", project="never",
    )  # fmt: skip
    interactive_timeout_seconds: float = _setting(
        Number(0.05, 60), 1.5, "How long a search waits for the HTTP service before words alone answer.",
        scope="machine", project="never",
    )  # fmt: skip
    batch: int = _setting(
        Number(1, 512, whole=True), 16, "Texts sent to the HTTP service at once.", scope="machine", project="never"
    )


@dataclass(frozen=True, slots=True)
class Recall:
    """How answers are ranked, and whether questions are logged."""

    profile: str = _setting(Choice(PROFILES), "v2", "The ranking that answers.")
    fusion_mode: str | None = _constant(Choice(("weighted", "rrf")), "How legs meet: by weighted scores or by ranks.")
    rrf_k: float | None = _constant(Number(1, 1000), "The constant of reciprocal rank fusion.")
    vector_weight: float | None = _constant(Number(0, 10), "Weight of the vector leg.")
    keyword_weight: float | None = _constant(Number(0, 10), "Weight of the keyword leg.")
    candidates: int | None = _constant(Number(1, 500, whole=True), "Candidates each leg brings.")
    identifier_boost: float | None = _constant(
        _BOOST, "For a memory that names an identifier of the question: 0 off, 1 on, else its factor a match."
    )
    rare_token_boost: float | None = _constant(
        _BOOST, "For a memory that holds a distinctive word of the question: 0 off, 1 on, else its factor."
    )
    branch_boost: float | None = _constant(
        _BOOST, "For a memory written on the branch asked from: 0 off, 1 on, else its factor."
    )
    recency: float | None = _constant(
        Number(0, 3650), "Newer first when the question asks for it: 0 off, 1 on, else the half-life in days."
    )
    superseded: float | None = _constant(
        Number(0, 1), "What has been replaced sinks: 0 off, 1 on (halved), else its factor."
    )
    tide: float | None = _constant(
        Number(0, 1), "What nobody came back to sinks a little: 0 off, 1 on, else the lowest factor."
    )
    tide_floor: float | None = _constant(Number(0, 1), "The lowest factor the tide can give.")
    log: bool = _setting(
        Switch(), True, "Keep a log of what was asked and found, on this machine.", scope="window", project="narrow"
    )
    log_mb: float = _setting(
        Number(1, 1024), 32.0, "Size of that log in megabytes; when it is full, its older half goes.",
        scope="machine", project="never",
    )  # fmt: skip

    @property
    def constants(self) -> dict[str, Any]:
        """What was set of the ranking's constants, by name; empty: the profile as it is."""
        return {name: value for name in CONSTANTS if (value := getattr(self, name)) is not None}


@dataclass(frozen=True, slots=True)
class Hover:
    """What a hover shows."""

    enabled: bool = _setting(Switch(), True, "Show memories when the pointer rests on an identifier.")
    limit: int = _setting(Number(1, 10, whole=True), 3, "Memories a hover shows at most.")


@dataclass(frozen=True, slots=True)
class Lens:
    """What stands above definitions."""

    enabled: bool = _setting(
        Switch(), False, "Show above a definition how many memories are anchored there, and whether it changed since."
    )


@dataclass(frozen=True, slots=True)
class Briefing:
    """What a briefing shows."""

    tokens: int = _setting(
        Number(0, 100_000, whole=True), 1200,
        "Length of a briefing in tokens of a language model, counted as three bytes each.",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Git:
    """Whose commits are one's own."""

    mails: tuple[str, ...] = _setting(
        Texts(), (), "Further mail addresses of yours: commits by them count as your own beside git's `user.email`.",
        scope="machine", project="never",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Capture:
    """What is never captured, and which comments are."""

    exclude: tuple[str, ...] = _setting(
        Texts(), (), "Files never captured, as globs: `*.sql`, `legacy/**`, `**/fixtures/`. What a file's name or "
        "size or git rules out is not captured anyway.",
        project="add",
    )  # fmt: skip
    include: tuple[str, ...] = _setting(
        Texts(), (), "Files captured although git ignores them or their name rules them out, as globs. Never what is "
        "too large, no text, or excluded by `memo.capture.exclude`; secrets are taken out all the same.",
        project="never",
    )  # fmt: skip
    documents: tuple[str, ...] = _setting(
        Texts(), (), "Further markdown files kept as memory section by section, as globs: `docs/handbook/*.md`. Beside "
        "`.memo/*.md`, ADR folders, AGENTS.md, CLAUDE.md, SKILL.md and copilot-instructions.md.",
        project="add",
    )  # fmt: skip
    marks: tuple[str, ...] = _setting(
        Texts(), MARK_WORDS, "Words that make a comment a memory where one begins with them, in capitals as here.",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Dream:
    """Which passes go over what was remembered. They look at the whole store, so no project's file has a say."""

    enabled: bool = _pass("Consolidate what piled up while nobody works. Off: only what is asked for by hand runs.")
    dedup: bool = _pass("Every hour: fold memories that say the same in nearly the same words.")
    supersede: bool = _pass("Every hour: link a fact to the newer one that replaces it.")
    fold: bool = _pass("When idle: fold what was said twice in one session.")
    theme: bool = _pass("When idle: write one theme over what was learned again in other sessions.")
    digest: bool = _pass("When idle: sum up days, weeks and months.")
    tide: bool = _pass("Every hour: let observations nobody came back to sink.")
    tend: bool = _pass("When idle: embed what waits, look at anchors again, bound the recall log, tidy the file.")
    edges: str = _setting(
        Choice(("used", "published")), "used",
        "What joins memories for a theme: being used together in several sessions and reading alike, or the published "
        "arithmetic of the explorer (together and close in time).",
        scope="window", project="never",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Summarize:
    """Who writes themes."""

    provider: str = _setting(
        Choice(("none", "http", "editor")), "none",
        "Which language model writes themes and says what replaces what: one behind HTTP, the editor's own (which asks "
        "you first), or none. It is shown dates, kinds and titles, with secrets taken out.",
        scope="machine", project="never",
    )  # fmt: skip
    url: str | None = _setting(
        _URL, None,
        "The HTTP service's chat address, in OpenAI's form: `http://localhost:11434/v1/chat/completions` (Ollama) or "
        "`https://host/v1/chat/completions`; a bare host or `/v1` is completed.",
        scope="machine", project="never",
    )  # fmt: skip
    model: str | None = _setting(
        Text(), None, "The model the HTTP service is asked for.", scope="machine", project="never"
    )
    key_env: str = _setting(
        _VARIABLE, "MEMO_SUMMARIZE_KEY",
        "The environment variable that holds the HTTP service's key. The key itself stands in no setting.",
        scope="machine", project="never",
    )  # fmt: skip
    timeout_seconds: float = _setting(
        Number(1, 1800), 120.0, "How long one answer may take, of the HTTP service or of the editor.",
        scope="machine", project="never",
    )  # fmt: skip
    first_lines: bool = _setting(
        Switch(), False, "Show the first line of a memory's text, too, not only its title.",
        scope="machine", project="never",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Idle:
    """When nobody works."""

    minutes: float = _setting(
        Number(0.1, 10_080), 30.0,
        "Minutes without an edit, save, hover, search, capture or command in any window before the idle passes begin.",
        scope="window", project="never",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Import:
    """What `import git` takes in."""

    limit: int = _setting(
        Number(0, 10_000_000, whole=True), 0, "Commits an import of git's history reads at most, newest first; 0: all.",
        project="never",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in force. `sources` says where each value that is not a default came from."""

    home: str | None = _setting(
        Text("a folder"), None, "Folder of the store. Unset: the platform's data folder.",
        scope="machine", project="never", editor=False,
    )  # fmt: skip
    project: str | None = _setting(
        Text("a name", r"[^\x00-\x1f]{1,200}"), None,
        "Name of the project. Unset: found from git (the origin, else the first commit), else from the folder.",
        project="never",
    )  # fmt: skip
    embed: Embed = Embed()
    recall: Recall = Recall()
    hover: Hover = Hover()
    lens: Lens = Lens()
    briefing: Briefing = Briefing()
    git: Git = Git()
    capture: Capture = Capture()
    dream: Dream = Dream()
    idle: Idle = Idle()
    summarize: Summarize = Summarize()
    imports: Import = field(default=Import(), metadata={"section": "import"})  # `import` is no name in Python
    sources: Mapping[str, Source] = field(default_factory=dict)

    def value(self, name: str) -> Any:
        """The value of a declared setting by its dotted name."""
        at: Any = self
        for part in name.split(".")[1:]:
            at = getattr(at, "imports" if part == "import" else part)
        return at


def _declared(node: type[Any], prefix: str) -> Iterator[Setting]:
    for entry in fields(node):
        name = f"{prefix}.{entry.metadata.get('section', entry.name)}"
        if "kind" in entry.metadata:
            yield Setting(name, default=entry.default, **entry.metadata)
        elif is_dataclass(entry.default):
            yield from _declared(type(entry.default), name)


DECLARATION: tuple[Setting, ...] = tuple(_declared(Settings, "memo"))
BY_NAME: dict[str, Setting] = {setting.name: setting for setting in DECLARATION}
CONSTANTS: tuple[str, ...] = tuple(entry.name for entry in fields(Recall) if entry.default is None)
