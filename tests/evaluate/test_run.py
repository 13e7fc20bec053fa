"""A small set asked in every profile, without any network or model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memo_lsp.clock import MovableClock
from memo_lsp.errors import MemoError, WrongArgument
from memo_lsp.evaluate.accept import accept
from memo_lsp.evaluate.metrics import FIGURES
from memo_lsp.evaluate.report import comparison, tables
from memo_lsp.evaluate.run import Evaluation, chosen, evaluate, runnable
from memo_lsp.recall import accepted
from memo_lsp.recall.profiles import PROFILES
from tests.recall.tiny import REJECTED, Down, Tiny

NOW = 1_800_000_000.0


def row(uid: str, title: str, **rest: object) -> dict[str, object]:
    return {"id": uid, "title": title, "project": "p", "created_at": "2026-01-01"} | rest


def query(uid: str, text: str, *relevant: str, **rest: object) -> dict[str, object]:
    found = {"type": "query", "id": uid, "class": "plain", "project": "p", "text": text}
    return found | {"relevant": dict.fromkeys(relevant, 1)} | rest


ROWS = [
    row("slow", "the report was slow", body="an index on the bill date made it fast"),
    row("cents", "invoice totals lose cents"),
    row("pin1", "Bump openssl from 1 to 2", created_at="2026-01-02"),
    row("pin2", "Bump openssl from 2 to 3", body="for good", created_at="2026-01-03"),
    row("other", "openssl", body="a word about its licence and nothing else, at some length and to no end"),
    row("folded", "the pool drains at night", state="archived", edges=[{"type": "archived_into", "to": "pool"}]),
    row("pool", "connections run out at night"),
    query("q1", "sluggish report", "slow"),
    query("q2", "invoice cents", "cents"),
    query("q3", "bump openssl", "pin2", over={"pin1": "pin2"}, **{"class": "version"}),
    query("q4", "quokka zeppelin marmalade", **{"class": "nothing"}),
    query("q5", "connections run out", "folded", "pool"),
]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.jsonl"
    path.write_text("\n".join(json.dumps(each) for each in ROWS), "utf-8")
    return path


def run(path: Path, *names: str, embedder: object = None, **constants: object) -> Evaluation:
    profiles = chosen(names, constants, embedder)  # type: ignore[arg-type]
    return evaluate([path], profiles, embedder=embedder, clock=MovableClock(NOW))  # type: ignore[arg-type]


def test_every_profile_and_leg_side_by_side(small: Path):
    seen: list[str] = []
    tiny = Tiny()
    found = evaluate(
        [small],
        chosen((), {}, tiny),
        embedder=tiny,
        clock=MovableClock(NOW),
        progress=lambda what, *_: seen.append(what),
    ).to_json()
    assert list(found["sets"]["small"]) == [*PROFILES, "leg:keyword", "leg:vector"]
    for profile in found["sets"]["small"].values():
        assert list(profile) == ["all", "plain", "version", "nothing"]
        assert all(tuple(figures) == FIGURES for figures in profile.values())
    v2 = found["sets"]["small"]["v2"]
    assert (v2["all"]["n"], v2["all"]["recall@5"], v2["all"]["mrr"]) == (5, 1.0, 1.0)
    assert (v2["version"]["newest_first"], v2["nothing"]["abstention"], v2["all"]["false_silence"]) == (1.0, 1.0, 0.0)
    assert found["sets"]["small"]["leg:keyword"]["plain"]["recall@5"] == 1.0
    assert found["macro"]["v2"]["mrr"] == 1.0
    assert {what.split(": ")[1] for what in seen} >= {"reading", "v2", "leg:vector"}
    assert json.dumps(found)


def test_a_folded_memory_counts_as_what_it_lives_in_once(small: Path):
    found = run(small, "v2")
    (outcome,) = [each for each in found.outcomes["small"]["v2"] if "pool" in each.relevant]
    assert outcome.relevant == {"pool": 1.0}
    assert outcome.ranked[0] == "pool"


def test_without_an_embedder_words_alone_are_measured(small: Path):
    assert runnable(None) == ("v2", "legacy", "signals", "leg:keyword")
    assert run(small).profiles == runnable(None)


@pytest.mark.parametrize(
    ("names", "constants", "says"),
    [
        (("nonsense",), {}, "nonsense"),
        (("composite",), {}, "cannot be measured here"),
        (("v2",), {"colour": 1}, "colour"),
        (("v2",), {"vector_weight": "x"}, "vector_weight"),
    ],
)
def test_what_cannot_be_measured(names: tuple[str, ...], constants: dict[str, object], says: str):
    with pytest.raises(WrongArgument, match=says):
        chosen(names, constants, None)


def test_constants_are_tried_on_profiles_only():
    assert [profile.name for profile in chosen(("v2", "leg:keyword"), {"superseded": 0.1}, None)] == [
        "v2*",
        "leg:keyword",
    ]


@pytest.mark.parametrize("line", ["{", '{"id": "x"}'])
def test_a_bad_line_is_named(small: Path, line: str):
    small.write_text(small.read_text("utf-8") + "\n" + line, "utf-8")
    (note,) = run(small, "v2").notes
    assert note.startswith("small: 1 of 13 lines skipped: 13")


def test_two_sets_of_one_name_are_refused(small: Path):
    with pytest.raises(MemoError, match="one name"):
        evaluate([small, small], chosen(("v2",), {}, None), embedder=None, clock=MovableClock(NOW))


def test_a_dead_embedder_is_no_zero(small: Path):
    with pytest.raises(MemoError, match="the key was rejected"):
        run(small, "v2", embedder=Down(REJECTED))


def test_tables_for_people(small: Path):
    found = run(small, "v2", "legacy")
    ((caption, heads, rows),) = tables(found)
    assert (caption, heads[:3], len(rows)) == ("small", ("profile", "class", "n"), 8)
    assert rows[0][:4] == ("v2", "all", "5", "1.000")
    _, heads, rows = comparison(found.compared("v2", "legacy"))
    assert heads[:5] == ("set", "class", "figure", "n", "mean")
    assert ("small", "version", "newest_first") in {row[:3] for row in rows}


def check_accept(folder: Path, found: Evaluation, lost: bool) -> None:
    verdict = accept(folder, found, "v2", "v2*", constants={"superseded": 0.4}, now=NOW)
    assert bool(verdict.lost) == lost
    assert (accepted.load(folder) == {"superseded": 0.4}) != lost


def both(path: Path, **constants: object) -> Evaluation:
    clock = MovableClock(NOW)
    profiles = (*chosen(("v2",), {}, None), *chosen(("v2",), constants, None))
    return evaluate([path], profiles, embedder=None, clock=clock)


def test_what_loses_nowhere_is_accepted(small: Path, tmp_path: Path):
    check_accept(tmp_path, both(small, superseded=0.4), lost=False)
    kept = json.loads((tmp_path / accepted.FILE).read_text("utf-8"))
    assert (kept["date"], kept["profile"], kept["sets"]) == ("2027-01-15T08:00:00Z", "v2", ["small"])
    assert kept["figures"]["small"]["n"] == 5
    assert (tmp_path / accepted.FILE).stat().st_mode & 0o077 == 0


def test_what_loses_in_one_class_is_not(small: Path, tmp_path: Path):
    check_accept(tmp_path, both(small, superseded=0), lost=True)


def test_there_must_be_something_to_accept(small: Path, tmp_path: Path):
    with pytest.raises(MemoError, match="nothing to accept"):
        accept(tmp_path, both(small), "v2", "v2", constants={}, now=NOW)


@pytest.mark.parametrize("text", [None, "{", "[]", '{"constants": 1}'])
def test_an_unreadable_file_accepts_nothing(tmp_path: Path, text: str | None):
    if text is not None:
        (tmp_path / accepted.FILE).write_text(text, "utf-8")
    assert accepted.load(tmp_path) == {}
