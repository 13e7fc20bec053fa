"""Not a byte of a secret is kept, logged or sent, wherever it stood; what only looks like one is left alone."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from memo_lsp.text.times import iso
from tests.embed.embedding_stub import Stub, serving

from .editor import Editor
from .planting import LOOK_ALIKES, START, Planting, everything, kept, leaks, made, missing, seen
from .scratch import Scratch


def start(scratch: Scratch, stub: Stub, now: float) -> Editor:
    env = {"MEMO_EMBED_PROVIDER": "http", "MEMO_EMBED_URL": stub.url(), "MEMO_EMBED_MODEL": "any"}
    return Editor(scratch, client="Neovim", arguments=("--now", iso(now) or ""), env=env)


def test_the_search_would_find_one():
    secrets = made(24)
    assert len({secret.kind for secret in secrets}) >= 12
    for secret in secrets:
        assert leaks([secret], [("x", f"a {secret.text} b")]) == [f"{secret.kind} in x"]
        assert leaks([secret], [("x", "nothing here")]) == []


@pytest.mark.slow
def test_secrets_reach_nothing(tmp_path: Path):
    scratch = Scratch.make(tmp_path)
    scratch.commit("chore: start", {"README.txt": "A shop.\n"})
    secrets, harmless = made(24), LOOK_ALIKES[::5]
    with serving() as stub:
        editor = start(scratch, stub, START)
        planting = Planting(scratch, editor, secrets, harmless)
        planting.work()
        editor.process.send_signal(signal.SIGKILL)  # with an episode open: its versions lie in the store
        editor.process.wait(10)
        assert leaks(secrets, everything(scratch, editor, stub.asked)) == []
        planting.editor = editor = start(scratch, stub, planting.now)
        planting.rest()
        editor.check()
        assert stub.asked
        assert leaks(secrets, everything(scratch, editor, stub.asked)) == []
    rows = kept(scratch)
    assert missing(harmless, rows) == []
    assert {"change", "note", "fix", "dead-end"} <= seen(rows)
