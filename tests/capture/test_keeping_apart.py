"""A person's word that two memories are two."""

from __future__ import annotations

from pathlib import Path

import pytest

from memo_lsp.capture import curate
from memo_lsp.errors import UnknownId, WrongArgument
from memo_lsp.store import open_store
from tests.store.making import NOW, StillClock, edge, memory


def test_no_pass_joins_them_and_they_do_not_contradict_each_other(tmp_path: Path):
    store = open_store(tmp_path, clock=StillClock())
    store.memories.add([memory(uid) for uid in "abc"], [edge("contradicts", "a", "b")])
    store.marks.add([("a", "b")], "fold", "lost recall")
    assert curate.keep_apart(store, [("b", "a"), ("a", "c")]) == 2
    told = [(mark.a, mark.b, mark.pass_name, mark.cause, mark.at) for mark in store.marks.every()]
    assert told == [("a", "b", "person", "kept apart", NOW), ("a", "c", "person", "kept apart", NOW)]
    assert store.graph.edges_of("a") == []
    for pairs, trouble in (([("a", "b"), ("a", "x")], UnknownId), ([("c", "c")], WrongArgument)):
        with pytest.raises(trouble):
            curate.keep_apart(store, pairs)
    assert len(store.marks.every()) == 2
    store.close()
