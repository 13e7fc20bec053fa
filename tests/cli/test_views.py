"""How rows look as text: each case a row of `--json` and what a person must be able to read of it."""

from __future__ import annotations

from typing import Any

import pytest

from memo_lsp.cli import views

NOW = 1783069920.0  # 2026-07-03T09:12:00Z
HIT: dict[str, Any] = {
    "id": "01J0", "title": "fix: round once", "kind": "fix", "channel": "observation", "score": 0.9,
    "excerpt": {"text": "we round once, at the end", "matches": [[3, 8]]}, "created_at": "2026-04-01T00:00:00Z",
    "branch": "main", "author": "Dev", "anchors": [{"path": "src/io.py", "symbol": "load", "state": "same"}],
}  # fmt: skip


def text(parts: Any) -> str:
    return "\n".join(str(part) for part in parts)


def check(row: dict[str, Any], *shown: str, hidden: tuple[str, ...] = ()) -> None:
    found = text(views.hit({**HIT, **row}, NOW, 1))
    for part in shown:
        assert part in found
    for part in hidden:
        assert part not in found


@pytest.mark.parametrize(
    ("row", "shown"),
    [
        ({}, " 1  fix: round once"),
        ({}, "fix · 3 months ago · main · Dev · src/io.py::load"),
        ({}, "we round once, at the end"),
        ({}, "01J0"),
        (
            {"anchors": [{"path": "a.py", "state": "changed", "commits_since": 3}]},
            "a.py (code changed since, 3 commits)",
        ),
        ({"anchors": [{"path": "a.py", "state": "changed", "commits_since": 1}]}, "since, 1 commit)"),
        ({"anchors": [{"path": "a.py", "state": "gone"}]}, "a.py (no longer in the code)"),
        ({"anchors": [{"path": f"{n}.py"} for n in range(5)]}, "0.py · 1.py · 3 more places"),
        ({"anchors": [{"path": f"{n}.py"} for n in range(3)]}, "0.py · 1.py · 1 more place\n"),
        ({"pinned": True}, "pinned"),
        ({"superseded_by": {"id": "9", "title": "new way"}}, "replaced by new way (9)"),
        ({"replaces": [{"id": "2", "title": "old way"}]}, "replaces old way"),
        ({"merged": False}, "not merged"),
        ({"state": "archived"}, "archived"),
        ({"valid_to": "2026-05-01T00:00:00Z"}, "no longer valid"),
        ({"trust": "external"}, "from outside"),
        ({"confidence": "speculative"}, "unsure"),
        ({"created_at": None, "branch": None, "author": None, "anchors": []}, "fix\n"),
    ],
)
def test_a_hit_says_what_a_reader_should_know(row: dict[str, Any], shown: str) -> None:
    check(row, shown)


@pytest.mark.parametrize(
    ("others", "shown"), [("a/till", "fix · shop · 3 months ago"), ("a/shop", "fix · 3 months ago")]
)
def test_hits_of_several_projects_say_whose_they_are(others: str, shown: str) -> None:
    hits = [{**HIT, "project": project} for project in ("a/shop", others)]
    assert shown in text(views.answer({"degraded": [], "confident": True, "hits": hits}, NOW))


def test_what_lies_beneath_a_digest_is_shown() -> None:
    parts = [{"id": f"m{n}", "title": f"thing {n}", "created_at": None} for n in range(9)]
    check({"kind": "summary", "beneath": parts}, "· thing 0\n", "· thing 6\n", "· and 2 more", hidden=("thing 7",))
    whole = {**HIT, "kind": "summary", "beneath": parts}
    assert "thing 8 (m8)" in text(views.memory(whole, NOW))
    assert "thing 8" not in text(views.memory({**whole, "kind": "theme"}, NOW))


def test_hostile_text_stays_text() -> None:
    check({"title": "\x1b[2Jx\r\ny [red]z", "branch": "\x07"}, "�[2Jx y [red]z", hidden=("\x1b", "\x07"))


def test_an_excerpt_does_not_say_the_title_again() -> None:
    for text, said in {
        "fix: round once\nwe round once": "we round once",
        "fix: round once": None,
        "": None,
        "other words": "other words",
    }.items():
        parts = list(views.hit({**HIT, "excerpt": {"text": text, "matches": [[19, 24]] if said else []}}, NOW))
        assert ([part.plain for part in parts[2:-1]] or [None]) == [said]
    marked = list(views.hit({**HIT, "excerpt": {"text": "fix: round once\nwe round", "matches": [[19, 24]]}}, NOW))[2]
    assert [marked.plain[span.start : span.end] for span in marked.spans if "bold" in str(span.style)] == ["round"]


def test_matches_are_marked_where_they_are() -> None:
    excerpt = list(views.hit({**HIT, "excerpt": {"text": "a\nround\tone", "matches": [[2, 7]]}}, NOW))[2]
    assert excerpt.plain == "a round one"
    assert [(span.start, span.end) for span in excerpt.spans if "bold" in str(span.style)] == [(2, 7)]


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ({"hits": [], "confident": False, "degraded": []}, "Nothing found."),
        ({"hits": [HIT], "confident": False, "degraded": []}, "Nothing that fits; closest:\n 1  fix"),
        ({"hits": [HIT], "confident": True, "degraded": []}, " 1  fix: round once"),
        (
            {"hits": [], "confident": True, "degraded": [{"leg": "vector", "reason": "no model"}]},
            "vector search is not available: no model",
        ),
    ],
)
def test_an_answer(answer: dict[str, Any], shown: str) -> None:
    assert text(views.answer(answer, NOW)).startswith(shown)


@pytest.mark.parametrize(
    ("edge", "words"),
    [
        ({"type": "supersedes", "from": "01J0", "to": "2", "title": "old"}, ("supersedes", "old (2)")),
        ({"type": "supersedes", "from": "9", "to": "01J0", "title": "new"}, ("replaced by", "new (9)")),
        ({"type": "caused_by", "from": "01J0", "to": "2", "title": "bug"}, ("caused by", "bug (2)")),
        ({"type": "caused_by", "from": "9", "to": "01J0", "title": "bug"}, ("led to", "bug (9)")),
    ],
)
def test_an_edge_reads_from_both_ends(edge: dict[str, Any], words: tuple[str, str]) -> None:
    assert views.edge_words(edge, "01J0") == words


def test_a_memory_whole() -> None:
    row = {
        **HIT, "body": "line one\nline two", "edges": [{"type": "reverts", "from": "01J0", "to": "2", "title": "bad"}],
        "history": [{"run": 7, "pass": "fold"}], "tags": ["a", "b"],
        "symbols": ["error_0123456789abcdef", "Cart.add"],
    }  # fmt: skip
    found = text(views.memory(row, NOW))
    assert "Cart.add" in found and "error_0123456789abcdef" not in found
    for part in ("line one\nline two", "src/io.py::load", "reverts        bad (2)", "7 fold", "a, b", "01J0"):
        assert part in found


def test_a_timeline_has_a_heading_a_month() -> None:
    rows = [HIT, {**HIT, "id": "2", "created_at": "2026-04-09T00:00:00Z"}, {**HIT, "id": "3", "created_at": None}]
    found = text(views.timeline(rows, NOW))
    assert found.count("2026-04\n") == 1 and "  01  fix" in found and "no date\n  --  fix" in found
