"""A commit as a memory: what it says, where it touched the code, whose it is.

Anchors: a symbol for every definition whose lines meet a hunk (as it stands after the commit; one that went away has no
line and no hash) unless its tokens stayed the same, the bare path where a file has none. A commit that touches more
than 40 symbols keeps its paths, up to 400, and of the symbols 40, a few of each file in turn; the names of the others
stay findable among its `symbols`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memo_lsp.code.changes import Changed, changed
from memo_lsp.code.grammars import GRAMMARS
from memo_lsp.code.languages import language_of
from memo_lsp.code.symbols import Symbol, symbols
from memo_lsp.git.history import Commit, FileChange, contents
from memo_lsp.git.repository import Repository
from memo_lsp.model import Anchor, Memory
from memo_lsp.text.commits import commit_kind, heading, is_bot, only_locks, says_nothing
from memo_lsp.text.identifiers import code_tokens, nfc
from memo_lsp.text.ids import made_id
from memo_lsp.text.secrets import redact, secret_file
from memo_lsp.text.topics import topic_of

ANCHORED_SYMBOLS = 40
ANCHORED_PATHS = 400
MENTIONED = 400
ON_THE_WAY = "Saved on the way:"
_TEST_PARTS = frozenset(("test", "tests", "testing", "spec", "specs", "__tests__"))
_NO_LETTERS = re.compile(r"\W+")
_NO_LETTER = dict.fromkeys(code for code in range(128) if _NO_LETTERS.match(chr(code)))
_PROSE = frozenset(("markdown", "restructuredtext", "plaintext", "json", "yaml", "toml", "xml", "html"))


def skip_reason(commit: Commit) -> str | None:
    """Why a commit is not worth a memory: `bot`, `lock files only`, `says nothing`; None if it is."""
    if is_bot(commit.author, commit.email):
        return "bot"
    if only_locks(change.path for change in commit.files):
        return "lock files only"
    return "says nothing" if says_nothing(commit.subject, commit.body) else None


@dataclass(frozen=True, slots=True)
class Source:
    """What all memories of one import share. `ahead` are the commits that only `branch` holds, not the `default` one;
    `own_mails` in lower case."""

    project: str
    branch: str | None
    default: str | None
    ahead: frozenset[str]
    own_mails: frozenset[str]
    now: float


def commit_memory(commit: Commit, source: Source, symbols: Symbols) -> Memory:
    """The memory of a commit; its text without secrets, its id made of project and commit."""
    told = heading(commit.subject)
    own = commit.email.lower() in source.own_mails
    anchors, others = anchors_of(commit.files, symbols)
    title, body = redact(commit.subject), redact(commit.body.replace("\r\n", "\n"))
    mentioned = (*code_tokens(f"{title}\n{body}"), *others)
    return Memory(
        id=made_id(f"commit\0{source.project}\0{commit.sha}"),
        title=title,
        body=body,
        kind=commit_kind(commit.subject),
        created_at=commit.time,
        stored_at=source.now,
        project=source.project,
        branch=source.branch if commit.sha in source.ahead else source.default,
        commit=commit.sha,
        origin="git",
        author=redact(commit.author) or None,
        topic=topic_of_change(told.scope, [change.path for change in commit.files]),
        tags=(told.type,) if told.type else (),
        trust="owner" if own else "external",
        confidence="high" if own else "medium",
        anchors=anchors,
        symbols=tuple(dict.fromkeys(mentioned))[:MENTIONED],
    )


def topic_of_change(scope: str | None, paths: Sequence[str]) -> str | None:
    """The scope, else the package of what was changed: of source files if there are any, of tests only if all are."""
    source = [path for path in paths if (language_of(path) or "plaintext") not in _PROSE] or paths
    tested = [path for path in source if not _TEST_PARTS & set(path.lower().split("/")[:-1])] or source
    return topic_of(scope, tested)


def with_way(body: str, way: str) -> str:
    """A commit's body with what was saved on the way to it added after its message."""
    message, known = split_way(body)
    told = "\n".join(part for part in (known, way) if part)
    return f"{message}\n\n{ON_THE_WAY}\n{told}".strip() if told else message


def split_way(body: str) -> tuple[str, str]:
    """What a commit's message says, and what was saved on the way to it."""
    message, _, way = body.partition(f"{ON_THE_WAY}\n")
    return message.rstrip(), way


