"""Code lens, where a person turned it on: above each definition that memories are anchored at, how many they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from memo_lsp.model import Anchor
from memo_lsp.server import protocol
from memo_lsp.server.syntax import Source, Syntax, source_of

if TYPE_CHECKING:
    from memo_lsp.code.symbols import Symbol
    from memo_lsp.server.app import MemoServer
    from memo_lsp.server.where import Where
    from memo_lsp.services import Services


async def code_lens(ls: MemoServer, params: types.CodeLensParams) -> list[types.CodeLens] | None:
    document = ls.documents.get(params.text_document.uri)
    if document is None or document.too_much() is not None:
        return None
    services = await ls.services()
    if not services.settings.lens.enabled:
        return None
    source, where = source_of(document), await ls.place_of(document)
    return await ls.work.read(_lenses, ls, services, source, where) or None


def _lenses(ls: MemoServer, services: Services, source: Source, where: Where) -> list[types.CodeLens]:
    """Runs on a read thread."""
    if where.path is None or not source.whole:
        return []
    syntax = ls.syntax.of(source)
    anchored: dict[str, list[Anchor]] = {}
    for anchor in _valid(services, where, syntax):
        anchored.setdefault(anchor.symbol or "", []).append(anchor)
    return [
        _lens(source, symbol, anchored[symbol.qualified]) for symbol in syntax.symbols if symbol.qualified in anchored
    ]


def _valid(services: Services, where: Where, syntax: Syntax) -> list[Anchor]:
    """Anchors of memories that hold, of the project's and of those of none, as their code stands in the editor."""
    projects = dict.fromkeys((where.project or None, None))
    anchored = services.store.memories.anchored_symbols
    pairs = [pair for project in projects for pair in anchored(project, where.path or "")]
    memories = services.store.memories.get_many({uid for uid, _ in pairs})
    return [
        services.standing.compare(memory, anchor, syntax.facts)
        for uid, anchor in pairs
        if (memory := memories.get(uid)) and memory.valid_to is None and memory.state == "active"
    ]


def _lens(source: Source, symbol: Symbol, anchors: Sequence[Anchor]) -> types.CodeLens:
    count = len(anchors)
    changed = " · changed since" if any(anchor.state == "changed" for anchor in anchors) else ""
    title = f"{count} memor{'y' if count == 1 else 'ies'}{changed}"
    asked = {"uri": source.uri, "symbol": symbol.qualified}
    at = types.Position(symbol.start_line - 1, 0)
    return types.CodeLens(types.Range(at, at), types.Command(title, protocol.TIMELINE.name, arguments=[asked]))
