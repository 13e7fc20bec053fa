"""What is archived is found as what it lives on in: by its words, its vectors, its names and its code."""

from __future__ import annotations

import pytest

from memo_lsp.model import Anchor, Edge, Filter, Scope
from memo_lsp.store import Store
from memo_lsp.text.prepare import query_words
from tests.store.making import axis, embedded, memory

TARIFF = {"symbols": ("Tariff",), "anchors": (Anchor("src/tariff.py", "Tariff.round"),)}


@pytest.fixture
def number(store: Store) -> int:
    """`old` lives on in `kept`, that in `theme`; `lone` was archived into nothing."""
    store.memories.add([
        memory("old", title="pfennig lost at midnight", kind="fix", **TARIFF),
        memory("kept", title="cent lost at night"),
        memory("theme", title="amounts are kept whole", kind="theme"),
        memory("lone", title="pfennig alone"),
        memory("other", title="nothing of the kind"),
    ])  # fmt: skip
    number = embedded(
        store, {"old": axis(1), "kept": axis(0, 1), "theme": axis(0, 0, 1), "lone": axis(1), "other": axis(0, 0, 0, 1)}
    )
    store.graph.add([Edge("archived_into", "old", "kept", "fold"), Edge("part_of", "kept", "theme", "theme")])
    for uid in ("old", "kept", "lone"):
        store.memories.update(uid, state="archived")
    return number


def found(store: Store, number: int, scope: Scope) -> dict[str, list[str]]:
    legs = {
        "words": [row for row, _ in store.lexical.search(query_words("pfennig midnight"), scope, 9)],
        "vector": [hit.row for hit in store.vectors.search(number, axis(1), scope, 9) if hit.cosine > 0.9],
        "name": [row for row, _ in store.memories.named(("Tariff",), scope, 9)],
        "code": [row for row, _ in store.memories.anchored("p", "src/tariff.py", ("Tariff.round",), scope, 9)],
    }
    standing = store.memories.living({row for rows in legs.values() for row in rows}, scope)
    known = store.memories.by_rows(standing.values())
    return {leg: [known[standing[row]].id for row in rows] for leg, rows in legs.items()}


def every(*ids: str) -> dict[str, list[str]]:
    return {leg: list(ids) for leg in ("words", "vector", "name", "code")}


@pytest.mark.parametrize(
    ("scope", "want"),
    [
        (Scope(), every("theme")),
        (Scope(filters=(Filter("kind", "theme"),)), every("theme")),
        (Scope(filters=(Filter("kind", "fix"),)), every()),  # a theme is no fix, whatever lies beneath it
    ],
)
def test_a_chain_leads_to_its_end(store: Store, number: int, scope: Scope, want: dict[str, list[str]]) -> None:
    assert found(store, number, scope) == want


def test_undone_it_stands_for_itself(store: Store, number: int) -> None:
    store.graph.unmake([Edge("archived_into", "old", "kept", "fold")], at=5.0)
    assert found(store, number, Scope()) == every()
    store.memories.update("old", state="active")
    assert found(store, number, Scope()) == every("old")
