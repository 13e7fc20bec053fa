"""What a language model may answer, and what of it is believed: JSON of the shape asked for, about the notes it was
shown, without a name, a secret or a length that they do not warrant. All else is a decline.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, Protocol, TypeAlias, get_args

from memo_lsp.dream.invented import invented, invented_figures, invented_versions
from memo_lsp.model import Memory
from memo_lsp.text.prepare import clean
from memo_lsp.text.secrets import redact

Relation = Literal["supersedes", "contradicts", "refines", "unrelated"]
RELATIONS: tuple[str, ...] = get_args(Relation)

_LONGEST_TITLE = 200
_LONGEST_NARRATIVE = 4_000
_LONGEST_FACT = 500
_LONGEST_CONCEPT = 60
_MOST_FACTS = _MOST_CONCEPTS = 20
_UNSAID = 0.5  # the confidence of an answer that names none


@dataclass(frozen=True, slots=True)
class Decline:
    """Nothing is joined. The reason is ours, a few words, and quotes nothing of the answer."""

    reason: str


@dataclass(frozen=True, slots=True)
class Written:
    """One theme over `members` (ids)."""

    title: str
    narrative: str
    facts: tuple[str, ...]
    concepts: tuple[str, ...]
    members: tuple[str, ...]

    @property
    def body(self) -> str:
        """The theme's text as a memory carries it."""
        facts = "\n".join(f"- {fact}" for fact in self.facts)
        about = f"About: {', '.join(self.concepts)}" if self.concepts else ""
        return "\n\n".join(part for part in (self.narrative, facts, about) if part)


@dataclass(frozen=True, slots=True)
class Told:
    """A digest told in sentences."""

    prose: str


