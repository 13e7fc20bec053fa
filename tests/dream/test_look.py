"""The view over a real store: neighbours, vectors of titles, who was reached; and a planted year seen by the passes."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator, Sequence
from itertools import combinations, cycle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memo_lsp.clock import SystemClock
from memo_lsp.dream.guard import veto
from memo_lsp.dream.limits import limits
from memo_lsp.dream.look import Look
from memo_lsp.dream.passes.dedup import Dedup
from memo_lsp.dream.passes.fold import FoldPass
from memo_lsp.dream.passes.judged import queue
from memo_lsp.dream.passes.supersede import Supersede
from memo_lsp.dream.plan import Fold, Interrupted, Link, Pass
from memo_lsp.dream.view import Limits
from memo_lsp.embed.bundled import BundledEmbedder
from memo_lsp.embed.port import UNMEASURED, Failure
from memo_lsp.exchange.jsonl import import_jsonl
from memo_lsp.model import Feedback, RecallEvent, Surfaced, embed_text
from memo_lsp.store import Store, open_store
from memo_lsp.text.times import parse_time
from tests.store.making import NOW, StillClock, axis, memory

SHARED = Path(os.environ.get("MEMO_SHARED") or Path(__file__).parents[3] / "shared") / "bench"
LIMITS = Limits(0.8, 0.82, 0.6, 0.45)


def still() -> None:
    """Nobody waits."""


class Tiny:
    """Embeds by a table; what stands in none fails."""

    name, revision, fingerprint, dimension = "tiny", "1", "tiny@1", 8
    thresholds = UNMEASURED

    def __init__(self, table: dict[str, Any] | None = None):
        self.table = table or {}
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str], kind: str = "passage", patience: str = "background") -> list[Any]:
        self.asked += texts
        return [self.table.get(text, Failure("unknown", permanent=True)) for text in texts]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "home", clock=StillClock())
    yield opened
    opened.close()


def filled(store: Store, *memories: Any, vectors: dict[str, Any] | None = None) -> None:
    store.memories.add(memories)
    number = store.vectors.embedder_id("tiny@1", 8)
    given = {one.id: axis(1) for one in memories} if vectors is None else vectors
    store.vectors.put(number, [(store.memories.row_of(uid), 0, 0, 5, vector) for uid, vector in given.items()])


def look(store: Store, embedder: Any = None, **values: Any) -> Look:
    return Look(store, NOW, still, embedder=embedder or Tiny(), limits=LIMITS, **values)


def near(view: Look, *wanted: str, least: float = 0.5, **values: Any) -> set[str]:
    subjects = [one for one in view.subjects() if one.id in wanted or not wanted]
    return {"".join(sorted((pair.a.id, pair.b.id))) for pair in view.near(subjects, least, **values)}


def test_neighbours_are_of_one_project_and_branch(store: Store):
    filled(
        store,
        memory("a", branch="main"), memory("b", branch="main"), memory("c", branch="topic"), memory("d"),
        memory("e", branch="main", project="q"), memory("f", branch="main", state="archived"), memory("g"),
    )  # fmt: skip
    assert near(look(store)) == {"ab", "dg"}
    assert near(look(store), "d") == {"dg"}


def test_neighbours_of_one_session(store: Store):
    filled(store, memory("a", session="s1"), memory("b", session="s1"), memory("c", session="s2"), memory("d"))
    assert near(look(store), by_session=True) == {"ab"}
    assert len(near(look(store))) == 6


def test_neighbours_among_some(store: Store):
    filled(store, memory("a"), memory("b"), memory("c"))
    view = look(store)
    assert near(view, "a", among=[one for one in view.subjects() if one.id != "b"]) == {"ac"}


def test_what_has_no_vector_is_nobodys_neighbour(store: Store):
    filled(store, memory("a"), memory("b"), memory("c"), vectors={"a": axis(1), "b": axis(1, 1)})
    view = look(store)
    assert near(view) == {"ab"}
    (pair,) = view.near(view.subjects(), 0.5)
    assert pair.cosine == pytest.approx(2**-0.5, abs=0.01)
    assert near(Look(store, NOW, still)) == set()


def test_cosines(store: Store):
    filled(store, memory("a"), memory("b"), memory("c"), vectors={"a": axis(1), "b": axis(1, 1)})
    a, b, c = (next(one for one in look(store).subjects() if one.id == uid) for uid in "abc")
    assert look(store).cosines([(a, b), (b, c), (a, a)]) == [pytest.approx(0.707, abs=0.01), None, pytest.approx(1.0)]
    assert Look(store, NOW, still).cosines([(a, b)]) == [None]


def test_a_title_that_is_all_of_a_memory_is_not_embedded_again(store: Store):
    filled(
        store,
        memory("bare", "One"), memory("told", "Two", body="x"), memory("other", "Three", body="y"),
        memory("again", "Two", body="z"), memory("odd", "Four", body="z"),
        vectors={"bare": axis(1), "told": axis(0, 0, 1)},
    )  # fmt: skip
    embedder = Tiny({"Two": axis(1), "Three": axis(0, 1)})
    view = look(store, embedder)
    by_id = {one.id: one for one in view.subjects()}
    pairs = [("bare", "told"), ("told", "other"), ("told", "again"), ("told", "odd"), ("bare", "told")]
    found = view.title_cosines([(by_id[a], by_id[b]) for a, b in pairs])
    assert found == [pytest.approx(1.0), pytest.approx(0.0), 1.0, None, pytest.approx(1.0)]
    assert sorted(embedder.asked) == ["Four", "Three", "Two"]
    view.title_cosines([(by_id["told"], by_id["other"])])
    assert len(embedder.asked) == 3


@pytest.mark.parametrize(
    ("values", "logged", "want"),
    [
        ({}, False, False),
        ({}, True, True),
        ({"surfaced": Surfaced(auto=1)}, False, True),
        ({"feedback": Feedback(not_useful=1)}, False, True),
        ({"repeats": 3}, False, False),
    ],
)
def test_reached(store: Store, values: dict, logged: bool, want: bool):
    store.memories.add([memory("a", **values)])
    if logged:
        store.log.record(RecallEvent(7, NOW, "search", hits=("a",)))
    view = look(store)
    assert view.reached(view.subjects()[0]) is want


def test_it_ends_where_it_breathes(store: Store):
    filled(store, memory("a"), memory("b"))

    def stop() -> None:
        raise Interrupted

    with pytest.raises(Interrupted):
        Look(store, NOW, stop, embedder=Tiny()).subjects()


def test_what_was_gathered_goes_with_the_look(store: Store):
    filled(store, memory("a"), memory("b", state="archived"))
    view = look(store)
    gathered = view.subjects(), view.archived()
    assert [len(each) for each in gathered] == [1, 1]
    view.let_go()
    assert [len(each) for each in gathered] == [0, 0]


def test_what_was_gathered_goes_where_somebody_comes_back_too(store: Store):
    filled(store, memory("a"), memory("b", state="archived"))
    breaths = cycle((None,))
    view = Look(store, NOW, lambda: raised(next(breaths)), embedder=Tiny())
    gathered = view.subjects(), view.archived()
    breaths = cycle((Interrupted,))
    with pytest.raises(Interrupted):
        view.let_go()
    for thread in threading.enumerate():
        if thread.name == "memo-elsewhere":
            thread.join(5)
    assert [len(each) for each in gathered] == [0, 0]


def raised(trouble: type[Exception] | None) -> None:
    if trouble is not None:
        raise trouble


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Look, dict[str, Any]]]:
    """A planted year, embedded for real."""
    if not (SHARED / "sim-small.jsonl").exists():
        pytest.skip("no planted year")
    truth = json.loads((SHARED / "sim-small-truth.json").read_text("utf-8"))
    opened = open_store(tmp_path_factory.mktemp("year"), clock=SystemClock())
    import_jsonl(opened, SHARED / "sim-small.jsonl", clock=SystemClock())
    embedder = BundledEmbedder()
    number = opened.vectors.embedder_id(embedder.fingerprint, embedder.dimension)
    memories = list(opened.memories.export())
    made = embedder.embed([embed_text(one) for one in memories])
    opened.vectors.put(
        number,
        [(opened.memories.row_of(one.id), 0, 0, 9, vector) for one, vector in zip(memories, made, strict=True)
         if isinstance(vector, np.ndarray)],
    )  # fmt: skip
    now = parse_time(truth["now"])
    assert now is not None
    yield Look(opened, now, still, embedder=embedder, limits=limits(embedder, opened.path.parent)), truth
    opened.close()


def joined(view: Look, pass_: Pass) -> set[frozenset[str]]:
    folds = [edit for edit in pass_.plan(view, still).edits if isinstance(edit, Fold)]
    return {frozenset(pair) for fold in folds for pair in combinations((fold.survivor, *fold.members), 2)}


def test_at_least_half_of_what_was_planted_is_found(year: tuple[Look, Any]):
    view, truth = year
    pairs = joined(view, Dedup()) | joined(view, FoldPass())
    groups = [set(group["members"]) for group in truth["groups"] if group["type"] in ("dedup", "fold")]
    found = [group for group in groups if any(pair <= group for pair in pairs)]
    assert 2 * len(found) >= len(groups)


def test_nothing_is_joined_that_must_not_be(year: tuple[Look, Any]):
    view, truth = year
    pairs = joined(view, Dedup()) | joined(view, FoldPass())
    assert not pairs & {frozenset(pair[:2]) for pair in truth["must_not_merge"]}


def test_at_most_one_version_link_is_wrong(year: tuple[Look, Any]):
    view, truth = year
    right = [set(group["members"]) for group in truth["groups"] if group["type"] == "supersede"]
    links = [
        {edit.edge.source, edit.edge.target} for edit in Supersede().plan(view, still).edits if isinstance(edit, Link)
    ]
    assert sum(not any(link <= group for group in right) for link in links) <= 1


def test_the_judge_is_asked_about_values_that_changed_first(year: tuple[Look, Any]):
    view, truth = year
    planted = [set(group["members"]) for group in truth["groups"] if group.get("how") == "value"]
    found = queue(view, veto, still, 9)
    assert all(any({near.a.id, near.b.id} <= group for group in planted) for near in found[:3])
