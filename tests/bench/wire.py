"""A language client reduced to what a measurement needs: one request at a time, its time taken."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

SCRIPT = Path(sys.executable).parent / "memo-lsp"
MEMO: tuple[str, ...] = (str(SCRIPT),) if SCRIPT.exists() else (sys.executable, "-m", "memo_lsp")
HELLO: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-8", "utf-16"]},
    "textDocument": {"hover": {"contentFormat": ["markdown", "plaintext"]}},
    "workspace": {"workspaceFolders": True, "configuration": True},
}


class Client:
    """A running server. `started` is the seconds from its start to the answer to `initialize`."""

    def __init__(self, command: Sequence[str], root: Path, env: Mapping[str, str]):
        self._number = 0
        self._answers: dict[int, dict[str, Any]] = {}  # to requests that nobody waits for right now
        began = time.perf_counter()
        self.process = subprocess.Popen(
            command, cwd=root, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        folders = [{"uri": root.as_uri(), "name": root.name}]
        self.request(
            "initialize",
            {"processId": os.getpid(), "rootUri": root.as_uri(), "workspaceFolders": folders, "capabilities": HELLO},
        )
        self.notify("initialized", {})
        self.started = time.perf_counter() - began

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.request("shutdown", None)
            self.notify("exit", None)
            self.process.wait(20)
        finally:
            self.process.kill()

    def request(self, method: str, params: Any) -> Any:
        """The result. Whatever the server asks meanwhile is answered with nothing."""
        return self._result(self.ask(method, params))

    def ask(self, method: str, params: Any) -> int:
        """Send a request and do not wait for its answer; its number."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        return self._number

    def answered(self, number: int) -> bool:
        """Whether the answer to a request that was not waited for came in, behind that to a later one."""
        return number in self._answers

    def _result(self, number: int) -> Any:
        while number not in self._answers:
            message = self._receive()
            if "method" in message:
                if "id" in message:
                    asked = (message.get("params") or {}).get("items")
                    self._send({"id": message["id"], "result": [None] * len(asked) if asked else None})
            else:
                self._answers[message["id"]] = message
        answer = self._answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{answer['error']}")
        return answer["result"]

    def timed(self, method: str, params: Any) -> float:
        """Milliseconds until the answer is there."""
        began = time.perf_counter()
        self.request(method, params)
        return (time.perf_counter() - began) * 1000

    def command(self, name: str, argument: Mapping[str, Any]) -> Any:
        return self.request("workspace/executeCommand", {"command": name, "arguments": [argument]})

    def notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def open(self, path: Path, text: str) -> None:
        document = {"uri": path.as_uri(), "languageId": "python", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def resident(self) -> float:
        """Megabytes of memory the server has."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def processor(self) -> float:
        """Milliseconds of processor time the server has used: what a duration would be on an idle machine, at least."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        size = 0
        while (line := self.process.stdout.readline()) != b"\r\n":
            if not line:
                raise RuntimeError(f"the server ended with {self.process.wait()}")
            name, _, value = line.partition(b":")
            size = int(value) if name.lower() == b"content-length" else size
        message: dict[str, Any] = json.loads(self.process.stdout.read(size))
        return message
