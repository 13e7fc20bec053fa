"""One memory as one JSON object, and back; a recall event from its own. What is not known is kept and comes back."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, cast

from memo_lsp.model import (
    CHANNELS,
    CONFIDENCES,
    EDGE_TYPES,
    EMPTY,
    STATES,
    TRUSTS,
    Anchor,
    AnchorState,
    Channel,
    Edge,
    EdgeType,
    Feedback,
    Memory,
    RecallEvent,
    State,
    Surface,
    Surfaced,
)
from memo_lsp.text.identifiers import nfc
from memo_lsp.text.ids import made_id
from memo_lsp.text.secrets import redact
from memo_lsp.text.times import iso, parse_time
from memo_lsp.text.topics import normalise_topic

MAKER = "file"  # of an edge that stood in a file and says nothing about who made it
_LONGEST_ID = 200
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_SURFACES = ("hover", "search", "drill", "briefing", "mcp")
_ANCHOR_STATES = ("same", "changed", "gone")
_TIMES = ("created_at", "updated_at", "valid_from", "valid_to", "last_surfaced_at", "repeated_at")
_NAMES = ("project", "branch", "commit", "session", "author")
_KNOWN = frozenset(
    (
        "id", "title", "body", "description", "kind", "channel", "stability_days", "origin", "topic", "tags", "trust",
        "confidence", "pinned", "state", "anchors", "symbols", "edges", "edges_made", "surfaced", "feedback",
        "repeats",
        *_TIMES, *_NAMES,
    )
)  # fmt: skip
T = TypeVar("T")


def to_row(memory: Memory, edges: Iterable[Edge] = ()) -> dict[str, Any]:
    """The memory as a row: what is unknown is left out, times are ISO 8601 in UTC.

    `edges` are all that begin or end at it; those it begins and that are live make `edges`. What else there is to say
    about them (who made them and when, unmade ones) stands in `edges_made`.
    """
    row: dict[str, Any] = {
        **memory.extra,
        "id": memory.id,
        "kind": memory.kind,
        "channel": memory.channel,
        "title": memory.title,
        "body": memory.body,
        "description": memory.description or None,
        **{name: iso(getattr(memory, name)) for name in _TIMES},
        "stability_days": memory.stability_days,
        **{name: getattr(memory, name) for name in _NAMES},
        "origin": memory.origin,
        "topic": memory.topic,
        "tags": list(memory.tags),
        "trust": memory.trust,
        "confidence": memory.confidence,
        "pinned": memory.pinned,
        "state": memory.state,
        "anchors": [_anchor_row(anchor) for anchor in memory.anchors],
        "symbols": list(memory.symbols),
        "surfaced": {"auto": memory.surfaced.auto, "search": memory.surfaced.search, "drill": memory.surfaced.drill},
        "feedback": {"useful": memory.feedback.useful, "not_useful": memory.feedback.not_useful},
        "repeats": memory.repeats or None,
    }
    own = [edge for edge in edges if edge.source == memory.id]
    row["edges"] = [{"type": edge.type, "to": edge.target} for edge in own if edge.unmade_at is None]
    told = [_edge_row(edge) for edge in own if edge != _plain(edge, memory)]
    return {name: value for name, value in row.items() if value is not None} | ({"edges_made": told} if told else {})


def _anchor_row(anchor: Anchor) -> dict[str, Any]:
    row = {"path": anchor.path, "symbol": anchor.symbol, "line": anchor.line, "hash": anchor.hash}
    known = {name: value for name, value in row.items() if value is not None}
    return {**known, "state": anchor.state, "commits_since": anchor.commits_since}


def _plain(edge: Edge, memory: Memory) -> Edge:
    """The edge that would be read from its type and target alone."""
    made = edge.made_at if memory.created_at is None else memory.created_at
    return Edge(edge.type, edge.source, edge.target, maker=MAKER, made_at=made)


def _edge_row(edge: Edge) -> dict[str, Any]:
    row = {"type": edge.type, "to": edge.target, "maker": edge.maker, "confidence": edge.confidence}
    row |= {"made_at": iso(edge.made_at), "unmade_at": iso(edge.unmade_at)}
    return {name: value for name, value in row.items() if value is not None}


def from_row(row: Mapping[str, Any], now: float) -> tuple[Memory, tuple[Edge, ...]]:
    """The memory a row tells and the edges it begins; secrets are taken out. ValueError names the field.

    Without an id it gets one made from its content, the same each time. `now` is when it comes into the store.
    """
    take = _Taker(row)
    title, body = redact(take.text("title")), redact(take.text("body"))
    if not title.strip():
        # Histories hold commits whose subject was cut away: an empty title with a body is named by its first line.
        title = next((line.strip() for line in body.splitlines() if line.strip()), "") if "title" in row else ""
    if not title:
        raise ValueError("title: is missing or empty")
    alike: dict[str, Any] = {name: take.time(name) for name in _TIMES}
    alike |= {name: _name(take, name) for name in _NAMES}
    (repeats,) = take.whole(("repeats",))
    memory = Memory(
        id=_id(row),
        title=title,
        body=body,
        description=redact(take.text("description")),
        kind=take.text("kind") or "note",
        channel=cast(Channel, take.choice("channel", CHANNELS) or "observation"),
        stored_at=now,
        stability_days=take.number("stability_days", Memory(id="", title="").stability_days),
        origin=redact(take.text("origin")),
        topic=normalise_topic(redact(take.text("topic"))),
        tags=tuple(redact(tag) for tag in take.texts("tags")),
        trust=take.choice("trust", TRUSTS),
        confidence=take.choice("confidence", CONFIDENCES),
        pinned=take.flag("pinned"),
        state=cast(State, take.choice("state", STATES) or "active"),
        anchors=tuple(_anchor(_Taker(anchor, f"anchors[{n}].")) for n, anchor in enumerate(take.objects("anchors"))),
        symbols=tuple(redact(name) for name in take.texts("symbols")),
        surfaced=Surfaced(*take.counts("surfaced", ("auto", "search", "drill"))),
        feedback=Feedback(*take.counts("feedback", ("useful", "not_useful"))),
        repeats=repeats,
        extra={name: _cleaned(value) for name, value in row.items() if name not in _KNOWN} or EMPTY,
        **alike,
    )
    return memory, _edges(take, memory)


def _name(take: _Taker, name: str) -> str | None:
    return redact(take.text(name)) or None


def _id(row: Mapping[str, Any]) -> str:
    given = row.get("id")
    if given is None:
        text = json.dumps({name: row[name] for name in sorted(row) if name != "id"}, sort_keys=True, default=str)
        return made_id(text)
    if isinstance(given, int) and not isinstance(given, bool):
        return str(given)
    if not isinstance(given, str) or not given.strip() or len(given) > _LONGEST_ID or _CONTROL.search(given):
        raise ValueError(f"id: not an id: {_shown(given)}")
    return given


def _anchor(take: _Taker) -> Anchor:
    path = nfc(take.text("path"))
    if not path:
        raise ValueError(f"{take.where}path: is missing or empty")
    state = cast(AnchorState, take.choice("state", _ANCHOR_STATES) or "same")
    (since,) = take.whole(("commits_since",))
    line = take.row.get("line")
    if line is not None and (isinstance(line, bool) or not isinstance(line, int) or line < 0):
        raise ValueError(f"{take.where}line: not a line number: {_shown(line)}")
    return Anchor(path, take.text("symbol") or None, line, take.text("hash") or None, state, since)


def _edges(take: _Taker, memory: Memory) -> tuple[Edge, ...]:
    found: dict[Edge, None] = {}
    told: set[tuple[str, str]] = set()
    made = memory.stored_at if memory.created_at is None else memory.created_at
    for n, edge in enumerate(take.objects("edges_made")):
        part = _Taker(edge, f"edges_made[{n}].")
        kind, to = _end(part)
        confidence = part.number("confidence", 1.0)
        maker, made_at, unmade_at = redact(part.text("maker")), part.time("made_at"), part.time("unmade_at")
        found[Edge(kind, memory.id, to, maker, confidence, made if made_at is None else made_at, unmade_at)] = None
        told |= {(kind, to)} if unmade_at is None else set()
    for n, edge in enumerate(take.objects("edges")):
        kind, to = _end(_Taker(edge, f"edges[{n}]."))
        if to == memory.id:
            raise ValueError(f"edges[{n}].to: a memory cannot be linked to itself")
        if (kind, to) not in told:
            found[Edge(kind, memory.id, to, maker=MAKER, made_at=made)] = None
    return tuple(found)


def _end(take: _Taker) -> tuple[EdgeType, str]:
    kind, to = take.choice("type", EDGE_TYPES), take.row.get("to")
    if kind is None:
        raise ValueError(f"{take.where}type: is missing")
    if to is None:
        raise ValueError(f"{take.where}to: is missing")
    return cast(EdgeType, kind), _id({"id": to})


def _cleaned(value: Any, depth: int = 0) -> Any:
    """An unknown value without secrets; all else as it was."""
    if depth > 100:
        raise ValueError("nested too deeply")
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, list):
        return [_cleaned(part, depth + 1) for part in value]
    if isinstance(value, dict):
        return {redact(str(name)): _cleaned(part, depth + 1) for name, part in value.items()}
    if isinstance(value, bool | int | None) or (isinstance(value, float) and math.isfinite(value)):
        return value
    raise ValueError(f"not a value JSON has: {_shown(value)}")


def event_from_row(row: Mapping[str, Any]) -> RecallEvent:
    """The event a row tells, numbered by its content so that it is known again. ValueError names the field."""
    take = _Taker(row)
    at = take.time("at")
    if at is None:
        raise ValueError("at: is missing")
    hits = tuple(take.texts("hits"))
    number = int(hashlib.sha256(json.dumps(dict(row), sort_keys=True).encode("utf-8", "replace")).hexdigest()[:13], 16)
    (k,) = take.whole(("k",))
    return RecallEvent(
        id=number, at=at, surface=cast(Surface, take.choice("surface", _SURFACES) or "search"),
        text=redact(take.text("text")), session=_name(take, "session"), project=_name(take, "project"),
        symbols=tuple(redact(name) for name in take.texts("symbols")), path=_name(take, "path"),
        branch=_name(take, "branch"), k=k or max(10, len(hits)), profile=take.text("profile"), hits=hits,
        used=tuple(uid for uid in take.texts("used") if uid in hits),
    )  # fmt: skip


class _Taker:
    """Reads the fields of a row; each must be what it should be, or ValueError names it."""

    def __init__(self, row: Mapping[str, Any], where: str = ""):
        self.row = row
        self.where = where

    def _take(self, name: str, empty: T, fits: Callable[[Any], bool], what: str) -> T:
        value = self.row.get(name)
        if value is None:
            return empty
        if not fits(value):
            raise ValueError(f"{self.where}{name}: not {what}: {_shown(value)}")
        return cast(T, value)

    def text(self, name: str) -> str:
        return self._take(name, "", lambda value: isinstance(value, str), "a text")

    def texts(self, name: str) -> list[str]:
        return self._take(
            name, [], lambda v: isinstance(v, list) and all(isinstance(one, str) for one in v), "a list of texts"
        )

    def objects(self, name: str) -> list[dict[str, Any]]:
        return self._take(
            name, [], lambda v: isinstance(v, list) and all(isinstance(one, dict) for one in v), "a list of objects"
        )

    def choice(self, name: str, allowed: Iterable[str]) -> str | None:
        allowed = tuple(allowed)
        return self._take(name, None, lambda value: value in allowed, f"one of {', '.join(allowed)}")

    def flag(self, name: str) -> bool:
        return self._take(name, False, lambda value: isinstance(value, bool), "true or false")

    def number(self, name: str, empty: float) -> float:
        return float(self._take(name, empty, _is_positive, "a number above 0"))

    def time(self, name: str) -> float | None:
        try:
            found = parse_time(self.row.get(name))
        except ValueError as error:
            raise ValueError(f"{self.where}{name}: {error}") from None
        if found is not None and not math.isfinite(found):
            raise ValueError(f"{self.where}{name}: not a time")
        return found

    def counts(self, name: str, parts: Iterable[str]) -> tuple[int, ...]:
        inner = self._take(name, cast(dict[str, Any], {}), lambda value: isinstance(value, dict), "an object")
        return _Taker(inner, f"{self.where}{name}.").whole(parts)

    def whole(self, names: Iterable[str]) -> tuple[int, ...]:
        return tuple(self._take(name, 0, _is_count, "a whole number from 0") for name in names)


def _is_positive(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value > 0


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def _shown(value: Any) -> str:
    text = redact(repr(value))
    return text if len(text) <= 60 else f"{text[:57]}…"
