"""Curated markdown is memory: one a heading section, kept in step with the file.

A section whose text changes changes its memory; one that is renamed but says the same keeps it; one that goes takes
its memory out of the answers, and one that comes back brings it back.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from memo_lsp.capture.desk import Desk
from memo_lsp.capture.source import HeadNews, Save, Source
from memo_lsp.git.door import GitTrouble
from memo_lsp.git.files import listed
from memo_lsp.model import CONFIDENCES, TRUSTS, Anchor, Edge, Memory
from memo_lsp.store.captured.mirrors import Mirror
from memo_lsp.text.identifiers import nfc
from memo_lsp.text.lines import plain_ends
from memo_lsp.text.secrets import redact
from memo_lsp.text.sections import Section, document
from memo_lsp.text.topics import normalise_topic

ADR_FOLDERS = ("docs/adr", "doc/adr", "docs/decisions", "adr")
CURATED_NAMES = ("AGENTS.md", "CLAUDE.md", "SKILL.md")
CURATED_PATHS = (".memo/*.md", ".github/copilot-instructions.md")
LARGEST = 1_000_000  # bytes
DEEPEST = 4  # folders that are looked into where there is no git to list files


def is_curated(path: str, globs: Sequence[str] = ()) -> bool:
    """Whether a file (relative to the project) is one people write for being remembered."""
    folder, _, name = path.rpartition("/")
    if name in CURATED_NAMES:
        return True
    if name.lower().endswith(".md") and folder in ADR_FOLDERS:
        return True
    return any(fnmatchcase(path, glob) for glob in (*CURATED_PATHS, *globs))


def is_adr(path: str) -> bool:
    return path.rpartition("/")[0] in ADR_FOLDERS


@dataclass(frozen=True, slots=True)
class Told:
    """What a document's front matter says of all its sections; what it says wrongly counts as unsaid."""

    topic: str | None = None
    tags: tuple[str, ...] = ()
    trust: str | None = None
    confidence: str | None = None
    supersedes: tuple[str, ...] = ()

    @classmethod
    def of(cls, front: Mapping[str, Any]) -> Told:
        topic = front.get("topic")
        return cls(
            topic=normalise_topic(redact(topic)) if isinstance(topic, str) else None,
            tags=tuple(redact(tag) for tag in _texts(front.get("tags"))),
            trust=_one_of(front.get("trust"), TRUSTS),
            confidence=_one_of(front.get("confidence"), CONFIDENCES),
            supersedes=_texts(front.get("supersedes")),
        )


