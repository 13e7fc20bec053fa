"""What is measured. Each measure takes a bench (sizes, corpus, folder) and gives figures."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from memo_lsp.clock import SystemClock
from memo_lsp.embed.bundled import BundledEmbedder
from memo_lsp.recall.indexer import Indexer
from memo_lsp.store import open_store

from . import repository
from .build import Vectors, fill, megabytes
from .corpus import PROJECT, Corpus
from .dreaming import dreaming
from .editor import vscode
from .hidden import hidden
from .noise import noise
from .replay import replay
from .storms import storms
from .table import Figure, percentile, spread
from .wire import MEMO, Client

PATIENCE = 300.0  # seconds for what the server does in the background


@dataclass(frozen=True)
class Sizes:
    """How much of everything."""

    memories: int = 100_000
    few: int = 10_000  # where the resident memory is measured
    distinct: int = 3_000  # texts that are really embedded
    hovers: int = 500
    searches: int = 300
    waiting: int = 4_000  # memories that wait for vectors while hovers and searches go on
    embedded: int = 1_500  # memories embedded for the figure of embedding alone
    commits: int = 2_000
    starts: int = 9
    replayed: int = 300  # commits done again
    saves: int = 3_000  # of a day's auto-saves
    changes: int = 40  # that they amount to
    stormed: int = 500  # files saved at once
    switched: int = 5_000  # files a branch switch touches
    planted: int = 60  # secrets
    events: int = 50_000  # of the recall log of a store that was lived in
    windows: int = 7  # of VS Code, each version


QUICK = Sizes(300, 200, 40, 20, 10, 200, 40, 30, 1, 20, 120, 6, 40, 200, 24, 200, 1)


@dataclass
class Bench:
    """A run of the measurements in `folder`. `repo` is a repository to import, if not a made one."""

    folder: Path
    sizes: Sizes = field(default_factory=Sizes)
    repo: Path | None = None
    told: Callable[[str], None] = lambda what: None  # how far it is
    said: Callable[[str], None] = lambda what: None  # what a person wants to know when a figure is off

    @cached_property
    def corpus(self) -> Corpus:
        return Corpus.load()

    @cached_property
    def vectors(self) -> Vectors:
        self.told(f"embedding {self.sizes.distinct:,} texts")
        return Vectors(self.corpus, BundledEmbedder(), self.sizes.distinct)

    @cached_property
    def large(self) -> Path:
        return self._store("large", self.sizes.memories)

    @cached_property
    def small(self) -> Path:
        return self._store("small", self.sizes.few)

    @cached_property
    def root(self) -> Path:
        """The work tree the measuring client has open: one document with a name on each line."""
        root = self.folder / "work"
        self.document.parent.mkdir(parents=True, exist_ok=True)
        self.document.write_text("\n".join(f"{name} = None" for name in self.names) + "\n")
        subprocess.run(["git", "init", "-q", "-b", "main", root], check=True)
        return root

    @property
    def document(self) -> Path:
        return self.folder / "work" / self.corpus.path()

    @cached_property
    def names(self) -> list[str]:
        return self.corpus.names(2 * self.sizes.hovers)

    def env(self, home: Path) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("MEMO_")}
        return {**kept, "MEMO_HOME": str(home), "MEMO_PROJECT": PROJECT}

    @contextmanager
    def server(self, home: Path) -> Iterator[Client]:
        with Client([*MEMO, "serve"], self.root, self.env(home)) as client:
            client.open(self.document, self.document.read_text())
            yield client

    def _store(self, name: str, count: int) -> Path:
        home = self.folder / name
        done = home / f"built-{count}"
        if not done.exists():
            fill(
                home,
                self.corpus,
                count,
                vectors=self.vectors,
                told=lambda n: self.told(f"{name} store: {n:,} memories"),
            )
            done.touch()
        return home

    def hover(self, client: Client, line: int) -> float:
        place = {"line": line, "character": 0}
        return client.timed("textDocument/hover", {"textDocument": {"uri": self.document.as_uri()}, "position": place})

    def search(self, client: Client, number: int) -> float:
        question = {"text": self.corpus.questions[number % len(self.corpus.questions)]}
        return client.timed("workspace/executeCommand", {"command": "memo.search", "arguments": [question]})


def waiting(client: Client) -> int:
    """Memories the server has still to embed."""
    return int(client.command("memo.status", {})["embedding"]["waiting"])


def _until_embedded(client: Client) -> None:
    deadline = time.monotonic() + PATIENCE
    while waiting(client) and time.monotonic() < deadline:
        time.sleep(0.1)


def _until_embedding(client: Client, total: int) -> None:
    """Until some of `total` have their vectors: the model is loaded and at work."""
    deadline = time.monotonic() + PATIENCE
    counted = False
    while time.monotonic() < deadline:
        left = waiting(client)
        if left < total and (left or counted):
            return
        counted = counted or left == total
        time.sleep(0.02)


def recall(bench: Bench) -> list[Figure]:
    """Hover and search with everything at rest, then the same while the server embeds."""
    sizes = bench.sizes
    with bench.server(bench.large) as client:
        _until_embedded(client)
        for number in range(20):  # warm: the model is loaded, the caches of the file system are filled
            bench.hover(client, sizes.hovers + number % sizes.hovers)
            bench.search(client, sizes.searches + number)
        bench.told("hovers and searches at rest")
        hovers, hover_work = _each(client, sizes.hovers, bench.hover)
        searches, search_work = _each(client, sizes.searches, bench.search)
    busy_hovers, busy_searches, left = _while_embedding(bench)
    hover, search = percentile(hovers, 0.95), percentile(searches, 0.95)
    busy = f"{spread(busy_searches)}, {left:,} still waited at the end"
    return [
        Figure(
            f"hover at {sizes.memories:,}, 95th percentile", hover, "ms", 10, note=f"{spread(hovers)}, {hover_work}"
        ),
        Figure(
            f"search at {sizes.memories:,}, 95th percentile",
            search,
            "ms",
            60,
            note=f"{spread(searches)}, {search_work}",
        ),
        Figure("hover while embedding, ratio", percentile(busy_hovers, 0.95) / hover, "x", 2, note=spread(busy_hovers)),
        Figure("search while embedding, ratio", percentile(busy_searches, 0.95) / search, "x", 2, note=busy),
    ]


def _each(client: Client, count: int, ask: Callable[[Client, int], float]) -> tuple[list[float], str]:
    """Durations, and the processor time each took in words."""
    before = client.processor()
    durations = [ask(client, number) for number in range(count)]
    return durations, f"{(client.processor() - before) / count:.1f} ms of processor time each"


def _unused(home: Path) -> int:
    """A number from which on no memory is stored yet: a kept store has those of earlier runs."""
    store = open_store(home, clock=SystemClock(), read_only=True)
    try:
        return 10_000_000 + store.memories.count()
    finally:
        store.close()


def _while_embedding(bench: Bench) -> tuple[list[float], list[float], int]:
    """Durations of hovers and of searches while memories are being embedded, and how many waited at the end."""
    sizes = bench.sizes
    fill(bench.large, bench.corpus, sizes.waiting, vectors=None, start=_unused(bench.large), told=lambda n: None)
    hovers: list[float] = []
    searches: list[float] = []
    with bench.server(bench.large) as client:
        bench.told("hovers and searches while embedding")
        _until_embedding(client, sizes.waiting)
        for number in range(max(sizes.hovers, sizes.searches) // 2):
            hovers.append(bench.hover(client, number % sizes.hovers))
            if number < sizes.searches:
                searches.append(bench.search(client, number))
            time.sleep(0.02)  # a person's pace: the embedder gets its turns
        return hovers, searches, waiting(client)


def size(bench: Bench) -> list[Figure]:
    """What the large store takes on disk."""
    taken = megabytes(bench.large)
    return [Figure("store on disk", taken, "MB", 400, note=f"{bench.sizes.memories:,} memories, vectors included")]


def history(bench: Bench) -> list[Figure]:
    """Import of a repository's history: start of the program, redaction and symbols included, embedding not."""
    repo = bench.repo or repository.make(bench.folder / "history", bench.sizes.commits, bench.corpus)
    bench.told(f"importing the history of {repo.name}")
    began, worked = time.perf_counter(), _children()
    done = subprocess.run(
        [*MEMO, "import", "git", "--no-embed", "--json", "--store", str(bench.folder / "imported"), str(repo)],
        cwd=repo,
        env=bench.env(bench.folder / "imported"),
        capture_output=True,
        text=True,
        check=True,
    )
    took, worked = time.perf_counter() - began, _children() - worked
    report = json.loads(done.stdout)
    read = report["read"]
    note = f"{read:,} read, {report['stored']:,} stored; {read / worked:.0f} a second of processor time"
    return [Figure("git import before embedding", read / took, "commits/s", 150, True, note)]


