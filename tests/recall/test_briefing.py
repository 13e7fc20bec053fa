"""Where you left off: what is worth a line, in what order, within what budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC
from typing import Any

import pytest

from memo_lsp.dream.passes.digest import DigestPass
from memo_lsp.formulas import stability_after
from memo_lsp.model import Anchor, Edge, Memory
from memo_lsp.recall.answer import Hit
from memo_lsp.recall.briefing import (
    DEAD_ENDS,
    DECISIONS,
    LEFT_OFF,
    MORE,
    MOST,
    THEMES,
    TODOS,
    Briefing,
    Briefings,
    Entry,
    Noise,
    Occasion,
    alike,
    bare_hit,
    branch_words,
    compose,
    heading,
    line,
    to_json,
    tokens,
)
from memo_lsp.recall.surfaced import Surfacings
from tests.dream.looks import Looked

from .conftest import Desk
from .pools import DAY, NOW, memory

Note = Callable[..., Memory]
WORDS = (
    "amber", "basalt", "cedar", "dahlia", "ember", "fjord", "garnet",
    "hazel", "indigo", "juniper", "krill", "lotus", "maple", "nectar",
)  # fmt: skip
SILENCE = Noise()


def entry(uid: str, section: str = TODOS, title: str = "", **values: Any) -> Entry:
    return Entry(section, bare_hit(memory(uid, title or f"{WORDS[ord(uid[0]) - 97]} {uid}", **values)))


def written(hit: Hit) -> str:
    return f"- {hit.memory.title}\n"


def check(candidates: list[Entry], expected: str, noise: Noise = SILENCE, budget: int = 1200) -> None:
    """The ids that are kept, in their order, as one word each."""
    chosen = compose(candidates, noise, budget, written)
    assert " ".join(one.hit.memory.id for one in chosen) == expected


def theme(uid: str, **values: Any) -> Hit:
    return bare_hit(memory(uid, f"theme {uid}", kind="theme", **values))


@pytest.mark.parametrize(
    ("candidates", "noise", "expected"),
    [
        ([], Noise(), ""),
        ([entry("a"), entry("b")], Noise(), "a b"),
        ([entry("a"), entry("b"), entry("a", MORE)], Noise(), "a b"),
        ([entry("a", MORE), entry("b", LEFT_OFF)], Noise(), "b a"),
        ([entry("a"), entry("b")], Noise(shown=frozenset("a")), "b"),
        ([entry("a"), entry("b")], Noise(superseded=frozenset("b")), "a"),
        ([entry("a", title="Round late"), entry("b", title="round  late!")], Noise(), "a"),
        ([entry("a", title="Use the cache"), entry("b", title="Do not use the cache")], Noise(), "a b"),
        ([entry("a"), entry("b"), entry("c")], Noise(whole_of={"b": theme("t")}), "a c t"),
        ([entry("a"), entry("b")], Noise(whole_of={"a": theme("t"), "b": theme("t")}), "t"),
        ([entry("a")], Noise(whole_of={"a": theme("t")}, shown=frozenset("t")), ""),
        ([entry("a")], Noise(whole_of={"a": theme("t"), "t": theme("u")}), "u"),
        ([entry("a")], Noise(whole_of={"a": theme("t"), "t": theme("a")}), "t"),
        ([entry("a", LEFT_OFF)], Noise(whole_of={"a": bare_hit(memory("c", kind="fix"))}), "c"),
    ],
)
def test_what_is_kept(candidates: list[Entry], noise: Noise, expected: str):
    check(candidates, expected, noise)


@pytest.mark.parametrize("section", MOST)
def test_a_section_has_its_most(section: str):
    many = [entry(f"{chr(97 + n % 14)}{n}", section) for n in range(60)]
    assert len(compose(many, Noise(), 10_000, written)) == MOST[section]


@pytest.mark.parametrize("budget", [0, 5, 20, 60, 200])
def test_the_budget_holds(budget: int):
    many = [entry(f"{chr(97 + n)}", section) for n, section in enumerate((LEFT_OFF, TODOS, TODOS, MORE, MORE, MORE))]
    chosen = compose(many, Noise(), budget, written)
    sections = {one.section for one in chosen}
    spent = sum(tokens(written(one.hit)) for one in chosen) + sum(tokens(heading(section)) for section in sections)
    assert spent <= budget
    assert bool(chosen) == (budget >= 20), spent


def test_what_does_not_fit_leaves_room_for_what_does():
    check([entry("a", title="a word " * 20), entry("b")], "b", budget=20)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Round half up", "round HALF up.", True),
        ("Round half up", "Round half down", False),
        ("Bump kombu from 1.2 to 1.3", "Bump kombu from 1.3 to 1.4", False),
        ("...", "...", True),
        ("...", "!", False),
        ("", "", True),
    ],
)
def test_alike(one: str, other: str, same: bool):
    assert alike(one, other) is same


@pytest.mark.parametrize(
    ("branch", "words"),
    [
        (None, ""),
        ("main", ""),
        ("HEAD", ""),
        ("feature/rounding-fix", "rounding fix"),
        ("dev/größe", "größe"),
        ("fix", ""),
        ("me/oddJob", "me odd job"),
    ],
)
def test_what_a_branch_says(branch: str | None, words: str):
    assert branch_words(branch) == words


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "- about a · 2 days ago\n"),
        ({"branch": "main"}, "- about a · 2 days ago\n"),
        ({"branch": "other"}, "- about a · 2 days ago · other\n"),
        ({"created_at": None}, "- about a\n"),
        ({"anchors": (Anchor("a.py"), Anchor("b.py", "B.x"))}, "- about a · 2 days ago · b.py::B.x\n"),
        ({"anchors": (Anchor("a.py", state="gone"),)}, "- about a · 2 days ago · a.py · no longer in the code\n"),
        ({"trust": "external", "pinned": True}, "- about a · 2 days ago · pinned · from outside\n"),
        ({"title": "two\n# lines"}, "- two # lines · 2 days ago\n"),
        ({"title": "[x](command:y) <b>"}, "- \\[x\\](command:y) &lt;b> · 2 days ago\n"),
        ({"title": "# loud"}, "- \\# loud · 2 days ago\n"),
    ],
)
def test_a_line(changes: dict[str, Any], expected: str):
    assert line(bare_hit(memory("a", **({"created_at": NOW - 2 * DAY} | changes))), "main", NOW) == expected


# --- over a store
@pytest.fixture
def briefings(desk: Desk) -> Briefings:
    desk.embedder = None  # words alone: what recall finds can be told beforehand
    return Briefings(desk.recall, lambda hits, branch: tuple(hits))


@pytest.fixture
def worked(desk: Desk, note: Note) -> Desk:
    """A branch with a history."""
    day = {f"d{n}": NOW - n * DAY for n in range(9)}
    own = {"branch": "feature/rounding", "trust": "owner"}
    desk.put(
        note("e1", "Basket.total (+2 −1)", kind="change", origin="vscode", created_at=day["d1"], **own),
        note("e0", "Basket.add (+9 −9)", kind="change", origin="vscode", created_at=day["d5"], **own),
        note("c1", "fix: round at the end", kind="fix", origin="git", created_at=day["d2"], **own),
        note("c2", "Merge a thing of others", kind="change", origin="git", created_at=day["d1"], branch="main"),
        note("t1", "TODO: negative prices", kind="todo", created_at=day["d3"], pinned=True, **own),
        note("t2", "TODO: test leap days", kind="todo", created_at=day["d2"], **own),
        note("t3", "TODO: on another branch", kind="todo", branch="sidetrack"),
        note("t4", "TODO: of no branch", kind="todo", created_at=day["d7"]),
        note("x1", "tried floats, taken back", kind="dead-end", created_at=day["d4"], **own),
        note("w1", "Decided: half to even", kind="decision", created_at=day["d4"], **own),
        note("w2", "Decided: cents as integers", kind="decision", valid_to=day["d1"], **own),
        note("w3", "Decided: gross everywhere", kind="decision", state="dormant", **own),
        note("w4", "Decided: one currency", kind="decision", created_at=day["d8"], **own),
        note("w5", "Decided: many currencies", kind="decision", created_at=day["d6"], **own),
        note("h1", "old theme of prices", kind="theme", created_at=day["d8"], **own),
        note("h2", "new theme of rounding", kind="theme", created_at=day["d8"], updated_at=day["d0"], **own),
        note("n1", "rounding is tested against the tax office's table", created_at=day["d8"], branch="main"),
        note("n2", "the basket keeps its order", created_at=day["d8"], anchors=(Anchor("basket.py", "Basket"),)),
        edges=(
            Edge("supersedes", "w5", "w4", made_at=day["d6"]),
            Edge("part_of", "x1", "h2", made_at=day["d0"]),
        ),
    )
    return desk


HERE = Occasion("p", "feature/rounding", session="s")


def by_section(briefing: Briefing) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in briefing.entries:
        found.setdefault(one.section, []).append(one.hit.memory.id)
    return found


def test_a_branch_one_comes_back_to(worked: Desk, briefings: Briefings):
    assert by_section(briefings.brief(replace(HERE, paths=("basket.py",)))) == {
        LEFT_OFF: ["e1", "c1"],
        TODOS: ["t1", "t2", "t4"],
        DECISIONS: ["w1", "w5"],
        THEMES: ["h2"],
        MORE: ["n1", "n2"],
    }


def test_the_lines_and_the_items_are_the_same(worked: Desk, briefings: Briefings):
    told = to_json(briefings.brief(HERE))
    lines = [line for line in told["markdown"].splitlines() if line.startswith("- ")]
    assert len(lines) == len(told["items"])
    assert all(item["title"].split()[0] in line for item, line in zip(told["items"], lines, strict=True))
    assert told["markdown"].startswith("## Where you left off\n\n- Basket.total (+2 −1) · 1 day ago\n")
    assert {"section", "id", "kind", "created_at", "anchors"} <= told["items"][0].keys()
    assert 0 < told["tokens"] <= 1200
    assert told["recall"] and told["degraded"] == []


def test_other_branches_have_their_own(worked: Desk, briefings: Briefings):
    found = by_section(briefings.brief(Occasion("p", "sidetrack")))
    assert found == {TODOS: ["t3", "t4"]}
    assert DEAD_ENDS not in by_section(briefings.brief(Occasion("p", None)))


def test_all_branches_if_none_is_meant(worked: Desk, briefings: Briefings):
    found = by_section(briefings.brief(Occasion("p", anywhere=True)))
    assert {"t1", "t2", "t3", "t4"} == set(found[TODOS])


def test_a_text_fills_what_is_left(worked: Desk, briefings: Briefings):
    found = by_section(briefings.brief(Occasion("p", "fresh", text="tax office", paths=("basket.py",))))
    assert found[MORE] == ["n1"]
    assert by_section(briefings.brief(Occasion("p", "fresh", text="zeppelin quokka"))) == {}


def test_nothing_twice_in_a_session(worked: Desk, briefings: Briefings):
    first = briefings.brief(replace(HERE, budget=90))
    rest = briefings.brief(HERE)
    ids = [one.hit.memory.id for one in (*first.entries, *rest.entries)]
    assert first.entries and rest.entries and len(ids) == len(set(ids))
    assert briefings.brief(HERE).markdown == "Nothing new since the last briefing.\n"


def test_an_empty_store_is_no_error(desk: Desk, briefings: Briefings):
    for occasion in (HERE, Occasion(None), Occasion("p", text="anything"), Occasion("p", budget=0)):
        told = to_json(briefings.brief(occasion))
        assert told["markdown"] == "Nothing is remembered of this yet.\n"
        assert (told["items"], told["tokens"]) == ([], 0)


def test_the_same_store_says_the_same(worked: Desk):
    told = {Briefings(worked.recall, lambda hits, branch: tuple(hits)).brief(HERE).markdown for _ in range(5)}
    assert len(told) == 1


def test_others_commits_where_there_are_none_of_ones_own(desk: Desk, note: Note, briefings: Briefings):
    desk.put(*(note(f"c{n}", f"{WORDS[n]} moved", origin="git", trust="external", branch="main") for n in range(9)))
    assert len(by_section(briefings.brief(Occasion("p", "main")))[LEFT_OFF]) == MOST[LEFT_OFF]


def test_it_is_logged_and_reinforces(worked: Desk, briefings: Briefings):
    found = briefings.brief(HERE)
    Surfacings(worked.store, worked.clock).answered(found.answer)
    (event,) = worked.store.log.events()
    assert (event.surface, event.session, event.branch) == ("briefing", "s", "feature/rounding")
    assert event.hits == tuple(one.hit.memory.id for one in found.entries)
    kept = worked.store.memories.get("t1")
    assert (kept.surfaced.auto, kept.stability_days) == (1, pytest.approx(stability_after(7.0, 0.5)))


def test_of_digests_only_that_of_the_last_week_is_worth_a_line(worked: Desk, briefings: Briefings):
    memories = list(worked.store.memories.export("p"))
    look = Looked(NOW, memories)
    look.take(DigestPass(UTC).plan(look, lambda: None))
    worked.put(*(one for one in look.known if one.kind == "summary"))
    found = briefings.brief(replace(HERE, budget=5000))
    told = [one.hit.memory.extra["period"]["layer"] for one in found.entries if one.hit.memory.kind == "summary"]
    assert told == ["week"]
    assert by_section(found)[THEMES][0] == "h2"
