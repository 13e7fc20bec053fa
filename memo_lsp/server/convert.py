"""Between LSP's types and ours, and nowhere else: positions, ranges, hovers, symbols."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from memo_lsp.capture.place import Selection
from memo_lsp.server.documents import Document, Spot
from memo_lsp.text.lines import units
from memo_lsp.text.uris import to_uri

if TYPE_CHECKING:
    from memo_lsp.recall.answer import Hit

Position = tuple[int, int]


def spot(document: Document, position: types.Position, encoding: str) -> Spot | None:
    """A client's position in a document, in code points."""
    return document.spot(position.line, position.character, encoding)


def selection(document: Document, start: Position, end: Position, encoding: str) -> Selection | None:
    """What a client's range marks; None if it lies outside the text."""
    first = document.spot(*start, encoding)
    last = document.spot(*max(start, end), encoding)
    if first is None:
        return None
    return Selection(first.line, first.column, first.text, (last.offset - first.offset) if last else 0)


def hover(text: str, markdown: bool, on: Spot, columns: tuple[int, int], encoding: str) -> types.Hover:
    """A hover over the given columns (code points) of a spot's line."""
    start, end = (units(on.text[:column], encoding) for column in columns)
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    place = types.Range(types.Position(on.line, start), types.Position(on.line, end))
    return types.Hover(types.MarkupContent(kind, text), place)


def symbol_information(hit: Hit, root: Path) -> types.SymbolInformation | None:
    """A hit as a workspace symbol that jumps to its first anchor still in the code; None if there is none."""
    anchor = next((anchor for anchor in hit.anchors if anchor.state != "gone"), None)
    if anchor is None:
        return None
    at = types.Position((anchor.line or 1) - 1, 0)
    location = types.Location(to_uri(str(root / anchor.path)), types.Range(at, at))
    return types.SymbolInformation(
        location=location,
        name=hit.memory.title,
        kind=types.SymbolKind.Event,
        container_name=anchor.symbol or anchor.path,
    )
