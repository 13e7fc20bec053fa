"""What waits for its vectors."""

from __future__ import annotations

from memo_lsp.store import Store
from memo_lsp.store.search.queue import MOST_TRIES
from tests.store.making import SIZE, axis, memory


def test_the_newest_first_and_what_failed_last(store: Store) -> None:
    store.memories.add([memory(uid) for uid in "abcd"])
    number = store.vectors.embedder_id("tiny@1", SIZE)
    assert store.queue.waiting(number, 3) == [4, 3, 2]
    store.queue.failed(number, 4, "too odd")
    assert store.queue.waiting(number, 9) == [3, 2, 1, 4]
    store.vectors.put(number, [(3, 0, 0, 1, axis(1))])
    assert (store.queue.waiting(number, 9), store.queue.counts(number)) == ([2, 1, 4], (3, 0))


def test_of_the_newest_the_shortest_come_first(store: Store) -> None:
    store.memories.add([memory(uid, body="long " * times) for uid, times in zip("abcd", (1, 4, 9, 2), strict=True)])
    number = store.vectors.embedder_id("tiny@1", SIZE)
    assert store.queue.waiting(number, 3) == [4, 2, 3]


def test_given_up_on_after_some_tries(store: Store) -> None:
    store.memories.add([memory("a"), memory("b")])
    number = store.vectors.embedder_id("tiny@1", SIZE)
    for _ in range(MOST_TRIES):
        store.queue.failed(number, 1, "timeout")
    store.queue.failed(number, 2, "too long", permanent=True)
    assert (store.queue.counts(number), store.queue.waiting(number, 9)) == ((0, 2), [])
    assert store.queue.reasons(number) == {"timeout": 1, "too long": 1}
    assert (store.queue.retry(number), store.queue.counts(number)) == (2, (2, 0))


def test_a_change_brings_it_back(store: Store) -> None:
    store.memories.add([memory("a")])
    number = store.vectors.embedder_id("tiny@1", SIZE)
    store.queue.failed(number, 1, "too long", permanent=True)
    store.memories.update("a", body="shorter")
    assert store.queue.counts(number) == (1, 0)


def test_nothing_waits_without_an_embedder(store: Store) -> None:
    store.memories.add([memory("a")])
    assert store.queue.counts(1) == (0, 0)
    assert store.queue.counts(store.vectors.embedder_id("tiny@1", SIZE)) == (1, 0)
