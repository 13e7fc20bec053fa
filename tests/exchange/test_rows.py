from __future__ import annotations

import json

import pytest

from memo_lsp.exchange.rows import event_from_row, from_row, to_row
from memo_lsp.model import Anchor, Edge, Feedback, Memory, RecallEvent, Surfaced

NOW = 1_800_000_000.0
T = 1_767_323_045.0  # 2026-01-02T03:04:05Z
FULL = Memory(
    id="01J", title="fix: a\u2028b", body=" two\nlines \n", description="d", kind="fix", channel="memory", created_at=T,
    updated_at=T + 0.25, stored_at=NOW, valid_from=T, valid_to=T + 9, last_surfaced_at=T + 5, stability_days=12.5,
    project="h/o/n", branch="fix/it's-ünï", commit="a" * 40, session="s", origin="git", author="Ünï", topic="src.a",
    tags=("x", "y"), trust="owner", confidence="high", pinned=True, state="archived",
    anchors=(Anchor("a b.py", "A.m", 3, "ff", "changed", 2), Anchor("c.py")), symbols=("f", "清零"),
    surfaced=Surfaced(1, 2, 3), feedback=Feedback(4, 5), repeats=3, repeated_at=T + 7,
    extra={"other": {"k": [1, None, True, 0.5]}},
)  # fmt: skip
EDGES = (
    Edge("supersedes", "01J", "02K", maker="file", made_at=T),
    Edge("fixes", "01J", "03L", maker="person", confidence=0.5, made_at=T + 60),
    Edge("refines", "01J", "04M", maker="file", made_at=T, unmade_at=T + 90),
)


def test_a_row_tells_everything_and_comes_back():
    row = json.loads(json.dumps(to_row(FULL, [*EDGES, Edge("fixes", "05N", "01J")])))
    assert from_row(row, NOW)[0] == FULL
    assert set(from_row(row, NOW)[1]) == set(EDGES)
    assert row["edges"] == [{"type": "supersedes", "to": "02K"}, {"type": "fixes", "to": "03L"}]
    assert (row["created_at"], row["valid_to"]) == ("2026-01-02T03:04:05Z", "2026-01-02T03:04:14Z")
    assert row["anchors"][1] == {"path": "c.py", "state": "same", "commits_since": 0}
    assert row["other"] == {"k": [1, None, True, 0.5]}


def test_the_least_row():
    memory, edges = from_row({"title": "x"}, NOW)
    assert (memory.title, memory.kind, memory.channel, memory.state) == ("x", "note", "observation", "active")
    assert (memory.created_at, memory.project, memory.trust, memory.stored_at, edges) == (None, None, None, NOW, ())
    assert memory.id == from_row({"title": "x"}, 5.0)[0].id != from_row({"title": "y"}, NOW)[0].id
    assert None not in to_row(memory).values()
    assert "repeats" not in to_row(memory)


def test_an_empty_title_is_named_by_the_body():
    memory = from_row({"title": " ", "body": "\n First line \nmore"}, NOW)[0]
    assert (memory.title, memory.body) == ("First line", "\n First line \nmore")
    with pytest.raises(ValueError, match="title"):
        from_row({"body": "text"}, NOW)


TIMES = [
    ("2026-01-02T03:04:05", T), ("2026-01-02T03:04:05Z", T), ("2026-01-02T12:04:05+09:00", T), (T, T), (int(T), T),
    (T * 1000, T), (None, None), ("2026-01-02T03:04:05.5Z", T + 0.5),
]  # fmt: skip


@pytest.mark.parametrize(("value", "expected"), TIMES)
def test_times(value, expected):
    assert from_row({"title": "x", "created_at": value}, NOW)[0].created_at == expected


