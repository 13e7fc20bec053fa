"""The message stream: reading, writing, and the places where pygls's own way is not ours.

Changed against pygls: custom parameters stay plain dictionaries; a cancel reaches the coroutine behind
`workspace/executeCommand`; documents and folders are ours; malformed parameters are answered, without where in the
program that was noticed; a session begins once; `exit` ends the read loop with its code; nothing of a message is
written to a log; a notification costs no random number.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from lsprotocol import types
from pygls.exceptions import (
    FeatureNotificationError,
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
)
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method
from pygls.protocol.json_rpc import JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage

from memo_lsp.server import protocol

if TYPE_CHECKING:
    from cattrs import Converter

log = logging.getLogger(__name__)

OURS = (
    types.TEXT_DOCUMENT_DID_OPEN, types.TEXT_DOCUMENT_DID_CHANGE, types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN, types.NOTEBOOK_DOCUMENT_DID_CHANGE, types.NOTEBOOK_DOCUMENT_DID_CLOSE,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS,
)  # fmt: skip
_BEGINNINGS = (types.INITIALIZE, types.INITIALIZED)
_LENGTH = re.compile(rb"content-length:\s*(\d+)\s*", re.IGNORECASE)
_CHUNK = 1 << 16
AT_ONCE = 4  # messages taken between two turns of what they began
LONGEST_MESSAGE = 512 * 1024 * 1024


def plain_converter() -> Converter:
    """pygls's converter, but what it has no type for stays a dictionary with its keys as they came."""
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]
    for kind in (JsonRPCRequestMessage, JsonRPCNotification, JsonRPCResponseMessage):
        converter.register_structure_hook(kind, _as_it_came)
    return converter


def _as_it_came(message: dict[str, Any], kind: type[Any]) -> Any:
    known = {"params": None} if kind is not JsonRPCResponseMessage else {"result": None}
    names = {field.name for field in kind.__attrs_attrs__}
    return kind(**known | {key: value for key, value in message.items() if key in names})


class Wire(LanguageServerProtocol):
    """pygls's protocol with our changes."""

    leave: Callable[[int], None]  # set by the connection: ends the read loop with an exit code

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self._begun: set[str] = set()
        self._told = 0

    def _register_builtin_features(self) -> None:
        super()._register_builtin_features()  # type: ignore[no-untyped-call]
        for method in OURS:
            self.fm.builtin_features.pop(method, None)

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        result = yield from super().lsp_initialize(params)
        result.capabilities.experimental = {"memo": {"protocol": protocol.PROTOCOL}}
        return result

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: Any) -> None:  # type: ignore[override]
        self.leave(0 if self._shutdown else 1)

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(self, params: types.ExecuteCommandParams) -> Any:  # type: ignore[override]
        handler = self.fm.commands.get(params.command)
        if handler is None:
            raise JsonRpcInvalidParams(f"command: there is no {params.command!r}")
        return await handler(*(params.arguments or [])[:1])

    def receive(self, body: bytes) -> None:
        """Take one message; whatever is wrong with it ends here, answered if it was a request."""
        data: Any = None
        try:
            data = json.loads(body)
            if isinstance(data, dict) and "jsonrpc" in data:
                self._check(data.get("method"))
                self.handle_message(self.structure_message(data))
        except JsonRpcException as trouble:
            self._refuse(data, trouble)
        except Exception as trouble:
            log.warning("a message could not be read: %s", type(trouble).__name__)

    def _check(self, method: Any) -> None:
        """Raises JsonRpcInvalidRequest for what is no method's name, and where a session would begin a second time: it
        would lose its folders and open its store twice."""
        if method is not None and not isinstance(method, str):
            raise JsonRpcInvalidRequest("method: wants a text")
        if method in self._begun:
            raise JsonRpcInvalidRequest(f"{method}: this session has begun already")
        if method in _BEGINNINGS:
            self._begun.add(method)

    def _refuse(self, data: Any, trouble: JsonRpcException) -> None:
        method = data.get("method")
        if trouble.code == JsonRpcInvalidRequest.CODE:
            log.warning("%s", trouble)
        else:
            log.warning("%s: its parameters are not LSP's", method)
        if method is not None and data.get("id") is not None:
            refusal = JsonRpcInvalidParams(f"params: not what {method} takes") if trouble.code == -32602 else trouble
            self._send_response(data["id"], error=refusal.to_response_error())

    def _handle_notification(self, method_name: str, params: Any) -> None:
        """As pygls does, without a random id for each: to ask the system for one is to let go of the interpreter, and
        in a storm of saves another thread has it then."""
        if method_name == types.CANCEL_REQUEST:
            self._handle_cancel_notification(params.id)
            return
        try:
            self._told += 1
            self._execute_handler(
                msg_id=f"told-{self._told}",
                handler=self._get_handler(method_name),
                args=(params,),
                callback=self._check_handler_result,
            )
        except JsonRpcMethodNotFound:
            log.info("%s: not served here", method_name)
        except Exception as trouble:
            self._server.report_server_error(trouble, FeatureNotificationError)

    def _send_response(
        self, msg_id: int | str, result: Any | None = None, error: types.ResponseError | None = None
    ) -> None:
        if error is not None:
            error.data = None  # pygls puts a traceback there
        super()._send_response(msg_id, result, error)


