"""reindex, vacuum, backup, restore; and what commands do with a store that cannot be written."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Memo


def titles(memo: Memo) -> list[str]:
    return [row["title"] for row in memo("timeline", "--json").json]


def test_backup_and_restore(memo: Memo, home: Path) -> None:
    memo("remember", "kept")
    made = memo("backup", "copy.db", "--json").json
    assert made == {"file": str(Path("copy.db").absolute()), "memories": 1}
    assert Path("copy.db").stat().st_mode & 0o077 == 0
    assert memo("backup", "copy.db").code == 1
    assert memo("backup", "copy.db", "--force").code == 0
    memo("remember", "later")
    back = memo("restore", "copy.db")
    assert back.code == 0 and "1 memory back" in back.out and "before is" in back.out
    assert titles(memo) == ["kept"]
    assert memo("restore", "absent.db").code == 1
    Path("no.db").write_text("no store")
    refused = memo("restore", "no.db")
    assert refused.code == 1 and titles(memo) == ["kept"]
    assert memo("backup", "no/such/folder/copy.db").code == 0
    assert memo("backup", "/proc/nowhere/copy.db").code == 1


def test_restore_asks_a_person(memo: Memo, monkeypatch: pytest.MonkeyPatch) -> None:
    memo("remember", "kept")
    memo("backup", "copy.db")
    monkeypatch.setattr("memo_lsp.cli.asking.agreed", lambda question: False)
    assert "nothing was restored" in memo("restore", "copy.db").err
    assert memo("restore", "copy.db", "--yes").code == 0


def test_vacuum_takes_what_was_forgotten_out_of_the_file(memo: Memo, home: Path) -> None:
    uid = memo("remember", "zyzzyva quandary", "--body", "kumquat\n" * 2000).out.strip()
    memo("forget", uid)
    found = memo("vacuum", "--json").json
    assert found["after"] <= found["before"]
    assert "MB now" in memo("vacuum").out
    for path in (home / "store").rglob("*"):
        assert b"zyzzyva" not in path.read_bytes().lower()


def test_reindex(memo: Memo, home: Path) -> None:
    memo("remember", "findable once more")
    with closing(sqlite3.connect(home / "store" / "memory.db", isolation_level=None)) as connection:
        connection.execute("DELETE FROM mentions")
    assert memo("reindex", "--json").json["memories"] == 1
    assert "1 memory indexed" in memo("reindex", "--no-embed").out
    assert memo("doctor").code == 0
    assert memo("recall", "findable", "--json").json["hits"]


WRITES = [
    ("remember", "x"), ("pin", "{id}"), ("forget", "{id}"), ("edit", "{id}", "--title", "y"),
    ("feedback", "{id}", "useful"),
    ("import", "jsonl", "in.jsonl"), ("reindex",), ("vacuum",),
]  # fmt: skip
READS = [("recall", "kept"), ("timeline",), ("topics",), ("status",), ("stats",), ("export", "jsonl", "out.jsonl")]


@pytest.mark.parametrize("arguments", [*WRITES, *READS], ids=" ".join)
def test_a_newer_store_is_read_and_never_written(arguments: tuple[str, ...], memo: Memo, home: Path) -> None:
    uid = memo("remember", "kept").out.strip()
    Path("in.jsonl").write_text('{"title": "in"}\n')
    with closing(sqlite3.connect(home / "store" / "memory.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version = 9999")
    done = memo(*(part.replace("{id}", uid) for part in arguments))
    assert done.code == int(arguments in WRITES)
    assert "newer version" in done.err or arguments == ("status",)
    assert titles(memo) == ["kept"]


@pytest.mark.parametrize(
    "arguments", [("recall", "x"), ("status", "--json"), ("remember", "x"), ("backup", "copy.db")], ids=" ".join
)
def test_a_folder_that_cannot_be_one(arguments: tuple[str, ...], memo: Memo) -> None:
    Path("file").touch()
    done = memo(*arguments, "--store", str(Path("file").absolute()))
    assert "file is a file, where a folder is wanted" in done.err + done.out
    assert done.code == int(arguments[0] in ("remember", "backup"))


@pytest.mark.skipif(os.name == "nt", reason="no bits there")
def test_the_store_is_its_owners_alone(memo: Memo, home: Path) -> None:
    memo("remember", "private")
    assert (home / "store").stat().st_mode & 0o077 == 0
    assert all(path.stat().st_mode & 0o077 == 0 for path in (home / "store").iterdir())
