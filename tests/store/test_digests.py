"""Digests say again what others said: they cost those nothing, and are found where they are asked for."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from memo_lsp.model import Filter, Memory, Scope
from memo_lsp.store import Store
from memo_lsp.store.care.checks import checks
from memo_lsp.store.search.index import Vec0
from memo_lsp.store.search.signs import Held
from memo_lsp.text.prepare import query_words
from tests.store.making import axis, edge, embedded, found, ids, memory

ASKED = "harbour ferry"
FACTS = (
    memory("a", "the harbour closes at night", body="ferry and harbour"),
    memory("b", "the ferry waits for the harbour office"),
    memory("c", "ferry tickets", project="q"),
)
SUMMED = Scope(filters=(Filter("kind", "summary"),))


def digest(number: int, **values: object) -> Memory:
    words = f"harbour harbour ferry, told {number} times"
    return memory(f"d{number:03}", words, body=words, kind="summary", origin="dream", **values)


def words_of(store: Store, scope: Scope | None = None) -> object:
    """All that an answer by words hangs on."""
    words = query_words(ASKED)
    return store.lexical.search(words, scope or Scope(), 9), store.lexical.frequency(words), store.lexical.total()


def reindexed(store: Store) -> None:
    store.reindex()


def rewritten(store: Store) -> None:
    store.memories.update("d003", title="harbour harbour harbour")


@pytest.mark.parametrize("then", [lambda store: None, reindexed, rewritten])
@pytest.mark.parametrize("scope", [Scope(), Scope(project="p")])
def test_no_word_is_more_common_for_being_summed_up(store: Store, scope: Scope, then: Callable[[Store], None]) -> None:
    store.memories.add(FACTS)
    before = words_of(store, scope)
    store.memories.add([digest(number) for number in range(40)])
    then(store)
    assert words_of(store, scope) == before
    assert len(found(store, "told", SUMMED, limit=50)) == 40
    assert all(check.ok for check in checks(store.database))


def test_notes_and_digests_of_one_kind_come_in_one_order(store: Store) -> None:
    store.memories.add([*FACTS, digest(1), memory("mine", "harbour, summed up by hand", kind="summary")])
    assert set(found(store, "harbour", SUMMED)) == {"d001", "mine"}
    assert found(store, "hand", SUMMED) == ["mine"]
    assert found(store, "harbour", Scope(filters=SUMMED.filters, phrases=(("told 1 times", True),))) == ["d001"]


@pytest.mark.parametrize(("kind", "digests", "others"), [("note", [], ["d001"]), ("summary", ["d001"], [])])
def test_what_becomes_a_note_competes_with_notes(
    store: Store, kind: str, digests: list[str], others: list[str]
) -> None:
    store.memories.add([digest(1)])
    number = embedded(store, {"d001": axis(1)})
    store.memories.update("d001", kind=kind)
    store.queue.waiting(number, 9)
    embedded(store, {"d001": axis(1)})
    for scope, want in ((SUMMED, digests), (Scope(), others)):
        assert found(store, "harbour", scope) == want
        assert ids(store, store.vectors.search(number, axis(1), scope, 9)) == want


@pytest.mark.parametrize("engine", ["vec0", "numpy"])
@pytest.mark.parametrize("scope", [Scope(), Scope(project="p"), Scope(filters=(Filter("kind", "note"),))])
def test_digests_take_nobodys_place_among_the_nearest(store: Store, engine: str, scope: Scope) -> None:
    """600 digests, each as near as can be; one note that is less so."""
    store.vectors.engine = Vec0() if engine == "vec0" else Held(store.database)
    store.memories.add([memory("a", "a note"), *(digest(number) for number in range(600))])
    number = store.vectors.embedder_id("wide@1", 48)
    near, far = np.ones(48), np.ones(48) - 2 * np.eye(48)[0]
    store.vectors.put(number, [(row, 0, 0, 9, far if row == 1 else near) for row in range(1, 602)])
    assert ids(store, store.vectors.search(number, near, scope, 3)) == ["a"]
    assert len(store.vectors.search(number, near, Scope(scope.project, filters=SUMMED.filters), 30)) == 30


def test_a_digest_forgotten_leaves_no_entry(store: Store) -> None:
    store.memories.add([*FACTS, digest(1)], [edge("refines", "a", "b")])
    store.memories.forget("d001")
    assert found(store, "told", SUMMED) == []
    assert all(check.ok for check in checks(store.database))
