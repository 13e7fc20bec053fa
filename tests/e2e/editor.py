"""A small editor over real stdio: starts the server, speaks LSP, answers what it asks, keeps what it was told."""

from __future__ import annotations

import json
import queue
import re
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from .scratch import MEMO, Scratch

PATIENCE = 20.0


class Refused(Exception):
    """An error response."""

    def __init__(self, error: dict[str, Any]):
        super().__init__(error["message"])
        self.code = error["code"]


class Editor:
    """One window. `told` holds every notification and request of the server, in order."""

    def __init__(
        self,
        scratch: Scratch,
        *,
        client: str = "Visual Studio Code",
        encodings: tuple[str, ...] = ("utf-16",),
        folders: tuple[Path, ...] | None = None,
        progress: str = "yes",
        arguments: tuple[str, ...] = (),
        env: dict[str, str] | None = None,
        settings: Any = None,
        process_id: int | None = None,
        answers: dict[str, Any] | None = None,
        watches: bool = False,
    ):
        self.scratch, self.settings = scratch, settings
        self._answers_to, self._watches = answers or {}, watches
        self.told: list[dict[str, Any]] = []
        self._progress = progress
        self._answers: dict[int, queue.Queue[dict[str, Any]]] = {}
        self._number = 0
        self._lock = threading.Lock()
        self.stderr = scratch.root.parent / f"stderr-{time.monotonic_ns()}"
        with self.stderr.open("wb") as stderr:
            self.process = subprocess.Popen(
                [MEMO, "serve", *arguments],
                cwd=scratch.root,
                env=scratch.env | (env or {}),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
            )
        threading.Thread(target=self._listen, daemon=True).start()
        self.hello = self.request("initialize", self._hello(client, encodings, folders, process_id))
        self.notify("initialized", {})

    def _hello(
        self, client: str, encodings: tuple[str, ...], folders: tuple[Path, ...] | None, process_id: int | None
    ) -> dict[str, Any]:
        roots = (self.scratch.root,) if folders is None else folders
        return {
            "processId": process_id,
            "clientInfo": {"name": client},
            "rootUri": None,
            "workspaceFolders": [{"uri": root.as_uri(), "name": root.name} for root in roots],
            "capabilities": {
                "general": {"positionEncodings": list(encodings)},
                "textDocument": {"hover": {"contentFormat": ["markdown"] if client != "plain" else ["plaintext"]}},
                "workspace": {"configuration": True, "workspaceFolders": True, **self._files()},
                "window": {"workDoneProgress": self._progress != "no"},
                "notebookDocument": {"synchronization": {}},
            },
        }

    def _files(self) -> dict[str, Any]:
        if not self._watches:
            return {}
        watched = {"dynamicRegistration": True, "relativePatternSupport": True}
        return {"didChangeWatchedFiles": watched, "fileOperations": {"didRename": True, "didDelete": True}}

    # --- the wire
    def send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def raw(self, data: bytes) -> None:
        assert self.process.stdin is not None
        with self._lock:
            self.process.stdin.write(data)
            self.process.stdin.flush()

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"method": method, "params": params})

    def begin(self, method: str, params: Any = None) -> int:
        self._number += 1
        self._answers[self._number] = queue.Queue()
        self.send({"id": self._number, "method": method, "params": params})
        return self._number

    def wait(self, number: int, patience: float = PATIENCE) -> Any:
        answer = self._answers[number].get(timeout=patience)
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["result"]

    def request(self, method: str, params: Any = None, patience: float = PATIENCE) -> Any:
        return self.wait(self.begin(method, params), patience)

    def command(self, name: str, **argument: Any) -> Any:
        return self.request("workspace/executeCommand", {"command": name, "arguments": [argument]})

    def _listen(self) -> None:
        assert self.process.stdout is not None
        stream = self.process.stdout
        while header := stream.readline():
            found = re.fullmatch(rb"Content-Length: (\d+)\r\n", header)
            assert found, f"stray output: {header!r}"
            while stream.readline() != b"\r\n":
                pass
            self._hear(json.loads(stream.read(int(found[1]))))

    def _hear(self, message: dict[str, Any]) -> None:
        if "method" not in message:
            self._answers[message["id"]].put(message)
            return
        self.told.append(message)
        if "id" in message:
            with suppress(OSError):
                self.send({"id": message["id"], **self._answer(message)})

    def _answer(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["method"] in self._answers_to:
            return {"result": self._answers_to[message["method"]]}
        if message["method"] == "workspace/configuration":
            return {"result": [self.settings for _ in message["params"]["items"]]}
        if message["method"] == "window/workDoneProgress/create" and self._progress == "refused":
            return {"error": {"code": -32803, "message": "the person declined"}}
        return {"result": None}

    # --- documents and questions
    def uri(self, path: str) -> str:
        return path if ":" in path else (self.scratch.root / path).as_uri()

    def open(self, path: str, text: str | None = None, language: str = "python") -> str:
        text = (self.scratch.root / path).read_text("utf-8") if text is None else text
        item = {"uri": self.uri(path), "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return item["uri"]

    def save(self, path: str, text: str, language: str = "python") -> str:
        """Edit a file, in whole, and save it."""
        uri = self.open(path, text, language) if not (self.scratch.root / path).exists() else self.uri(path)
        self.scratch.write(path, text)
        change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": text}]}
        self.notify("textDocument/didChange", change)
        self.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        return uri

    def hover(self, path: str, line: int, character: int) -> str | None:
        found = self.request("textDocument/hover", self.place(path, line, character))
        return found["contents"]["value"] if found else None

    def place(self, path: str, line: int, character: int) -> dict[str, Any]:
        return {"textDocument": {"uri": self.uri(path)}, "position": {"line": line, "character": character}}

    def remember(self, title: str, path: str, line: int, start: int, end: int, **more: Any) -> str:
        place = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
        return self.command("memo.remember", title=title, uri=self.uri(path), range=place, **more)["id"]

    # --- what was told
    def heard(self, method: str) -> list[Any]:
        return [message["params"] for message in self.told if message["method"] == method]

    def until(self, condition: Callable[[], Any], patience: float = PATIENCE) -> Any:
        deadline = time.monotonic() + patience
        while not (found := condition()):
            assert time.monotonic() < deadline, "it did not come"
            time.sleep(0.02)
        return found

    def idle(self, patience: float = PATIENCE) -> dict[str, Any]:
        def calm() -> Any:
            status = self.command("memo.status")
            return status if status["state"] in ("idle", "degraded") and not status["pending"] else None

        return self.until(calm, patience)

    # --- its end
    def leave(self) -> int:
        self.request("shutdown")
        self.notify("exit")
        return self.process.wait(10)

    def check(self) -> None:
        """What a person must never see, whatever happened."""
        if self.process.poll() is None:
            assert self.leave() == 0
        assert not self.heard("window/showMessage")
        errors = [log["message"] for log in self.heard("window/logMessage") if log["type"] == 1]
        assert not errors, errors
        assert "Traceback" not in self.stderr.read_text("utf-8", "replace")
