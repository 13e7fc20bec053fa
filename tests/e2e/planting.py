"""Made-up secrets, of every kind there is, put wherever capture looks; and the search for a byte of them afterwards.

They are generated when the test runs; none stands in a file of this repository.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memo_lsp.text.times import iso
from tests.text.test_secrets import KINDS, LOOK_ALIKES, Maker, pem

from .editor import Editor
from .scratch import FIRST_COMMIT, Scratch

PLACES = ("code", "comment", "commit", "output", "command", "diagnostic", "note", "dead end")
WINDOW = 12  # characters of a secret that may not stand anywhere
START = FIRST_COMMIT + 40 * 86_400.0
A_LEASE = 60.0  # seconds until what a killed server was embedding is another's to embed
A_MESSAGE = 20  # look-alikes in one commit's message


@dataclass(frozen=True)
class Secret:
    """`text` is what is planted, `secret` the part of it that must go."""

    kind: str
    text: str
    secret: str

    @property
    def windows(self) -> set[str]:
        """What is looked for: every stretch of its random end, whatever case an index folds it to."""
        end = self.secret.lower()[-2 * WINDOW :]
        return {end[at : at + WINDOW] for at in range(max(1, len(end) - WINDOW + 1))}


def made(count: int) -> list[Secret]:
    """Secrets of as many kinds as there are, private keys among them."""
    found: list[Secret] = []
    kinds = sorted(KINDS)
    for number in range(count):
        maker = Maker(f"planted/{number}")
        if number % 12 == 11:
            lines = pem(maker)
            found.append(Secret("private key", "\n".join(lines), "".join(lines[1:-2])))
        else:
            kind = kinds[number * 7 % len(kinds)]
            before, secret, after = KINDS[kind](maker)
            found.append(Secret(kind, f"{before}{secret}{after}", secret))
    return found


@dataclass
class Planting:
    """Works in an editor whose server was started with `--now`; each secret is put in one place, all places in turn."""

    scratch: Scratch
    editor: Editor
    secrets: list[Secret]
    look_alikes: list[str]
    now: float = START
    _shown: dict[str, str] = field(default_factory=dict)  # what a linter says of a file

    def work(self) -> None:
        """Everything but the end: the last episode stays open."""
        turns = {place: self.secrets[at :: len(PLACES)] for at, place in enumerate(PLACES)}
        for at in range(max(map(len, turns.values()))):
            round_ = {place: secrets[at] for place, secrets in turns.items() if at < len(secrets)}
            self._round(at, round_)
        self._say_look_alikes()
        self._embedded()

    def _round(self, at: int, planted: dict[str, Secret]) -> None:
        path, name = f"src/part_{at}.py", f"part_{at}"
        start = f"def {name}(value):\n    return value\n"
        self._save(path, start, 0)
        if secret := planted.get("note"):
            self.editor.command("memo.remember", title=f"Staging {at} wants this", body=secret.text)
        if secret := planted.get("dead end"):
            self._save(path, f'def {name}(value):\n    send("""{secret.text}""", value)\n    return value\n', 90)
            self._save(path, start, 90)
        code, comment = planted.get("code"), planted.get("comment")
        lines = [f"# NOTE part {at} once had {line}" for line in comment.text.split("\n")] if comment else []
        text = f'    key = """{code.text}"""\n' if code else ""
        body = "".join(f"    {line}\n" for line in lines)
        wrong = f"def {name}(value):\n{body}{text}    return valeu\n"
        self._save(path, wrong, 90)
        error = planted.get("diagnostic")
        self._shown[path] = (
            f"cannot reach the service of part {at} with {error.text}" if error else "valeu is not there"
        )
        self._save(path, f"{wrong}\n\n# next\n", 30)
        output, command = planted.get("output"), planted.get("command")
        runs = {"pytest -q": output.text if output else "", f"pytest -q {command.text if command else 'tests'}": "no"}
        for line, told in runs.items():
            self._run(line, 1, told)
        del self._shown[path]
        self._save(path, wrong.replace("valeu", f"value + {at}"), 90)
        for line in runs:
            self._run(line, 0, "")
        if secret := planted.get("commit"):
            self._commit(f"feat: part {at} connects\n\nIt does so with\n{secret.text}\nfor now.\n")

    def _say_look_alikes(self) -> None:
        for at, text in enumerate(self.look_alikes):
            if at % 2:
                self.editor.command("memo.remember", title=f"Harmless {at}", body=text)
        told = self.look_alikes[::2]
        for at in range(0, len(told), A_MESSAGE):
            self.scratch.write(f"docs/page_{at}.txt", f"{at}\n")
            self._commit(f"docs: page {at} tells of what only looks so\n\n" + "\n\n".join(told[at : at + A_MESSAGE]))

    # --- what an editor does
    def _save(self, path: str, text: str, wait: float) -> None:
        self._wait(wait)
        named, file = {"uri": self.editor.uri(path)}, self.scratch.root / path
        self.editor.open(path, file.read_text("utf-8") if file.exists() else "")
        changes = [{"text": text}]
        self.editor.notify(
            "textDocument/didChange", {"textDocument": {**named, "version": 2}, "contentChanges": changes}
        )
        self._diagnose(path, text)
        self.scratch.write(path, text)
        self.editor.notify("textDocument/didSave", {"textDocument": named})
        self.editor.notify("textDocument/didClose", {"textDocument": named})
        self.editor.idle()

    def _diagnose(self, path: str, text: str) -> None:
        """What a linter says of the last line of the first function, while it is wrong."""
        line = next(n for n, told in enumerate(text.split("\n")) if told.startswith("    return"))
        place = {"start": {"line": line, "character": 4}, "end": {"line": line, "character": 16}}
        message = self._shown.get(path)
        told = [{"range": place, "severity": 1, "code": "E0602", "source": "lint", "message": message}]
        self.editor.notify(
            "memo/diagnostics", {"uri": self.editor.uri(path), "diagnostics": told if message is not None else []}
        )

    def _run(self, command: str, code: int, output: str) -> None:
        self._wait(30)
        tail = f"FAILED tests/test_part.py::test_part - {output}\nE   {output}\n1 failed" if code else "1 passed"
        times = {"startedAt": iso(self.now - 5), "endedAt": iso(self.now)}
        told = {"command": command, "cwd": str(self.scratch.root), "exitCode": code, "outputTail": tail, **times}
        self.editor.notify("memo/terminal", told)

    def _commit(self, message: str) -> None:
        self._wait(60)
        date = f"{int(self.now)} +0000"
        self.scratch.env |= {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        self.scratch.git("add", "-A")
        file = self.scratch.root.parent / "message"
        file.write_text(message, "utf-8")
        self.scratch.git("commit", "-q", "--cleanup=verbatim", "-F", str(file))
        moved = [{"uri": self.editor.uri(f".git/{name}"), "type": 2} for name in ("HEAD", "logs/HEAD")]
        self.editor.notify("workspace/didChangeWatchedFiles", {"changes": moved})
        self.editor.idle()

    def _wait(self, seconds: float) -> None:
        self.now += seconds
        self.editor.idle()
        self.editor.request("memo/clock", {"now": iso(self.now)})

    def rest(self) -> None:
        """Long enough for every episode to close, and for all that waits to be embedded."""
        self._wait(3 * 3600)
        self._embedded()

    def _embedded(self) -> None:
        self.editor.until(lambda: not self.editor.command("memo.status")["embedding"]["waiting"], A_LEASE)


def leaks(secrets: Iterable[Secret], haystacks: Iterable[tuple[str, str]]) -> list[str]:
    """Where a stretch of a secret stands: kind and place of each."""
    found = []
    for place, text in haystacks:
        folded = text.lower()
        found += [f"{secret.kind} in {place}" for secret in secrets if any(part in folded for part in secret.windows)]
    return found


def everything(scratch: Scratch, editor: Editor, asked: Iterable[Any] = ()) -> Iterator[tuple[str, str]]:
    """All that was kept, told, logged or sent, as text; the server has ended."""
    home = Path(scratch.env["MEMO_HOME"])
    for file in home.rglob("*"):
        if file.is_file():
            yield str(file.relative_to(home)), file.read_bytes().decode("latin-1")
    for database in home.glob("*.db"):
        yield f"{database.name} unpacked", "\n".join(_values(database))
    yield "stderr", editor.stderr.read_text("utf-8", "replace")
    yield "what the server said", "\n".join(json.dumps(message, ensure_ascii=False) for message in editor.told)
    yield "the export", scratch.memo("export", "jsonl", "-", "--all").stdout
    yield "embedding requests", "\n".join(json.dumps(one.body, ensure_ascii=False) for one in asked)


def _values(database: Path) -> Iterator[str]:
    """Every value in the tables of a database, compressed ones unpacked."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
        for (table,) in tables.fetchall():
            for row in connection.execute(f'SELECT * FROM "{table}"'):
                yield from (_text(value) for value in row)


def _text(value: Any) -> str:
    if not isinstance(value, bytes):
        return str(value)
    for bits in (15, -15, 31):
        try:
            return zlib.decompress(value, bits).decode("utf-8", "replace")
        except zlib.error:
            continue
    return value.decode("latin-1")


def kept(scratch: Scratch) -> list[dict[str, Any]]:
    """The memories there are."""
    return [json.loads(line) for line in scratch.memo("export", "jsonl", "-", "--all").stdout.splitlines()]


def missing(look_alikes: Iterable[str], rows: Iterable[dict[str, Any]]) -> list[str]:
    """The look-alikes that no memory holds as they were written."""
    told = "\n".join(f"{row['title']}\n{row.get('body', '')}" for row in rows)
    return [text for text in look_alikes if text not in told]


def seen(rows: Iterable[dict[str, Any]]) -> set[str]:
    """The kinds of memories that a secret was taken out of: shows that capture looked where they were planted."""
    return {row["kind"] for row in rows if "[secret:" in f"{row['title']}\n{row.get('body', '')}"}


__all__ = ["LOOK_ALIKES", "START", "Planting", "everything", "kept", "leaks", "made", "missing", "seen"]
