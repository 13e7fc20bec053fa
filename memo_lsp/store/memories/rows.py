"""Between a Memory and its rows. Nothing here asks the store anything."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

from memo_lsp.model import EMPTY, Anchor, AnchorState, Channel, Feedback, Memory, State, Surfaced
from memo_lsp.store.file.sqlite import Connection

BATCH = 500  # ids in one question; json_each takes any number, memory should not

# A memory with its texts; anchors come in a second question.
COLUMNS = """
m.id, m.uid, p.key, m.kind, m.channel, m.created_at, m.updated_at, m.stored_at, m.valid_from, m.valid_to,
m.last_surfaced_at, m.stability_days, m.branch, m.sha, m.session, m.origin, m.author, m.topic, m.tags, m.trust,
m.confidence, m.pinned, m.state, m.auto, m.search, m.drill, m.useful, m.not_useful, m.repeats, m.repeated_at,
t.title, t.description, t.body, t.symbols, t.extra
"""


def sound(text: str) -> str:
    """Text as UTF-8 can hold it: lone surrogates, as undecodable file names bring them, become `?`."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def optional(text: str | None) -> str | None:
    """`sound`, and nothing stays nothing."""
    return None if text is None else sound(text)


def same_hash(project: str | None, title: str, body: str) -> int:
    """A signed 64-bit number for a project, title and body: how a repeat is known, even of a forgotten one."""
    text = "\0".join((project or "", title.strip(), body.strip()))
    digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def facets(memory: Memory, project: int, stored_at: float) -> tuple[Any, ...]:
    """The values of a `memories` row after its id, in the table's order."""
    seen, told = memory.surfaced, memory.feedback
    return (
        sound(memory.id), project, sound(memory.kind), memory.channel, memory.created_at, memory.updated_at, stored_at,
        memory.valid_from, memory.valid_to, memory.last_surfaced_at, memory.stability_days, optional(memory.branch),
        optional(memory.commit), optional(memory.session), sound(memory.origin), optional(memory.author),
        optional(memory.topic), dump(memory.tags), optional(memory.trust), optional(memory.confidence),
        int(memory.pinned), memory.state, seen.auto, seen.search, seen.drill, told.useful, told.not_useful,
        memory.repeats, memory.repeated_at,
        same_hash(memory.project, memory.title, memory.body),
    )  # fmt: skip


def texts(memory: Memory) -> tuple[str, str, str, str, str]:
    """The values of a `texts` row after its memory."""
    symbols, extra = dump(memory.symbols), json.dumps(dict(memory.extra)) if memory.extra else "{}"
    return sound(memory.title), sound(memory.description), sound(memory.body), symbols, extra


def dump(values: Iterable[str]) -> str:
    """A JSON list, readable by `lower` and `instr` in a condition."""
    values = tuple(values)
    return json.dumps([sound(value) for value in values], ensure_ascii=False) if values else "[]"


def to_memory(row: tuple[Any, ...], anchors: tuple[Anchor, ...]) -> Memory:
    """One row of COLUMNS with its anchors."""
    (_, uid, project, kind, channel, created_at, updated_at, stored_at, valid_from, valid_to, last_surfaced_at,
     stability_days, branch, sha, session, origin, author, topic, tags, trust, confidence, pinned, state,
     auto, search, drill, useful, not_useful, repeats, repeated_at,
     title, description, body, symbols, extra) = row  # fmt: skip
    return Memory(
        id=uid, title=title, body=body, description=description, kind=kind, channel=cast(Channel, channel),
        created_at=created_at, updated_at=updated_at, stored_at=stored_at, valid_from=valid_from, valid_to=valid_to,
        last_surfaced_at=last_surfaced_at, stability_days=stability_days, project=project or None, branch=branch,
        commit=sha, session=session, origin=origin, author=author, topic=topic, tags=_tuple(tags), trust=trust,
        confidence=confidence, pinned=bool(pinned), state=cast(State, state), anchors=anchors, symbols=_tuple(symbols),
        surfaced=Surfaced(auto, search, drill), feedback=Feedback(useful, not_useful), repeats=repeats,
        repeated_at=repeated_at, extra=_mapping(extra),
    )  # fmt: skip


def _tuple(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text)) if text != "[]" else ()


def _mapping(text: str) -> Mapping[str, Any]:
    return cast(Mapping[str, Any], json.loads(text)) if text != "{}" else EMPTY


def memories_of(connection: Connection, rows: Iterable[int]) -> dict[int, Memory]:
    """Whole memories by their row, in no order; rows that are gone are left out."""
    found: dict[int, Memory] = {}
    wanted = list(rows)
    for at in range(0, len(wanted), BATCH):
        ids = json.dumps(wanted[at : at + BATCH])
        anchors = anchors_of(connection, ids)
        for row in connection.rows(
            f"""
            SELECT {COLUMNS} FROM memories m JOIN texts t ON t.memory = m.id JOIN projects p ON p.id = m.project
            WHERE m.id IN (SELECT value FROM json_each(?))
            """,
            (ids,),
        ):
            found[row[0]] = to_memory(row, anchors.get(row[0], ()))
    return found


def anchors_of(connection: Connection, ids: str) -> dict[int, tuple[Anchor, ...]]:
    """The anchors of each memory of a JSON list of rows, in order."""
    found: dict[int, list[Anchor]] = {}
    for memory, path, symbol, line, hash_, state, since in connection.rows(
        """
        SELECT a.memory, p.path, a.symbol, a.line, a.hash, a.state, a.commits_since
        FROM anchors a JOIN paths p ON p.id = a.path
        WHERE a.memory IN (SELECT value FROM json_each(?)) ORDER BY a.memory, a.ordinal
        """,
        (ids,),
    ):
        anchor = Anchor(path, symbol, line, hash_, cast(AnchorState, state), since)
        found.setdefault(memory, []).append(anchor)
    return {memory: tuple(anchors) for memory, anchors in found.items()}
