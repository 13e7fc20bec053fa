"""What is known about an open document's text: its symbols, and where its comments and literals stand.

Worked out off the loop after an edit, kept per version, and never waited for on a hover beyond what a small file takes.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property

from memo_lsp.capture.standing import FileFacts
from memo_lsp.code.symbols import Outline, Symbol, enclosing, outline
from memo_lsp.server.documents import Document, spoken
from memo_lsp.text.quiet import Quiet, quiet

SMALL = 48_000  # characters: what a hover itself may parse
KEPT = 64  # documents


@dataclass(frozen=True, slots=True)
class Source:
    """A document's text at one moment, for work off the loop."""

    uri: str
    path: str | None
    language: str | None
    version: int | None
    text: str
    whole: bool = True  # False: a cell, which is not all of its file


@dataclass(frozen=True)
class Syntax:
    """The symbols of a text (lines from 1), if there is a grammar for it, and its quiet stretches."""

    source: Source
    outline: Outline | None
    quiet: Quiet

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        return self.outline.symbols if self.outline else ()

    def around(self, line: int) -> tuple[str, ...]:
        """Qualified names of what encloses a line (from 1), innermost first."""
        return tuple(symbol.qualified for symbol in enclosing(self.symbols, line))

    @cached_property
    def facts(self) -> FileFacts | None:
        """What memories anchored in this file are compared with; None where this is not all of it."""
        if not self.source.whole:
            return None
        return FileFacts.of(self.outline)


def source_of(document: Document) -> Source:
    """A document's text as it stands."""
    whole = document.notebook is None
    return Source(document.uri, document.path, spoken(document), document.version, document.text, whole)


class SyntaxCache:
    """The latest syntax of each document, by URI. Safe from any thread."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Syntax] = OrderedDict()
        self._lock = threading.Lock()

    def ready(self, source: Source) -> bool:
        return self._same(source) is not None

    def of(self, source: Source) -> Syntax:
        """The syntax of exactly this text, worked out if need be."""
        return self._same(source) or self._keep(_parse(source))

    def for_hover(self, source: Source) -> Syntax:
        """The same where that is quick; else the symbols as they were before the last edits."""
        known = self._same(source)
        if known is not None:
            return known
        if len(source.text) <= SMALL:
            return self._keep(_parse(source))
        with self._lock:
            before = self._known.get(source.uri)
        return Syntax(source, before.outline if before else None, quiet(source.text, source.language))

    def forget(self, uri: str) -> None:
        with self._lock:
            self._known.pop(uri, None)

    def _same(self, source: Source) -> Syntax | None:
        with self._lock:
            known = self._known.get(source.uri)
            if known is None or (known.source.version, known.source.text) != (source.version, source.text):
                return None
            self._known.move_to_end(source.uri)
            return known

    def _keep(self, syntax: Syntax) -> Syntax:
        with self._lock:
            self._known[syntax.source.uri] = syntax
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return syntax


def _parse(source: Source) -> Syntax:
    return Syntax(source, outline(source.text, source.language), quiet(source.text, source.language))
