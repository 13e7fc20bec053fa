"""A real HTTP server that plays an embedding service: it records what was asked and answers as it is told."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Answer:
    """Bytes or a value sent as JSON. `after`: seconds before it comes; `cut`: the connection breaks instead."""

    body: Any = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    after: float = 0.0
    cut: bool = False
    drip: float = 0.0  # seconds between the body's bytes


@dataclass(frozen=True)
class Asked:
    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def texts(self) -> list[str]:
        return self.body["input"] if "input" in self.body else [self.body["prompt"]]


def vector(text: str, dimension: int = 4) -> list[float]:
    """A vector that tells texts apart by their length."""
    return [1.0, float(len(text)), *[0.5] * (dimension - 2)]


def openai(asked: Asked) -> Answer:
    rows = [{"index": at, "embedding": vector(text)} for at, text in enumerate(asked.texts)]
    return Answer({"data": rows[::-1]})


class Stub:
    """`url` of the service, what was `asked`, and `answer`, which may be changed at any time."""

    def __init__(self, server: ThreadingHTTPServer, answer: Callable[[Asked], Answer]) -> None:
        self.answer = answer
        self.asked: list[Asked] = []
        self.port = server.server_address[1]

    def url(self, path: str = "/v1/embeddings", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    @property
    def texts(self) -> list[list[str]]:
        return [asked.texts for asked in self.asked]


@contextmanager
def serving(answer: Callable[[Asked], Answer] = openai, host: str = "127.0.0.1") -> Iterator[Stub]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked = Asked(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            stub.asked.append(asked)
            self._send(stub.answer(asked))

        def _send(self, answer: Answer) -> None:
            time.sleep(answer.after)
            if answer.cut:
                self.close_connection = True
                return
            body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
            self.send_response(answer.status)
            for name, value in {"Content-Length": str(len(body)), **answer.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            for at in range(0, len(body), 1 if answer.drip else max(len(body), 1)):
                time.sleep(answer.drip)
                self.wfile.write(body[at:] if not answer.drip else body[at : at + 1])

        def handle_one_request(self) -> None:
            try:
                super().handle_one_request()
            except (BrokenPipeError, ConnectionResetError):  # the client gave up, as it should
                self.close_connection = True

        def log_message(self, *_: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        import socket as _socket

        address_family = _socket.AF_INET6 if ":" in host else _socket.AF_INET
        daemon_threads = True

    server = Server((host, 0), Handler)
    stub = Stub(server, answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield stub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
