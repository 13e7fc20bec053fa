"""Forgotten is forgotten: out of every answer at once, out of the file after a vacuum, and not back by an import."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memo_lsp.errors import UnknownId
from memo_lsp.model import Anchor, Memory, RecallEvent, Scope
from memo_lsp.store import Store, open_store
from tests.store.making import NOW, SIZE, StillClock, axis, edge, found, ids, memory

SECRET = memory(
    "s", "xylophone quarrel", body="the marmalade incident", description="vuvuzela", tags=("kumquat",), commit="c" * 40,
    origin="git", topic="zeppelin", author="Quetzalcoatl", symbols=("play_glockenspiel",), extra={"note": "didgeridoo"},
    anchors=(Anchor("ukulele/banjo.py", "Theremin.hum"),),
)  # fmt: skip
WORDS = [b"ylophon", b"armalad", b"uvuzela", b"umquat", b"eppelin", b"uetzalcoat", b"lockenspiel", b"idgeridoo",
         b"kulele", b"heremin"]  # fmt: skip


@pytest.fixture
def told(store: Store) -> Store:
    others = [memory(f"m{n}", f"common words of memory {n}", body="and a body " * 9) for n in range(50)]
    store.memories.add([*others, SECRET], [edge("supersedes", "s", "m1")])
    number = store.vectors.embedder_id("tiny@1", SIZE)
    rows = [store.memories.row_of(m.id) for m in [*others, SECRET]]
    store.vectors.put(number, [(row, 0, 0, 5, axis(1, row / 99)) for row in rows])
    store.log.record(RecallEvent(1, NOW, "search", "xylophone quarrel", hits=("s", "m1")))
    store.memories.forget("s")
    return store


def test_out_of_every_answer(told: Store) -> None:
    number = told.vectors.embedder_id("tiny@1", SIZE)
    assert found(told, "xylophone marmalade vuvuzela kumquat banjo glockenspiel") == []
    assert "s" not in ids(told, told.vectors.search(number, axis(1, 51 / 99), Scope(), 60))
    assert told.memories.named(["play_glockenspiel", "xylophone", "Theremin"], Scope(), 9) == []
    assert told.memories.anchored("p", "ukulele/banjo.py", [], Scope(), 9) == []
    assert (told.memories.count(), told.vectors.coverage(number)) == (50, (50, 50))
    assert told.graph.successors(["m1"]) == {}
    with pytest.raises(UnknownId):
        told.memories.get("s")


def test_out_of_the_answers_of_another_window(told: Store, tmp_path: Path) -> None:
    other = open_store(tmp_path / "home", clock=StillClock())
    seen = other.generation()
    assert found(other, "memory 7")[0] == "m7"
    told.memories.forget("m7")
    assert other.generation() != seen
    assert "m7" not in found(other, "memory 7", limit=60)
    other.close()


def test_out_of_the_file(told: Store) -> None:
    told.vacuum()
    for file in told.path.parent.iterdir():
        held = file.read_bytes()
        assert [word for word in WORDS if word in held] == [], file
    assert len(found(told, "common words", limit=60)) == 50
    assert all(check.ok for check in told.check())


@pytest.mark.parametrize(
    ("again", "imported", "back"),
    [
        (memory("s", "another text"), False, False),
        (memory("new", "another text", commit="c" * 40, origin="git"), False, False),
        (memory("new", "another text", commit="c" * 40, origin="git", project="q"), False, True),
        (memory("new", "xylophone quarrel", body="the marmalade incident"), True, False),
        (memory("new", " xylophone quarrel ", body="the marmalade incident\n"), True, False),
        (memory("new", "xylophone quarrel", body="the marmalade incident"), False, True),
        (memory("new", "xylophone quarrel", body="something else"), True, True),
    ],
)
def test_an_import_does_not_bring_it_back(told: Store, again: Memory, imported: bool, back: bool) -> None:
    """A person who writes the same once more means it."""
    assert told.memories.add([again], imported=imported) == ([again.id] if back else [])


def test_questions_that_quote_it_go_and_others_stay(store: Store) -> None:
    store.memories.add([memory("o", "a quarrel of others"), SECRET])
    asked = {
        "who ate the Marmalade?": ("s", "o"),
        "a quarrel": ("o", "s"),
        "marmalade elsewhere": ("o",),
        "nothing of it": ("s",),
    }
    for number, (text, hits) in enumerate(asked.items(), 1):
        store.log.record(RecallEvent(number, NOW + number, "search", text, hits=hits))
    store.memories.forget("s")
    kept = {event.text for event in store.log.events()}
    assert kept - {""} == {"a quarrel", "marmalade elsewhere", "nothing of it"}


def test_shared_names_and_paths_stay_with_the_others(store: Store) -> None:
    shared: dict[str, Any] = {"symbols": ("get_price",), "anchors": (Anchor("src/a.py", "A"),)}
    store.memories.add([memory("a", **shared), memory("b", **shared)])
    store.memories.forget("a")
    assert ids(store, store.memories.named(["get_price"], Scope(), 9)) == ["b"]
    assert ids(store, store.memories.anchored("p", "src/a.py", ["A"], Scope(), 9)) == ["b"]


def digest(uid: str, *quotes: str, **values: Any) -> Memory:
    period = {"layer": "week", "label": "2027-01-11", "from": "", "to": "", "beneath": [], "quotes": list(quotes)}
    return memory(uid, f"{uid} quotes {quotes}", kind="summary", origin="dream", extra={"period": period}, **values)


def test_digests_that_name_it_go_with_it_and_may_come_back(store: Store) -> None:
    theirs = memory("n", "about s", kind="summary", origin="person", extra={"period": {"quotes": ["s"]}})
    store.memories.add(
        [SECRET, memory("o"), digest("d1", "o", "s"), digest("d2", "s", project="q"), digest("d3", "o"), theirs]
    )
    store.memories.forget("s")
    assert {one.id for one in store.memories.export()} == {"o", "d3", "n"}
    assert store.memories.add([digest("d1", "o")]) == ["d1"]
    assert not store.subjects.apart("d1", "d1")
    assert all(check.ok for check in store.check())


def test_a_digest_that_a_person_forgot_is_not_made_again(store: Store) -> None:
    store.memories.add([memory("o"), digest("d1", "o")])
    store.memories.forget("d1")
    assert store.subjects.apart("d1", "d1")
    assert store.memories.add([digest("d1", "o")]) == []
