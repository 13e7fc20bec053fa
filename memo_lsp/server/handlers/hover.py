"""Hover: which identifier stands under the cursor, what is remembered about it, and that as text.

Off the loop and without waiting for git, files or the embedder. Words of comments, literals, keywords and whitespace
are answered here, before anything is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lsprotocol import types

from memo_lsp.model import Anchor, Memory, Query
from memo_lsp.server import convert, render
from memo_lsp.server.documents import Document, Spot
from memo_lsp.server.handlers.documents import source_of
from memo_lsp.server.syntax import Source, Syntax
from memo_lsp.server.where import Where
from memo_lsp.text.identifiers import Ident, identifier_at, is_code_shaped, keywords

if TYPE_CHECKING:
    from memo_lsp.capture.standing import Standing
    from memo_lsp.recall.answer import Answer, Hit
    from memo_lsp.server.app import MemoServer
    from memo_lsp.services import Services

SCHEMES = frozenset(("file", "untitled"))
MOST_SYMBOLS = 6


@dataclass(frozen=True, slots=True)
class Seen:
    """What a hover found: the answer, and the name it is about."""

    answer: Answer
    name: Ident


async def hover(ls: MemoServer, params: types.HoverParams) -> types.Hover | None:
    document = ls.documents.get(params.text_document.uri)
    on = _on(ls, document, params.position) if document else None
    if document is None or on is None:
        return None
    services = await ls.services()
    if not services.settings.hover.enabled:
        return None
    source, where = source_of(document), await ls.place_of(document)
    async with ls.work.hovering.turn() as mine:
        seen = await ls.work.hover(_look, ls, services, source, on, where) if mine else None
    if seen is None or not seen.answer.hits:
        return None
    services.background.submit(lambda: services.surfacings.answered(seen.answer))
    return _shown(ls, document, on, seen, where)


def _on(ls: MemoServer, document: Document, position: types.Position) -> Spot | None:
    """The place hovered, unless the document or the place is none of ours."""
    if document.scheme not in SCHEMES:
        return None
    if (reason := document.too_much()) is not None:
        ls.skip(document.uri, reason)
        return None
    return convert.spot(document, position, ls.client.encoding)


def _look(ls: MemoServer, services: Services, source: Source, on: Spot, where: Where) -> Seen | None:
    """Runs on the hover thread."""
    name = identifier_at(on.text, on.column, source.language)
    if name is None or name.text in keywords(source.language):
        return None
    syntax = ls.syntax.for_hover(source)
    if not _speaks(syntax, name, on):
        return None
    query = Query(
        text=name.text,
        symbols=_symbols(syntax, name, on),
        path=where.path,
        project=where.project,
        branch=where.branch,
        k=services.settings.hover.limit,
        surface="hover",
        session=services.session,
    )
    answer = services.hovers.answer(query)
    return Seen(replace(answer, hits=_as_they_stand(services, answer.hits, syntax, where)), name)


def _as_they_stand(services: Services, hits: Sequence[Hit], syntax: Syntax, where: Where) -> tuple[Hit, ...]:
    """Hits with what is known now: this file's anchors by its text as it is in the editor, the others by the last look.

    What was noted on a branch that is not merged comes after the rest."""
    standing = services.standing
    states = standing.anchor_states([hit.memory for hit in hits])
    shown = [
        replace(
            hit,
            anchors=tuple(_in_text(standing, hit.memory, anchor, syntax, where) for anchor in states[hit.memory.id]),
            merged=standing.merged(hit.memory, where.branch),
        )
        for hit in hits
    ]
    return tuple(sorted(shown, key=lambda hit: hit.merged is False))


def _in_text(standing: Standing, memory: Memory, anchor: Anchor, syntax: Syntax, where: Where) -> Anchor:
    if syntax.facts is None or (memory.project, anchor.path) != (where.project, where.path):
        return anchor
    return standing.compare(memory, anchor, syntax.facts)


def _speaks(syntax: Syntax, name: Ident, on: Spot) -> bool:
    """Whether a name can be meant here: never inside a literal, in a comment only if it is shaped like code."""
    kind = syntax.quiet.kind(on.offset - on.column + name.start)
    return kind is None or (kind == "comment" and (is_code_shaped(name.text) or is_code_shaped(name.whole)))


def _symbols(syntax: Syntax, name: Ident, on: Spot) -> tuple[str, ...]:
    """The name itself, the chain it is written in, then what encloses it, innermost first."""
    first = name.whole.replace("::", ".").split(".")[0]
    chain = () if first in keywords(syntax.source.language) else (name.whole,)
    return tuple(dict.fromkeys((name.text, *chain, *syntax.around(on.line + 1))))[:MOST_SYMBOLS]


def _shown(ls: MemoServer, document: Document, on: Spot, seen: Seen, where: Where) -> types.Hover:
    client = ls.client
    asker = render.Asker(where.branch, seen.name.text, document.uri, ls.clock.now(), client.markdown, client.links)
    columns = (seen.name.start, seen.name.end)
    return convert.hover(render.hover(seen.answer, asker), client.markdown, on, columns, client.encoding)
