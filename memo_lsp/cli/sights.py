"""What is worth showing of a repository: the identifier with most memories that still stands there, and a question."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memo_lsp.code.languages import language_of
from memo_lsp.code.symbols import symbols
from memo_lsp.model import Memory
from memo_lsp.server.probe import Stop
from memo_lsp.text.identifiers import identifiers_in, keywords
from memo_lsp.text.lines import LineTable

if TYPE_CHECKING:
    from memo_lsp.git.project import ProjectInfo
    from memo_lsp.services import Services

NEWEST = 1000  # memories looked at
TRIED = 30  # places looked up in the working tree
LARGEST = 1_000_000  # bytes of a file
_PREFIX = re.compile(r"^\w+(\([^)]*\))?!?:\s*")  # `fix(io): `
_NAME = re.compile(r"\b[^\W\d]\w{3,}\b")


@dataclass(frozen=True, slots=True)
class Sight:
    """An identifier in a file of the working tree."""

    name: str
    path: str  # relative to the root
    stop: Stop


def choose(services: Services, info: ProjectInfo) -> Sight | None:
    """The symbol with most memories that is still in the code; where no symbols are known, the name that the
    memories of the most remembered file speak of most."""
    memories = services.store.memories.timeline(info.key, limit=NEWEST)
    return next(_by_symbol(memories, info.root), None) or next(_by_word(memories, info.root), None)


def question(services: Services, info: ProjectInfo) -> str | None:
    """Something a person might ask: what the newest mend was about, in its own words."""
    memories = services.store.memories.timeline(info.key, limit=NEWEST)
    ordered = sorted(memories, key=lambda memory: memory.kind != "fix")
    subjects = (_PREFIX.sub("", memory.title) for memory in ordered)
    spoken = [subject for subject in subjects if len(subject.split()) >= 3]
    return spoken[0] if spoken else (ordered[0].title if ordered else None)


def _by_symbol(memories: list[Memory], root: Path) -> Iterator[Sight]:
    counted = Counter(
        (anchor.path, anchor.symbol) for memory in memories for anchor in memory.anchors if anchor.symbol is not None
    )
    for (path, symbol), _ in counted.most_common(TRIED):
        text, language = _read(root / path), language_of(path)
        found = next((each for each in symbols(text, language) if each.qualified == symbol), None) if language else None
        if found is not None:
            at = text.find(found.name, found.start, found.end)
            if at >= 0:
                yield _sight(found.name, root, path, text, at)


def _by_word(memories: list[Memory], root: Path) -> Iterator[Sight]:
    counted = Counter(anchor.path for memory in memories for anchor in memory.anchors)
    for path, _ in counted.most_common(TRIED):
        text, language = _read(root / path), language_of(path)
        there = {match[0]: match.start() for match in reversed(list(_NAME.finditer(text)))}
        said: Counter[str] = Counter()
        for memory in memories:
            if any(anchor.path == path for anchor in memory.anchors):
                said.update(identifiers_in(f"{memory.title}\n{memory.body}") & there.keys())
        for name, _ in said.most_common():
            if name not in keywords(language):
                yield _sight(name, root, path, text, there[name])
                break


def _sight(name: str, root: Path, path: str, text: str, at: int) -> Sight:
    line, character = LineTable(text).position(at, "utf-16")
    return Sight(name, path, Stop(root / path, language_of(path) or "plaintext", text, line, character))


def _read(path: Path) -> str:
    """The file's text as an editor would open it; nothing if it is gone, too large, or no text."""
    try:
        return path.read_bytes().decode("utf-8-sig") if path.stat().st_size <= LARGEST else ""
    except (OSError, UnicodeDecodeError):
        return ""
