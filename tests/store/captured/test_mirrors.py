"""Parts of files and their memories: found by file and key, moved with the file, never back once forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from memo_lsp.errors import UnknownId
from memo_lsp.store import Store
from memo_lsp.store.captured.mirrors import Mirror
from tests.store.making import memory

REFUNDS, LEDGER = Mirror("docs/pay.md", "Refunds", "m1", 3), Mirror("docs/pay.md", "Ledger", "m2", 9)
ELSEWHERE, TODO = Mirror("docs/ä/x.md", "Refunds", "m3"), Mirror("src/pay.py", "round", "m4", 5)


@pytest.fixture
def mirrored(store: Store) -> Store:
    store.memories.add([memory(f"m{number}") for number in range(6)])
    for mirror in (LEDGER, REFUNDS, ELSEWHERE):
        store.mirrors.put("p", "document", mirror.path, mirror.key, mirror.memory, mirror.line)
    store.mirrors.put("p", "mark", TODO.path, TODO.key, TODO.memory, TODO.line)
    store.mirrors.put("q", "document", "docs/pay.md", "Refunds", "m5")
    return store


def test_asked_for(mirrored: Store) -> None:
    mirrors = mirrored.mirrors
    assert mirrors.of("p", "document") == [REFUNDS, LEDGER, ELSEWHERE]
    assert mirrors.of("p", "document", "docs/pay.md") == [REFUNDS, LEDGER]
    assert mirrors.of("p", "document", "docs/a\u0308/x.md") == [ELSEWHERE]
    assert mirrors.of("p", "mark") == [TODO]
    assert mirrors.of("never", "mark") == mirrors.of("p", "mark", "docs/pay.md") == []
    assert mirrors.by_key("p", "document", "Refunds") == [REFUNDS, ELSEWHERE]
    assert mirrors.by_key("p", "mark", "Refunds") == []


def test_a_part_has_one_memory(mirrored: Store) -> None:
    mirrored.mirrors.put("p", "document", "docs/pay.md", "Refunds", "m5", 4)
    assert mirrored.mirrors.of("p", "document", "docs/pay.md") == [Mirror("docs/pay.md", "Refunds", "m5", 4), LEDGER]
    with pytest.raises(UnknownId):
        mirrored.mirrors.put("p", "document", "docs/pay.md", "Refunds", "never stored")


def test_dropped(mirrored: Store) -> None:
    assert mirrored.mirrors.drop("p", "document", "docs/pay.md", "Ledger") == [LEDGER]
    assert mirrored.mirrors.drop("p", "document", "docs/pay.md", "Ledger") == []
    assert mirrored.mirrors.drop("p", "document", "docs/pay.md") == [REFUNDS]
    assert mirrored.mirrors.of("p", "document") == [ELSEWHERE]
    assert mirrored.memories.get("m1").id == "m1"
    assert not mirrored.mirrors.forgotten("p", "document", "Ledger")


@pytest.mark.parametrize(
    ("old", "new", "count", "want"),
    [
        ("docs/pay.md", "docs/money.md", 2, ["docs/money.md", "docs/money.md", "docs/ä/x.md"]),
        ("docs", ".memo/deep", 3, [".memo/deep/pay.md", ".memo/deep/pay.md", ".memo/deep/ä/x.md"]),
        ("docs/pay.md", "docs/ä/x.md", 2, ["docs/ä/x.md", "docs/ä/x.md"]),  # overwrites what had the same key
        ("doc", "x", 0, ["docs/pay.md", "docs/pay.md", "docs/ä/x.md"]),
    ],
)
def test_moved(mirrored: Store, old: str, new: str, count: int, want: list[str]) -> None:
    assert mirrored.mirrors.move("p", old, new) == count
    assert [mirror.path for mirror in mirrored.mirrors.of("p", "document")] == want
    assert mirrored.mirrors.of("q", "document", "docs/pay.md") == [Mirror("docs/pay.md", "Refunds", "m5")]


def test_forgotten_it_does_not_come_back(mirrored: Store) -> None:
    mirrored.memories.forget("m1")
    mirrors = mirrored.mirrors
    assert mirrors.of("p", "document", "docs/pay.md") == [LEDGER]
    assert mirrors.forgotten("p", "document", "Refunds")
    assert mirrors.forgotten("p", "document", "Refunds", "docs/pay.md")
    assert not mirrors.forgotten("p", "document", "Refunds", "docs/ä/x.md")
    assert not mirrors.forgotten("p", "mark", "Refunds")
    assert not mirrors.forgotten("q", "document", "Refunds")
    mirrors.move("p", "docs", "notes")
    assert mirrors.forgotten("p", "document", "Refunds", "notes/pay.md")
    assert not mirrors.forgotten("p", "document", "Refunds", "docs/pay.md")
    assert all(check.ok for check in mirrored.check())


def test_no_word_of_it_stays_in_the_file(store: Store, tmp_path: Path) -> None:
    store.memories.add([memory("s", "plain")])
    store.mirrors.put("p", "mark", "src/zeppelin.py", "the marmalade incident", "s", 7)
    store.patches.add("p", "c" * 40, "patch", 1.0, None, "s")
    store.memories.forget("s")
    store.vacuum()
    held = b"".join(file.read_bytes() for file in (tmp_path / "home").iterdir())
    assert not [word for word in (b"armalad", b"eppelin") if word in held]
