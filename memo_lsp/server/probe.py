"""A visit to a real server as an editor makes it: start it on stdio, open a file, hover, search, leave in order.

`memo-lsp try` shows a person what comes back; nothing here is used by the server itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from memo_lsp.errors import MemoError
from memo_lsp.server import protocol
from memo_lsp.text.uris import to_uri

_LAST_WORDS = 2000  # of stderr, kept for the case that the server dies
_LEAVE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Stop:
    """Where to hover: a file with its text, and a place in it (0-based line, UTF-16 character)."""

    path: Path
    language: str
    text: str
    line: int
    character: int


@dataclass(frozen=True, slots=True)
class Visit:
    """What the server said: its name, the hover's markdown (None: nothing), the answer to the question."""

    server: str
    hover: str | None
    answer: dict[str, Any] | None


def visit(
    command: Sequence[str],
    root: Path,
    stop: Stop | None,
    question: str | None,
    *,
    environ: Mapping[str, str],
    seconds: float = 60.0,
) -> Visit:
    """Start `command`, look, and leave. Raises MemoError if the server dies, says no, or takes too long."""
    return asyncio.run(_visit(command, root, stop, question, environ=environ, seconds=seconds))


async def _visit(
    command: Sequence[str],
    root: Path,
    stop: Stop | None,
    question: str | None,
    *,
    environ: Mapping[str, str],
    seconds: float,
) -> Visit:
    client = _Client("memo-lsp-try", "1")
    for news in (protocol.STATUS, protocol.DID_CHANGE_MEMORY, types.WINDOW_LOG_MESSAGE):
        client.feature(news)(lambda _: None)
    await client.start_io(*command, cwd=root, env=dict(environ))
    errors = asyncio.create_task(client.listen())
    try:
        async with asyncio.timeout(seconds):
            found = await client.look(root, stop, question)
    except TimeoutError:
        raise MemoError(f"the server did not answer within {seconds:g} s; {client.last_words()}") from None
    except Exception as trouble:
        raise MemoError(f"the server could not be asked ({trouble}); {client.last_words()}") from trouble
    finally:
        await client.leave()
        await errors
    return found


class _Client(LanguageClient):
    """A client that reads stderr, so that a talkative server is never held up."""

    _heard = b""

    async def listen(self) -> None:
        stream = self._server.stderr if self._server else None
        while stream is not None and (some := await stream.read(4096)):
            self._heard = (self._heard + some)[-_LAST_WORDS:]

    def last_words(self) -> str:
        lines = self._heard.decode("utf-8", "replace").strip().splitlines()
        return f"its last words: {lines[-1]}" if lines else "it said nothing on stderr"

    async def look(self, root: Path, stop: Stop | None, question: str | None) -> Visit:
        started = await self.initialize_async(_hello(root))
        self.initialized(types.InitializedParams())
        info = started.server_info
        hover = await self._hover(stop) if stop else None
        answer = await self._search(question, stop) if question else None
        return Visit(f"{info.name} {info.version or ''}".strip() if info else "the server", hover, answer)

    async def _hover(self, stop: Stop) -> str | None:
        document = types.TextDocumentItem(to_uri(str(stop.path)), stop.language, 1, stop.text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(document))
        where = types.HoverParams(types.TextDocumentIdentifier(document.uri), types.Position(stop.line, stop.character))
        found = await self.text_document_hover_async(where)
        contents = found.contents if found else None
        return contents.value if isinstance(contents, types.MarkupContent) else None

    async def _search(self, question: str, stop: Stop | None) -> dict[str, Any]:
        asked = {"text": question, "k": 5} | ({"uri": to_uri(str(stop.path))} if stop else {})
        answer = await self.workspace_execute_command_async(types.ExecuteCommandParams("memo.search", [asked]))
        return dict(answer or {})

    async def leave(self) -> None:
        """In order if the server still can, else by ending it."""
        server = self._server
        if server is None:
            return
        try:
            async with asyncio.timeout(_LEAVE_SECONDS):
                if server.returncode is None:
                    await self.shutdown_async(None)
                    self.exit(None)
                await self.stop()  # type: ignore[no-untyped-call]
        except Exception:
            if server.returncode is None:
                server.kill()
            await server.wait()


def _hello(root: Path) -> types.InitializeParams:
    hover = types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown])
    return types.InitializeParams(
        capabilities=types.ClientCapabilities(text_document=types.TextDocumentClientCapabilities(hover=hover)),
        client_info=types.ClientInfo("memo-lsp try"),
        workspace_folders=[types.WorkspaceFolder(to_uri(str(root)), root.name)],
        root_uri=to_uri(str(root)),
    )
