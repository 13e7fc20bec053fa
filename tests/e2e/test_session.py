"""Sessions of an editor with the real server over real stdio, each a story."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from .editor import Editor, Refused
from .scratch import Scratch

CODE = "class Basket:\n    def add(self, item):\n        self.items.append(item)\n"
Start = Callable[..., Editor]


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    scratch = Scratch.make(tmp_path)
    scratch.commit("feat(basket): add an item", {"src/basket.py": CODE})
    return scratch


@pytest.fixture
def start(scratch: Scratch) -> Iterator[Start]:
    with ExitStack() as open_:

        def start(**options: Any) -> Editor:
            editor = Editor(scratch, **options)
            open_.callback(editor.check)
            open_.callback(lambda: editor.process.poll() is None or editor.process.kill())
            return editor

        yield start


def test_a_first_note(start: Start):
    editor = start()
    assert editor.hello["serverInfo"]["name"] == "memo-lsp"
    assert editor.hello["capabilities"]["experimental"] == {"memo": {"protocol": 1}}
    assert editor.hello["capabilities"]["positionEncoding"] == "utf-16"
    editor.open("src/basket.py")
    uid = editor.remember("prices are gross", "src/basket.py", 1, 8, 11)
    assert "prices are gross" in (editor.hover("src/basket.py", 1, 9) or "")
    assert editor.hover("src/basket.py", 2, 8) is None
    editor.until(lambda: uid in [each for news in editor.heard("memo/didChangeMemory") for each in news["written"]])
    states = [status["state"] for status in editor.heard("memo/status")]
    assert states[0] == "starting"
    editor.until(lambda: editor.heard("memo/status")[-1]["memories"] == 1)


def test_positions_in_utf_8(start: Start):
    editor = start(encodings=("utf-8", "utf-16"))
    assert editor.hello["capabilities"]["positionEncoding"] == "utf-8"
    editor.open("e.py", 'x = "😋"; total = 1\n')
    editor.remember("the sum", "e.py", 0, 12, 17)
    edit = {"range": {"start": {"line": 0, "character": 9}, "end": {"line": 0, "character": 9}}, "text": "é"}
    document = {"uri": editor.uri("e.py"), "version": 2}
    editor.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [edit]})
    found = editor.request("textDocument/hover", editor.place("e.py", 0, 15))
    assert found["range"] == {"start": {"line": 0, "character": 14}, "end": {"line": 0, "character": 19}}


def test_plain_text_for_who_cannot_show_markdown(start: Start):
    editor = start(client="plain")
    editor.open("src/basket.py")
    editor.remember("[ok](command:x) <b>", "src/basket.py", 1, 8, 11)
    found = editor.request("textDocument/hover", editor.place("src/basket.py", 1, 8))
    assert found["contents"]["kind"] == "plaintext"
    assert "[ok](command:x) <b>" in found["contents"]["value"]


def test_a_client_with_odd_manners(start: Start):
    editor = start()
    never = {"uri": editor.uri("never.py"), "version": 3}
    editor.notify("textDocument/didChange", {"textDocument": never, "contentChanges": [{"text": "x"}]})
    editor.notify("textDocument/didClose", {"textDocument": never})
    editor.notify("workspace/didChangeConfiguration", {"settings": None})
    for method in ("memo/no-such-thing", "memo/diagnostics", "memo/terminal", "memo/activity"):
        editor.notify(method, {"a": 1})
    editor.open("a.py", "def old(): pass\n")
    editor.open("a.py", "def renewed(): pass\n")
    editor.remember("the last text", "a.py", 0, 4, 11)
    assert "the last text" in (editor.hover("a.py", 0, 5) or "")
    with pytest.raises(Refused) as refused:
        editor.request("memo/clock", {"now": "2026-01-01T00:00:00Z"})
    assert refused.value.code == -32601


def test_settings_that_cannot_be_used_are_told_once_and_quietly(start: Start):
    editor = start(settings={"recall": {"profile": "best"}, "hover": {"limit": 2}})
    editor.idle()
    told = [log for log in editor.heard("window/logMessage") if "memo.recall.profile" in log["message"]]
    assert [log["type"] for log in told] == [2]
    editor.settings = None
    editor.notify("workspace/didChangeConfiguration", {"settings": None})
    editor.idle()


def test_folders_come_and_go_with_their_documents_open(start: Start, scratch: Scratch):
    for name in ("a", "b"):
        scratch.write(f"{name}/x.py", "def shared(): pass\n")
    folders = {name: {"uri": (scratch.root / name).as_uri(), "name": name} for name in ("a", "b")}
    editor = start(folders=(scratch.root / "a",))
    editor.open("a/x.py")
    editor.remember("noted in a", "a/x.py", 0, 4, 10)
    event = {"removed": [folders["a"]], "added": [folders["a"], folders["b"]]}
    editor.notify("workspace/didChangeWorkspaceFolders", {"event": event})
    assert "noted in a" in (editor.hover("a/x.py", 0, 5) or "")
    outside = editor.command("memo.search", text="noted", uri="file:///etc/hosts")
    assert outside["hits"] == []


def test_another_window_and_the_terminal_agree(start: Start, scratch: Scratch):
    one, two = start(), start()
    one.open("src/basket.py")
    two.open("src/basket.py")
    two.idle()
    uid = one.remember("prices are gross", "src/basket.py", 1, 8, 11)
    two.until(lambda: any(uid in news["written"] for news in two.heard("memo/didChangeMemory")))
    assert "prices are gross" in (two.hover("src/basket.py", 1, 9) or "")
    scratch.memo("edit", uid, "--title", "prices are net")
    one.until(lambda: any(uid in news["changed"] for news in one.heard("memo/didChangeMemory")))
    assert "prices are net" in (one.hover("src/basket.py", 1, 9) or "")
    two.command("memo.forget", id=uid)
    one.until(lambda: any(uid in news["removed"] for news in one.heard("memo/didChangeMemory")))
    assert one.hover("src/basket.py", 1, 9) is None
    assert two.hover("src/basket.py", 1, 9) is None


@pytest.mark.parametrize("progress", ["yes", "no", "refused"])
def test_a_history_is_imported_with_and_without_a_bar(start: Start, scratch: Scratch, progress: str):
    for number in range(5):
        scratch.commit(f"fix(basket): mend it, part {number}", {"src/basket.py": CODE + f"\nn = {number}\n"})
    editor = start(progress=progress)
    assert editor.command("memo.importGit") == {"started": True}
    status = editor.idle()
    assert status["memories"] == 6
    kinds = [value["value"]["kind"] for value in editor.heard("$/progress")]
    assert (kinds[:1], kinds[-1:]) == ((["begin"], ["end"]) if progress == "yes" else ([], []))


def test_a_replay_moves_the_clock(start: Start):
    editor = start(arguments=("--now", "2026-03-01T09:00:00Z"))
    editor.command("memo.remember", title="in March")
    assert editor.request("memo/clock", {"now": "2026-06-01T09:00:00Z"}) == {"now": "2026-06-01T09:00:00Z"}
    editor.command("memo.remember", title="in June")
    rows = editor.command("memo.timeline")
    dates = [row["created_at"][:10] for row in rows if row["kind"] == "note"]
    assert dates == ["2026-06-01", "2026-03-01"]
    assert {row["kind"] for row in rows} == {"note", "summary"}  # what was due by then was done: March is summed up
    with pytest.raises(Refused) as refused:
        editor.request("memo/clock", {"now": "soon"})
    assert refused.value.code == -32602


def test_hovers_given_up_do_not_pile_up(start: Start):
    editor = start()
    editor.open("src/basket.py")
    editor.remember("prices are gross", "src/basket.py", 1, 8, 11)
    search = editor.begin(
        "workspace/executeCommand", {"command": "memo.search", "arguments": [{"text": "prices " * 900}]}
    )
    for _ in range(60):
        number = editor.begin("textDocument/hover", editor.place("src/basket.py", 1, 9))
        editor.notify("$/cancelRequest", {"id": number})
    assert "prices are gross" in (editor.hover("src/basket.py", 1, 9) or "")
    editor.wait(search)


def test_a_folder_full_of_shadows(start: Start, scratch: Scratch):
    for name in ("sqlite3.py", "pygls.py", "typing.py"):
        scratch.write(name, "raise SystemExit(f'shadowed by {__file__}')\n")
    editor = start(env={"PYTHONPATH": str(scratch.root)})
    assert editor.command("memo.status")["state"] in ("starting", "idle")


def test_a_noisy_git_does_not_reach_the_stream(start: Start, scratch: Scratch, tmp_path: Path):
    fake = tmp_path / "bin" / "git"
    fake.parent.mkdir()
    fake.write_text("#!/bin/sh\necho noise\necho more noise >&2\nexit 128\n")
    fake.chmod(0o755)
    editor = start(env={"PATH": f"{fake.parent}{os.pathsep}{scratch.env['PATH']}"})
    editor.open("src/basket.py")
    editor.remember("prices are gross", "src/basket.py", 1, 8, 11)
    assert "prices are gross" in (editor.hover("src/basket.py", 1, 9) or "")
    assert not all(check["ok"] for check in editor.command("memo.doctor") if check["name"] == "git")


# --- leaving


def test_leaving_without_a_word(scratch: Scratch):
    editor = Editor(scratch)
    editor.notify("exit")
    assert editor.process.wait(5) == 1
    editor.check()


def test_the_stream_ends_midway_and_nothing_is_lost(scratch: Scratch):
    editor = Editor(scratch)
    editor.command("memo.remember", title="before the end")
    assert editor.process.stdin is not None
    editor.raw(b"Content-Length: 500\r\n\r\n{")
    editor.process.stdin.close()
    assert editor.process.wait(5) == 0
    editor.check()
    found = json.loads(scratch.memo("recall", "--json", "--no-log", "before the end").stdout)
    assert [hit["title"] for hit in found["hits"]] == ["before the end"]


def test_the_editor_is_killed(scratch: Scratch):
    """A stand-in for the editor starts nothing; it only dies, while our streams stay open."""
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    editor = Editor(scratch, process_id=parent.pid)
    editor.idle()
    parent.send_signal(signal.SIGKILL)
    parent.communicate()
    assert editor.process.wait(5) == 0
    editor.check()


def test_killed_in_the_middle_what_was_answered_is_there(scratch: Scratch):
    editor = Editor(scratch)
    uid = editor.command("memo.remember", title="answered")["id"]
    editor.process.send_signal(signal.SIGKILL)
    editor.process.wait(5)
    assert uid in scratch.memo("timeline", "--json").stdout


def test_a_write_under_way_is_finished_on_shutdown(scratch: Scratch):
    editor = Editor(scratch)
    editor.idle()
    for number in range(20):
        editor.begin(
            "workspace/executeCommand", {"command": "memo.remember", "arguments": [{"title": f"note {number}"}]}
        )
    assert editor.leave() == 0
    editor.check()
    assert len(json.loads(scratch.memo("timeline", "--json").stdout)) == 20


def test_nothing_heavy_is_imported_before_the_first_answer():
    script = (
        "import sys; import memo_lsp.cli.main, memo_lsp.server.serving\n"
        "heavy = {'numpy', 'apsw', 'onnxruntime', 'httpx', 'git', 'tree_sitter', 'sklearn', 'rich', 'sqlite_vec'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
