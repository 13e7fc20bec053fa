"""A person's notes: never refused, never twice, without secrets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from memo_lsp.errors import WrongArgument
from memo_lsp.model import KINDS, Edge, Memory

if TYPE_CHECKING:
    from memo_lsp.store import Store

LONGEST_TITLE = 400


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of a note: its id, and whether it is a new memory."""

    id: str
    new: bool


def remember(store: Store, draft: Memory, *, supersedes: str | None = None) -> Kept:
    """Store a note. The same title and body in the same project again give the first one's id.

    `draft` carries everything but what is cleaned here (its id is used if the note is new). Raises WrongArgument for an
    empty title or a kind there is not, UnknownId if `supersedes` names no memory."""
    note = replace(cleaned(draft), kind=known_kind(draft.kind))
    if supersedes is not None:
        store.memories.get(supersedes)
    first = store.memories.find_same(note.project, note.title, note.body)
    if first is None:
        store.memories.add([note], _edges(note, supersedes))
        return Kept(note.id, True)
    if supersedes is not None and supersedes != first:
        store.graph.add([_replaces(first, supersedes, note)])
    return Kept(first, False)


def cleaned(draft: Memory) -> Memory:
    """The note as it may be kept: secrets out, one line of title, tags and topic in order."""
    from memo_lsp.text.secrets import redact  # its patterns take a while: not before the first note
    from memo_lsp.text.topics import normalise_topic

    title = " ".join(redact(draft.title).split())
    if not title:
        raise WrongArgument("title", "a memory needs one")
    body = redact(draft.body).strip("\n")
    if len(title) > LONGEST_TITLE:  # somebody put the whole text there
        title, body = _cut(title), f"{title}\n{body}".rstrip("\n")
    return replace(
        draft,
        title=title,
        body=body,
        kind=" ".join(draft.kind.split()) or "note",
        topic=normalise_topic(redact(draft.topic)) if draft.topic else None,
        tags=tuple(dict.fromkeys(tag for raw in draft.tags if (tag := " ".join(redact(raw).split())))),
    )


def secrets_taken(told: Mapping[str, Any]) -> tuple[str, ...]:
    """The kinds of secrets that are not kept of what a person told, a memory's fields by name: for telling them so."""
    from memo_lsp.text.secrets import secrets_in

    words = (told.get("title"), told.get("body"), told.get("topic"), *(told.get("tags") or ()))
    return tuple(dict.fromkeys(kind for text in words if text for kind in secrets_in(text)))


def known_kind(word: str) -> str:
    """The kind a person means: `Dead end` is `dead-end`, and no word a note. Raises WrongArgument naming those there
    are: one that was mistyped would be found by no `kind:`."""
    kind = "-".join(word.lower().split()) or "note"
    if kind not in KINDS:
        raise WrongArgument("kind", f"wants one of {', '.join(KINDS)}, not {word!r}")
    return kind


def _cut(title: str) -> str:
    return title[:LONGEST_TITLE].rsplit(" ", 1)[0] + " …"


def _edges(note: Memory, supersedes: str | None) -> list[Edge]:
    return [] if supersedes is None else [_replaces(note.id, supersedes, note)]


def _replaces(new: str, old: str, note: Memory) -> Edge:
    return Edge("supersedes", new, old, maker="person", made_at=note.stored_at)