def _children() -> float:
    """Seconds of processor time of processes that were started and waited for."""
    times = os.times()
    return times.children_user + times.children_system


def embedding(bench: Bench) -> list[Figure]:
    """Embedding what waits, storing included, on one thread."""
    home = bench.folder / "embedding"
    fill(home, bench.corpus, bench.sizes.embedded, vectors=None, told=lambda n: None)
    embedder = BundledEmbedder()
    embedder.embed(["loads the model"])
    store = open_store(home, clock=SystemClock())
    try:
        bench.told(f"embedding {bench.sizes.embedded:,} memories")
        indexer = Indexer(store, lambda: embedder, SystemClock())
        began, worked = time.perf_counter(), time.process_time()
        while indexer.step(1.0):
            pass
        took, worked = time.perf_counter() - began, time.process_time() - worked
        have, total = store.vectors.coverage(store.vectors.embedder_id(embedder.fingerprint, embedder.dimension))
    finally:
        store.close()
    note = f"{have:,} of {total:,}; {have / worked:.0f} a second of processor time"
    return [Figure("embedding on one thread", have / took, "memories/s", 120, True, note)]


def start(bench: Bench) -> list[Figure]:
    """Time from start to `initialized` as a ratio to a server that does nothing, started in turn with ours."""
    empty = [sys.executable, str(Path(__file__).with_name("empty_server.py"))]
    ours: list[float] = []
    theirs: list[float] = []
    env = bench.env(bench.small)
    bench.told("starting servers")
    for _ in range(bench.sizes.starts):
        for command, times in (([*MEMO, "serve"], ours), (empty, theirs)):
            with Client(command, bench.root, env) as client:
                times.append(client.started)
    mine, other = statistics.median(ours), statistics.median(theirs)
    note = f"{mine:.2f} s, pygls alone {other:.2f} s, {bench.sizes.few:,} memories, median of {len(ours)}"
    return [Figure("start to initialized, ratio", mine / other, "x", 1.5, note=note)]


