"""An embedder small enough to reason about: every word is a direction, and a few words share one."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence

import numpy as np

from memo_lsp.embed.port import EmbedderDown, Failure, Thresholds
from memo_lsp.model import Window

_SAME = {"sluggish": "slow", "invoice": "bill", "rounding": "cents"}
_DIMENSION = 64


class Tiny:
    name = "tiny"
    revision = "1"
    fingerprint = "tiny@1"
    dimension = _DIMENSION
    thresholds = Thresholds(
        hover=0.7, search_floor=0.5, duplicate_title=0.9, duplicate_memory=0.9, supersede=0.8, theme=0.5
    )

    def __init__(self) -> None:
        self.asked: list[str] = []

    def windows(self, text: str) -> list[Window]:
        return [Window(0, len(text), text)] if text.strip() else []

    def embed(self, texts: Sequence[str], kind: str = "passage", patience: str = "background"):
        if kind == "query":
            self.asked += texts
        return [_vector(text) for text in texts]


class Down(Tiny):
    """One that always fails as a whole, or on each text."""

    def __init__(self, trouble: Exception | Failure):
        super().__init__()
        self.trouble = trouble

    def embed(self, texts: Sequence[str], kind: str = "passage", patience: str = "background"):
        if isinstance(self.trouble, Exception):
            raise self.trouble
        return [self.trouble for _ in texts]


REJECTED = EmbedderDown("the key was rejected", "set MEMO_EMBED_KEY")


def _vector(text: str):
    vector = np.full(_DIMENSION, 1e-3, dtype=np.float32)
    for word in re.findall(r"\w+", text.casefold()):
        vector[zlib.crc32(_SAME.get(word, word).encode()) % _DIMENSION] += 1.0
    return vector / np.linalg.norm(vector)
