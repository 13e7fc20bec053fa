"""What is kept of a project goes along when it gets another key."""

from __future__ import annotations

from memo_lsp.model import Memory
from memo_lsp.store import Store


def told(store: Store, project: str) -> tuple[list[str], list[str], bool]:
    mirrors = [one.memory for one in store.mirrors.of(project, "mark")]
    return [one.id for one in store.memories.export(project)], mirrors, store.pauses.paused(project) is not None


def begun(store: Store, project: str, uid: str) -> None:
    store.memories.add([Memory(uid, f"a note {uid}", project=project)])
    store.mirrors.put(project, "mark", f"{uid}.py", "TODO this", uid)


def test_everything_goes_along(store: Store) -> None:
    begun(store, "/folder", "1")
    store.pauses.set("workspace", "/folder", True)
    store.episodes.take("s", "/folder", "main", "a.py", 1.0, "a", "b")
    assert store.projects.carry("/folder", "abc") == 1
    assert told(store, "abc") == (["1"], ["1"], True)
    assert told(store, "/folder") == ([], [], False)
    assert [one.project for one in store.episodes.open_of("s")] == ["abc"]


def test_into_what_is_there_all_but_the_memories(store: Store) -> None:
    begun(store, "/folder", "1")
    begun(store, "abc", "2")
    assert store.projects.carry("/folder", "abc") == 0
    assert told(store, "abc") == (["2"], ["1", "2"], False)
    assert told(store, "/folder") == (["1"], [], False)


def test_there_is_nothing_to_carry(store: Store) -> None:
    begun(store, "abc", "1")
    assert store.projects.carry("never", "abc") == store.projects.carry("abc", "abc") == 0
    assert told(store, "abc") == (["1"], ["1"], False)
