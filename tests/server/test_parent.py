"""The editor's process is watched."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

from memo_lsp.server.parent import alive, watch


def test_alive():
    assert alive(os.getpid())
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    assert not alive(child.pid)


def test_a_killed_parent_counts_as_gone_before_it_is_buried():
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    left = threading.Event()
    watch(child.pid, lambda code: left.set(), every=0.01)
    assert not left.wait(0.05)
    child.kill()
    assert left.wait(5)
    child.communicate()
