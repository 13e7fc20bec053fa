"""The keyword leg: what words find what, and that nothing a person types is more than words."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memo_lsp.model import Anchor, Scope
from memo_lsp.store import Store
from memo_lsp.store.search.lexical import MOST_WORDS, Weights
from memo_lsp.text.prepare import query_words
from tests.store.making import found, memory


@pytest.mark.parametrize(
    ("stored", "asked", "finds"),
    [
        ("retry AND backoff", "AND", True),
        ("migration of the orders database", "database migration", True),
        ("rounding of prices", "rounded price", True),
        ("重跑gen-itgc后清零", "itgc", True),
        ("重跑gen-itgc后清零", "gen", True),
        ("重跑gen-itgc后清零", "清零", True),
        ("重跑gen-itgc后清零", "零清", False),
        ("parseHTTPBody fails", "http", True),
        ("parseHTTPBody fails", "parseHTTPBody", True),
        ("get_effective_price", "effective", True),
        ("don't log it", "don't log", True),
        ("gro\u0308ssen", "grössen", True),
        ("emoji 🎉 party", "🎉", False),
        ("emoji 🎉 party", "party", True),
        ("nothing of it", "penguin", False),
    ],
)
def test_words(store: Store, stored: str, asked: str, finds: bool) -> None:
    store.memories.add([memory("a", stored), memory("b", "something quite different")])
    assert found(store, asked) == (["a"] if finds else [])


HOSTILE = [
    "", " ", '"', "'", '"""', "*", "-", "AND", "OR", "NOT", "NEAR(", "NEAR(a b, 2)", "(", ")", "^x", "title:x",
    "{a b}: c", "a\x00b", "\ud800", "C++", "foo::bar", "--error-on-warnings", "a" * 100_000, "word " * 20_000, "+ + +",
    "x AND", "memoscope0x", "🎉", "\u202e", "%_[",
]  # fmt: skip


@pytest.mark.parametrize("asked", HOSTILE)
def test_whatever_is_typed_is_text(store: Store, asked: str) -> None:
    store.memories.add([memory("a", "x foo bar")])
    for columns in ("all", "body", "curated"):
        assert found(store, asked, Scope(project="p"), columns=columns) in ([], ["a"])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(asked=st.text(max_size=80))
def test_any_text_gives_hits_or_none(store: Store, asked: str) -> None:
    assert store.lexical.search(query_words(asked), Scope(), 5) == []


def test_better_is_more_negative_and_comes_first(store: Store) -> None:
    store.memories.add([memory("weak", "one apple among many other words here"), memory("strong", "apple"),
                        memory("none", "pear")])  # fmt: skip
    scored = store.lexical.search(query_words("apple"), Scope(), 9)
    assert [row for row, _ in scored] == [2, 1]
    assert scored[0][1] < scored[1][1] < 0


@pytest.mark.parametrize(
    ("columns", "asked", "want"),
    [
        ("body", "apple", ["bare", "body"]),
        ("curated", "apple", ["bare", "title", "described", "tagged"]),
        ("all", "apple", ["bare", "title", "tagged", "described", "body", "anchored"]),
        ("body", "pear", []),
    ],
)
def test_columns(store: Store, columns: str, asked: str, want: list[str]) -> None:
    store.memories.add([
        memory("bare", "apple"), memory("title", "apple tree", body="x"),
        memory("body", "x", body="the apple fell far from here"),
        memory("described", "x", body="x", description="apple"), memory("tagged", "x", body="x", tags=("apple",)),
        memory("anchored", "x", body="x", anchors=(Anchor("apple.py"),)),
    ])  # fmt: skip
    assert set(found(store, asked, columns=columns)) == set(want)


def test_a_columns_weight_counts(store: Store) -> None:
    store.memories.add([memory("title", "apple", body="pear pear"), memory("body", "pear", body="apple pear")])
    assert found(store, "apple", weights=Weights(title=9, body=1)) == ["title", "body"]
    assert found(store, "apple", weights=Weights(title=0.1, body=9)) == ["body", "title"]


def test_only_the_rarest_words_are_asked(store: Store) -> None:
    common = [f"common{chr(97 + n)}" for n in range(MOST_WORDS + 4)]
    store.memories.add([memory(f"m{n}", " ".join(common)) for n in range(5)])
    store.memories.add([memory(f"r{n}", f"rare{chr(97 + n)}") for n in range(MOST_WORDS)])
    asked = " ".join([*common, *(f"rare{chr(97 + n)}" for n in range(MOST_WORDS))])
    assert set(found(store, asked)) == {f"r{n}" for n in range(MOST_WORDS)}


def test_words_nobody_used_take_no_place_among_the_rarest(store: Store) -> None:
    store.memories.add([memory("a", "apple")])
    asked = " ".join(["apple", *(f"unheard{chr(97 + n)}" for n in range(MOST_WORDS + 3))])
    assert found(store, asked) == ["a"]


def test_frequencies_are_those_of_the_index(store: Store) -> None:
    store.memories.add([memory("a", "rounding prices"), memory("b", "rounded"), memory("c", "清零"), memory("d", "x")])
    words = query_words("round price 清零 penguin")
    assert list(store.lexical.frequency(words).values()) == [2, 1, 1, 0]
    assert store.lexical.total() == 4
    store.memories.add([memory("e", "rounds")])
    assert store.lexical.frequency(words)[words[0]] == 3
    store.memories.forget("e")
    assert store.lexical.frequency(words)[words[0]] == 2


def test_stems_are_those_of_the_index(store: Store) -> None:
    (word,) = query_words("Rounding")
    assert store.lexical.stems(word) == {"round"}
    held = store.lexical.stems_of(memory("a", "parseHTTPBody rounds", anchors=(Anchor("src/tax.py", "Tax.rate"),)))
    assert {"round", "http", "tax", "rate", "src", "py"} <= held
    assert not any("memoscope" in stem for stem in held)
