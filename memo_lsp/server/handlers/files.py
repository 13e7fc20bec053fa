"""What happened to files beside editing: renamed or deleted in the editor, changed on disk by anybody."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from memo_lsp.text.uris import to_paths

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer

EVERY_FILE = types.FileOperationRegistrationOptions(
    [types.FileOperationFilter(types.FileOperationPattern("**/*"), scheme="file")]
)


def did_rename(ls: MemoServer, params: types.RenameFilesParams) -> None:
    for file in params.files:
        ls.reports.renamed(file.old_uri, file.new_uri)


def did_delete(ls: MemoServer, params: types.DeleteFilesParams) -> None:
    ls.reports.changed(_paths([file.uri for file in params.files]))


def did_change_watched(ls: MemoServer, params: types.DidChangeWatchedFilesParams) -> None:
    ls.reports.changed(_paths([change.uri for change in params.changes]))


def _paths(uris: list[str]) -> list[Path]:
    return [Path(path) for path in to_paths(uris) if path is not None]
