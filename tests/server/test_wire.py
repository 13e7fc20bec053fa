"""The message stream: framing, odd messages, cancel, errors, leaving; over pipes, with handlers of our own."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any

import pytest
from pygls.lsp.server import LanguageServer

from memo_lsp.server.wire import Connection, Wire, messages, plain_converter


def framed(message: Any) -> bytes:
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


@pytest.mark.parametrize(
    ("stream", "bodies"),
    [
        (framed(b"{}") + framed(b"[1]"), [b"{}", b"[1]"]),
        (b"content-length:2\r\nContent-Type: x\r\n\r\n{}", [b"{}"]),
        (b"noise\n" + framed(b"{}"), [b"{}"]),
        (framed(b"{}") + b"Content-Length: 10\r\n\r\n{", [b"{}"]),
        (b"", []),
    ],
)
def test_framing(stream: bytes, bodies: list[bytes]):
    assert list(messages(BytesIO(stream))) == bodies


class Talk:
    """A client's end of a connection."""

    def __init__(self) -> None:
        self.server = LanguageServer("t", "0", protocol_cls=Wire, converter_factory=plain_converter)
        read, self._write = os.pipe()
        self._read, write = os.pipe()
        self._streams = [os.fdopen(read, "rb"), os.fdopen(write, "wb"), os.fdopen(self._read, "rb")]
        self.connection = Connection(self.server.protocol, self._streams[0], self._streams[1])
        self.code = asyncio.ensure_future(self.connection.run())
        self._answers = messages(self._streams[2])

    def send(self, *sent: dict[str, Any]) -> None:
        for message in sent:
            os.write(self._write, framed({"jsonrpc": "2.0", **message}))

    def raw(self, data: bytes) -> None:
        os.write(self._write, data)

    async def hear(self) -> dict[str, Any]:
        return json.loads(await asyncio.to_thread(next, self._answers))

    def hang_up(self) -> None:
        if self._write >= 0:
            os.close(self._write)
            self._write = -1

    async def close(self) -> None:
        self.hang_up()
        await self.code
        for stream in self._streams:
            stream.close()


@pytest.fixture
async def talk() -> AsyncIterator[Talk]:
    talk = Talk()
    yield talk
    await talk.close()


async def test_parameters_of_our_own_stay_as_they_came(talk: Talk):
    @talk.server.feature("memo/echo")
    async def echo(params: Any) -> Any:
        return {"got": params}

    sent = {"from": 1, "_id": 2, "type_name": "t", "a": {"b-c": [3]}, "jsonrpc": "inside"}
    talk.send({"id": 1, "method": "memo/echo", "params": sent})
    assert (await talk.hear())["result"] == {"got": sent}
    talk.send({"id": 2, "method": "memo/echo"})
    assert (await talk.hear())["result"] == {"got": None}


async def test_a_cancel_reaches_the_command(talk: Talk):
    seen = asyncio.Event()
    started = asyncio.Event()

    @talk.server.command("slow")
    async def slow(given: Any = None) -> None:
        try:
            started.set()
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            seen.set()
            raise

    talk.send({"id": 7, "method": "workspace/executeCommand", "params": {"command": "slow", "arguments": [{}]}})
    await asyncio.wait_for(started.wait(), 5)
    talk.send({"method": "$/cancelRequest", "params": {"id": 7}})
    assert (await talk.hear())["error"]["code"] == -32800
    await asyncio.wait_for(seen.wait(), 5)


async def test_cancelled_in_the_same_breath_it_never_runs(talk: Talk):
    ran: list[int] = []

    @talk.server.feature("memo/ask")
    async def ask(params: Any) -> None:
        ran.append(params["n"])

    for number in range(60):
        talk.send(
            {"id": number, "method": "memo/ask", "params": {"n": number}},
            {"method": "$/cancelRequest", "params": {"id": number}},
        )
    talk.send({"id": "last", "method": "memo/ask", "params": {"n": 99}})
    while (await talk.hear())["id"] != "last":
        pass
    assert ran[-1] == 99


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"id": 1, "method": "memo/no-such-thing"}, -32601),
        ({"id": 1, "method": "textDocument/hover", "params": {"position": "everywhere"}}, -32602),
        ({"id": 1, "method": "workspace/executeCommand", "params": {"command": "memo.none"}}, -32602),
        ({"id": 1, "method": "workspace/executeCommand", "params": 3}, -32602),
        ({"id": 1, "method": 5}, -32600),
        ({"id": 1, "method": ["memo/none"]}, -32600),
        ({"id": 1, "method": "memo/broken"}, -32603),
    ],
)
async def test_what_cannot_be_served_is_answered(talk: Talk, message: dict[str, Any], code: int):
    @talk.server.feature("memo/broken")
    async def broken(params: Any) -> None:
        raise KeyError("surprise")

    talk.send(message)
    answer = await talk.hear()
    assert answer["error"]["code"] == code
    assert "traceback" not in json.dumps(answer).lower()


async def test_a_session_begins_once(talk: Talk):
    begun: list[str] = []

    @talk.server.feature("initialized")
    def initialized(params: Any) -> None:
        begun.append("initialized")

    hello = {"processId": None, "rootUri": None, "capabilities": {}}
    talk.send({"id": 1, "method": "initialize", "params": hello}, {"id": 2, "method": "initialize", "params": hello})
    talk.send({"method": "initialized", "params": {}}, {"method": "initialized", "params": {}})
    talk.send({"id": 3, "method": "shutdown"})
    answers = {answer["id"]: answer for answer in [await talk.hear() for _ in range(3)]}
    assert "result" in answers[1]
    assert answers[2]["error"]["code"] == -32600
    assert begun == ["initialized"]


async def test_nonsense_is_survived(talk: Talk):
    talk.raw(framed(b"not json") + framed(b"[]") + framed(b'{"jsonrpc": "2.0"}') + b"\xff\xfe\r\n\r\n")
    talk.send({"method": "$/cancelRequest", "params": {"id": 987654}}, {"method": "memo/none", "params": {"a": 1}})
    talk.send({"id": 5, "result": None}, {"id": 1, "method": "shutdown"})
    assert await talk.hear() == {"id": 1, "jsonrpc": "2.0", "result": None}


@pytest.mark.parametrize(("messages", "code"), [(["shutdown", "exit"], 0), (["exit"], 1), ([], 0)])
async def test_leaving(talk: Talk, messages: list[str], code: int):
    talk.send(*({"method": method} | ({"id": 1} if method == "shutdown" else {}) for method in messages))
    if not messages:
        talk.raw(b"Content-Length: 100\r\n\r\n{")
        talk.hang_up()
    assert await asyncio.wait_for(talk.code, 5) == code
