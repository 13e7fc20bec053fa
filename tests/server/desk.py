"""A server in this process, without a client: handlers are called as pygls calls them, what it tells is collected."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from lsprotocol import converters, types

from memo_lsp.clock import MovableClock
from memo_lsp.server.app import MemoServer
from memo_lsp.server.handlers import documents, hover, lifecycle
from memo_lsp.server.wiring import register
from memo_lsp.services import Services, open_services
from memo_lsp.text.uris import to_path

NOW = 1_790_000_000.0
_CONVERTER = converters.get_converter()


class Desk:
    """`told` holds the messages the server sent."""

    def __init__(
        self,
        home: Path,
        *folders: Path,
        client: str = "Visual Studio Code",
        provider: str = "none",
        settings: Any = None,
        options: Any = None,
        able: Any = None,  # what the client says of itself in `capabilities.experimental.memo`
    ):
        environ = {"MEMO_EMBED_PROVIDER": provider, "MEMO_HOME": str(home)}
        self.clock = MovableClock(NOW)
        self.server = MemoServer(lambda raw: open_services(home, environ, raw, self.clock), self.clock)
        register(self.server)
        self.told: list[dict[str, Any]] = []
        self.server.protocol.set_writer(SimpleNamespace(write=self._hear, close=lambda: None))
        self.server.settings_answer = settings
        self.folders = folders
        self._client, self._options, self._able = client, options, able

    def _hear(self, data: bytes) -> None:
        self.told.append(json.loads(data.partition(b"\r\n\r\n")[2]))

    async def __aenter__(self) -> Desk:
        self.server.loop = asyncio.get_running_loop()
        raw = {
            "processId": None,
            "rootUri": None,
            "clientInfo": {"name": self._client},
            "initializationOptions": self._options,
            "workspaceFolders": [{"uri": folder.as_uri(), "name": folder.name} for folder in self.folders],
            "capabilities": {
                "textDocument": {"hover": {"contentFormat": ["plaintext"]}}, "experimental": {"memo": self._able},
            },
        }  # fmt: skip
        lifecycle.initialize(self.server, _CONVERTER.structure(raw, types.InitializeParams))
        self.services: Services = await self.server.services()
        await self.server.reports.begin(self.services)
        await self.settle()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.server.close()

    async def command(self, name: str, **argument: Any) -> Any:
        return await self.server.protocol.fm.commands[name](argument)

    async def open(self, uri: str, text: str, language: str = "python") -> str:
        """Open a document and wait until its project and symbols are known."""
        item = types.TextDocumentItem(uri, language, 1, text)
        documents.did_open(self.server, types.DidOpenTextDocumentParams(item))
        await self.settle()
        return uri

    async def save(self, uri: str, text: str) -> None:
        """Edit a document and save it, the file on disk as well."""
        document = self.server.documents.get(uri) or self.server.documents.get(await self.open(uri, ""))
        assert document is not None
        change = types.TextDocumentContentChangeWholeDocument(text)
        named = types.VersionedTextDocumentIdentifier((document.version or 0) + 1, uri)
        documents.did_change(self.server, types.DidChangeTextDocumentParams(named, [change]))
        if (path := to_path(uri)) is not None:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_text(text, "utf-8")
        documents.did_save(self.server, types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))
        await self.settle()

    def titles(self) -> set[str]:
        """What is remembered and holds."""
        return {one.title for one in self.services.store.memories.export() if one.valid_to is None}

    async def settle(self) -> None:
        """Until nothing started by itself runs any more, and what was reported is dealt with."""
        while self.server.studies.pending or self.server.running or self.server.reports.pending:
            await asyncio.sleep(0.005)

    async def hover(self, uri: str, line: int, character: int) -> str | None:
        place = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        found = await hover.hover(self.server, place)
        return found.contents.value if found else None  # type: ignore[union-attr]

    async def remember(self, title: str, uri: str | None = None, at: tuple[int, int] | None = None, **more: Any) -> str:
        if uri is not None:
            more["uri"] = uri
        if at is not None:
            place = {"line": at[0], "character": at[1]}
            more["range"] = {"start": place, "end": place}
        return (await self.command("memo.remember", title=title, **more))["id"]
