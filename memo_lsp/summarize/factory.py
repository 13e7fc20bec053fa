"""The summarizer the settings ask for. Making one reaches nobody."""

from __future__ import annotations

from collections.abc import Mapping

from memo_lsp.settings.tree import Summarize
from memo_lsp.summarize.editor import Ask, EditorSummarizer
from memo_lsp.summarize.http import HttpSummarizer
from memo_lsp.summarize.port import Summarizer


def make(settings: Summarize, environ: Mapping[str, str], editor: Ask | None) -> Summarizer | None:
    """None: themes are not written. `editor`: how to ask the client's model, if it said that it has one."""
    if settings.provider == "http":
        return HttpSummarizer(settings, environ)
    if settings.provider == "editor" and editor is not None:
        return EditorSummarizer(editor, settings.timeout_seconds)
    return None
