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
from memo_lsp.server.syntax import Source, Syntax, source_of
from memo_lsp.server.where import Where
from memo_lsp.text.identifiers import Ident, identifier_at, is_code_shaped, keywords

if TYPE_CHECKING:
    from memo_lsp.capture.events import Diagnostic
    from memo_lsp.capture.standing import Standing
    from memo_lsp.recall.answer import Answer, Hit
    from memo_lsp.server.app import MemoServer
    from memo_lsp.server.diagnostics import Position, Shown
    from memo_lsp.services import Services

SCHEMES = frozenset(("file", "untitled"))
MOST_SYMBOLS = 6
MOST_ERRORS = 3  # of one line, whose past fixes are looked for


@dataclass(frozen=True, slots=True)
class Seen:
    """What a hover found: the answer about the name (None: there is none), and what mended the errors there before."""

    answer: Answer | None
    name: Ident | None
    mended: tuple[Hit, ...] = ()


async def hover(ls: MemoServer, params: types.HoverParams) -> types.Hover | None:
    document = ls.documents.get(params.text_document.uri)
    on = _on(ls, document, params.position) if document else None
    if document is None or on is None:
        return None
    services = await ls.services()
    if not services.settings.hover.enabled:
        return None
    at = params.position.line, params.position.character
    source, where, shown = source_of(document), await ls.place_of(document), ls.diagnostics.of(document.uri)
    async with ls.work.hovering.turn() as mine:
        seen = await ls.work.hover(_look, ls, services, source, on, where, shown, at) if mine else None
    if seen is None:
        return None
    if (answer := seen.answer) is not None:
        services.background.submit(lambda: services.surfacings.answered(answer))
    return _shown(ls, document, on, seen, where)


def _on(ls: MemoServer, document: Document, position: types.Position) -> Spot | None:
    """The place hovered, unless the document or the place is none of ours."""
    if document.scheme not in SCHEMES:
        return None
    if (reason := document.too_much()) is not None:
        ls.skip(document.uri, reason)
        return None
    return convert.spot(document, position, ls.client.encoding)


def _look(
    ls: MemoServer,
    services: Services,
    source: Source,
    on: Spot,
    where: Where,
    shown: Sequence[Shown],
    at: Position,
) -> Seen | None:
    """Runs on the hover thread. An error speaks where it stands, and for the names on its line."""
    name = identifier_at(on.text, on.column, source.language)
    syntax = ls.syntax.for_hover(source) if name is not None or shown else None
    if name is None or syntax is None or name.text in keywords(source.language) or not _speaks(syntax, name, on):
        name = None
    errors = [one.diagnostic for one in shown if one.at(at) or (name is not None and one.on(on.line))]
    mended = _mended(services, where, errors) if errors else ()
    answer = _answer(services, syntax, name, on, where) if name is not None and syntax is not None else None
    if answer is not None:
        told = {hit.memory.id for hit in mended}
        answer = replace(answer, hits=tuple(hit for hit in answer.hits if hit.memory.id not in told))
    if not mended and (answer is None or not answer.hits):
        return None
    return Seen(answer, name, mended)


def _mended(services: Services, where: Where, errors: Sequence[Diagnostic]) -> tuple[Hit, ...]:
    """What mended the same errors before, names aside; one each."""
    from memo_lsp.capture.episodes.fixes import past_fixes
    from memo_lsp.recall.answer import Hit
    from memo_lsp.text.excerpt import Excerpt

    found: dict[str, Hit] = {}
    for error in errors[:MOST_ERRORS]:
        for memory in past_fixes(services.store, where.project, error, services.clock.now())[:1]:
            change = memory.body.partition("\n\n")[2] or memory.body  # what tools said stands in the editor already
            found.setdefault(memory.id, Hit(memory, 1.0, ("fix",), Excerpt(change), (), memory.anchors))
    return tuple(found.values())


def _answer(services: Services, syntax: Syntax, name: Ident, on: Spot, where: Where) -> Answer:
    """What is remembered about a name."""
    symbols = _symbols(syntax, name, on)
    query = Query(
        text=name.text,
        symbols=symbols,
        path=where.path,
        project=where.project,
        branch=where.branch,
        k=services.settings.hover.limit,
        surface="hover",
        session=services.session,
    )
    answer = services.hovers.answer(query)
    hits = _as_they_stand(services, answer.hits, syntax, where)
    return replace(answer, hits=tuple(replace(hit, anchors=_meant(hit.anchors, where.path, symbols)) for hit in hits))


def _meant(anchors: Sequence[Anchor], path: str | None, symbols: Sequence[str]) -> tuple[Anchor, ...]:
    """Of several anchors the one hovered on: what is told of the code is told of that. None of them: all."""
    here = [anchor for anchor in anchors if anchor.path == path and anchor.symbol is not None]
    for symbol in symbols:
        exact = [anchor for anchor in here if anchor.symbol == symbol]
        named = exact or [anchor for anchor in here if (anchor.symbol or "").rpartition(".")[2] == symbol]
        if named:
            return tuple(named)
    return tuple(anchors)


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
    symbol, columns = (seen.name.text, (seen.name.start, seen.name.end)) if seen.name else ("", (on.column, on.column))
    asker = render.Asker(where.branch, symbol, document.uri, ls.clock.now(), client.markdown, client.links)
    return convert.hover(render.hover(seen.answer, asker, seen.mended), client.markdown, on, columns, client.encoding)
