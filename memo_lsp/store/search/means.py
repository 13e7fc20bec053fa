"""Vectors of whole memories: the mean direction of a memory's windows, many at once and small enough to hold.

Kept as they are stored, int8 scaled to their own largest component: 100,000 of 384 numbers take 38 MB.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memo_lsp.store.file.connection import Part
from memo_lsp.store.memories.rows import BATCH

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Means:
    """Some memories that have vectors. `place`: where each memory's row number stands among `vectors`, which has the
    shape (memories, dimension)."""

    place: dict[int, int]
    vectors: npt.NDArray[np.int8]


class MeanVectors(Part):
    """Whole memories, not their windows."""

    def of(self, embedder: int, rows: Iterable[int], breathe: Callable[[], None]) -> Means:
        """Those of the rows that have vectors of this embedder; `breathe` is called every few milliseconds."""
        import numpy as np

        place: dict[int, int] = {}
        pages: list[Any] = []
        wanted = list(rows)
        for at in range(0, len(wanted), BATCH):
            breathe()
            with self._database.read() as connection:
                found = connection.rows(
                    """
                    SELECT memory, vector FROM windows
                    WHERE memory IN (SELECT value FROM json_each(?)) AND embedder = ? ORDER BY memory
                    """,
                    (json.dumps(wanted[at : at + BATCH]), embedder),
                )
            if found:
                memories, vectors = _mean(found)
                place.update(zip(memories, range(len(place), len(place) + len(memories)), strict=True))
                pages.append(vectors)
        return Means(place, np.concatenate(pages) if pages else np.empty((0, 0), dtype=np.int8))


def _mean(windows: list[tuple[Any, ...]]) -> tuple[list[int], npt.NDArray[np.int8]]:
    """Windows in the order of their memories, as these memories and their vectors."""
    import numpy as np

    stored = np.frombuffer(b"".join(vector for _, vector in windows), dtype=np.int8)
    units = stored.reshape(len(windows), -1).astype(np.float32)
    units /= np.maximum(np.linalg.norm(units, axis=1, keepdims=True), 1)
    memories, starts = np.unique([memory for memory, _ in windows], return_index=True)
    sums = np.add.reduceat(units, starts, axis=0)
    sums *= 127.0 / np.maximum(np.abs(sums).max(axis=1, keepdims=True), 1e-9)
    return memories.tolist(), np.rint(sums).astype(np.int8)
