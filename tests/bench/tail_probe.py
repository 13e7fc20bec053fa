"""Is a long memory found by its tail? Also: how fast the model in the package embeds, and what it takes in memory.

    python tests/bench/tail_probe.py [FOLDER WITH *.jsonl]

Memories of 3,000 to 12,000 characters are put together from real commit messages. The question is one sentence of the
last paragraph, at least 60 characters long, that stands nowhere else; vectors alone, compared exactly, must put its
memory first.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from memo_lsp.embed.bundled import BundledEmbedder
from memo_lsp.embed.port import Embedder

BENCH = Path(os.environ.get("MEMO_SHARED", Path(__file__).parents[3] / "shared")) / "bench"
HISTORIES = ("structlog", "llm", "esbonio", "jedi-language-server", "pygls")

# Written by machines, a hundred times alike but for a number.
_MACHINE = re.compile(
    r"(?i)signed-off|co-authored|dependabot|updated-dependencies|^updates?:|^bumps? |pre-commit|https?://|→"
)


@dataclass(frozen=True)
class Probe:
    """A long text and a sentence of its last paragraph."""

    text: str
    question: str


def messages(folder: Path) -> Iterator[tuple[str, str]]:
    """Title and body of every commit in the histories."""
    for name in HISTORIES:
        for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if "title" in row:
                yield row["title"], row.get("body", "")


def probes(folder: Path, count: int = 200, seed: int = 11) -> list[Probe]:
    """Long texts whose last paragraphs hold a sentence that stands nowhere else."""
    chance = random.Random(seed)
    paragraphs = sorted({part.strip() for _, body in messages(folder) for part in body.split("\n\n")} - {""})
    everything = "\n".join(paragraphs)
    prose = [part for part in paragraphs if len(part) >= 40 and not _MACHINE.search(part)]
    endings = [(part, one) for part in prose if 100 <= len(part) < 1500 and (one := _sentence(part, everything))]
    chance.shuffle(endings)
    endings = endings[:count]
    filling = sorted(set(prose) - {ending for ending, _ in endings})
    return [
        Probe("\n\n".join([*_filling(filling, len(ending), chance), ending]), question) for ending, question in endings
    ]


def _sentence(paragraph: str, everything: str) -> str | None:
    sentences = (part.strip() for part in re.split(r"(?<=[.!?])\s+", paragraph))
    asked = (one for one in sentences if 60 <= len(one) <= 300 and re.match(r"[A-Za-z`'\"].*[.!?]\Z", one, re.DOTALL))
    return next((one for one in asked if everything.count(one) == 1), None)


def _filling(paragraphs: list[str], rest: int, chance: random.Random) -> Iterator[str]:
    left = chance.randint(3000, 12_000) - rest
    while left > 0:
        part = chance.choice(paragraphs)
        if len(part) < 3000:
            yield part
            left -= len(part) + 2


def first_places(embedder: Embedder, asked: list[Probe]) -> float:
    """Share of the probes whose memory stands first."""
    owners: list[int] = []
    vectors: list[np.ndarray] = []
    for at, probe in enumerate(asked):
        found = embedder.embed([window.text for window in embedder.windows(probe.text)])
        vectors += found
        owners += [at] * len(found)
    questions = np.stack(embedder.embed([probe.question for probe in asked], kind="query"))
    best = np.argmax(questions @ np.stack(vectors).T, axis=1)
    return float(np.mean(np.asarray(owners)[best] == np.arange(len(asked))))


def speed(embedder: Embedder, texts: Iterable[str], batch: int = 32) -> float:
    """Short memories a second, windows included, as the indexer takes them."""
    short = [text for text in texts if len(text) < 200][:1000]
    embedder.embed(["warm up"])
    started = time.perf_counter()
    for at in range(0, len(short), batch):
        embedder.embed([window.text for text in short[at : at + batch] for window in embedder.windows(text)])
    return len(short) / (time.perf_counter() - started)


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else BENCH
    embedder = BundledEmbedder()
    before = resident_mb()
    texts = ["\n".join(filter(None, message)) for message in messages(folder)]
    random.Random(1).shuffle(texts)
    print(f"short memories a second: {speed(embedder, texts):.0f}")
    print(f"resident: {resident_mb():.0f} MB, of which {before:.0f} before the model")
    asked = probes(folder)
    share = first_places(embedder, asked)
    print(
        f"tail probe: {100 * share:.1f} of 100 ({len(asked)} memories, {sum(len(p.text) for p in asked):,} characters)"
    )


if __name__ == "__main__":
    main()
