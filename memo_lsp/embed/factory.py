"""The embedder the settings ask for. Making one loads nothing and reaches nobody."""

from __future__ import annotations

from collections.abc import Mapping

from memo_lsp.embed.bundled import BundledEmbedder
from memo_lsp.embed.http import HttpEmbedder
from memo_lsp.embed.port import Embedder
from memo_lsp.settings.tree import Embed


def make(settings: Embed, environ: Mapping[str, str]) -> Embedder | None:
    """None: words alone answer, and that is not a fault. Keys and proxies are read from `environ`."""
    if settings.provider == "none":
        return None
    return HttpEmbedder(settings, environ) if settings.provider == "http" else BundledEmbedder()
