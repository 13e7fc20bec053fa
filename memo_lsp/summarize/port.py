"""What dreaming asks of a language model, whichever it is: a few lines, once."""

from __future__ import annotations

from typing import Literal, Protocol

from memo_lsp.errors import ServiceDown

Kind = Literal["http", "editor"]


class SummarizerDown(ServiceDown):
    """Nothing can be asked of the model right now."""


class Declined(Exception):
    """The model gave no text for this one request. `lasting`: it would not give any tomorrow either."""

    def __init__(self, reason: str, lasting: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.lasting = lasting


class Summarizer(Protocol):
    """Writes text. Safe to call from any thread; reaches nobody before the first `write`."""

    @property
    def kind(self) -> Kind: ...

    @property
    def name(self) -> str:
        """Which model answers, as far as that is known: what another one declined, this one may not."""
        ...

    def write(self, system: str, prompt: str, most_tokens: int) -> str:
        """The model's text, without reasoning or a code fence around it; may take minutes.

        Raises Declined or SummarizerDown."""
        ...
