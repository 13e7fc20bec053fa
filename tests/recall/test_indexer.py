"""The background embedding, over a real store: what is embedded, when it rests, and what it survives."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memo_lsp.clock import MovableClock
from memo_lsp.embed import windows
from memo_lsp.embed.port import UNMEASURED, EmbedderDown, Failure
from memo_lsp.model import Memory, Scope, Window
from memo_lsp.recall.indexer import FIRST_REST, LEASE, LONGEST, LONGEST_REST, MEMORIES, Indexer, _bounded
from memo_lsp.store import open_store
from memo_lsp.store.store import Store

SCOPE = Scope()


class Letters:
    """An embedder whose vectors count letters, that fails as it is told."""

    thresholds = UNMEASURED

    def __init__(self, name: str = "letters", dimension: int | None = 8) -> None:
        self.name, self.revision = name, "1"
        self.dimension = dimension
        self.numbers = dimension or 6
        self.asked: list[list[str]] = []
        self.before: Callable[[Sequence[str]], None] = lambda _: None
        self.poison: dict[str, Failure] = {}

    @property
    def fingerprint(self) -> str:
        return f"{self.name}@{self.revision}" + (f"-{self.dimension}d" if self.dimension else "")

    def windows(self, text: str) -> list[Window]:
        return windows.cut(text)

    def embed(self, texts: Sequence[str], kind: str = "passage", patience: str = "background") -> list[Any]:
        assert patience == "background"
        self.asked.append(list(texts))
        self.before(texts)
        self.dimension = self.numbers
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> Any:
        failure = next((failure for word, failure in self.poison.items() if word in text), None)
        return failure or self.vector(text)

    def vector(self, text: str) -> np.ndarray:
        counts = (
            np.bincount([ord(char) % self.numbers for char in text], minlength=self.numbers).astype(np.float32) + 0.01
        )
        return counts / np.linalg.norm(counts)


class World:
    """A store, a clock, an embedder that can be exchanged, and an indexer over them."""

    def __init__(self, folder: Path) -> None:
        self.clock = MovableClock(1_000_000.0, tick=time.monotonic)
        self.folder = folder
        self.store = open_store(folder, clock=self.clock)
        self.embedder: Letters | None = Letters()
        self.busy = False
        self.indexer = self.another()

    def another(self, store: Store | None = None) -> Indexer:
        return Indexer(store or self.store, lambda: self.embedder, self.clock, busy=lambda: self.busy)

    def remember(self, *titles: str, body: str = "") -> None:
        self.store.memories.add([Memory(id=f"id-{title}", title=title, body=body) for title in titles])

    def embed_all(self) -> None:
        while self.indexer.step():
            pass

    def check(self, *, done: int, waiting: int = 0, quarantined: int = 0) -> None:
        found = self.indexer.progress()
        assert (found.done, found.waiting, found.quarantined) == (done, waiting, quarantined)

    def nearest(self, text: str) -> str:
        assert self.embedder is not None
        number = self.store.vectors.embedder_id(self.embedder.fingerprint, self.embedder.numbers)
        best = self.store.vectors.search(number, self.embedder.vector(text), SCOPE, 1)[0]
        return self.store.memories.by_rows([best.row])[best.row].title


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.store.close()


def test_what_waits_is_embedded_and_found(world: World):
    world.remember("aaaa", "bbbb", "cccc")
    world.check(done=0, waiting=3)
    world.embed_all()
    world.check(done=3)
    assert [world.nearest(text) for text in ("aaa", "bb", "c")] == ["aaaa", "bbbb", "cccc"]


def test_batches_are_small_and_a_step_keeps_to_its_budget(world: World):
    world.remember(*(f"memory {at}" for at in range(MEMORIES + 5)))
    assert world.indexer.step()
    world.check(done=MEMORIES, waiting=5)
    assert not world.indexer.step(budget=60)
    world.check(done=MEMORIES + 5)


def test_a_long_memory_has_all_its_windows_or_none(world: World):
    body = "\n\n".join(f"Paragraph {at} tells of {chr(97 + at % 26) * 30} and of more." for at in range(200))
    world.remember("long", body=body)
    world.embed_all()
    world.check(done=1)
    assert sum(map(len, world.embedder.asked)) == len(windows.cut(f"long\n{body}")) > 40


def test_nothing_waits_behind_a_very_long_memory(world: World):
    world.remember("short before")
    world.remember("long", body="One sentence of a log that somebody pasted whole. " * 20_000)
    world.remember("short after")
    world.indexer.step()
    world.check(done=2, waiting=1)
    world.embed_all()
    world.check(done=3)


def test_windows_without_end_are_thinned_and_both_ends_stay():
    many = [Window(at, at + 1, "x") for at in range(LONGEST * 3)]
    kept = _bounded(many)
    assert (len(kept), kept[0], kept[-1]) == (LONGEST, many[0], many[-1])
    assert len(set(kept)) == LONGEST
    assert _bounded(many[:LONGEST]) == many[:LONGEST]


def test_the_lease_is_renewed_while_a_slow_model_works(world: World):
    renewed: list[float] = []
    take = world.store.lease.take

    def watched(holder: str, seconds: float, *, name: str = "dream") -> bool:
        renewed.append(world.clock.monotonic())
        return take(holder, seconds, name=name)

    world.store.lease.take = watched  # type: ignore[method-assign]
    assert world.embedder is not None
    slow = iter([LEASE / 2, 0.0, LEASE])
    start = time.monotonic()
    late = [0.0]
    world.clock.monotonic = lambda: time.monotonic() + late[0]  # type: ignore[method-assign]

    def before(_: Sequence[str]) -> None:
        late[0] += next(slow, 0.0)

    world.embedder.before = before
    world.remember("one", body="A sentence that is long enough to count for one window. " * 500)
    world.indexer.step()
    assert len(world.embedder.asked) > 4
    assert len(renewed) == 3
    assert renewed[0] - start < LEASE / 2


def test_what_is_done_is_given_back(world: World):
    """The next process goes on at once, whether nothing is left or this one ends in the middle."""
    world.remember("one")
    world.embed_all()
    name = f"embed-{world.store.vectors.embedder_id(world.embedder.fingerprint, world.embedder.dimension)}"
    assert world.store.lease.held(name=name) is None
    for n in range(200):
        world.remember(f"many {n}")
    assert world.indexer.step()
    assert world.store.lease.held(name=name) is not None
    world.indexer.let_go()
    assert world.store.lease.held(name=name) is None


def test_an_idle_step_asks_nobody(world: World):
    world.remember("one")
    world.embed_all()
    world.embedder.before = lambda _: pytest.fail("nothing waits")
    world.store.queue.waiting = lambda *_: pytest.fail("nothing was written")
    assert not world.indexer.step()


def test_without_an_embedder_there_is_nothing_to_do(world: World):
    world.embedder = None
    world.remember("one")
    assert not world.indexer.step()
    assert world.indexer.problem is None
    assert world.indexer.waiting() == 0


def test_a_service_is_asked_once_for_the_length_of_its_vectors(world: World):
    world.embedder = Letters(dimension=None)
    world.remember("aaaa")
    assert world.indexer.waiting() == 1
    world.embed_all()
    world.check(done=1)
    assert len(world.embedder.asked) == 2


def test_before_a_service_was_asked_it_is_as_it_was_when_it_last_answered(world: World):
    world.remember("one", "two")
    world.embedder = Letters(dimension=None)
    world.check(done=0, waiting=2)
    world.embed_all()
    world.remember("three")
    world.embedder = Letters(dimension=None)
    world.check(done=2, waiting=1)


def test_a_change_of_embedder_embeds_anew_and_drops_the_old_at_the_end(world: World):
    world.remember(*(f"{chr(97 + at) * 4}" for at in range(20)))
    world.embed_all()
    old, world.embedder = world.embedder, Letters("other", 31)
    world.check(done=0, waiting=20)
    world.remember("zzzz")
    number = world.store.vectors.embedder_id(old.fingerprint, 8)
    assert world.store.vectors.coverage(number)[0] == 20
    world.embed_all()
    world.check(done=21)
    assert world.nearest("zz") == "zzzz"
    assert world.store.vectors.coverage(number)[0] == 0


def test_a_service_that_changes_its_model_under_way_is_followed(world: World):
    world.embedder.numbers = 6
    world.remember("aaaa", "bbbb")
    world.embed_all()
    world.check(done=2)
    assert world.embedder.fingerprint.endswith("-6d")


def test_one_poisoned_memory_is_set_aside_after_some_tries(world: World):
    world.remember("good", "poison", "fine")
    world.embedder.poison["poison"] = Failure("the vector is all zeros", permanent=False)
    world.embed_all()
    world.check(done=2, quarantined=1)
    assert 2 <= sum("poison" in text for texts in world.embedder.asked for text in texts) <= 5


def test_what_can_never_be_embedded_is_set_aside_at_once(world: World):
    world.remember("poison", "good")
    world.embedder.poison["poison"] = Failure("no", permanent=True)
    world.embed_all()
    world.check(done=1, quarantined=1)
    assert sum("poison" in text for texts in world.embedder.asked for text in texts) == 1


def down(*, fix: str = "", retry_after: float | None = None) -> Callable[[Sequence[str]], None]:
    def refuse(_: Sequence[str]) -> None:
        raise EmbedderDown("it sleeps", fix, retry_after)

    return refuse


def test_an_embedder_that_is_down_is_a_problem_until_it_is_back(world: World, caplog: pytest.LogCaptureFixture):
    world.remember("aaaa")
    world.embedder.before = down(fix="wake it")
    for _ in range(4):
        assert not world.indexer.step()
    assert (world.indexer.problem.part, world.indexer.problem.reason) == ("embedder", "it sleeps; wake it")
    assert [record.levelname for record in caplog.records].count("WARNING") == 1
    world.check(done=0, waiting=1)
    world.embedder.before = lambda _: None
    world.embed_all()
    assert world.indexer.problem is None
    world.check(done=1)


def test_rests_grow_and_are_as_long_as_a_service_asks(world: World):
    world.remember("aaaa")
    world.embedder.before = down()
    rests = []
    for _ in range(12):
        world.indexer.step()
        rests.append(world.indexer.rest)
    assert rests[:3] == [FIRST_REST, 2 * FIRST_REST, 4 * FIRST_REST]
    assert rests[-1] == LONGEST_REST
    world.embedder.before = down(retry_after=7.5)
    world.indexer.step()
    assert world.indexer.rest == 7.5


def test_what_changes_or_goes_while_it_is_embedded_gets_no_old_vector(world: World):
    world.remember("aaaa", "bbbb")

    def meddle(_: Sequence[str]) -> None:
        world.embedder.before = lambda _: None
        world.store.memories.update("id-aaaa", title="xxxx")
        world.store.memories.forget("id-bbbb")

    world.embedder.before = meddle
    world.embed_all()
    world.check(done=1)
    assert world.nearest("xx") == "xxxx"


def test_the_store_can_be_written_while_a_model_works(world: World):
    world.remember("aaaa")
    written = threading.Event()

    def write(_: Sequence[str]) -> None:
        writer = threading.Thread(target=lambda: (world.remember("from elsewhere"), written.set()))
        writer.start()
        assert written.wait(5)

    world.embedder.before = write
    world.indexer.step()
    assert written.is_set()


def test_it_gives_way_to_an_open_request(world: World):
    world.remember("aaaa")
    world.busy = True
    stop = threading.Event()
    thread = threading.Thread(target=world.indexer.run, args=(stop,), daemon=True)
    thread.start()
    time.sleep(0.1)
    assert world.embedder.asked == []
    world.busy = False
    wait_for(lambda: world.indexer.progress().done == 1)
    stop.set()
    thread.join(5)
    assert not thread.is_alive()


def test_only_one_of_two_processes_embeds(world: World):
    world.remember(*(f"memory {at}" for at in range(MEMORIES + 1)))
    other = world.another()
    assert world.indexer.step()
    assert not other.step()
    world.check(done=MEMORIES, waiting=1)
    world.embed_all()
    world.check(done=MEMORIES + 1)


def test_another_process_goes_on_where_one_was_killed(world: World, monkeypatch: pytest.MonkeyPatch):
    world.remember(*(f"memory {at}" for at in range(MEMORIES + 1)))
    world.indexer.step()
    world.store.close()
    world.store = open_store(world.folder, clock=world.clock)
    world.indexer = world.another()
    later = time.time() + LEASE + 1
    monkeypatch.setattr(time, "time", lambda: later)
    world.embed_all()
    world.check(done=MEMORIES + 1)
    assert sum(map(len, world.embedder.asked)) == MEMORIES + 1


def test_the_loop_embeds_what_comes_and_ends_when_told(world: World):
    stop = threading.Event()
    thread = threading.Thread(target=world.indexer.run, args=(stop,), daemon=True)
    thread.start()
    for at in range(3):
        world.remember(f"memory {at}")
        world.indexer.wake()
        wait_for(lambda done=at + 1: world.indexer.progress().done == done)
    stop.set()
    world.indexer.wake()
    thread.join(5)
    assert not thread.is_alive()


def test_the_loop_survives_what_nobody_expected(world: World):
    world.remember("aaaa")

    def surprise(_: Sequence[str]) -> None:
        world.embedder.before = lambda _: None
        raise ZeroDivisionError("no idea")

    world.embedder.before = surprise
    stop = threading.Event()
    thread = threading.Thread(target=world.indexer.run, args=(stop,), daemon=True)
    thread.start()
    wait_for(lambda: world.indexer.problem is not None)
    assert "no idea" in world.indexer.problem.reason
    stop.set()
    thread.join(5)
    assert not thread.is_alive()
    world.embed_all()
    world.check(done=1)


def wait_for(true: Callable[[], bool], seconds: float = 10.0) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.01)
