"""Saves and moves of HEAD in the order they happened, however late word of them comes."""

from __future__ import annotations

import time

import pytest

from memo_lsp.capture.desk import Session
from memo_lsp.capture.events import Opened, Saved, Ticked
from memo_lsp.capture.heads import Heads
from memo_lsp.capture.recorder import Recorder
from memo_lsp.capture.source import Source
from memo_lsp.clock import MovableClock
from memo_lsp.git.project import Projects
from memo_lsp.settings import Settings
from tests.capture.watched import PLAIN, begin

TICK = 0.02  # seconds: more than a file's time is coarse


class Told(Source):
    def __init__(self):
        self.events: list[str] = []

    def saved(self, desk, save):
        self.events.append(f"save on {desk.branch} of {desk.project[:3]}")

    def head_moved(self, desk, news):
        self.events.append(f"{news.move} to {news.new_branch} of {desk.project[:3]}")


@pytest.fixture
def clock():
    return MovableClock(1_600_000_000.0)


@pytest.fixture
def told():
    return Told()


@pytest.fixture
def recorder(scratch, store, clock, told):
    session = Session("s1", store, clock, Settings, lambda: "vscode", lambda: "new")
    projects = Projects("one")
    found = Recorder(session, lambda: projects, (told,), Heads(), folder_of=lambda path: scratch.root)
    yield found
    found.close()


def test_a_save_told_of_late_was_made_before_the_switch(scratch, recorder, told, clock):
    begin(scratch)
    file = scratch.root / "a.py"
    recorder.submit(Opened(file, file.read_text(), "python", clock.now()))
    recorder.drain()
    text = PLAIN.format("a").replace("1", "2")
    scratch.write("a.py", text)
    time.sleep(TICK)
    scratch.git("checkout", "-q", "-b", "side")
    recorder.submit(Opened(file, text.replace("2", "1"), "python", clock.now()))
    recorder.submit(Saved(file, text, "python", clock.now()))
    recorder.drain()
    assert told.events == ["save on main of one"]
    time.sleep(TICK)
    scratch.write("a.py", text.replace("2", "3"))
    recorder.submit(Saved(file, text.replace("2", "3"), "python", clock.now()))
    recorder.drain()
    assert told.events[1:] == ["switch to side of one", "save on side of one"]


def test_a_tick_tells_of_the_first_commit_under_the_project_s_lasting_name(scratch, store, clock, told):
    session = Session("s1", store, clock, Settings, lambda: "vscode", lambda: "new")
    projects = Projects()
    recorder = Recorder(session, lambda: projects, (told,), Heads(), folder_of=lambda path: scratch.root)
    file = scratch.write("a.py", PLAIN.format("a")).root / "a.py"
    recorder.submit(Opened(file, file.read_text(), "python", clock.now()))
    recorder.drain()
    sha = scratch.commit("feat: first")
    recorder.submit(Ticked(clock.now()))
    recorder.drain()
    recorder.close()
    assert told.events == [f"commit to main of {sha[:3]}"]
    assert [memory.project for memory in store.memories.export()] == [sha]
