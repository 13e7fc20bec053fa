"""What a commit's words say about earlier commits: this one reverts, raises a version, mends."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memo_lsp.text.identifiers import nfc

_REVERTED = re.compile(r"\breverts\s+(?:(?:commit|changeset)\s+)?([0-9a-f]{7,64})\b", re.IGNORECASE)
_QUOTED_REVERT = re.compile(
    r"(?:\w+(?:\([^)]*\))?!?:\s*)?(?P<verb>revert|reapply|back ?out|undo)\b:?\s*[\"“'](?P<title>.+)", re.IGNORECASE
)
_PREFIXED_REVERT = re.compile(r"(?:\[revert\]|revert(?:\([^)]*\))?!?:)\s+(?P<title>\S.*)", re.IGNORECASE)
_TRAILING_REFERENCE = re.compile(
    r"[\s,;]*[(\[]?\b(?:refs?|closes?|closed|fix(?:es)?|see|resolves?|re|pr)\b:?\s*(?:[\w./-]*#\d+[,\s]*)+[)\]]?\s*$"
    r"|[\s,;]*[(\[](?:[\w./-]*#\d+[,\s]*)+[)\]]\s*$|[\s,;]+#\d+\s*$|[\s,;]+(?:refs|closes)\s*$",
    re.IGNORECASE,
)
_SHORTENED = re.compile(r"(?:…|\.\.\.)$")
_FIXES = re.compile(r"^Fixes:\s*(?:commit\s+)?([0-9a-f]{7,64})\b(?!-)", re.IGNORECASE | re.MULTILINE)
_ENOUGH = 20  # letters of a shared beginning that make two titles the same


def reverted_hash(body: str) -> str | None:
    """The commit a message says it reverts (`This reverts commit H`), lower case, as long as it was written."""
    found = _REVERTED.search(body)
    return found[1].lower() if found else None


def reverted_title(title: str) -> str | None:
    """The title a title says it reverts: `Revert "S"`, `revert: S`; `Reapply "S"` reverts `Revert "S"`."""
    title = nfc(title).strip()
    if found := _QUOTED_REVERT.match(title):
        inner = _unquoted(found["title"])
        return f'Revert "{inner}"' if found["verb"].lower() == "reapply" else inner
    if found := _PREFIXED_REVERT.match(title):
        return _without_references(found["title"])
    return None


def _unquoted(rest: str) -> str:
    """What stands within the outer quotes; a title cut short has lost its closing one."""
    last = max(rest.rfind(mark) for mark in "\"”'")
    if last > 0 and not _without_references(" " + rest[last + 1 :]).strip(" ."):
        rest = rest[:last]
    elif _SHORTENED.search(rest):
        rest = rest.rstrip(".…\"”'")
    return _SHORTENED.sub("", rest.strip()).strip()


def _without_references(title: str) -> str:
    before = None
    while before != title:
        before, title = title, _TRAILING_REFERENCE.sub("", title)
    return title.strip()


def title_key(title: str) -> str:
    """A title for comparing: NFC, case folded, one space between words, no trailing `(#12)`, `refs #3`, full stop."""
    return " ".join(_without_references(nfc(title)).casefold().split()).rstrip(".")


def same_title(one: str, other: str) -> bool:
    """Whether two titles are the same but for references; a shared beginning of 20 letters that one ends in counts."""
    short, long = sorted((title_key(one), title_key(other)), key=len)
    return short == long or (len(short) >= _ENOUGH and long.startswith(short))


def fix_trailers(body: str) -> tuple[str, ...]:
    """The commits named by `Fixes: <sha>` trailers, lower case; an issue number is none."""
    return tuple(dict.fromkeys(found.lower() for found in _FIXES.findall(body)))


@dataclass(frozen=True, slots=True)
class Bump:
    """A title that moves something from one version to another."""

    subject: str  # lower case, without `dependency`, `requirement` and the like
    old: str | None
    new: str


_V = r"[~^=<>!]{0,2}\s?v?\d[\w.+-]*"
_VERB = r"(?:re-?)?(?:bump|updat|upgrad|downgrad|pin|switch|mov|migrat)(?:s|ed|es|ing|e|ned|ning)?"
_END = r"(?=\s*$|\s+(?:in|for|on|across|and|with|to fix|due|because|as)\b|\s*[\[(,;:]|\s+[-–—]\s|\.\s|\.$)"
_MOVES = re.compile(
    rf"\b{_VERB}\s+(?P<subject>[^\s].*?)\s+(?:from\s+(?P<old>{_V})\s+)?(?:up\s+)?to\s+"
    rf"(?:version\s+|release\s+)?(?P<new>{_V}){_END}",
    re.IGNORECASE,
)
_MOVES_ITSELF = re.compile(rf"\b{_VERB}\s+(?:up\s+)?to\s+(?:version\s+|release\s+)?(?P<new>{_V}){_END}", re.IGNORECASE)
_MOVES_TO = re.compile(
    rf"\b{_VERB}\s+(?:up\s+)?to\s+(?:the\s+)?(?P<subject>[@a-z][\w@./-]*(?:\s[a-z][\w-]*)?)\s+(?P<new>{_V}){_END}",
    re.IGNORECASE,
)
_ARROW = re.compile(
    rf"(?:^|:\s)\s*(?:{_VERB}\s+)?(?P<subject>[@\w][\w@./+ -]*?):?\s+"
    rf"\(?(?P<old>{_V})\s*(?:->|→|=>)\s*(?P<new>{_V})\)?\s*(?:$|[(\[,;])",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"^(?:the|our|required|minimum|minimal|min|default|bundled|pinned|supported|dependency|dev-dependency|dependencies|"
    r"module|crate|rust crate|gem|package|plugin|action|image|docker image|version of|version for|of)\s+"
    r"|\s+(?:requirement|requirements|dependency|version|action|module|crate|gem|package|plugin|docker tag|digest|"
    r"tag|monorepo|orb|image)$",
    re.IGNORECASE,
)
_DOTTED = re.compile(r"\d+\.\d")


def version_bump(title: str) -> Bump | None:
    """What a title moves from which version to which, or None.

    `Bump K from A to B`, `Update K to B`, `upgrade dependency K to vB`, `K: A -> B`, `Bump to version B` (of itself).
    A bare number (`raise the limit to 30`) is a version only after `from … to`, or with a `v` before it.
    """
    title = nfc(title)
    if found := _ARROW.search(title):
        return _bump(found["subject"], found["old"], found["new"]) if _DOTTED.search(found["new"]) else None
    if found := _MOVES_ITSELF.search(title):
        return _bump("version", None, found["new"])
    if found := _MOVES.search(title):
        return _bump(found["subject"], found["old"], found["new"])
    if found := _MOVES_TO.search(title):
        return _bump(found["subject"], None, found["new"])
    return None


def _bump(subject: str, old: str | None, new: str) -> Bump | None:
    subject, old, new = _subject(subject), _bare(old) if old else None, _bare(new)
    if not subject or len(subject.split()) > 4:
        return None
    plain = _DOTTED.match(new) or _was_marked(new, old)
    return Bump(subject, old, _number(new)) if plain else None


def _bare(version: str) -> str:
    return version.strip(" ~^=<>!").rstrip(".,-+")


def _was_marked(new: str, old: str | None) -> bool:
    return new[:1] in "vV" or (old is not None and new.isdigit() and _number(old).isdigit())


def _number(version: str) -> str:
    return version[1:] if version[:1] in "vV" else version


def _subject(text: str) -> str:
    before = None
    text = text.strip(" `'\"")
    while before != text:
        before, text = text, _FILLER.sub("", text).strip(" `'\"")
    return text.lower()


_RELEASE = re.compile(r"v?(?:\d+!)?(\d+(?:\.\d+)*)", re.IGNORECASE)
_TAIL = re.compile(r"(?P<word>[a-z]+)[.-]?(?P<number>\d*)|(?P<bare>\d+)")
_STAGES = {"dev": -5, "snapshot": -5, "nightly": -5, "canary": -5, "a": -4, "alpha": -4, "b": -3, "beta": -3, "pre": -2,
           "preview": -2, "next": -2, "c": -1, "rc": -1, "post": 1, "rev": 1, "r": 1, "patch": 1, "p": 1}  # fmt: skip

VersionKey = tuple[tuple[int, ...], int, int]


def version_key(version: str) -> VersionKey:
    """A version for comparing: release numbers without trailing zeros, then stage (a < b < rc < none < post)."""
    version = _bare(version)
    release = _RELEASE.match(version)
    if release is None:
        return (), 0, 0
    numbers = [int(part) for part in release[1].split(".")]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    stage, number = _stage(version[release.end() :].split("+")[0].lower())
    return tuple(numbers), stage, number


def _stage(tail: str) -> tuple[int, int]:
    found = _TAIL.search(tail)
    if found is None:
        return 0, 0
    if found["bare"]:
        return 1, int(found["bare"])
    return _STAGES.get(found["word"], 0), int(found["number"] or 0)
