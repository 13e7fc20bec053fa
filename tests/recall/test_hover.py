"""A hover speaks only with evidence, and waits for nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memo_lsp.model import Anchor, Edge, Memory

from .conftest import Desk
from .pools import DAY, NOW
from .tiny import REJECTED, Down

Note = Callable[..., Memory]


def check(desk: Desk, symbols: tuple[str, ...], want: list[str], **query) -> None:
    answer = desk.hover(*symbols, **query)
    assert [hit.memory.id for hit in answer.hits] == want
    assert answer.confident == bool(want)


@pytest.fixture
def basket(desk: Desk, note: Note) -> Desk:
    desk.embedder = None
    desk.put(
        note("here", "prices in the basket are gross", anchors=(Anchor("src/basket.py", "Basket.add"),)),
        note("named", "Basket.add was slow with many of them"),
        note("banner", "kebab-case-id is the banner"),
        note("cjk", "the CJK step", anchors=(Anchor("src/e.py", "数据处理"),)),
        note("accent", "accented name", anchors=(Anchor("src/e.py", "résumé_total"),)),
        note("sum", "the sum", anchors=(Anchor("src/e.py", "total"),)),
        note("unsaid", "nothing to do with it"),
    )
    return desk


@pytest.mark.parametrize(
    ("symbols", "path", "want"),
    [
        (("add", "Basket.add", "Basket"), "src/basket.py", ["here", "named"]),
        (("add", "basket.add", "Basket.add", "Basket"), "src/basket.py", ["here", "named"]),
        (("add",), "src/other.py", ["here", "named"]),
        (("Basket",), "src/basket.py", ["named"]),
        (("items", "Basket.add", "Basket"), "src/basket.py", []),
        (("self", "Basket.add", "Basket"), "src/basket.py", []),
        (("total",), "src/e.py", ["sum"]),
        (("re\u0301sume\u0301_total",), "src/e.py", ["accent"]),
        (("数据处理",), "src/e.py", ["cjk"]),
        (("kebab-case-id",), "src/e.css", ["banner"]),
        (("kebab",), "src/e.css", []),
        (("a",), "src/e.py", []),
        ((), "src/e.py", []),
        (("",), "src/e.py", []),
        (("add",), None, ["here", "named"]),
    ],
)
def test_evidence(basket: Desk, symbols: tuple[str, ...], path: str | None, want: list[str]):
    check(basket, symbols, want, path=path)


def test_what_is_anchored_here_comes_before_what_names_it(desk: Desk, note: Note):
    desk.embedder = None
    desk.put(
        note("named", "get_price get_price", created_at=NOW, pinned=True),
        note(
            "here", "x", created_at=NOW - 900 * DAY, stored_at=NOW - 900 * DAY, anchors=(Anchor("a.py", "get_price"),)
        ),
        note("elsewhere", "y", created_at=NOW, anchors=(Anchor("b.py", "get_price"),)),
    )
    answer = desk.hover("get_price", path="a.py", k=1)
    assert [hit.memory.id for hit in answer.hits] == ["here"]
    assert answer.more == 2
    assert answer.hits[0].sources == ("anchor", "name")


def test_a_plain_word_counts_only_while_it_is_rare(desk: Desk, note: Note):
    desk.embedder = None
    desk.put(*(note(f"n{i}", "total of some run") for i in range(3)), *(note(f"m{i}", f"thing_{i}") for i in range(47)))
    check(desk, ("total",), ["n0", "n1", "n2"])
    desk.put(note("one_more", "thing_x"))
    check(desk, ("total",), [])
    check(desk, ("thing_x",), ["one_more"])


@pytest.mark.parametrize(
    ("titles", "want"),
    [
        (("the total of a run", "a total is asked for"), ["n0", "n1"]),  # few: rather one too many
        (("the total of a run", "a total is asked for", "a total, at last"), []),
        (("the total of a run", "`total` is asked for", "a total, at last", "total() is slow"), ["n1", "n3"]),
    ],
)
def test_a_plain_word_that_is_not_quite_rare_counts_where_it_is_code(
    desk: Desk, note: Note, titles: tuple[str, ...], want: list[str]
):
    desk.embedder = None
    told = [note(f"n{i}", title) for i, title in enumerate(titles)]
    desk.put(*told, *(note(f"m{i}", f"thing_{i}") for i in range(400)))
    check(desk, ("total",), want)


@pytest.mark.parametrize(
    "state", [{"state": "dormant"}, {"state": "archived"}, {"valid_to": NOW - 1.0}, {"project": "q"}]
)
def test_what_a_hover_never_shows(desk: Desk, note: Note, state: dict):
    desk.embedder = None
    desk.put(note("a", "get_price", anchors=(Anchor("a.py", "get_price"),), **state))
    check(desk, ("get_price",), [], path="a.py")


def test_within_a_kind_of_evidence_the_profile_ranks(desk: Desk, note: Note):
    desk.embedder = None
    desk.put(
        note("old", "get_price net", created_at=NOW),
        note("new", "get_price gross", created_at=NOW - DAY),
        note("ours", "get_price", created_at=NOW - 2 * DAY, branch="main"),
        edges=(Edge("supersedes", "new", "old", made_at=NOW - 60.0),),
    )
    check(desk, ("get_price",), ["ours", "new", "old"])
    assert desk.hover("get_price").hits[2].superseded_by is not None


def test_a_vector_joins_only_when_it_is_ready(desk: Desk, note: Note):
    desk.put(note("far", "an unrelated thing"), note("near", "slow"))
    check(desk, ("sluggish",), [])
    assert desk.embedder.asked == []
    desk.recall.vectors.prepare(["sluggish", "sluggish"])
    assert desk.embedder.asked == ["sluggish"]
    check(desk, ("sluggish",), ["near"])


def test_an_embedder_that_is_down_is_no_matter(desk: Desk, note: Note):
    desk.put(note("a", "get_price"))
    desk.embedder = Down(REJECTED)
    answer = desk.hover("get_price")
    assert ([hit.memory.id for hit in answer.hits], answer.degraded) == (["a"], ())


def test_the_same_hover_is_kept_until_the_store_changes(desk: Desk, note: Note, monkeypatch: pytest.MonkeyPatch):
    desk.embedder = None
    desk.put(note("a", "get_price"))
    first = desk.hover("get_price")
    named = desk.store.memories.named
    asked: list[int] = []
    monkeypatch.setattr(desk.store.memories, "named", lambda *a: (asked.append(1), named(*a))[1])
    second = desk.hover("get_price")
    assert (second.hits, asked) == (first.hits, [])
    assert second.recall != first.recall
    desk.hover("get_price", branch="x")
    assert asked == [1]
    desk.store.memories.forget("a")
    check(desk, ("get_price",), [])


def test_the_trace_of_a_hover_adds_up(basket: Desk):
    for hit in basket.hover("add", "Basket.add", path="src/basket.py").hits:
        score = 1.0
        for step in hit.trace:
            score *= step.factor or 1.0
        assert hit.score == pytest.approx(score)
