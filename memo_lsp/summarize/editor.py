"""The editor's own language model, asked through the client, which asks the person first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from memo_lsp.summarize import replies
from memo_lsp.summarize.port import Declined, Kind, SummarizerDown

# `{system, prompt, maxTokens}` and the seconds it may take → what the client answered. Raises TimeoutError for
# silence, SummarizerDown once the client has left, anything else for an error or a refusal.
Ask: TypeAlias = Callable[[Mapping[str, Any], float], Any]


class EditorSummarizer:
    """Whatever the client answers but a text is a decline."""

    kind: Kind = "editor"
    name = "editor"

    def __init__(self, ask: Ask, seconds: float) -> None:
        self._ask, self._seconds = ask, seconds

    def write(self, system: str, prompt: str, most_tokens: int) -> str:
        """See `Summarizer.write`."""
        try:
            answer = self._ask({"system": system, "prompt": prompt, "maxTokens": most_tokens}, self._seconds)
        except TimeoutError:
            raise Declined(f"the editor gave no answer within {self._seconds:g} s", lasting=False) from None
        except SummarizerDown:
            raise
        except Exception as refusal:
            raise Declined(f"the editor declined ({type(refusal).__name__})", lasting=True) from None
        text = answer.get("text") if isinstance(answer, Mapping) else None
        if not isinstance(text, str) or not text.strip():
            raise Declined("the editor answered without a text", lasting=True)
        return replies.bare(text)
