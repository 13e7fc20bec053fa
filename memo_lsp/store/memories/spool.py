"""What was captured while the store could not be written, kept in small files beside it until it can."""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Any

from memo_lsp.errors import StoreTrouble
from memo_lsp.model import EMPTY, Anchor, Edge, Feedback, Memory, Surfaced
from memo_lsp.store.file.connection import Database
from memo_lsp.store.file.files import private_file, private_folder
from memo_lsp.store.memories.memories import Memories

FOLDER = "spool"
LIMIT_BYTES = 8_000_000
log = logging.getLogger(__name__)


class Spool:
    """A bounded queue on disk; whatever process writes next takes it in."""

    def __init__(self, database: Database, memories: Memories):
        self._database = database
        self._memories = memories
        self._folder = database.path.parent / FOLDER
        self._numbers = count()
        self._expected = database.mode == "rw" and self.waiting() > 0
        if database.mode == "rw":
            database.after_commit = self._drain_if_expected

    def add(self, memories: Sequence[Memory], edges: Iterable[Edge] = ()) -> list[str]:
        """Store memories now or, if the store cannot be written, keep them here; the ids that will be found.

        In a store that lives in memory they are found at once, too. Raises StoreTrouble if neither is possible.
        """
        edges = tuple(edges)
        if self._database.mode == "rw":
            try:
                return self._memories.add(memories, edges)
            except StoreTrouble as trouble:
                log.warning("%s; %d memories are kept beside it", trouble, len(memories))
        self._keep(memories, edges)
        if self._database.mode == "memory":
            self._memories.add(memories, edges)
        return [memory.id for memory in memories]

    def waiting(self) -> int:
        """How many batches wait."""
        return len(self._files())

    def drain(self) -> int:
        """Take in what waits; how many memories that were. Raises StoreTrouble, and then keeps the rest."""
        taken = 0
        for file in self._files():
            try:
                memories, edges = _unpack(file.read_text("utf-8"))
            except FileNotFoundError:
                continue  # another process was faster; ids that exist are skipped anyway
            except (ValueError, TypeError, KeyError):
                log.warning("%s cannot be read: set aside", file.name)
                file.replace(file.with_suffix(".unreadable"))
                continue
            taken += len(self._memories.add(memories, edges))
            file.unlink(missing_ok=True)
        return taken

    def _drain_if_expected(self) -> None:
        if not self._expected:
            return
        self._expected = False
        try:
            self.drain()
        except StoreTrouble:
            self._expected = True

    def _keep(self, memories: Sequence[Memory], edges: Sequence[Edge]) -> None:
        text = _pack(memories, edges)
        try:
            held = sum(file.stat().st_size for file in self._files())
            if held + len(text) > LIMIT_BYTES:
                raise StoreTrouble(f"{self._folder} holds {held} bytes that wait for the store; no more is kept")
            private_folder(self._folder)
            file = self._folder / f"{time.time_ns()}-{os.getpid()}-{next(self._numbers)}.jsonl"
            unfinished = file.with_suffix(".part")
            private_file(unfinished)
            unfinished.write_text(text, "utf-8")
            unfinished.replace(file)
        except OSError as error:
            raise StoreTrouble(f"neither the store nor {self._folder} can be written: {error}") from error
        self._expected = True

    def _files(self) -> list[Path]:
        try:
            return sorted(self._folder.glob("*.jsonl"))
        except OSError:
            return []


def _pack(memories: Sequence[Memory], edges: Sequence[Edge]) -> str:
    lines = [json.dumps({"memory": {**_plain(memory), "extra": dict(memory.extra)}}) for memory in memories]
    return "\n".join([*lines, *(json.dumps({"edge": asdict(edge)}) for edge in edges)])


def _plain(memory: Memory) -> dict[str, Any]:
    names = (name for name in Memory.__slots__ if name != "extra")
    values = {name: getattr(memory, name) for name in names}
    values["anchors"] = [asdict(anchor) for anchor in memory.anchors]
    return {**values, "surfaced": asdict(memory.surfaced), "feedback": asdict(memory.feedback)}


def _unpack(text: str) -> tuple[list[Memory], list[Edge]]:
    memories, edges = [], []
    for line in text.split("\n"):
        entry = json.loads(line)
        if "edge" in entry:
            edges.append(Edge(**entry["edge"]))
            continue
        values = entry["memory"]
        values["anchors"] = tuple(Anchor(**anchor) for anchor in values["anchors"])
        values["surfaced"], values["feedback"] = Surfaced(**values["surfaced"]), Feedback(**values["feedback"])
        values["tags"], values["symbols"] = tuple(values["tags"]), tuple(values["symbols"])
        memories.append(Memory(**{**values, "extra": values["extra"] or EMPTY}))
    return memories, edges
