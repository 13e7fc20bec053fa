"""Several processes on one file, and one that is killed in the middle."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from memo_lsp.errors import StoreTrouble
from memo_lsp.model import Scope
from memo_lsp.store import open_store
from tests.store.making import SIZE, StillClock, axis, edge, embedded, found, memory

WRITER = """
import sys
from pathlib import Path
from memo_lsp.store import open_store
from tests.store.making import StillClock, axis, embedded, memory

name, count, batch = sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
store = open_store(Path(sys.argv[1]), clock=StillClock())
print("open", flush=True)
for number in range(count):
    made = [memory(f"{name}-{number}-{n}", f"apple {number} get_price_{n}", body="seeds " * 20) for n in range(batch)]
    with store.write():
        store.memories.add(made)
        embedded(store, {m.id: axis(1, n) for n, m in enumerate(made)})
    print(number, flush=True)
"""


def started(home: Path, name: str, count: int, batch: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(home), name, str(count), str(batch)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=Path.cwd())


def test_four_processes_write_and_nobody_is_refused(tmp_path: Path) -> None:
    writers = [started(tmp_path, f"w{number}", 50, 1) for number in range(4)]
    for writer in writers:
        _, errors = writer.communicate(timeout=60)
        assert (writer.returncode, errors) == (0, "")
    store = open_store(tmp_path, clock=StillClock())
    assert (store.memories.count(), len(found(store, "apple", limit=999))) == (200, 200)
    assert all(check.ok for check in store.check())
    store.close()


def test_killed_at_any_instant_it_opens_whole(tmp_path: Path) -> None:
    draw = random.Random(11)
    told = 0
    for round_ in range(15):
        writer = started(tmp_path, f"r{round_}", 10_000, 5)
        assert writer.stdout is not None
        assert writer.stdout.readline() == "open\n"
        time.sleep(draw.uniform(0.0, 0.06))
        writer.send_signal(signal.SIGKILL)
        told += sum(1 for _ in writer.stdout)
        writer.wait()
    store = open_store(tmp_path, clock=StillClock())
    assert store.problems == []
    assert all(check.ok for check in store.check()), store.check()
    count = store.memories.count()
    assert (count % 5, count >= 5 * told > 0) == (0, True)
    number = store.vectors.embedder_id("tiny@1", SIZE)
    assert store.vectors.coverage(number) == (count, count)
    assert len(found(store, "apple", limit=99_999)) == count
    assert len(store.memories.named(["get_price_3"], Scope(), 99_999)) == count // 5
    store.close()


def test_threads_share_one_store(tmp_path: Path) -> None:
    """Two write, four read: no error, and nobody sees half a memory."""
    store = open_store(tmp_path, clock=StillClock())
    store.memories.add([memory("root", "apple")])
    stop, errors = threading.Event(), []

    def write(name: str) -> None:
        for number in range(40):
            store.memories.add([memory(f"{name}{number}", "apple")], [edge("refines", f"{name}{number}", "root")])

    def read() -> None:
        while not stop.is_set():
            rows = [row for row, _ in store.lexical.search(store_words, Scope(), 500)]
            if len(store.memories.by_rows(rows)) != len(rows):
                errors.append("half a memory")

    from memo_lsp.text.prepare import query_words

    store_words = query_words("apple")
    readers = [threading.Thread(target=read) for _ in range(4)]
    writers = [threading.Thread(target=write, args=(name,)) for name in "xy"]
    for thread in [*readers, *writers]:
        thread.start()
    for thread in writers:
        thread.join()
    stop.set()
    for thread in readers:
        thread.join()
    assert (errors, store.memories.count(), len(store.graph.edges_of("root"))) == ([], 81, 80)
    embedded(store, {"root": axis(1)})
    store.close()


def test_closing_breaks_off_what_is_still_asked(tmp_path: Path) -> None:
    store = open_store(tmp_path, clock=StillClock())
    asked, told = threading.Event(), []

    def ask() -> None:
        try:
            with store.database.read() as connection:
                asked.set()
                connection.rows("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n")
        except StoreTrouble as trouble:
            told.append(str(trouble))

    asker = threading.Thread(target=ask)
    asker.start()
    asked.wait()
    store.close()
    asker.join(timeout=10)
    assert (len(told), asker.is_alive()) == (1, False)
    store.close()
