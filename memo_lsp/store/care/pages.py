"""Rows read straight from a database file's pages, when SQLite itself can no longer find its way.

Layout after the SQLite file format (sqlite.org/fileformat2.html): leaf pages of rowid tables, their overflow chains,
and what of the write-ahead log was committed. Damaged cells are passed over.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_TABLE_LEAF = 0x0D
_HEADER = 100  # bytes before the first page's own header
_WAL_HEADER, _FRAME_HEADER = 32, 24
_LONGEST_CHAIN = 100_000
_TROUBLE = (IndexError, ValueError, struct.error, OverflowError)


class PageFile:
    """A database file and its write-ahead log, page by page, numbered from 1."""

    def __init__(self, path: Path):
        self._data = path.read_bytes()
        header = self._data[:_HEADER]
        self.size = _page_size(header)
        self._usable = self.size - (header[20] if len(header) > 20 and header[20] < 32 else 0)
        wal = path.with_name(path.name + "-wal")
        self._wal = wal.read_bytes() if wal.exists() else b""
        self._frames = _committed(self._wal, self.size)
        self.count = max(len(self._data) // self.size, *self._frames, 0)
        self._free = self._free_pages()

    def page(self, number: int) -> bytes:
        """One page as it was last committed. Raises IndexError beyond the end."""
        if number in self._frames:
            start, data = self._frames[number], self._wal
        else:
            start, data = (number - 1) * self.size, self._data
        found = data[start : start + self.size]
        if number < 1 or len(found) < self.size:
            raise IndexError(number)
        return found

    def rows(self) -> Iterator[tuple[int, list[Any]]]:
        """Row number and values of every row that can be read, of every rowid table, in no order."""
        for number in range(1, self.count + 1):
            if number not in self._free:
                yield from self._rows_of(number)

    def _rows_of(self, number: int) -> Iterator[tuple[int, list[Any]]]:
        page = self.page(number)
        start = _HEADER if number == 1 else 0
        if page[start] != _TABLE_LEAF:
            return
        (cells,) = struct.unpack_from(">H", page, start + 3)
        for place in range(min(cells, self.size // 2)):
            try:
                (at,) = struct.unpack_from(">H", page, start + 8 + 2 * place)
                row, payload = self._cell(page, at)
                yield row, record(payload)
            except _TROUBLE:
                continue

    def _cell(self, page: bytes, at: int) -> tuple[int, bytes]:
        length, at = varint(page, at)
        row, at = varint(page, at)
        here = self._local(length)
        payload = page[at : at + here]
        if here == length:
            return row, payload
        (following,) = struct.unpack_from(">I", page, at + here)
        return row, payload + self._overflow(following, length - here)

    def _local(self, length: int) -> int:
        """How much of a payload stands on the leaf itself."""
        most, least = self._usable - 35, (self._usable - 12) * 32 // 255 - 23
        if length <= most:
            return length
        here = least + (length - least) % (self._usable - 4)
        return here if here <= most else least

    def _overflow(self, number: int, length: int) -> bytes:
        parts: list[bytes] = []
        while length > 0 and len(parts) < _LONGEST_CHAIN:
            page = self.page(number)
            parts.append(page[4 : 4 + min(length, self._usable - 4)])
            length -= len(parts[-1])
            (number,) = struct.unpack_from(">I", page)
        return b"".join(parts)

    def _free_pages(self) -> set[int]:
        """Pages on the free list: what stands there was deleted or moved."""
        free: set[int] = set()
        try:
            (trunk,) = struct.unpack_from(">I", self.page(1), 32)
            while 0 < trunk <= self.count and trunk not in free:
                free.add(trunk)
                following, leaves = struct.unpack_from(">II", self.page(trunk))
                leaves = min(leaves, self.size // 4 - 2)
                free.update(struct.unpack_from(f">{leaves}I", self.page(trunk), 8))
                trunk = following
        except _TROUBLE:
            pass
        return free


def _page_size(header: bytes) -> int:
    size = int.from_bytes(header[16:18], "big")
    size = 65_536 if size == 1 else size
    return size if 512 <= size <= 65_536 and size & (size - 1) == 0 else 4_096


def _committed(wal: bytes, size: int) -> dict[int, int]:
    """Where in the log each page's last committed state begins."""
    frames: dict[int, int] = {}
    pending: dict[int, int] = {}
    if len(wal) < _WAL_HEADER or int.from_bytes(wal[8:12], "big") != size:
        return frames
    salts, at = wal[16:24], _WAL_HEADER
    while at + _FRAME_HEADER + size <= len(wal) and wal[at + 8 : at + 16] == salts:
        number, committed = struct.unpack_from(">II", wal, at)
        pending[number] = at + _FRAME_HEADER
        if committed:
            frames.update(pending)
            pending.clear()
        at += _FRAME_HEADER + size
    return frames


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for count in range(8):
        byte = data[at + count]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + count + 1
    return value << 8 | data[at + 8], at + 9


_INTEGER_SIZES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


def record(payload: bytes) -> list[Any]:
    """The values of one record. Raises ValueError or IndexError if it is damaged."""
    end, at = varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = varint(payload, at)
        kinds.append(kind)
    values = []
    for kind in kinds:
        value, at = _value(payload, at, kind)
        values.append(value)
    if at != len(payload):
        raise ValueError("the record's lengths do not add up")
    return values


def _value(payload: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if kind == 7:
        return struct.unpack_from(">d", payload, at)[0], at + 8
    if kind in _INTEGER_SIZES:
        end = at + _INTEGER_SIZES[kind]
        return int.from_bytes(payload[at:end], "big", signed=True), end
    if kind < 12:
        raise ValueError("a kind of value that SQLite does not write")
    end = at + (kind - 12) // 2
    held = payload[at:end]
    return (held.decode("utf-8") if kind % 2 else held), end
