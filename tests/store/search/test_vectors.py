"""The vector leg: nearest windows, either engine, the same hits; embedders that never meet; indexes kept in step."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from memo_lsp.errors import StoreTrouble
from memo_lsp.model import Filter, Scope
from memo_lsp.store import Store, open_store
from memo_lsp.store.search.index import Vec0, has_index, settled, signs
from memo_lsp.store.search.signs import Held
from memo_lsp.store.search.vectors import VectorHit
from tests.store.making import SIZE, StillClock, axis, embedded, ids, memory


def test_a_memory_competes_once_with_its_closest_window(store: Store) -> None:
    store.memories.add([memory("a"), memory("b")])
    number = store.vectors.embedder_id("tiny@1", SIZE)
    store.vectors.put(number, [(1, 0, 0, 9, axis(1)), (1, 1, 7, 20, axis(0, 1)), (2, 0, 0, 9, axis(1, 1))])
    hits = store.vectors.search(number, axis(0.1, 1), Scope(), 9)
    assert [(hit.row, hit.start, hit.end) for hit in hits] == [(1, 7, 20), (2, 0, 9)]
    assert hits[0].cosine == pytest.approx(0.995, abs=0.01)


@pytest.mark.parametrize(("vector", "cosine"), [(axis(1), 1.0), (axis(0, 1), 0.0), (axis(-1), -1.0), (axis(5), 1.0)])
def test_cosines(store: Store, vector: np.ndarray, cosine: float) -> None:
    store.memories.add([memory("a")])
    number = embedded(store, {"a": vector})
    (hit,) = store.vectors.search(number, axis(1), Scope(), 9)
    assert hit.cosine == pytest.approx(cosine, abs=1e-6)
    assert store.vectors.closest(number, axis(1), [1, 77]) == {1: hit}


@pytest.mark.parametrize("scope", [Scope(), Scope(project="p1"), Scope(filters=(Filter("kind", "fix"),))])
def test_both_engines_give_the_same(store: Store, scope: Scope) -> None:
    """2,000 memories, some with several windows, 48 numbers each: ids, order and cosines are equal."""
    draw = np.random.default_rng(3)
    store.memories.add([
        memory(f"m{n:04}", project=f"p{n % 4}", kind="fix" if n % 9 == 0 else "note") for n in range(2_000)
    ])  # fmt: skip
    number = store.vectors.embedder_id("wide@1", 48)
    centres = draw.standard_normal((40, 48))
    items = [
        (row, place, place * 10, place * 10 + 10, centres[row % 40] + 0.7 * draw.standard_normal(48))
        for row in range(1, 2_001)
        for place in range(1 + 3 * (row % 5 == 0))
    ]
    store.vectors.put(number, items)
    engines = Held(store.database), Vec0()
    for question in draw.standard_normal((12, 48)) + centres[:12]:
        answers = []
        for engine in engines:
            store.vectors.engine = engine
            answers.append(store.vectors.search(number, question, scope, 25))
        assert answers[0] == answers[1]
        assert len(answers[0]) == 25


def test_signs_held_in_memory_keep_in_step(store: Store) -> None:
    """Whatever is added, changed, forgotten or rolled back between two questions: as sqlite-vec says."""
    draw = np.random.default_rng(5)
    number = store.vectors.embedder_id("wide@1", 48)
    engines = Held(store.database), Vec0()

    def embed(rows: Iterable[int]) -> None:
        store.vectors.put(number, [(row, 0, 0, 9, draw.standard_normal(48)) for row in rows])

    def both() -> list[list[VectorHit]]:
        answers = []
        for engine in engines:
            store.vectors.engine = engine
            answers.append(store.vectors.search(number, question, Scope(), 10))
        return answers

    question = draw.standard_normal(48)
    for step in range(12):
        rows = range(step * 20 + 1, step * 20 + 21)
        store.memories.add([memory(f"m{row:04}") for row in rows])
        embed(rows)
        if step % 3 == 1:
            for hit in both()[0][:4]:
                store.memories.forget(store.memories.by_rows([hit.row])[hit.row].id)
        if step % 3 == 2:
            store.memories.update(f"m{step * 20 + 3:04}", title="told otherwise")
            embed([step * 20 + 3])
        with pytest.raises(RuntimeError), store.write():
            store.memories.add([memory("never")])
            embed([store.memories.row_of("never")])
            assert both()[0] == both()[1]
            raise RuntimeError("rolled back")
        held, asked = both()
        assert held == asked
        assert len(held) == 10


def test_a_process_holds_signs_once_it_asks_more_than_a_question_or_two(store: Store) -> None:
    store.memories.add([memory("a"), memory("b")])
    number = embedded(store, {"a": axis(0), "b": axis(1)})
    answers = []
    for _ in range(6):
        answers.append([hit.row for hit in store.vectors.search(number, axis(1), Scope(), 2)])
        for thread in threading.enumerate():
            if thread.name == "memo-signs":
                thread.join()
    assert answers == [[2, 1]] * 6
    assert store.vectors.engine._held.ready(number)


@pytest.mark.parametrize("engine", ["auto", "numpy"])
@pytest.mark.parametrize("size", [60, 384])  # 60: the signs do not fill their last byte
def test_signs_lead_to_the_nearest(tmp_path: Path, engine: str, size: int) -> None:
    """Of 3,000 memories around 150 centres: nearly always the ten a whole comparison finds, and in its order."""
    store = open_store(tmp_path, clock=StillClock(), engine=engine)  # type: ignore[arg-type]
    draw = np.random.default_rng(4)
    store.memories.add([memory(f"m{n:04}") for n in range(3_000)])
    number = store.vectors.embedder_id("wide@1", size)
    centres = draw.standard_normal((150, size))
    vectors = centres[np.arange(3_000) % 150] + 0.8 * draw.standard_normal((3_000, size))
    store.vectors.put(number, [(row, 0, 0, 9, vector) for row, vector in enumerate(vectors, 1)])
    lengths = np.linalg.norm(vectors, axis=1)
    held = 0
    for question in centres[:20]:
        hits = [hit.row for hit in store.vectors.search(number, question, Scope(), 10)]
        held += len(set(hits) & {int(row) for row in 1 + np.argsort(-(vectors @ question) / lengths)[:10]})
        assert hits == [hit.row for hit in sorted(store.vectors.closest(number, question, hits).values(), key=_best)]
    assert held >= 0.98 * 200
    store.close()


def _best(hit: VectorHit) -> float:
    return -hit.cosine


@pytest.mark.parametrize(
    ("distances", "limit", "windows"),
    [
        ([3, 1, 2], 4, [1, 2, 3]),
        ([3, 1, 2, 2], 3, [2]),  # there may be more at 2
        ([3, 1, 2, 0, 9], 3, [2, 4]),
        ([5, 5, 5], 2, [1, 2]),
        ([], 2, []),
    ],
)
def test_what_is_as_far_as_the_last_is_left_to_nobodys_choice(
    distances: list[int], limit: int, windows: list[int]
) -> None:
    assert settled(list(enumerate(distances, 1)), limit) == windows


def test_signs_fill_whole_bytes() -> None:
    assert signs(np.array([1, -1, 0, 2, -3, 1, 1, 1, 5])) == bytes([0b10010111, 0b10000000])


def test_a_memory_of_many_windows_does_not_crowd_out_the_others(store: Store) -> None:
    store.memories.add([memory(f"m{n}") for n in range(6)])
    number = store.vectors.embedder_id("tiny@1", SIZE)
    items = [(1, place, place, place + 1, axis(1, place / 10_000)) for place in range(300)]
    store.vectors.put(number, [*items, *((row, 0, 0, 1, axis(1, 1)) for row in range(2, 7))])
    assert len(store.vectors.search(number, axis(1), Scope(), 5)) == 5


@pytest.mark.parametrize("size", [SIZE - 1, SIZE + 1])
def test_a_vector_of_the_wrong_size_is_refused(store: Store, size: int) -> None:
    store.memories.add([memory("a")])
    number = embedded(store, {"a": axis(1)})
    with pytest.raises(StoreTrouble, match=str(size)):
        store.vectors.put(number, [(1, 0, 0, 1, np.ones(size))])
    with pytest.raises(StoreTrouble, match=str(size)):
        store.vectors.search(number, np.ones(size), Scope(), 5)
    with pytest.raises(StoreTrouble, match=str(size)):
        store.vectors.embedder_id("tiny@1", size)
    assert store.vectors.coverage(number) == (1, 1)


def test_another_model_starts_anew_while_the_old_vectors_stay(store: Store) -> None:
    store.memories.add([memory("a"), memory("b")])
    old = embedded(store, {"a": axis(1), "b": axis(1)})
    new = store.vectors.embedder_id("bigger@2", 2 * SIZE)
    assert (new == old, store.queue.counts(new), store.vectors.coverage(new)) == (False, (2, 0), (0, 2))
    store.memories.add([memory("c")])  # saving never fails
    wide = np.ones(2 * SIZE)
    store.vectors.put(new, [(1, 0, 0, 1, wide)])
    assert ids(store, store.vectors.search(new, wide, Scope(), 9)) == ["a"]
    assert store.vectors.drop_other(new) == 0
    store.vectors.put(new, [(2, 0, 0, 1, wide), (3, 0, 0, 1, wide)])
    assert store.vectors.drop_other(new) == 1
    assert store.vectors.coverage(new) == (3, 3)
    with store.database.read() as connection:
        assert not has_index(connection, old)


def test_new_windows_replace_the_old(store: Store) -> None:
    store.memories.add([memory("a")])
    number = store.vectors.embedder_id("tiny@1", SIZE)
    store.vectors.put(number, [(1, 0, 0, 1, axis(1)), (1, 1, 1, 2, axis(0, 1))])
    store.vectors.put(number, [(1, 0, 0, 1, axis(0, 0, 1))])
    ((hit,),) = [store.vectors.search(number, axis(0, 1), Scope(), 9)]
    assert hit.cosine == pytest.approx(0)


def test_vectors_of_a_text_that_changed_meanwhile_are_not_stored(store: Store) -> None:
    store.memories.add([memory("a"), memory("b")])
    number = store.vectors.embedder_id("tiny@1", SIZE)
    assert sorted(store.queue.waiting(number, 9)) == [1, 2]
    store.memories.update("a", title="changed while it was embedded")
    store.memories.forget("b")
    assert store.vectors.put(number, [(1, 0, 0, 1, axis(1)), (2, 0, 0, 1, axis(1))]) == 0
    assert store.queue.waiting(number, 9) == [1]
    assert store.vectors.put(number, [(1, 0, 0, 1, axis(1))]) == 1
    assert store.queue.waiting(number, 9) == []


def test_an_index_left_behind_catches_up(tmp_path: Path) -> None:
    """A process without the extension writes vectors and forgets; the next one with it brings the index in step."""
    home = tmp_path / "home"
    first = open_store(home, clock=StillClock())
    first.memories.add([memory("a"), memory("b")])
    embedded(first, {"a": axis(1), "b": axis(0, 1)})
    first.close()
    poor = open_store(home, clock=StillClock(), engine="numpy")
    poor.memories.add([memory("c")])
    embedded(poor, {"c": axis(1, 1)})
    poor.memories.forget("a")
    number = poor.vectors.embedder_id("tiny@1", SIZE)
    want = ids(poor, poor.vectors.search(number, axis(1), Scope(), 9))
    assert (poor.vectors.engine.name, want) == ("numpy", ["c", "b"])
    poor.close()
    rich = open_store(home, clock=StillClock())
    number = rich.vectors.embedder_id("tiny@1", SIZE)
    assert ids(rich, rich.vectors.search(number, axis(1), Scope(), 9)) == want
    assert (rich.vectors.engine.name, rich.vectors.align(number)) == ("vec0", 0)
    assert all(check.ok for check in rich.check())
    rich.close()


def test_an_index_of_the_former_shape_is_made_anew(tmp_path: Path) -> None:
    first = open_store(tmp_path, clock=StillClock())
    first.memories.add([memory("a"), memory("b")])
    number = embedded(first, {"a": axis(1), "b": axis(0, 1)})
    with first.write() as connection:
        connection.execute(
            f"""
            DROP TABLE signs_{number};
            CREATE VIRTUAL TABLE near_{number} USING vec0(project integer partition key, vector int8[{SIZE}]);
            """
        )
    first.close()
    store = open_store(tmp_path, clock=StillClock())
    number = store.vectors.embedder_id("tiny@1", SIZE)
    assert ids(store, store.vectors.search(number, axis(1), Scope(), 9)) == ["a", "b"]
    with store.database.read() as connection:
        assert has_index(connection, number)
        assert not connection.rows("SELECT name FROM sqlite_schema WHERE name GLOB 'near_*'")
    assert all(check.ok for check in store.check())
    store.close()
