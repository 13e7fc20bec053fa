"""Edits done: what each leaves behind, and what is left out because somebody was at it meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.dream.apply import MOST_MEMBERS, Applied, Embedded, parts
from memo_lsp.dream.plan import Fold, Sink
from memo_lsp.model import Edge, Feedback, Filter, Memory, Scope, Surfaced
from memo_lsp.store import Store, open_store
from memo_lsp.store.memories.memories import Reinforcement
from memo_lsp.store.search.vectors import Embedding
from tests.dream.scene import Scene, digest, link, old, theme
from tests.store.making import DAY, NOW, SIZE, StillClock, axis, found


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    clock = StillClock()
    store = open_store(tmp_path, clock=clock)
    yield Scene(store, clock)
    store.close()


def test_a_fold(scene: Scene) -> None:
    scene.put(
        old("a", surfaced=Surfaced(1, 2, 0), feedback=Feedback(1, 0), session="s", repeats=1, valid_from=NOW - 5 * DAY),
        old("b", surfaced=Surfaced(3, 1, 0), feedback=Feedback(0, 2), session="t", repeats=2, created_at=NOW - 9 * DAY),
        old("c", surfaced=Surfaced(0, 1, 0), valid_from=NOW - 3 * DAY),
    )
    assert scene.make(Fold("a", ("b", "c"))) is not None
    a = scene.store.memories.get("a")
    assert (a.surfaced, a.feedback, a.repeats) == (Surfaced(4, 4, 0), Feedback(1, 2), 3)
    assert (a.valid_from, a.session) == (NOW - 9 * DAY, "s")
    assert scene.states() == {"a": "active", "b": "archived", "c": "archived"}
    assert scene.links() == {("archived_into", "b", "a", "fold"), ("archived_into", "c", "a", "fold")}
    assert scene.store.graph.survivors("abc") == {"b": "a", "c": "a"}
    assert next(one for one in scene.store.subjects.standing(None, lambda: None)).sessions == {"s", "t"}
    assert [run.pass_name for run in scene.store.runs.history("b")] == ["fold"]


def test_a_theme_stands_with_words_and_vectors_at_once(scene: Scene) -> None:
    scene.put(old("a", "billing rounds"), old("b", "invoice rounds"), old("c", pinned=True))
    number = scene.store.vectors.embedder_id("tiny@1", SIZE)
    vectors = Embedded(number, [Embedding(0, 0, 0, 5, axis(1)), Embedding(0, 1, 5, 9, axis(0, 1))])
    assert scene.make(theme("T", "a", "b", "c", title="Rounding is the till's business"), vectors) is not None
    assert scene.states() == {"a": "archived", "b": "archived", "c": "active", "T": "active"}
    assert scene.links() == {("part_of", uid, "T", "theme") for uid in "abc"}
    assert found(scene.store, "rounding till") == ["T"]
    row = scene.store.memories.row_of("T")
    assert row not in scene.store.queue.waiting(number, 10)
    assert scene.store.vectors.closest(number, axis(1), [row])[row].end == 5


def test_links_sinking_digests(scene: Scene) -> None:
    scene.put(old("a"), old("b"), old("c"))
    scene.make(link("b", "a"))
    scene.make(link("c", "a", "contradicts"))
    scene.make(Sink("c"))
    scene.make(digest("D", "first", ["a"]))
    scene.make(digest("D", "second", ["a", "b"]))
    assert scene.links() == {("supersedes", "b", "a", "supersede"), ("contradicts", "c", "a", "supersede")}
    assert scene.states() == {"a": "active", "b": "active", "c": "dormant", "D": "active"}
    assert scene.store.memories.get("D").body == "second"
    assert [run.pass_name for run in scene.store.runs.history("a")] == ["supersede", "supersede"]
    digests = Scope(filters=(Filter("kind", "summary"),))
    assert (found(scene.store, "second", digests), found(scene.store, "first", digests)) == (["D"], [])


def test_a_digest_written_anew_has_its_vectors_at_once(scene: Scene) -> None:
    scene.put(old("a"))
    number = scene.store.vectors.embedder_id("tiny@1", SIZE)
    scene.make(digest("D", "first", ["a"]), Embedded(number, [Embedding(0, 0, 0, 5, axis(1))]))
    scene.make(digest("D", "second", ["a"]), Embedded(number, [Embedding(0, 0, 0, 5, axis(0, 1))]))
    row = scene.store.memories.row_of("D")
    assert scene.store.vectors.closest(number, axis(0, 1), [row])[row].cosine == pytest.approx(1)
    assert row not in scene.store.queue.waiting(number, 10)


Meanwhile = Callable[[Store], Any]


def forget(uid: str) -> Meanwhile:
    return lambda store: store.memories.forget(uid)


def change(uid: str, **values: Any) -> Meanwhile:
    return lambda store: store.memories.update(uid, **values)


def reach(uid: str, **counts: int) -> Meanwhile:
    return lambda store: store.memories.surfaced([Reinforcement(uid, NOW + 1, **counts)])


def edge(source: str, target: str) -> Meanwhile:
    return lambda store: store.graph.add([Edge("refines", source, target, maker="person", made_at=NOW)])


def mark(a: str, b: str) -> Meanwhile:
    return lambda store: store.marks.add([(a, b)], "fold")


def mirror(uid: str) -> Meanwhile:
    return lambda store: store.mirrors.put("p", "document", "README.md", "intro", uid)


TWO: Applied = Fold("a", ("b", "c"))


@pytest.mark.parametrize(
    ("edit", "meanwhile", "left"),
    [
        (TWO, change("b", pinned=True), "c"),
        (TWO, reach("b", drill=1), "c"),
        (TWO, reach("b", search=1), "bc"),
        (TWO, forget("b"), "c"),
        (TWO, change("b", valid_to=NOW - 1), "c"),
        (TWO, change("b", state="archived"), "c"),
        (TWO, change("b", title="something else", updated_at=NOW + 1), "c"),
        (TWO, change("b", created_at=NOW - 60), "c"),
        (TWO, change("b", branch="other"), "c"),
        (TWO, edge("b", "a"), "c"),
        (TWO, mark("a", "b"), "c"),
        (TWO, mark("b", "c"), "bc"),
        (TWO, mirror("b"), "c"),
        (TWO, change("a", pinned=True), ""),
        (TWO, reach("a", drill=1), ""),
        (TWO, forget("a"), ""),
        (Fold("a", ("b",)), change("b", pinned=True), ""),
        (theme("T", "a", "b"), change("b", pinned=True), "a"),
        (theme("T", "a", "b"), mirror("b"), "a"),
        (theme("T", "a", "b"), forget("b"), ""),
        (theme("T", "a", "b"), change("b", body="something else", updated_at=NOW + 1), ""),
        (theme("T", "a", "b"), change("b", valid_to=NOW - 1), ""),
        (theme("T", "a", "b"), mark("a", "b"), ""),
        (theme("T", "a"), lambda store: None, ""),
        (link("a", "b"), change("b", pinned=True), ""),
        (link("a", "b", "refines"), change("b", pinned=True), "ab"),
        (link("a", "b"), change("a", pinned=True), "ab"),
        (link("a", "b"), change("a", valid_to=NOW - 1), ""),
        (link("a", "b"), mark("a", "b"), ""),
        (link("a", "b"), lambda store: store.graph.add([Edge("supersedes", "b", "a", maker="person")]), ""),
        (link("a", "b"), lambda store: store.graph.add([Edge("supersedes", "a", "b", maker="person")]), ""),
        (Sink("a"), reach("a", search=1), ""),
        (Sink("a"), change("a", pinned=True), ""),
        (Sink("a"), mark("a", "a"), ""),
        (Sink("a"), forget("a"), ""),
        (digest("D", "words", ["a"]), forget("a"), ""),
        (digest("D", "words", ["a"]), mark("D", "D"), ""),
        (digest("a", "words"), change("a", pinned=True), ""),
    ],
)
def test_what_somebody_did_meanwhile(scene: Scene, edit: Applied, meanwhile: Meanwhile, left: str) -> None:
    scene.put(old("a"), old("b"), old("c"))
    meanwhile(scene.store)
    before = scene.states(), scene.links()
    number = scene.make(edit)
    assert (number is None) == (left == "")
    if number is None:
        assert (scene.states(), scene.links()) == before
        assert scene.store.runs.newest(1)[0].changed == 0
    elif isinstance(edit, Fold) or (left in "abc" and len(left) == 1):
        assert {uid for uid, state in scene.states().items() if state == "archived"} >= set(left)
        assert ("b" in left) == (scene.states().get("b") == "archived" and before[0].get("b") != "archived")


def test_a_digest_a_person_wrote_in_stays_theirs(scene: Scene) -> None:
    scene.put(old("a"))
    scene.make(digest("D", "first", ["a"]))
    scene.store.memories.update("D", body="mine", updated_at=NOW + 50)
    assert scene.make(digest("D", "second", ["a"])) is None
    assert scene.store.memories.get("D").body == "mine"


def test_a_digest_that_was_forgotten_is_not_made_again(scene: Scene) -> None:
    scene.put(old("a"))
    scene.make(digest("D", "first", ["a"]))
    scene.store.memories.forget("D")
    assert scene.make(digest("D", "first", ["a"])) is None
    assert scene.states() == {"a": "active"}


def test_a_large_fold_is_done_in_parts() -> None:
    members = tuple(f"m{n}" for n in range(2 * MOST_MEMBERS + 1))
    found = list(parts([Fold("a", members), Sink("b")]))
    assert [len(one.members) if isinstance(one, Fold) else 0 for one in found] == [MOST_MEMBERS, MOST_MEMBERS, 1, 0]
    assert tuple(uid for one in found if isinstance(one, Fold) for uid in one.members) == members


def test_a_transaction_of_a_full_part_is_short(scene: Scene) -> None:
    """Measured in steps, not in time: a step of a member is a few small statements."""
    members: list[Memory] = [old(f"m{n}") for n in range(MOST_MEMBERS)]
    scene.put(old("a"), *members)
    number = scene.make(Fold("a", tuple(one.id for one in members)))
    assert number is not None
    assert len(scene.store.edits.about(scene.store.runs.newest(1)[0].id)) == 3 * MOST_MEMBERS
