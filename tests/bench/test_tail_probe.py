"""A small sample of the tail probe, with its own floor; the whole of it takes minutes and is run by hand."""

from __future__ import annotations

import pytest

from memo_lsp.embed.bundled import BundledEmbedder

from .tail_probe import BENCH, first_places, probes


@pytest.mark.skipif(not BENCH.is_dir(), reason="the real histories are not here")
@pytest.mark.slow
def test_a_long_memory_is_found_by_its_tail():
    asked = probes(BENCH, 25)
    assert all(3000 <= len(probe.text) <= 15_000 for probe in asked)
    assert first_places(BundledEmbedder(), asked) >= 0.9
