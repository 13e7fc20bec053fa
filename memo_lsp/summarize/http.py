"""A language model behind HTTP: any service with OpenAI's chat completions, on this machine or elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from memo_lsp.settings.tree import Summarize
from memo_lsp.summarize import replies
from memo_lsp.summarize.port import Declined, Kind, SummarizerDown
from memo_lsp.web.replies import BadReply
from memo_lsp.web.service import Endpoint, Refused, Service


class HttpSummarizer:
    """Wrong settings do not raise here: `write` tells what is wrong. `sleep`, `tick`: time, for tests."""

    kind: Kind = "http"

    def __init__(
        self,
        settings: Summarize,
        environ: Mapping[str, str],
        *,
        sleep: Callable[[float], None] = time.sleep,
        tick: Callable[[], float] = time.monotonic,
    ) -> None:
        endpoint = Endpoint("memo.summarize", settings.url, "/v1/chat/completions", settings.key_env, SummarizerDown)
        self._service = Service(endpoint, environ, sleep, tick)
        self._settings = settings

    def __repr__(self) -> str:
        return f"HttpSummarizer({self.name!r} at {self._service.host!r})"

    @property
    def name(self) -> str:
        return self._settings.model or self._service.host

    def write(self, system: str, prompt: str, most_tokens: int) -> str:
        """See `Summarizer.write`. A broken connection is tried again a few times; what was wrong with one request is a
        decline, what would be wrong with any is SummarizerDown."""
        asked: dict[str, Any] = {"model": self._settings.model} if self._settings.model else {}
        asked |= {
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": prompt}],
            "temperature": 0,
            "max_tokens": most_tokens,
            "stream": False,
        }
        try:
            return replies.bare(replies.content(self._post(asked)))
        except BadReply as bad:
            raise Declined(f"{self._service.host}: {bad}", lasting=True) from None
        except Refused as refused:
            raise Declined(refused.reason, lasting=refused.permanent) from None

    def _post(self, asked: dict[str, Any]) -> bytes:
        """Models that reason know no temperature, and call their limit by another name: they are asked once more."""
        try:
            return self._service.post(asked, self._settings.timeout_seconds)
        except Refused as refused:
            if not refused.permanent or not any(word in refused.reason for word in ("max_tokens", "temperature")):
                raise
        other = {name: value for name, value in asked.items() if name not in ("max_tokens", "temperature")}
        other["max_completion_tokens"] = asked["max_tokens"]
        return self._service.post(other, self._settings.timeout_seconds)
