"""Marks in comments become memories where they stand, follow when they move, and leave the answers with their line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from memo_lsp.capture.desk import Desk
from memo_lsp.capture.marks import CONFIDENCE, TRUST, Mark, Settled, marks_in, settle
from memo_lsp.capture.source import HeadNews, Save, Source
from memo_lsp.code.languages import language_of
from memo_lsp.model import Anchor, Edge, Memory
from memo_lsp.store.captured.mirrors import Mirror
from memo_lsp.text.identifiers import nfc
from memo_lsp.text.lines import plain_ends

SOURCE: Final = "mark"


class Marking(Source):
    """Keeps the marks of a work tree's code in step with it."""

    def __init__(self) -> None:
        # Ids of marks taken out since the last commit, by project and path.
        self._gone: defaultdict[tuple[str, str], list[str]] = defaultdict(list)

    def named(self, desk: Desk, former: str) -> None:
        for key in [key for key in self._gone if key[0] == former]:
            self._gone[desk.project, key[1]] += self._gone.pop(key)

    def saved(self, desk: Desk, save: Save) -> None:
        if not desk.paused:
            self._settle(desk, save.path, save.before, save.after, save.language)

    def rebased(self, desk: Desk, path: str, text: str, at: float) -> None:
        if not desk.paused and desk.store.mirrors.of(desk.project, SOURCE, path):
            self._compare(desk, path, text)

    def changed(self, desk: Desk, paths: Sequence[str], at: float) -> None:
        """Files that were deleted or restored by a command."""
        for path in paths if not desk.paused else ():
            if desk.store.mirrors.of(desk.project, SOURCE, path):
                self._look(desk, path)

    def head_moved(self, desk: Desk, news: HeadNews) -> None:
        """What a commit took out of the code is mended by it, whether it was seen going or not."""
        for commit, uid in news.commits:
            for path in (nfc(change.path) for change in commit.files):
                if news.move == "commit" and desk.store.mirrors.of(desk.project, SOURCE, path):
                    self._look(desk, path)
                gone = self._gone.pop((desk.project, path), [])
                if uid is not None:
                    edges = [Edge("fixes", uid, one, desk.session.origin(), made_at=news.at) for one in gone]
                    desk.store.memories.add((), edges)

    def _look(self, desk: Desk, path: str) -> None:
        """The file as it lies there."""
        try:
            text = plain_ends((desk.info.root / path).read_bytes().decode("utf-8-sig", "replace"))
        except OSError:
            text = ""
        self._compare(desk, path, text)

    def _compare(self, desk: Desk, path: str, text: str) -> None:
        """A mark that left a file by some other way than a save is gone as well; one that is there again is back."""
        now = marks_in(text, language_of(path), desk.settings.capture.marks)
        there = {mark.key: mark for mark in now}
        known = self._known(desk, path)
        for key, memory in known.items():
            if key not in there and not now.hides(key) and memory.branch == desk.branch:
                self._take_out(desk, path, memory)
        for mirror in desk.store.mirrors.of(desk.project, SOURCE, path):
            if mirror.key in there and mirror.key not in known:
                self._remember(desk, path, there[mirror.key])

    def _settle(self, desk: Desk, path: str, before: str, after: str, language: str | None) -> None:
        words = desk.settings.capture.marks
        known = self._known(desk, path)
        was, now = marks_in(before, language, words), marks_in(after, language, words)
        found = settle(was, {key: _place(memory) for key, memory in known.items()}, now)
        if not found:
            return
        stood = {mark.key for mark in was}
        for key in found.gone:
            if key in stood or known[key].branch == desk.branch:  # else another branch's, and not gone there
                self._take_out(desk, path, known[key])
        self._follow(desk, path, known, found)
        for mark in found.new:
            self._remember(desk, path, mark)

    @staticmethod
    def _known(desk: Desk, path: str) -> dict[str, Memory]:
        """The remembered marks of a file that still hold, by key."""
        mirrors = desk.store.mirrors.of(desk.project, SOURCE, path)
        memories = desk.store.memories.get_many(mirror.memory for mirror in mirrors)
        return {
            mirror.key: memory
            for mirror in mirrors
            if (memory := memories.get(mirror.memory)) is not None and memory.valid_to is None
        }

    def _take_out(self, desk: Desk, path: str, memory: Memory) -> None:
        desk.store.memories.invalidate(memory.id, desk.clock.now())
        desk.session.remembered([memory.id])
        self._gone[(desk.project, path)].append(memory.id)

    @staticmethod
    def _follow(desk: Desk, path: str, known: dict[str, Memory], found: Settled) -> None:
        for mark in found.moved:
            desk.store.memories.update(known[mark.key].id, anchors=(_anchor(path, mark),))
            desk.store.mirrors.put(desk.project, SOURCE, path, mark.key, known[mark.key].id, mark.line)
        for key, mark in found.reworded:
            told = {"title": mark.title, "body": mark.body, "anchors": (_anchor(path, mark),)}
            desk.store.memories.update(known[key].id, **told)
            desk.store.mirrors.drop(desk.project, SOURCE, path, key)
            desk.store.mirrors.put(desk.project, SOURCE, path, mark.key, known[key].id, mark.line)
        changed = [*(known[mark.key].id for mark in found.moved), *(known[key].id for key, _ in found.reworded)]
        if changed:
            desk.session.remembered(changed)

    def _remember(self, desk: Desk, path: str, mark: Mark) -> None:
        if desk.store.mirrors.forgotten(desk.project, SOURCE, mark.key):
            return
        back = self._back(desk, mark)
        uid = self._bring_back(desk, path, mark, back) if back else self._keep(desk, path, mark)
        if uid is not None:
            desk.store.mirrors.put(desk.project, SOURCE, path, mark.key, uid, mark.line)

    @staticmethod
    def _back(desk: Desk, mark: Mark) -> Mirror | None:
        """A mark that left this file or another one and is here now: the same one."""
        mirrors = desk.store.mirrors.by_key(desk.project, SOURCE, mark.key)
        memories = desk.store.memories.get_many(mirror.memory for mirror in mirrors)
        left = (one for one in mirrors if one.memory in memories and memories[one.memory].valid_to is not None)
        return next(left, None)

    def _bring_back(self, desk: Desk, path: str, mark: Mark, mirror: Mirror) -> str:
        desk.store.memories.update(mirror.memory, valid_to=None, anchors=(_anchor(path, mark),), branch=desk.branch)
        desk.store.mirrors.drop(desk.project, SOURCE, mirror.path, mirror.key)
        gone = self._gone.get((desk.project, mirror.path), [])
        if mirror.memory in gone:
            gone.remove(mirror.memory)
        desk.session.remembered([mirror.memory])
        return mirror.memory

    @staticmethod
    def _keep(desk: Desk, path: str, mark: Mark) -> str | None:
        return desk.keep(
            desk.draft(
                mark.title,
                body=mark.body,
                kind=mark.kind,
                tags=(mark.word.lower(),),
                trust=TRUST,
                confidence=CONFIDENCE,
                anchors=(_anchor(path, mark),),
            )
        )


def _anchor(path: str, mark: Mark) -> Anchor:
    if mark.symbol is None:
        return Anchor(path, None, mark.line)
    return Anchor(path, mark.symbol.qualified, mark.symbol.start_line, mark.symbol.hash)


def _place(memory: Memory) -> str | None:
    return memory.anchors[0].symbol if memory.anchors else None
