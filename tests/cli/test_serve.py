"""`serve`: where it listens, and that a client on a socket is answered."""

from __future__ import annotations

import argparse
import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.cli.serve import loopback
from tests.cli.conftest import Memo


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("127.0.0.1:80", ("127.0.0.1", 80)),
        ("127.1.2.3:0", ("127.1.2.3", 0)),
        ("localhost:8766", ("localhost", 8766)),
        ("[::1]:9", ("::1", 9)),
        ("0.0.0.0:80", None),
        ("192.168.1.2:80", None),
        ("example.org:80", None),
        ("127.0.0.1", None),
        ("127.0.0.1:x", None),
        ("127.0.0.1:99999", None),
        (":80", None),
        ("", None),
    ],
)
def test_loopback_only(text: str, place: tuple[str, int] | None) -> None:
    if place is None:
        with pytest.raises(argparse.ArgumentTypeError, match="loopback"):
            loopback(text)
    else:
        assert loopback(text) == place


def test_stdio_needs_a_stream_of_its_own(memo: Memo) -> None:
    done = memo("serve")
    assert done.code == 1 and "memo-lsp serve" in done.err


def message(**fields: Any) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **fields}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def answer(stream: Any, number: int) -> dict[str, Any]:
    while True:
        headers = list(iter(lambda: stream.readline().strip(), b""))
        length = next(int(line.split(b":")[1]) for line in headers if line.lower().startswith(b"content-length"))
        found: dict[str, Any] = json.loads(stream.read(length))
        if found.get("id") == number and "method" not in found:
            return found


def test_a_client_on_a_socket(home: Path) -> None:
    command = [sys.executable, "-E", "-P", "-m", "memo_lsp", "serve", "--tcp", "127.0.0.1:0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(os.environ)) as server:
        assert server.stderr is not None and server.stdout is not None
        port = int(re.search(rb"listening on 127.0.0.1:(\d+)", server.stderr.readline())[1])  # type: ignore[index]
        with socket.create_connection(("127.0.0.1", port), timeout=20) as wire, wire.makefile("rb") as stream:
            wire.sendall(
                message(id=1, method="initialize", params={"capabilities": {}, "processId": None, "rootUri": None})
            )
            assert answer(stream, 1)["result"]["serverInfo"]["name"] == "memo-lsp"
            wire.sendall(message(method="initialized", params={}))
            wire.sendall(message(id=2, method="shutdown"))
            answer(stream, 2)
            wire.sendall(message(method="exit"))
        assert server.wait(20) == 0
        assert server.stdout.read() == b""
