"""Vectors from a service behind HTTP: OpenAI's shape and Ollama's, on this machine or elsewhere.

A fault is put down to whom it belongs. What refuses every text is the service's and raises EmbedderDown. What refuses
one text while a harmless one still gets its vector is that text's: the batch is halved until it alone is left.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from memo_lsp.embed import replies, windows
from memo_lsp.embed.port import UNMEASURED, EmbedderDown, Failure, Kind, Patience, Thresholds
from memo_lsp.embed.prefixes import prefixes
from memo_lsp.model import Window
from memo_lsp.settings.tree import Embed
from memo_lsp.web.replies import BadReply
from memo_lsp.web.service import Endpoint, Refused, Service

if TYPE_CHECKING:
    from memo_lsp.embed.port import Vector

HARMLESS = "a harmless text"


class HttpEmbedder:
    """Wrong settings do not raise here: `embed` tells what is wrong. `sleep`, `tick`: time, for tests."""

    thresholds: Thresholds = UNMEASURED

    def __init__(
        self,
        settings: Embed,
        environ: Mapping[str, str],
        *,
        sleep: Callable[[float], None] = time.sleep,
        tick: Callable[[], float] = time.monotonic,
    ) -> None:
        self._endpoint = Endpoint("memo.embed", settings.url, "/v1/embeddings", settings.key_env, EmbedderDown)
        self._service = Service(self._endpoint, environ, sleep, tick)
        self._one_by_one = self._service.path.endswith("/api/embeddings")  # Ollama's older one: one text a request
        self._limits = {"interactive": settings.interactive_timeout_seconds, "background": settings.timeout_seconds}
        self._model = settings.model or ""
        self._query, self._passage = prefixes(self._model, settings.query_prefix, settings.passage_prefix)
        self._batch = 1 if self._one_by_one else settings.batch
        self.dimension: int | None = None

    def __repr__(self) -> str:
        return f"HttpEmbedder({self.name!r} at {self._service.host!r})"

    @property
    def name(self) -> str:
        return self._model or self._service.host

    @property
    def revision(self) -> str:
        """Of what is put before a passage and, once seen, of the vectors' length: a service tells no more of its model
        than the name, and may be given another one behind it."""
        before = [sha256(self._passage.encode()).hexdigest()[:8]] if self._passage else []
        return "-".join(["http", *before, *([f"{self.dimension}d"] if self.dimension else [])])

    @property
    def fingerprint(self) -> str:
        return f"{self.name}@{self.revision}"

    def windows(self, text: str) -> list[Window]:
        return windows.cut(text)

    def embed(
        self, texts: Sequence[str], kind: Kind = "passage", patience: Patience = "background"
    ) -> list[Vector | Failure]:
        """See `Embedder.embed`. In the background a broken connection is tried again and a refused batch taken apart;
        interactively a request has one try, of `interactive_timeout_seconds`."""
        before = self._query if kind == "query" else self._passage
        if kind == "query":
            texts = _without_secrets(texts)
        sent = [before + text.encode("utf-8", "replace").decode() for text in texts]
        found: list[Vector | Failure] = []
        while len(found) < len(sent):
            batch = sent[len(found) : len(found) + self._batch]
            found += self._at_once(batch) if patience == "interactive" else self._patiently(batch)
        return found

    def _at_once(self, texts: Sequence[str]) -> list[Vector | Failure]:
        try:
            return self._ask(texts, "interactive")
        except Refused as refused:
            raise EmbedderDown(refused.reason) from None

    def _patiently(self, texts: Sequence[str], works: bool = False) -> list[Vector | Failure]:
        """Vectors of a batch, halved where it is refused. `works`: the service was just seen to, so a text is it."""
        try:
            found = self._ask(texts, "background")
            if not works and all(isinstance(one, Failure) for one in found):
                self._probe("background")
            return found
        except Refused as refused:
            if not works:
                self._probe("background")
            if len(texts) == 1:
                return [Failure(refused.reason, refused.permanent)]
        half = len(texts) // 2
        return self._patiently(texts[:half], True) + self._patiently(texts[half:], True)

    def _ask(self, texts: Sequence[str], patience: Patience) -> list[Vector | Failure]:
        raws = self._raw(texts, patience)
        lengths = [len(raw) for raw in raws if isinstance(raw, list)]
        if lengths and self.dimension is None:
            self.dimension = max(lengths, key=lengths.count)
        elif lengths and self.dimension not in lengths:  # another model answers now, or every text here is an odd one
            self.dimension = self._probe(patience)
        return [replies.unit(raw, self.dimension) for raw in raws]

    def _probe(self, patience: Patience) -> int:
        """The length of a harmless text's vector. Raises EmbedderDown if even that has none."""
        try:
            vector = replies.unit(self._raw([self._passage + HARMLESS], patience)[0], None)
        except Refused as refused:
            raise EmbedderDown(refused.reason, self._endpoint.where) from None
        if isinstance(vector, Failure):
            raise EmbedderDown(f"{self._service.host}: {vector.reason}", "another model may do; see memo.embed.model")
        return len(vector)

    def _raw(self, texts: Sequence[str], patience: Patience) -> list[Any]:
        """Unchecked vectors, one a text."""
        asked: dict[str, Any] = {"prompt": texts[0]} if self._one_by_one else {"input": list(texts)}
        if self._model:
            asked["model"] = self._model
        body = self._service.post(asked, self._limits[patience], patient=patience == "background")
        try:
            return replies.read(body, len(texts))
        except BadReply as bad:
            raise Refused(f"{self._service.host}: {bad}", permanent=True) from None


def _without_secrets(questions: Sequence[str]) -> list[str]:
    """Memories were cleaned when they were stored; what a person asks was not."""
    from memo_lsp.text.secrets import redact

    return [redact(question) for question in questions]
