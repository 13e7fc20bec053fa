"""Anchors looked at once more, all of them: a file edited while no window was open says so only to who looks.

What is found is written down, so that lists of what is gone need not look at files, and a window of another project
knows it, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from memo_lsp.capture.standing import Standing, stamp_of
from memo_lsp.git.project import ProjectInfo
from memo_lsp.model import Anchor
from memo_lsp.store import Store

_AT_ONCE = 16  # anchors between two breaths


class Rechecking:
    """Looks at the files of the projects that are known. What it saw unchanged it passes over the next time."""

    def __init__(self, store: Store, standing: Standing):
        self._store, self._standing = store, standing
        self._settled: dict[Path, tuple[int, int] | None] = {}

    def __call__(self, breathe: Callable[[], None]) -> int:
        """How many anchors stand otherwise than they did. Stops where `breathe` raises; what was found stays."""
        return sum(
            self._recheck(info, path, breathe)
            for info in self._standing.known
            for path in self._store.memories.anchored_paths(info.key)
        )

    def _recheck(self, info: ProjectInfo, path: str, breathe: Callable[[], None]) -> int:
        breathe()
        file = info.root / path
        stamp = stamp_of(file)
        if file in self._settled and self._settled[file] == stamp:
            return 0
        held = self._store.memories.anchored_symbols(info.key, path)
        found = list(self._compared(file, held, breathe))
        changed = [(uid, new) for (uid, old), (_, new) in zip(held, found, strict=True) if new != old]
        if all(new.state != "changed" for _, new in found):  # else commits to come count
            self._settled[file] = stamp
        return self._store.memories.restand(changed) if changed else 0

    def _compared(
        self, file: Path, held: list[tuple[str, Anchor]], breathe: Callable[[], None]
    ) -> Iterable[tuple[str, Anchor]]:
        facts = self._standing.look(file)
        for at in range(0, len(held), _AT_ONCE):
            breathe()
            part = held[at : at + _AT_ONCE]
            memories = self._store.memories.get_many({uid for uid, _ in part})
            for uid, anchor in part:
                memory = memories.get(uid)
                yield uid, anchor if memory is None else self._standing.compare(memory, anchor, facts)