@dataclass(frozen=True, slots=True)
class Replacement:
    """One memory holds in the place of an older one (ids)."""

    newer: str
    older: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Replaces:
    """No theme: these replace each other."""

    pairs: tuple[Replacement, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """How the newer of two memories relates to the older one."""

    relation: Relation
    confidence: float


Verdict: TypeAlias = Written | Replaces | Decline


class Sitting(Protocol):
    """A judge during one pass."""

    @property
    def over(self) -> bool:
        """Nothing more will be asked in this pass: it asked enough, or nobody answers."""
        ...

    @property
    def trouble(self) -> str | None:
        """Why nobody answers."""
        ...

    def group(self, members: Sequence[Memory]) -> Verdict | None:
        """A verdict on memories, by date; None if it is not asked for: declined not long ago, or the sitting is over.
        Raises Interrupted while it waits."""
        ...

    def pair(self, older: Memory, newer: Memory) -> Ruling | Decline | None:
        """The same on two memories of one subject."""
        ...

    def prose(self, digest: Memory) -> Told | Decline | None:
        """The same of what a digest says, told in sentences."""
        ...


class Judge(Protocol):
    """What a pass is given to ask a language model."""

    def sitting(self, breathe: Any) -> Sitting: ...


class Unasked:
    """A judge, and its sitting, for a preview: shows how far a pass comes without a model."""

    over = True
    trouble = "a preview asks no language model"

    def sitting(self, breathe: Any) -> Unasked:
        return self

    def group(self, members: Sequence[Memory]) -> None:
        return None

    def pair(self, older: Memory, newer: Memory) -> None:
        return None

    def prose(self, digest: Memory) -> None:
        return None


class _Wrong(Exception):
    """The answer is not believed; says why."""


def read_group(text: str, members: Sequence[Memory], labels: Sequence[str]) -> Verdict:
    """The verdict in a model's text on these memories, which it knows by their labels."""
    named = dict(zip(labels, members, strict=True))
    try:
        reply = _object(text)
        verdict = reply.get("verdict", "theme" if "title" in reply else "replaces")
        if verdict == "decline":
            return Decline("declined")
        if verdict == "replaces":
            return Replaces(_replacements(reply.get("replaces"), named))
        if verdict == "theme":
            return _written(reply, named)
        raise _Wrong("not the JSON asked for")
    except _Wrong as wrong:
        return Decline(str(wrong))


def read_pair(text: str) -> Ruling | Decline:
    """The ruling in a model's text."""
    try:
        reply = _object(text)
        relation = reply.get("relation")
        if relation not in RELATIONS:
            raise _Wrong("not the JSON asked for")
        return Ruling(relation, _confidence(reply))
    except _Wrong as wrong:
        return Decline(str(wrong))


def read_prose(text: str, digest: Memory) -> Told | Decline:
    """The sentences in a model's text about a digest."""
    try:
        prose = _text(_object(text).get("prose"), _LONGEST_NARRATIVE)
        if not any(char.isalnum() for char in prose):
            raise _Wrong("a blank text")
        _warranted(prose, (digest,), digest.body.count("\n- "))
        return Told(prose)
    except _Wrong as wrong:
        return Decline(str(wrong))


def _written(reply: Mapping[str, Any], named: Mapping[str, Memory]) -> Written:
    theme = Written(
        _line(reply.get("title"), _LONGEST_TITLE),
        _text(reply.get("narrative"), _LONGEST_NARRATIVE),
        _lines(reply.get("facts", []), _MOST_FACTS, _LONGEST_FACT),
        _lines(reply.get("concepts", []), _MOST_CONCEPTS, _LONGEST_CONCEPT),
        _members(reply.get("members"), named),
    )
    if not any(char.isalnum() for char in theme.title):
        raise _Wrong("a blank title")
    if not theme.narrative:
        raise _Wrong("a blank narrative")
    _warranted(f"{theme.title}\n{theme.body}", named.values(), len(named))
    return theme


def _warranted(text: str, shown: Collection[Memory], count: int) -> None:
    """Raises unless a text holds no secret, and no name, release or figure that is not in what was shown: that tells of
    `count` memories."""
    if redact(text) != text:
        raise _Wrong("a secret")
    if invented(text, shown):
        raise _Wrong("an invented identifier")
    if invented_versions(text, shown):
        raise _Wrong("an invented version")
    if invented_figures(text, shown, count):
        raise _Wrong("an invented figure")


def _members(raw: Any, named: Mapping[str, Memory]) -> tuple[str, ...]:
    """The memories it names, by date. Who names none means all, but for what is not one's own."""
    if raw is None:
        return tuple(memory.id for memory in named.values() if memory.trust not in ("external", "untrusted"))
    if not isinstance(raw, list) or not all(isinstance(label, str) and label in named for label in raw):
        raise _Wrong("a note that was not shown")
    return tuple(memory.id for label, memory in named.items() if label in raw)


def _replacements(raw: Any, named: Mapping[str, Memory]) -> tuple[Replacement, ...]:
    if not isinstance(raw, list) or not raw or len(raw) > len(named):
        raise _Wrong("not the JSON asked for")
    order = list(named)
    found: dict[str, Replacement] = {}
    for one in raw:
        newer, older = (one.get("newer"), one.get("older")) if isinstance(one, Mapping) else (None, None)
        if newer not in order or older not in order:
            raise _Wrong("a note that was not shown")
        if order.index(newer) <= order.index(older):
            raise _Wrong("an older note that replaces a newer one")
        found[older] = Replacement(named[newer].id, named[older].id, _confidence(one))
    return tuple(found.values())


def _confidence(reply: Mapping[str, Any]) -> float:
    value = reply.get("confidence", _UNSAID)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise _Wrong("not the JSON asked for")
    return float(value)


def _object(text: str) -> Mapping[str, Any]:
    try:
        reply = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise _Wrong("not JSON") from None
    if not isinstance(reply, dict):
        raise _Wrong("not the JSON asked for")
    return reply


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _text(raw: Any, longest: int) -> str:
    if not isinstance(raw, str):
        raise _Wrong("not the JSON asked for")
    text = clean(raw).strip()
    if len(text) > longest:
        raise _Wrong("too long")
    return text


def _line(raw: Any, longest: int) -> str:
    return " ".join(_text(raw, longest).split())


def _lines(raw: Any, most: int, longest: int) -> tuple[str, ...]:
    if not isinstance(raw, list):
        raise _Wrong("not the JSON asked for")
    if len(raw) > most:
        raise _Wrong("too long")
    return tuple(dict.fromkeys(line for one in raw if (line := _line(one, longest))))
