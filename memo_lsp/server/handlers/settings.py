"""Settings and workspace folders: asked for at the start, and again whenever the client says they changed."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from lsprotocol import types

from memo_lsp.server.handlers import history
from memo_lsp.server.protocol import SETTINGS_SECTION

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer
    from memo_lsp.server.reports import Folder

log = logging.getLogger(__name__)

PATIENCE = 5.0  # seconds


async def ask(ls: MemoServer) -> Any:
    """The editor's settings for our section; None if it has none, cannot say, or takes too long."""
    if not ls.client.configuration:
        return None
    scope = ls.folders.first.as_uri() if ls.folders.first else None
    items = [types.ConfigurationItem(scope_uri=scope, section=SETTINGS_SECTION)]
    try:
        answers = await asyncio.wait_for(
            ls.workspace_configuration_async(types.ConfigurationParams(items=items)), PATIENCE
        )
    except Exception as trouble:
        log.info("the editor did not say its settings (%s)", type(trouble).__name__)
        return None
    return answers[0] if answers else None


async def did_change_configuration(ls: MemoServer, params: types.DidChangeConfigurationParams) -> None:
    """The client's word that settings changed. What it sends along counts only where it cannot be asked."""
    raw = params.settings
    if ls.client.configuration:
        ls.settings_answer = await ask(ls)
    elif isinstance(raw, dict):
        ls.settings_answer = raw.get(SETTINGS_SECTION, raw)
    services = await ls.services()
    await ls.work.write(ls.configure, services)
    find_places(ls)
    tell_problems(ls)
    ls.start(ls.watchers.ask(), "asking what to watch")
    ls.refresh_lenses()
    ls.status.changed()


def tell_problems(ls: MemoServer) -> None:
    """One log line a setting that cannot be used."""
    for problem in ls.opened.problems if ls.opened else ():
        log.warning("settings: %s", problem)


async def listen(ls: MemoServer) -> None:
    """Ask the client to say when our settings change, if it has to be asked."""
    if not ls.client.listens_to_settings:
        return
    options = types.DidChangeConfigurationRegistrationOptions(section=SETTINGS_SECTION)
    registration = types.Registration(str(uuid4()), types.WORKSPACE_DID_CHANGE_CONFIGURATION, options)
    await ls.client_register_capability_async(types.RegistrationParams([registration]))


def did_change_folders(ls: MemoServer, params: types.DidChangeWorkspaceFoldersParams) -> None:
    event = params.event
    ls.folders.change((folder.uri for folder in event.added), (folder.uri for folder in event.removed))
    new = ls.reports.hear_of(ls.folders.roots)
    find_places(ls)
    ls.start(_take_in(ls, new), "taking in a folder")
    ls.status.changed()


async def _take_in(ls: MemoServer, folders: list[Folder]) -> None:
    services = await ls.services()
    await history.offer(ls, services)
    await ls.reports.take_in(services, folders)
    await ls.watchers.ask()


def find_places(ls: MemoServer) -> None:
    """The projects of the open documents anew; until they are found, the old ones hold."""
    for document in ls.documents:
        ls.find_place(document.uri)