def _texts(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        value = value.split(",")
    if not isinstance(value, list):
        return ()
    return tuple(" ".join(str(item).split()) for item in value if isinstance(item, str | int) and str(item).strip())


def _one_of(value: Any, choices: Sequence[str]) -> str | None:
    return value if isinstance(value, str) and value in choices else None


class Documents(Source):
    """Keeps the curated documents of a work tree in step."""

    def started(self, desk: Desk) -> None:
        there = set(self._curated(desk))
        for path in {*there, *(mirror.path for mirror in desk.store.mirrors.of(desk.project, "document"))}:
            self._sync(desk, path)

    def saved(self, desk: Desk, save: Save) -> None:
        if self._is_curated(desk, save.path):
            self._step(desk, save.path, save.after)

    def changed(self, desk: Desk, paths: Sequence[str], at: float) -> None:
        for path in paths:
            if self._is_curated(desk, path):
                self._sync(desk, path)

    def renamed(self, desk: Desk, old: str, new: str, at: float) -> None:
        for path in {mirror.path for mirror in desk.store.mirrors.of(desk.project, "document")}:
            if path == new or path.startswith(f"{new}/"):
                self._sync(desk, path)

    def head_moved(self, desk: Desk, news: HeadNews) -> None:
        if news.move != "commit":  # a switch, a pull, a reset may have changed any of them
            self.started(desk)

    def _is_curated(self, desk: Desk, path: str) -> bool:
        return is_curated(path, desk.settings.capture.documents)

    def _curated(self, desk: Desk) -> Iterator[str]:
        """The curated files there are: as git lists them, else those of the upper folders."""
        names = _by_git(desk) if desk.info.repo else None
        found = names if names is not None else _walked(desk.info.root)
        return (path for path in found if self._is_curated(desk, path))

    def _sync(self, desk: Desk, path: str) -> None:
        """A document as it lies on disk; one that is gone has no sections."""
        self._step(desk, path, _text(desk.info.root / path))

    def _step(self, desk: Desk, path: str, text: str | None) -> None:
        if desk.paused:
            return
        found = document(text or "", Path(path).stem)
        told = Told.of(found.front)
        known = {mirror.key: mirror for mirror in desk.store.mirrors.of(desk.project, "document", path)}
        now = {section.key: section for section in found.sections if is_curated(path, desk.settings.capture.documents)}
        gone = [mirror for key, mirror in known.items() if key not in now]
        for key, section in now.items():
            mirror = known.get(key) or self._renamed_heading(desk, section, gone)
            self._keep(desk, path, section, told, mirror)
        for mirror in gone:
            self._take_out(desk, mirror)

    def _renamed_heading(self, desk: Desk, section: Section, gone: list[Mirror]) -> Mirror | None:
        """The mirror of a section that said the same under another heading; it is no longer gone then."""
        body = redact(section.body)
        for mirror in gone:
            if _memory(desk, mirror).body == body:
                gone.remove(mirror)
                desk.store.mirrors.drop(desk.project, "document", mirror.path, mirror.key)
                return mirror
        return None

    def _keep(self, desk: Desk, path: str, section: Section, told: Told, mirror: Mirror | None) -> None:
        draft = _draft(desk, path, section, told)
        if mirror is None:
            if desk.store.mirrors.forgotten(desk.project, "document", section.key, path):
                return
            uid = desk.keep(draft, _replacing(draft, told.supersedes), judged=False)
        else:
            uid = mirror.memory
            _update(desk, _memory(desk, mirror), draft)
        if uid is not None:
            desk.store.mirrors.put(desk.project, "document", path, section.key, uid, section.line)

    def _take_out(self, desk: Desk, mirror: Mirror) -> None:
        """Out of the answers, not out of the store."""
        if _memory(desk, mirror).valid_to is None:
            desk.store.memories.invalidate(mirror.memory, desk.clock.now())
            desk.session.remembered([mirror.memory])


_FOLLOWS = ("title", "description", "body", "kind", "channel", "topic", "tags", "trust", "confidence", "anchors")


def _draft(desk: Desk, path: str, section: Section, told: Told) -> Memory:
    skill = path.rpartition("/")[2] == "SKILL.md"
    return desk.draft(
        redact(section.title),
        body=redact(section.body),
        description=redact(" › ".join(section.above)),
        kind="decision" if is_adr(path) else "reference",
        channel="skill" if skill else "memory",
        topic=told.topic,
        tags=told.tags,
        trust=told.trust,
        confidence=told.confidence,
        anchors=(Anchor(path, line=section.line),),
    )


def _replacing(new: Memory, old: Sequence[str]) -> list[Edge]:
    return [Edge("supersedes", new.id, one, maker="person", made_at=new.stored_at) for one in old]


def _update(desk: Desk, old: Memory, new: Memory) -> None:
    changes = {name: getattr(new, name) for name in _FOLLOWS if getattr(new, name) != getattr(old, name)}
    if old.valid_to is not None:
        changes["valid_to"] = None
    if changes.keys() - {"anchors"}:
        desk.store.memories.update(old.id, **changes)
        desk.session.remembered([old.id])


def _memory(desk: Desk, mirror: Mirror) -> Memory:
    """The memory of a mirror. Raises UnknownId if another process has just forgotten it."""
    return desk.store.memories.get(mirror.memory)


def _text(file: Path) -> str | None:
    """The text of a file that is there and of a size people write; None otherwise."""
    try:
        if file.stat().st_size > LARGEST:
            return None
        return plain_ends(file.read_bytes().decode("utf-8-sig", "replace"))
    except OSError:
        return None


def _by_git(desk: Desk) -> list[str] | None:
    """Markdown files git knows or would take in; None if git cannot say."""
    try:
        return [nfc(path) for path in listed(desk.info.root, "*.md")]
    except GitTrouble:
        return None


def _walked(root: Path) -> Iterator[str]:
    for folder, names, files in os.walk(root):
        inside = Path(folder).relative_to(root)
        hidden = (".git", "node_modules", ".venv", "venv")
        names[:] = [name for name in names if name not in hidden] if len(inside.parts) < DEEPEST else []
        yield from (nfc((inside / file).as_posix()) for file in files if file.endswith(".md"))