class _Reader:
    """Reads a stream past Python's own buffer: its lock, held by a thread that waits for input, aborts a process that
    wants to end."""

    def __init__(self, stream: BinaryIO):
        self._raw: Any = getattr(stream, "raw", stream)
        self._held = bytearray()

    def readline(self) -> bytes:
        """Up to and with the next newline; what is left at the end of the stream."""
        seen = 0
        while (end := self._held.find(b"\n", seen)) < 0:
            seen = len(self._held)
            if not self._more():
                return self._take(seen)
        return self._take(end + 1)

    def read(self, length: int) -> bytes:
        """So many bytes; fewer only at the end of the stream."""
        while len(self._held) < length and self._more():
            pass
        return self._take(length)

    def _more(self) -> bool:
        some = self._raw.read(_CHUNK)
        self._held += some or b""
        return bool(some)

    def _take(self, length: int) -> bytes:
        taken = bytes(self._held[:length])
        del self._held[:length]
        return taken


def messages(binary: BinaryIO) -> Iterator[bytes]:
    """The bodies of a stream until its end; lines that are no header are passed over."""
    stream = _Reader(binary)
    length = 0
    while line := stream.readline():
        if match := _LENGTH.fullmatch(line):
            length = int(match[1])
        elif not line.strip() and length:
            if length > LONGEST_MESSAGE:
                return
            body = stream.read(length)
            if len(body) < length:
                return
            yield body
            length = 0


class Writer:
    """Writes whole messages, from any thread; once the reader has gone it keeps quiet."""

    def __init__(self, stream: BinaryIO, on_lost: Callable[[], None]):
        self._stream = stream
        self._on_lost = on_lost
        self._lock = threading.Lock()
        self._lost = False

    def write(self, data: bytes) -> None:
        if self._lost:
            return
        try:
            with self._lock:
                self._stream.write(data)
                self._stream.flush()
        except (OSError, ValueError):
            self._lost = True
            self._on_lost()

    def close(self) -> None:
        self._lost = True


class Connection:
    """One client on two streams, from the first message to the exit code."""

    def __init__(self, wire: Wire, reader: BinaryIO, writer: BinaryIO):
        self._wire, self._reader, self._writer = wire, reader, writer
        self._loop: asyncio.AbstractEventLoop
        self._code: asyncio.Future[int]
        self._inbox: deque[bytes] = deque()
        self._called = False  # the loop knows that there is something in it

    async def run(self) -> int:
        """Serve until `exit` (0 after `shutdown`, else 1) or the end of the stream (0)."""
        self._loop = asyncio.get_running_loop()
        self._code = self._loop.create_future()
        self._wire.leave = self._leave
        self._wire.set_writer(Writer(self._writer, self.end))
        threading.Thread(target=self._pump, name="memo-reader", daemon=True).start()
        return await self._code

    def end(self, code: int = 0) -> None:
        """Leave, from any thread."""
        try:
            self._loop.call_soon_threadsafe(self._leave, code)
        except RuntimeError:
            return  # the loop has ended already

    def _leave(self, code: int) -> None:
        if not self._code.done():
            self._code.set_result(code)

    def _pump(self) -> None:
        """Runs on a thread of its own: a read that never returns must not hold up the end."""
        try:
            for body in messages(self._reader):
                self._inbox.append(body)
                if not self._called:  # to wake the loop for each message of a thousand would cost more than they do
                    self._called = True
                    self._loop.call_soon_threadsafe(self._receive)
        except (OSError, ValueError, RuntimeError):
            pass  # closed under our hands, or the loop has ended: the stream is over either way
        self.end()

    def _receive(self) -> None:
        """Take a few messages, then let what they began go on before the next ones."""
        self._called = False
        for _ in range(AT_ONCE):
            if not self._inbox or self._code.done():
                return
            self._wire.receive(self._inbox.popleft())
        self._called = True
        self._loop.call_soon(self._receive)
