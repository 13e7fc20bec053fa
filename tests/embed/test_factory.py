"""The settings choose the embedder."""

from __future__ import annotations

from memo_lsp.embed.bundled import BundledEmbedder
from memo_lsp.embed.factory import make
from memo_lsp.embed.http import HttpEmbedder
from memo_lsp.settings.tree import Embed


def test_each_provider():
    assert isinstance(make(Embed(), {}), BundledEmbedder)
    assert isinstance(make(Embed(provider="http"), {}), HttpEmbedder)
    assert make(Embed(provider="none"), {}) is None
