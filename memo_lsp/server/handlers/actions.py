"""Code actions: how an error was fixed before; remember what is selected; what is known about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from memo_lsp.capture.events import Diagnostic
from memo_lsp.server import protocol
from memo_lsp.server.documents import Document, Spot
from memo_lsp.server.syntax import source_of
from memo_lsp.text.identifiers import Ident, identifier_at, keywords

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer
    from memo_lsp.services import Services

OPTIONS = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, types.CodeActionKind.Empty])
MOST_DIAGNOSTICS = 10
LONGEST_TITLE = 120

FIXED_BEFORE = "How was this fixed before?"
REMEMBER = "Remember this…"
KNOWN = "What do we know about this?"


async def code_action(ls: MemoServer, params: types.CodeActionParams) -> list[types.CodeAction] | None:
    document = ls.documents.get(params.text_document.uri)
    if document is None or document.too_much() is not None:
        return None
    found = await _fixes(ls, document, params) if _wanted(params, types.CodeActionKind.QuickFix) else []
    if _asked_by_hand(params.context):
        found += _about(ls, document, params.range)
    return found or None


def _wanted(params: types.CodeActionParams, kind: types.CodeActionKind) -> bool:
    only = params.context.only
    return not only or any(kind == each or str(kind.value).startswith(f"{each}.") for each in only)


def _asked_by_hand(context: types.CodeActionContext) -> bool:
    """Remembering is always possible: offered unasked it would be a bulb on every line."""
    return not context.only and context.trigger_kind != types.CodeActionTriggerKind.Automatic


async def _fixes(ls: MemoServer, document: Document, params: types.CodeActionParams) -> list[types.CodeAction]:
    """One for each diagnostic of which a past fix is known."""
    asked = _errors(ls, document, params)[:MOST_DIAGNOSTICS]
    if not asked:
        return []
    services, where = await ls.services(), await ls.place_of(document)
    first = await ls.work.read(_first_fixes, services, where.project, [plain for _, plain in asked])
    return [
        types.CodeAction(
            title=FIXED_BEFORE,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[shown] if shown else None,
            command=_command(FIXED_BEFORE, protocol.OPEN, {"id": uid}),
        )
        for (shown, _), uid in zip(asked, first, strict=True)
        if uid is not None
    ]


def _errors(
    ls: MemoServer, document: Document, params: types.CodeActionParams
) -> list[tuple[types.Diagnostic | None, Diagnostic]]:
    """What the client says it is asked about; some name only a server's own, then what it was told to show there."""
    if said := params.context.diagnostics:
        return [(shown, _plain(shown)) for shown in said]
    lines = range(params.range.start.line, params.range.end.line + 1)
    told = ls.diagnostics.of(document.uri)
    return [(None, shown.diagnostic) for shown in told if any(map(shown.on, lines))]


def _first_fixes(services: Services, project: str, errors: list[Diagnostic]) -> list[str | None]:
    """Runs on a read thread: the id of the best fix of each, as far as there is one."""
    from memo_lsp.capture.episodes.fixes import past_fixes

    found = (past_fixes(services.store, project, error, services.clock.now()) for error in errors)
    return [fixes[0].id if fixes else None for fixes in found]


def _plain(shown: types.Diagnostic) -> Diagnostic:
    return Diagnostic(
        shown.range.start.line + 1,
        shown.range.end.line + 1,
        int(shown.severity or types.DiagnosticSeverity.Error),
        shown.message,
        "" if shown.code is None else str(shown.code),
        shown.source or "",
    )


def _about(ls: MemoServer, document: Document, place: types.Range) -> list[types.CodeAction]:
    """What can be done with a selection, or with the name the cursor stands on."""
    start = document.spot(place.start.line, place.start.character, ls.client.encoding)
    if start is None:
        return []
    chosen = place.start != place.end
    name = _name(document, start)
    title = _first_line(ls, document, place) if chosen else (name.text if name else "")
    if not title:
        return []
    about: dict[str, Any] = {"uri": document.uri, "range": _range(place), "title": title}
    asked = {"text": title, "symbols": [name.text] if name else [], "uri": document.uri}
    return [
        types.CodeAction(title=REMEMBER, command=_command(REMEMBER, protocol.REMEMBER, about)),
        types.CodeAction(title=KNOWN, command=_command(KNOWN, protocol.SEARCH, asked)),
    ]


def _name(document: Document, at: Spot) -> Ident | None:
    language = source_of(document).language
    name = identifier_at(at.text, at.column, language)
    return None if name is None or name.text in keywords(language) else name


def _first_line(ls: MemoServer, document: Document, place: types.Range) -> str:
    """The first line of a selection that says something."""
    for line in range(place.start.line, place.end.line + 1):
        spot = document.spot(line, place.end.character if line == place.end.line else 1 << 30, ls.client.encoding)
        begin = document.spot(line, place.start.character if line == place.start.line else 0, ls.client.encoding)
        if spot is None or begin is None:
            break
        if text := " ".join(spot.text[begin.column : spot.column].split()):
            return text[:LONGEST_TITLE]
    return ""


def _range(place: types.Range) -> dict[str, Any]:
    ends = {"start": place.start, "end": place.end}
    return {name: {"line": end.line, "character": end.character} for name, end in ends.items()}


def _command(title: str, command: protocol.Command, argument: dict[str, Any]) -> types.Command:
    return types.Command(title, command.name, arguments=[argument])
