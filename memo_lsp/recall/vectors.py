"""Vectors of questions, kept: a person asks the same again, and a hover may only use what is ready."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from memo_lsp.embed.port import Embedder, EmbedderDown, Failure

if TYPE_CHECKING:
    from memo_lsp.embed.port import Vector

_KEPT = 1024
_MOST_CHARACTERS = 2_000  # what follows would not be read by a model anyway


class QuestionVectors:
    """A small cache by embedder and text, in front of whichever embedder is configured right now."""

    def __init__(self, embedder: Callable[[], Embedder | None]):
        self._embedder = embedder
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, str], Vector] = OrderedDict()

    @property
    def embedder(self) -> Embedder | None:
        return self._embedder()

    def ready(self, text: str) -> Vector | None:
        """The vector of this question if it is there already. Never waits."""
        embedder = self._embedder()
        if embedder is None:
            return None
        key = (embedder.fingerprint, text[:_MOST_CHARACTERS])
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def of(self, text: str) -> Vector:
        """The vector of this question, made now if need be. Raises EmbedderDown if there cannot be one."""
        found = self.ready(text)
        return found if found is not None else self._made([text], "interactive")[0]

    def prepare(self, texts: Sequence[str]) -> None:
        """Make the vectors of questions that may come, in the background."""
        missing = [text for text in dict.fromkeys(texts) if text and self.ready(text) is None]
        if missing and self._embedder() is not None:
            self._made(missing[:_KEPT], "background")

    def _made(self, texts: Sequence[str], patience: str) -> list[Vector]:
        embedder = self._embedder()
        if embedder is None:
            raise EmbedderDown("no embedder is configured")
        cut = [text[:_MOST_CHARACTERS] for text in texts]
        made = embedder.embed(cut, kind="query", patience="interactive" if patience == "interactive" else "background")
        good = [(text, vector) for text, vector in zip(cut, made, strict=True) if not isinstance(vector, Failure)]
        with self._lock:
            for text, vector in good:
                self._kept[(embedder.fingerprint, text)] = vector
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        failed = next((each for each in made if isinstance(each, Failure)), None)
        if failed is not None and not good:
            raise EmbedderDown(failed.reason)
        return [vector for _, vector in good]
