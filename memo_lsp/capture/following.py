"""Anchors follow their code: through renamed files and folders, renamed symbols, and symbols moved between files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from memo_lsp.capture.desk import Desk
from memo_lsp.capture.source import HeadNews, Save, Source
from memo_lsp.code.languages import language_of
from memo_lsp.code.renames import moved, renamed
from memo_lsp.code.symbols import Symbol, symbols
from memo_lsp.git.door import GitTrouble
from memo_lsp.git.files import renames_since_head
from memo_lsp.git.history import contents
from memo_lsp.git.records import Commit, FileChange
from memo_lsp.git.repository import Repository, head_commit
from memo_lsp.text.identifiers import nfc
from memo_lsp.text.lines import plain_ends

MOST_FILES = 100  # of one commit: a larger one rearranges more than can be followed
_Stamp = tuple[str | None, int, int]  # HEAD's commit; the index's time and size


class Following(Source):
    """Moves the anchors of a work tree's memories."""

    def __init__(self) -> None:
        self._staged: dict[Path, tuple[_Stamp, list[tuple[str, str]]]] = {}  # of each work tree, as git last said

    def saved(self, desk: Desk, save: Save) -> None:
        """One edit renamed a symbol and left its body as it was."""
        if not self._anchored(desk, save.path):
            return
        before, after = (symbols(text, save.language or "") for text in (save.before, save.after))
        self._rename(desk, save.path, before, after)

    def renamed(self, desk: Desk, old: str, new: str, at: float) -> None:
        self._move(desk, old, new)

    def head_moved(self, desk: Desk, news: HeadNews) -> None:
        for commit, _ in news.commits:
            self._through(desk, commit)

    def changed(self, desk: Desk, paths: Sequence[str], at: float) -> None:
        if any(not (desk.info.root / path).exists() and self._anchored(desk, path) for path in paths):
            self.missing(desk)

    def missing(self, desk: Desk) -> None:
        """An anchored file is not where it was: git may know where it went, committed or not."""
        if desk.info.repo is None:
            return
        try:
            found = self._renames(desk.info.repo)
        except GitTrouble:
            return
        for old, new in found:
            self._move(desk, nfc(old), nfc(new))

    def _renames(self, repo: Repository) -> list[tuple[str, str]]:
        """What git sees renamed, asked for again only when HEAD or what is staged is another: of an old history's
        memories many are anchored in files that are long gone, and each of these asks."""
        index, head = _stamp(repo.git_dir / "index"), head_commit(repo)
        if index is None:
            return []  # nothing is staged, so nothing is renamed
        known = self._staged.get(repo.root)
        if head is None or known is None or known[0] != (head, *index):
            known = (head, *index), renames_since_head(repo.root)
            self._staged[repo.root] = known
        return known[1]

    def _move(self, desk: Desk, old: str, new: str) -> None:
        """A file or folder: its anchors, and what is kept in step with its parts."""
        self._told(desk, desk.store.memories.move_path(desk.project, old, new))
        desk.store.mirrors.move(desk.project, old, new)

    def _through(self, desk: Desk, commit: Commit) -> None:
        """A commit's renames of files, then of symbols, then what it moved from file to file."""
        for change in commit.files:
            if change.status == "R" and change.old_path:
                self._move(desk, nfc(change.old_path), nfc(change.path))
        files = [change for change in commit.files if change.hunks or change.status in "AD"]
        anchored = [change for change in files if self._anchored(desk, nfc(change.path))]
        if desk.info.repo is None or not anchored or len(files) > MOST_FILES:
            return
        before, after = self._sides(desk, files)
        for change in anchored:
            self._rename(desk, nfc(change.path), before[change.path], after[change.path])
        for path, old, new_path, new in moved(before.items(), after.items()):
            self._told(
                desk,
                desk.store.memories.move_symbol(
                    desk.project, nfc(path), old.qualified, new.qualified,
                    new_path=nfc(new_path), hash=new.hash, line=new.start_line,
                ),
            )  # fmt: skip

    @staticmethod
    def _sides(
        desk: Desk, files: Sequence[FileChange]
    ) -> tuple[dict[str, tuple[Symbol, ...]], dict[str, tuple[Symbol, ...]]]:
        """The symbols of both sides of a commit's files, by the path they have after it."""
        assert desk.info.repo is not None
        blobs = [blob for change in files for blob in (change.old_blob, change.new_blob) if blob]
        texts = {blob: text for blob, text in contents(desk.info.repo, blobs) if text is not None}

        def side(change: FileChange, blob: str | None) -> tuple[Symbol, ...]:
            return _symbols(texts.get(blob or "", b""), change.path)

        return (
            {change.path: side(change, change.old_blob) for change in files},
            {change.path: side(change, change.new_blob) for change in files},
        )

    def _rename(self, desk: Desk, path: str, before: Sequence[Symbol], after: Sequence[Symbol]) -> None:
        for old, new in renamed(before, after):
            changed = desk.store.memories.move_symbol(
                desk.project, path, old.qualified, new.qualified, hash=new.hash, line=new.start_line
            )
            self._told(desk, changed)

    @staticmethod
    def _anchored(desk: Desk, path: str) -> bool:
        return bool(desk.store.memories.anchored_symbols(desk.project, path))

    @staticmethod
    def _told(desk: Desk, ids: Iterable[str]) -> None:
        if changed := list(ids):
            desk.session.remembered(changed)


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        stat = file.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


def _symbols(content: bytes, path: str) -> tuple[Symbol, ...]:
    language = language_of(PurePosixPath(path).name)
    return symbols(plain_ends(content.decode("utf-8", "replace")), language) if language and content else ()