def anchors_of(files: Sequence[FileChange], symbols: Symbols) -> tuple[tuple[Anchor, ...], tuple[str, ...]]:
    """The anchors of a change, and the names there was no room for."""
    met = [(nfc(change.path), symbols.met(change)) for change in files[:ANCHORED_PATHS]]
    room = _shares([len(found) for _, found in met])
    anchors: list[Anchor] = []
    others: list[str] = []
    for (path, found), share in zip(met, room, strict=True):
        anchors += [_anchor(path, one) for one in found[:share]] or [Anchor(path)]
        others += [one.qualified for one in found[share:]]
    return tuple(anchors), tuple(others)


def _anchor(path: str, one: Changed) -> Anchor:
    if one.now is None:
        return Anchor(path, one.qualified, state="gone")
    return Anchor(path, one.qualified, one.now.start_line, one.now.hash)


def _shares(wanted: Sequence[int]) -> list[int]:
    """How many of each may be kept so that together they are no more than the cap: dealt out in turn."""
    shares = [0] * len(wanted)
    left = min(ANCHORED_SYMBOLS, sum(wanted))
    for place in itertools.cycle(range(len(wanted))):
        if not left:
            break
        if shares[place] < wanted[place]:
            shares[place] += 1
            left -= 1
    return shares


class Symbols:
    """What symbols a file's change met. `prepare` parses the versions a few commits need, each once; those of the
    commits before are still known, for the side that one commit replaced is the one an earlier commit made."""

    def __init__(self, repo: Repository):
        self._repo = repo
        self._known: dict[_Version, tuple[Symbol, ...]] = {}

    def prepare(self, commits: Iterable[Commit]) -> None:
        needed = {
            version: None
            for commit in commits
            for change in commit.files[:ANCHORED_PATHS]
            if change.hunks and not secret_file(change.path)
            for version in _versions(change)
            if version is not None
        }
        known = {version: self._known[version] for version in needed if version in self._known}
        unknown = [version for version in needed if version not in known]
        for (_, content), version in zip(contents(self._repo, [blob for blob, _ in unknown]), unknown, strict=True):
            known[version] = symbols(content, version[1]) if content else ()
        self._known = known

    def met(self, change: FileChange) -> tuple[Changed, ...]:
        """In order of the file; nothing for a language without a grammar, a file never to be read, or an absent one.
        A symbol that was only laid out anew is not met."""
        old, new = (self._known.get(version, ()) if version else () for version in _versions(change))
        if not old and not new:
            return ()
        met = changed(
            old,
            new,
            [(hunk.old_start, hunk.old_start + hunk.old_count - 1) for hunk in change.hunks],
            [(hunk.new_start, hunk.new_start + hunk.new_count - 1) for hunk in change.hunks],
        )
        before, after = _by_name(old), _by_name(new)
        return tuple(
            one for one in met if not _same_tokens(before.get(one.qualified, []), after.get(one.qualified, []))
        )


def _by_name(symbols: Sequence[Symbol]) -> dict[str, list[Symbol]]:
    found: dict[str, list[Symbol]] = {}
    for symbol in symbols:
        found.setdefault(symbol.qualified, []).append(symbol)
    return found


def _same_tokens(before: Sequence[Symbol], after: Sequence[Symbol]) -> bool:
    """Whether all definitions of a name hold what they held: there may be several, as of an overloaded function."""
    return len(before) == len(after) and all(map(_alike, before, after))


def _alike(one: Symbol, other: Symbol) -> bool:
    """Letters first: hashing takes longer, and of a hundred changes they tell ninety apart."""
    return _letters(one.source) == _letters(other.source) and one.hash == other.hash


def _letters(text: str) -> str:
    return text.translate(_NO_LETTER) if text.isascii() else _NO_LETTERS.sub("", text)


_Version = tuple[str, str]  # a blob, and the language it is read as


def _versions(change: FileChange) -> tuple[_Version | None, _Version | None]:
    return _version(change.old_blob, change.old_path or change.path), _version(change.new_blob, change.path)


def _version(blob: str | None, path: str) -> _Version | None:
    language = language_of(path)
    return (blob, language) if blob and language and language in GRAMMARS else None


def mails(own: Iterable[str | None]) -> frozenset[str]:
    return frozenset(mail.lower() for mail in own if mail)
