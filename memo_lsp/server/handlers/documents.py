"""Open, change, close, save. A change touches no disk; what is known about a text is renewed when typing rests."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from lsprotocol import types

from memo_lsp.server.ahead import prepare
from memo_lsp.server.documents import Document
from memo_lsp.server.reports import spoken
from memo_lsp.server.syntax import Source

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer

REST_SECONDS = 0.3  # after the last edit


def did_open(ls: MemoServer, params: types.DidOpenTextDocumentParams) -> None:
    document = ls.documents.open(params.text_document)
    _opened(ls, document)
    ls.reports.opened(document)


def did_change(ls: MemoServer, params: types.DidChangeTextDocumentParams) -> None:
    named = params.text_document
    document = ls.documents.change(named.uri, named.version, params.content_changes, ls.client.encoding)
    _changed(ls, document)
    if document is not None and document.clean:
        document.clean = False
        ls.reports.maybe_reloaded(document)


def did_close(ls: MemoServer, params: types.DidCloseTextDocumentParams) -> None:
    _closed(ls, params.text_document.uri)


def did_save(ls: MemoServer, params: types.DidSaveTextDocumentParams) -> None:
    document = ls.documents.get(params.text_document.uri)
    if document is not None:
        document.clean = True
        _opened(ls, document)
    ls.reports.saved(params.text_document.uri, document)


def notebook_did_open(ls: MemoServer, params: types.DidOpenNotebookDocumentParams) -> None:
    notebook = params.notebook_document
    ls.documents.open_notebook(notebook.uri, notebook.cells)
    for cell in params.cell_text_documents:
        _opened(ls, ls.documents.open(cell, notebook.uri))
    ls.reports.notebook(notebook.uri, saved=False)


def notebook_did_change(ls: MemoServer, params: types.DidChangeNotebookDocumentParams) -> None:
    cells = params.change.cells
    if cells is None:
        return
    if cells.structure is not None:
        _restructured(ls, params.notebook_document.uri, cells.structure)
    for edited in cells.text_content or ():
        named = edited.document
        _changed(ls, ls.documents.change(named.uri, named.version, edited.changes, ls.client.encoding))


def _restructured(ls: MemoServer, notebook: str, structure: types.NotebookDocumentCellChangeStructure) -> None:
    order = structure.array
    ls.documents.change_notebook(notebook, order.start, order.delete_count, order.cells or ())
    for cell in structure.did_open or ():
        _opened(ls, ls.documents.open(cell, notebook))
    for gone in structure.did_close or ():
        _closed(ls, gone.uri)


def notebook_did_save(ls: MemoServer, params: types.DidSaveNotebookDocumentParams) -> None:
    uri = params.notebook_document.uri
    for cell in ls.documents.cells(uri):
        _opened(ls, cell)
    ls.reports.notebook(uri, saved=True)


def notebook_did_close(ls: MemoServer, params: types.DidCloseNotebookDocumentParams) -> None:
    ls.documents.close_notebook(params.notebook_document.uri)
    _close_all(ls, (cell.uri for cell in params.cell_text_documents))


def source_of(document: Document) -> Source:
    """The text as it stands, for work off the loop."""
    whole = document.notebook is None
    return Source(document.uri, document.path, spoken(document), document.version, document.text, whole)


def _opened(ls: MemoServer, document: Document) -> None:
    ls.find_place(document.uri)
    _changed(ls, document, rest=0.0)


def _changed(ls: MemoServer, document: Document | None, rest: float = REST_SECONDS) -> None:
    if document is None:
        return
    waiting = ls.resting.pop(document.uri, None)
    if waiting is not None:
        waiting.cancel()
    loop = asyncio.get_running_loop()
    ls.resting[document.uri] = loop.call_later(rest, _look_closer, ls, document.uri)


def _look_closer(ls: MemoServer, uri: str) -> None:
    ls.resting.pop(uri, None)
    document = ls.documents.get(uri)
    if document is not None and document.too_much() is None:
        ls.start(_study(ls, source_of(document)), "reading a document's symbols")


async def _study(ls: MemoServer, source: Source) -> None:
    syntax = await ls.work.read(ls.syntax.of, source)
    if ls.opened is not None and syntax.symbols and not ls.ahead.locked():  # where many are opened, the first will do
        async with ls.ahead:
            names = [symbol.name for symbol in syntax.symbols]
            await ls.work.long(prepare, ls.opened, names, ls.busy, ls.stopping)


def _closed(ls: MemoServer, uri: str) -> None:
    ls.documents.close(uri)
    ls.syntax.forget(uri)
    waiting = ls.resting.pop(uri, None)
    if waiting is not None:
        waiting.cancel()


def _close_all(ls: MemoServer, uris: Iterable[str]) -> None:
    for uri in uris:
        _closed(ls, uri)
