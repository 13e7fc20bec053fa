"""The lines of a memory that say why it was found."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from memo_lsp.model import embed_text
from memo_lsp.recall.pool import Asked, Pool
from memo_lsp.text.excerpt import excerpt


@dataclass(frozen=True, slots=True)
class Excerpts:
    """Cuts at most `limit` characters from the window that matched, else from where the words stand densest."""

    name: ClassVar[str] = "excerpt"
    limit: int = 320

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        words = [word.text for word in asked.words] + [name for name in asked.symbols if name]
        return tuple(replace(c, excerpt=excerpt(embed_text(c.memory), words, c.span, self.limit)) for c in pool)