BAD = [
    ({}, "title"),
    ({"title": ""}, "title"),
    ({"title": 3}, "title"),
    ({"title": "x", "body": ["y"]}, "body"),
    ({"title": "x", "id": ""}, "id"),
    ({"title": "x", "id": "a\nb"}, "id"),
    ({"title": "x", "id": {}}, "id"),
    ({"title": "x", "channel": "tv"}, "channel"),
    ({"title": "x", "state": "dead"}, "state"),
    ({"title": "x", "trust": "root"}, "trust"),
    ({"title": "x", "confidence": 1}, "confidence"),
    ({"title": "x", "created_at": "yesterday"}, "created_at"),
    ({"title": "x", "created_at": True}, "created_at"),
    ({"title": "x", "created_at": [1]}, "created_at"),
    ({"title": "x", "pinned": "yes"}, "pinned"),
    ({"title": "x", "tags": "a"}, "tags"),
    ({"title": "x", "tags": [1]}, "tags"),
    ({"title": "x", "stability_days": -1}, "stability_days"),
    ({"title": "x", "anchors": ["a.py"]}, "anchors"),
    ({"title": "x", "anchors": [{"symbol": "f"}]}, r"anchors\[0\]\.path"),
    ({"title": "x", "anchors": [{"path": "a", "line": "3"}]}, r"anchors\[0\]\.line"),
    ({"title": "x", "edges": [{"type": "likes", "to": "y"}]}, r"edges\[0\]\.type"),
    ({"title": "x", "edges": [{"type": "fixes"}]}, r"edges\[0\]\.to"),
    ({"title": "x", "id": "x", "edges": [{"type": "fixes", "to": "x"}]}, r"edges\[0\]\.to"),
    ({"title": "x", "surfaced": {"auto": -1}}, r"surfaced\.auto"),
    ({"title": "x", "feedback": 3}, "feedback"),
    ({"title": "x", "odd": float("nan")}, "JSON"),
]


@pytest.mark.parametrize(("row", "field"), BAD)
def test_a_bad_field_is_named(row, field):
    with pytest.raises(ValueError, match=field):
        from_row(row, NOW)


def test_secrets_are_taken_out_everywhere():
    token = "ghp_" + "A1b2" * 9
    row = {"title": f"use {token}", "body": token, "description": token, "author": token, "tags": [token]}
    row |= {"odd": {token: [token]}, "origin": token, "symbols": [token], "session": token}
    memory, edges = from_row(row, NOW)
    assert token not in json.dumps(to_row(memory, edges))
    with pytest.raises(ValueError) as caught:
        from_row({"title": "x", "trust": token}, NOW)
    assert token not in str(caught.value)


def test_what_is_normalised():
    row = {"title": "x", "id": 7, "topic": "src/billing::rounding", "anchors": [{"path": "gro\u0308.py"}]}
    memory = from_row(row, NOW)[0]
    assert (memory.id, memory.topic, memory.anchors[0].path) == ("7", "src.billing.rounding", "grö.py")


def test_recall_events():
    row = {"type": "recall", "at": "2026-01-02T03:04:05Z", "session": "s", "project": "p", "surface": "mcp"}
    row |= {"text": "q", "symbols": ["f"], "path": "a.py", "branch": "main", "k": 5, "profile": "v2"}
    row |= {"hits": ["a", "b"], "used": ["b"]}
    event = event_from_row(row)
    assert event == event_from_row(dict(row)) and 0 <= event.id < 2**52
    assert event == RecallEvent(
        id=event.id, at=T, surface="mcp", text="q", session="s", project="p", symbols=("f",), path="a.py",
        branch="main", k=5, profile="v2", hits=("a", "b"), used=("b",),
    )  # fmt: skip
    least = event_from_row({"type": "recall", "at": T, "hits": ["a"], "used": ["z"]})
    assert least == RecallEvent(id=least.id, at=T, surface="search", hits=("a",))
    for bad in ({}, {"at": T, "surface": "tv"}, {"at": T, "hits": "a"}, {"at": "x"}):
        with pytest.raises(ValueError, match=r"at|surface|hits"):
            event_from_row(bad)
