"""What is served: this table is the list of all that a client may send, and of who deals with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lsprotocol import types

from memo_lsp.server import protocol
from memo_lsp.server.handlers import (
    actions,
    clock,
    documents,
    dreaming,
    exchanging,
    exploring,
    files,
    health,
    history,
    hover,
    lens,
    lifecycle,
    memories,
    pausing,
    reading,
    reviewing,
    search,
    settings,
    told,
)

Handler = Callable[..., Any]

FEATURES: dict[str, tuple[Handler, Any]] = {
    types.INITIALIZE: (lifecycle.initialize, None),
    types.INITIALIZED: (lifecycle.initialized, None),
    types.SHUTDOWN: (lifecycle.shutdown, None),
    types.TEXT_DOCUMENT_DID_OPEN: (documents.did_open, None),
    types.TEXT_DOCUMENT_DID_CHANGE: (documents.did_change, None),
    types.TEXT_DOCUMENT_DID_CLOSE: (documents.did_close, None),
    types.TEXT_DOCUMENT_DID_SAVE: (documents.did_save, types.SaveOptions(include_text=False)),
    types.NOTEBOOK_DOCUMENT_DID_OPEN: (documents.notebook_did_open, None),
    types.NOTEBOOK_DOCUMENT_DID_CHANGE: (documents.notebook_did_change, None),
    types.NOTEBOOK_DOCUMENT_DID_SAVE: (documents.notebook_did_save, None),
    types.NOTEBOOK_DOCUMENT_DID_CLOSE: (documents.notebook_did_close, None),
    types.TEXT_DOCUMENT_HOVER: (hover.hover, None),
    types.WORKSPACE_SYMBOL: (search.workspace_symbol, None),
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: (settings.did_change_configuration, None),
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: (settings.did_change_folders, None),
    types.WORKSPACE_DID_RENAME_FILES: (files.did_rename, files.EVERY_FILE),
    types.WORKSPACE_DID_DELETE_FILES: (files.did_delete, files.EVERY_FILE),
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: (files.did_change_watched, None),
    types.TEXT_DOCUMENT_CODE_ACTION: (actions.code_action, actions.OPTIONS),
    types.TEXT_DOCUMENT_CODE_LENS: (lens.code_lens, types.CodeLensOptions(resolve_provider=False)),
    protocol.DIAGNOSTICS: (told.diagnostics, None),
    protocol.TERMINAL: (told.terminal, None),
    protocol.ACTIVITY: (told.activity, None),
}

# What a person does themselves. A file that changed on disk, a document that was opened or looked at by its editor, a
# diagnostic: these come without anybody being there.
ACTIVITY = frozenset({
    types.TEXT_DOCUMENT_DID_CHANGE, types.TEXT_DOCUMENT_DID_SAVE, types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_SAVE, types.TEXT_DOCUMENT_HOVER, types.TEXT_DOCUMENT_CODE_ACTION,
    types.WORKSPACE_SYMBOL, types.WORKSPACE_DID_RENAME_FILES, types.WORKSPACE_DID_DELETE_FILES,
    protocol.TERMINAL, protocol.ACTIVITY,
})  # fmt: skip

REPLAY_FEATURES: dict[str, tuple[Handler, Any]] = {protocol.CLOCK: (clock.move, None)}

COMMANDS: dict[protocol.Command, Handler] = {
    protocol.SEARCH: search.search,
    protocol.REMEMBER: memories.remember,
    protocol.OPEN: memories.open_whole,
    protocol.EXPLAIN: search.explain,
    protocol.FEEDBACK: memories.feedback,
    protocol.USED: search.used,
    protocol.PIN: memories.pin,
    protocol.EDIT: memories.edit,
    protocol.SUPERSEDE: memories.supersede,
    protocol.FORGET: memories.forget,
    protocol.TIMELINE: reading.timeline,
    protocol.BRIEFING: reading.briefing,
    protocol.TOPICS: reading.topics,
    protocol.DREAM: exploring.dream,
    protocol.CONSOLIDATE: dreaming.consolidate,
    protocol.RUNS: dreaming.runs,
    protocol.UNDO: dreaming.undo,
    protocol.REVIEW: reviewing.review,
    protocol.KEEP_APART: reviewing.keep_apart,
    protocol.REFOLD_BLOCKS: dreaming.refold_blocks,
    protocol.ALLOW_REFOLD: dreaming.allow_refold,
    protocol.IMPORT_GIT: history.import_git,
    protocol.IMPORT: exchanging.take_in,
    protocol.EXPORT: exchanging.write_out,
    protocol.PAUSE: pausing.pause,
    protocol.RESUME: pausing.resume,
    protocol.STATUS_NOW: health.status,
    protocol.DOCTOR: health.doctor,
}

# Commands that change memories: the client hears of it as soon as they are done. What goes on in the background, such
# as the import of a history, is heard of while it happens.
CHANGES = (
    protocol.REMEMBER, protocol.FEEDBACK, protocol.PIN, protocol.EDIT, protocol.SUPERSEDE, protocol.FORGET,
    protocol.CONSOLIDATE, protocol.UNDO, protocol.KEEP_APART, protocol.ALLOW_REFOLD, protocol.IMPORT,
)  # fmt: skip

# Commands that only look how things are, as a status bar or a view does by itself: nothing gives way to them, and
# they are no activity.
LOOKS = (protocol.STATUS_NOW, protocol.DOCTOR, protocol.RUNS, protocol.REVIEW, protocol.REFOLD_BLOCKS)
