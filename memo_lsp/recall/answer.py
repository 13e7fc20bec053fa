"""An answer and its hits, as values and as the JSON that clients, scripts and assistants read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memo_lsp.model import Anchor, Degraded, Memory, Query
from memo_lsp.recall.pool import Link, Step
from memo_lsp.text.excerpt import Excerpt
from memo_lsp.text.times import iso

_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that was found. `anchors` carry the states they have now; `merged` is None where nobody knows."""

    memory: Memory
    score: float
    sources: tuple[str, ...]
    excerpt: Excerpt
    trace: tuple[Step, ...]
    anchors: tuple[Anchor, ...] = ()
    merged: bool | None = None
    superseded_by: Link | None = None
    replaces: tuple[Link, ...] = ()
    beneath: tuple[Link, ...] = ()  # what a digest or a theme was made of


@dataclass(frozen=True, slots=True)
class Answer:
    """What one question got. `recall` names the answer when it is told later what of it was used."""

    query: Query
    profile: str
    recall: int
    hits: tuple[Hit, ...] = ()
    confident: bool = False
    degraded: tuple[Degraded, ...] = ()
    took_ms: float = 0.0
    more: int = 0  # candidates with evidence that the cut left out; counted on hovers


def to_json(answer: Answer) -> dict[str, Any]:
    """The answer as JSON values; times ISO 8601 in UTC, scores rounded to six digits."""
    query = answer.query
    return {
        "query": {
            "text": query.text,
            "symbols": list(query.symbols),
            "branch": query.branch,
            "project": query.project,
        },
        "profile": answer.profile,
        "took_ms": round(answer.took_ms, 1),
        "confident": answer.confident,
        "recall": answer.recall,
        "degraded": [{"leg": each.part, "reason": each.reason} for each in answer.degraded],
        "hits": [hit_json(hit) for hit in answer.hits],
    }


def hit_json(hit: Hit) -> dict[str, Any]:
    """One hit as JSON values."""
    memory = hit.memory
    return {
        "id": memory.id,
        "title": memory.title,
        "kind": memory.kind,
        "channel": memory.channel,
        "score": round(hit.score, _DIGITS),
        "sources": list(hit.sources),
        "excerpt": {"text": hit.excerpt.text, "matches": [list(span) for span in hit.excerpt.matches]},
        "created_at": iso(memory.created_at),
        "project": memory.project,
        "branch": memory.branch,
        "origin": memory.origin,
        "author": memory.author,
        "trust": memory.trust,
        "confidence": memory.confidence,
        "topic": memory.topic,
        "tags": list(memory.tags),
        "anchors": [_anchor_json(anchor) for anchor in hit.anchors],
        "pinned": memory.pinned,
        "state": memory.state,
        "merged": hit.merged,
        "superseded_by": _link_json(hit.superseded_by),
        "replaces": links_json(hit.replaces),
        "beneath": links_json(hit.beneath),
        "trace": trace_json(hit.trace),
    }


def trace_json(trace: Sequence[Step]) -> list[dict[str, Any]]:
    """The steps of a trace, each with what it has of rank, raw score, value and factor."""
    return [{"stage": step.stage, **_numbers(step)} for step in trace]


def _numbers(step: Step) -> dict[str, float | int]:
    known = {"rank": step.rank, "raw": step.raw, "value": step.value, "factor": step.factor}
    return {name: round(value, _DIGITS) for name, value in known.items() if value is not None}


def _anchor_json(anchor: Anchor) -> dict[str, Any]:
    return {
        "path": anchor.path,
        "symbol": anchor.symbol,
        "line": anchor.line,
        "state": anchor.state,
        "commits_since": anchor.commits_since,
    }


def links_json(links: Sequence[Link]) -> list[dict[str, Any]]:
    """Other memories as every surface names them."""
    return [{"id": each.id, "title": each.title, "created_at": iso(each.created_at)} for each in links]


def _link_json(link: Link | None) -> dict[str, str] | None:
    return None if link is None else {"id": link.id, "title": link.title}
