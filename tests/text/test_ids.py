"""Ids made of a text."""

from __future__ import annotations

from memo_lsp.text.ids import made_id


def test_made_ids():
    assert len(made_id("x")) == 26 and made_id("x").isalnum() and made_id("x") == made_id("x") != made_id("y")
