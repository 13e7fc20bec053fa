"""What an editor's session teaches without being asked: stories over real stdio and real git."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from .editor import Editor
from .scratch import Scratch

CODE = "class Basket:\n    def add(self, item):\n        self.items.append(item)\n"
NOTED = CODE.replace("        self", "        # WHY the scanner reports twice\n        self")
Start = Callable[..., Editor]


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    scratch = Scratch.make(tmp_path)
    scratch.commit("chore: start", {"src/basket.py": CODE})
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


def titles(scratch: Scratch) -> list[str]:
    target = scratch.root.parent / "export.jsonl"
    scratch.memo("export", "jsonl", str(target))
    return sorted(json.loads(line)["title"] for line in target.read_text("utf-8").splitlines())


def test_a_save_a_commit_and_a_restart(start: Start, scratch: Scratch):
    editor = start()
    editor.open("src/basket.py")
    editor.save("src/basket.py", NOTED)
    editor.idle()
    assert "scanner reports twice" in (editor.hover("src/basket.py", 1, 9) or "")
    editor.save("src/basket.py", NOTED.replace("append(item)", "add_once(item)"))
    scratch.commit("fix(basket): count once", {})
    editor.until(lambda: "fix(basket): count once" in titles(scratch))  # nothing told of it: HEAD is looked at
    assert editor.leave() == 0
    editor = start()
    editor.open("src/basket.py")
    shown = editor.hover("src/basket.py", 1, 9) or ""
    assert "scanner reports twice" in shown
    assert "count once" in shown
    assert len(titles(scratch)) == 2


def test_an_open_stretch_of_work_is_kept_at_the_end(start: Start, scratch: Scratch):
    editor = start()
    editor.open("src/basket.py")
    editor.save("src/basket.py", CODE.replace("append(item)", "insert(0, item)"))
    editor.idle()
    assert titles(scratch) == []
    assert editor.leave() == 0
    (title,) = titles(scratch)
    assert "Basket.add" in title


def test_an_editor_is_asked_to_watch_and_tells(start: Start, scratch: Scratch):
    editor = start(watches=True)
    (asked,) = editor.until(
        lambda: [
            one["registerOptions"]["watchers"]
            for each in editor.heard("client/registerCapability")
            for one in each["registrations"]
            if one["method"] == "workspace/didChangeWatchedFiles"
        ]
    )
    globs = [one["globPattern"] for one in asked]
    assert "**/*.md" in globs
    assert {"baseUri": (scratch.root / ".git").as_uri(), "pattern": "logs/HEAD"} in globs
    assert editor.hello["capabilities"]["workspace"]["fileOperations"]["didRename"]["filters"]
    scratch.commit("fix: seen at once", {"src/basket.py": NOTED})
    log = {"uri": (scratch.root / ".git" / "logs" / "HEAD").as_uri(), "type": 2}
    editor.notify("workspace/didChangeWatchedFiles", {"changes": [log]})
    editor.idle()
    assert "fix: seen at once" in titles(scratch)


def test_paused_is_paused(start: Start, scratch: Scratch):
    editor = start()
    assert editor.command("memo.pause", scope="workspace")["state"] == "paused"
    editor.open("src/basket.py")
    editor.save("src/basket.py", NOTED)
    editor.until(lambda: not editor.command("memo.status")["pending"])
    assert titles(scratch) == []
    assert editor.command("memo.resume", scope="workspace")["state"] != "paused"
    editor.save("src/basket.py", NOTED.replace("twice", "twice\n        # NOTE wombats are counted double"))
    editor.idle()
    assert titles(scratch) == ["wombats are counted double"]


def test_the_history_is_offered_once(start: Start, scratch: Scratch):
    scratch.commit("feat: a second commit", {"src/basket.py": NOTED})
    editor = start(answers={"window/showMessageRequest": {"title": "Import"}})
    (offer,) = editor.until(lambda: editor.heard("window/showMessageRequest"))
    assert "import" in offer["message"].lower()
    assert "history" in offer["message"]
    editor.until(lambda: editor.command("memo.status")["memories"] == 2)
    assert editor.leave() == 0
    for _ in range(2):
        again = start()
        again.idle()
        assert not again.heard("window/showMessageRequest")
        assert again.leave() == 0


def test_no_is_an_answer_for_good(start: Start, scratch: Scratch):
    scratch.commit("feat: a second commit", {"src/basket.py": NOTED})
    editor = start(answers={"window/showMessageRequest": {"title": "Not now"}})
    editor.until(lambda: editor.heard("window/showMessageRequest"))
    assert editor.idle()["memories"] == 0
    assert editor.leave() == 0
    again = start()
    again.idle()
    assert not again.heard("window/showMessageRequest")


def test_two_folders_are_two_projects(start: Start, scratch: Scratch):
    for name in ("a", "b"):
        scratch.write(f"{name}/x.py", "def shared(): pass\n")
        scratch.run(["git", "init", "-q", "-b", name, name])
    editor = start(folders=(scratch.root / "a", scratch.root / "b"))
    for name in ("a", "b"):
        editor.open(f"{name}/x.py")
        editor.save(f"{name}/x.py", f"def shared(): pass  # NOTE said in {name}\n")
    editor.idle()
    for name, other in (("a", "b"), ("b", "a")):
        shown = editor.hover(f"{name}/x.py", 0, 5) or ""
        assert f"said in {name}" in shown
        assert f"said in {other}" not in shown
        (hit,) = editor.command("memo.search", text="said", uri=editor.uri(f"{name}/x.py"))["hits"]
        assert hit["branch"] == name
