"""Rows read from the bare pages are those that SQLite reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memo_lsp.store.care.pages import PageFile, record, varint


def written(path: Path, page_size: int, rows: list[tuple[Any, ...]]) -> apsw.Connection:
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA page_size = {page_size}; CREATE TABLE t(id INTEGER PRIMARY KEY, a, b, c)")
    with connection:
        connection.executemany("INSERT INTO t(a, b, c) VALUES (?, ?, ?)", rows)
    return connection


def read(path: Path) -> list[tuple[Any, ...]]:
    return sorted((row, *values[1:]) for row, values in PageFile(path).rows() if len(values) == 4)


VALUES: list[tuple[Any, ...]] = [
    (None, 0, 1), (-1, 127, 128), (2**15, -(2**23), 2**31), (2**40, -(2**47), 2**62), (1.5, -0.25, float("inf")),
    ("", "x", "äöü 清零 🎉"), (b"", b"\x00\xff", "long " * 3_000), ("y" * 489, "z" * 4_061, b"q" * 20_000),
]  # fmt: skip


@pytest.mark.parametrize("page_size", [512, 4_096, 65_536])
def test_every_kind_of_value(tmp_path: Path, page_size: int) -> None:
    connection = written(tmp_path / "t.db", page_size, VALUES * 9)
    want = connection.execute("SELECT * FROM t").fetchall()
    connection.close()
    assert read(tmp_path / "t.db") == want


def test_deleted_rows_stay_away(tmp_path: Path) -> None:
    connection = written(tmp_path / "t.db", 512, [("a" * 200, n, None) for n in range(200)])
    connection.execute("DELETE FROM t WHERE id > 20")
    connection.close()
    assert [row[0] for row in read(tmp_path / "t.db")] == list(range(1, 21))


def test_what_the_log_holds_counts_if_it_was_committed(tmp_path: Path) -> None:
    connection = written(tmp_path / "t.db", 4_096, [("old", 1, None)])
    connection.execute("PRAGMA journal_mode = wal").fetchall()
    connection.execute("UPDATE t SET a = 'new'; INSERT INTO t(a) VALUES ('newer')")
    for name in ("t.db", "t.db-wal"):
        (tmp_path / f"copy-{name}").write_bytes((tmp_path / name).read_bytes())
    connection.close()
    (tmp_path / "copy-t.db-wal").rename(tmp_path / "copy.db-wal")
    (tmp_path / "copy-t.db").rename(tmp_path / "copy.db")
    assert [row[1] for row in read(tmp_path / "copy.db")] == ["new", "newer"]
    log = (tmp_path / "copy.db-wal").read_bytes()
    (tmp_path / "copy.db-wal").write_bytes(log[: len(log) - 10])
    assert [row[1] for row in read(tmp_path / "copy.db")] == ["new"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "t.db"
    written(path, 512, VALUES).close()
    return path


@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=300), at=st.integers(0, 9_000))
def test_damage_is_passed_over(whole: Path, data: bytes, at: int) -> None:
    held = bytearray(whole.read_bytes())
    held[at : at + len(data)] = data
    damaged = whole.with_name("damaged.db")
    damaged.write_bytes(held)
    assert sum(1 for _ in PageFile(damaged).rows()) < 10_000


@given(st.binary(max_size=40))
def test_any_bytes_are_a_record_or_refused(payload: bytes) -> None:
    try:
        record(payload)
    except (ValueError, IndexError, OverflowError):
        pass
    except Exception as error:
        assert type(error).__name__ == "error"  # of struct


@pytest.mark.parametrize(
    ("data", "number", "end"),
    [
        (b"\x00", 0, 1),
        (b"\x7f", 127, 1),
        (b"\x81\x00", 128, 2),
        (b"\xff" * 9, 2**64 - 1, 9),
        (b"\x81\x80\x01", 16_385, 3),
    ],
)
def test_varints(data: bytes, number: int, end: int) -> None:
    assert varint(data, 0) == (number, end)
