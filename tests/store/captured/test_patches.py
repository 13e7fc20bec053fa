"""Commits are known again by their patch and the time of their author, whatever became of their hash."""

from __future__ import annotations

from typing import Any

import pytest

from memo_lsp.store import Store
from memo_lsp.store.captured.patches import Patch
from tests.store.making import NOW, memory


@pytest.fixture
def known(store: Store) -> Store:
    store.memories.add([memory("m1"), memory("m2")])
    store.patches.add("p", "one", "patch1", NOW, "mail", "m1")
    store.patches.add("p", "two", "patch2", NOW + 1, "mail", "m2")
    store.patches.add("p", "skipped", None, NOW + 2)
    store.patches.add("q", "one", "patch1", NOW)
    return store


ONE, TWO = Patch("one", "patch1", NOW, "mail", "m1"), Patch("two", "patch2", NOW + 1, "mail", "m2")
SKIPPED = Patch("skipped", None, NOW + 2)


@pytest.mark.parametrize(
    ("ask", "values", "want"),
    [
        ("of", ("p", "one"), ONE),
        ("of", ("p", "skipped"), SKIPPED),
        ("of", ("q", "one"), Patch("one", "patch1", NOW)),
        ("of", ("p", "three"), None),
        ("of", ("r", "one"), None),
        ("by_patch", ("p", "patch1"), [ONE]),
        ("by_patch", ("p", "patch9"), []),
        ("by_author_time", ("p", NOW + 1), [TWO]),
        ("by_author_time", ("q", NOW + 1), []),
    ],
)
def test_asked_for(known: Store, ask: str, values: tuple[Any, ...], want: Any) -> None:
    assert getattr(known.patches, ask)(*values) == want


def test_noted_anew(known: Store) -> None:
    known.patches.add("p", "one", None, NOW + 5)
    assert known.patches.of("p", "one") == Patch("one", None, NOW + 5)
    known.patches.add("p", "one", None, NOW, memory_uid="never stored")
    assert known.patches.of("p", "one") == Patch("one", None, NOW)


def test_an_amended_commit_has_the_memory_of_the_first(known: Store) -> None:
    amended = Patch("new", "patch7", NOW, "mail", "m1")
    assert known.patches.repoint("p", "one", "new", patch_id="patch7") == amended
    assert known.patches.by_author_time("p", NOW) == [amended, ONE]
    assert known.patches.repoint("p", "one", "rebased") == Patch("rebased", "patch1", NOW, "mail", "m1")
    assert known.patches.repoint("p", "never seen", "x") is None
    assert known.patches.of("p", "x") is None


def test_a_squashed_commit_has_the_memory_of_its_target(known: Store) -> None:
    known.patches.repoint("p", "one", "squashed", patch_id="both")
    known.patches.repoint("p", "two", "squashed", patch_id="both", memory_uid="m1")
    assert known.patches.of("p", "squashed") == Patch("squashed", "both", NOW + 1, "mail", "m1")
    assert [patch.memory for patch in known.patches.by_author_time("p", NOW + 1)] == ["m1", "m1"]


def test_forgotten_it_is_still_known_and_stays_so_when_rewritten(known: Store) -> None:
    known.memories.forget("m1")
    assert known.patches.of("p", "one") == Patch("one", "patch1", NOW, "mail", None, forgotten=True)
    assert known.patches.repoint("p", "one", "new") == Patch("new", "patch1", NOW, "mail", None, forgotten=True)
    assert known.patches.of("p", "two") == TWO
    assert all(check.ok for check in known.check())
