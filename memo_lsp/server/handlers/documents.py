"""Open, change, close, save. A change touches no disk; what is known about a text is renewed when typing rests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lsprotocol import types

from memo_lsp.server.documents import Document

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


def _opened(ls: MemoServer, document: Document) -> None:
    ls.find_place(document.uri)
    _changed(ls, document, rest=0.0)


def _changed(ls: MemoServer, document: Document | None, rest: float = REST_SECONDS) -> None:
    if document is not None:
        ls.studies.later(document.uri, rest)


def _closed(ls: MemoServer, uri: str) -> None:
    ls.documents.close(uri)
    ls.syntax.forget(uri)
    ls.studies.forget(uri)


def _close_all(ls: MemoServer, uris: Iterable[str]) -> None:
    for uri in uris:
        _closed(ls, uri)