def memory(bench: Bench) -> list[Figure]:
    """Resident memory before the first text is embedded, and after many were."""
    with bench.server(bench.small) as client:
        for line in range(bench.sizes.hovers):
            bench.hover(client, line)
        before = client.resident()
        bench.told("memory after embedding")
        for number in range(bench.sizes.searches):
            bench.search(client, number)
        for number in range(bench.sizes.searches):
            text = bench.corpus.memory(20_000_000 + number)
            client.command("memo.remember", {"title": text.title, "body": text.body})
        _until_embedded(client)
        after = client.resident()
    size = f"{bench.sizes.few:,} memories"
    return [
        Figure("resident before embedding", before, "MB", 150, note=f"{size}, {bench.sizes.hovers} hovers"),
        Figure("resident after embedding", after, "MB", 350, note=f"{bench.sizes.searches} searches and notes more"),
    ]


MEASURES: dict[str, Callable[[Bench], list[Figure]]] = {
    "recall": recall,
    "size": size,
    "history": history,
    "embedding": embedding,
    "start": start,
    "memory": memory,
    "replay": replay,
    "noise": noise,
    "storms": storms,
    "secrets": hidden,
    "dreaming": dreaming,
    "vscode": vscode,
}
ONLY_ASKED = ("vscode",)  # drives windows, and installs them the first time
