"""Where a document is: its project, the project's root, its path there, the branch.

Found off the loop when a document is opened, and remembered: a hover reads it from here and waits for no git.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memo_lsp.capture.curate import carry_along
from memo_lsp.git.project import ProjectInfo, branch_of
from memo_lsp.server.folders import Folders
from memo_lsp.text.identifiers import nfc
from memo_lsp.text.uris import to_path

if TYPE_CHECKING:
    from memo_lsp.git.repository import Repository
    from memo_lsp.services import Services

NO_PROJECT = ""  # a key no project has: only memories of no project compete there


@dataclass(frozen=True, slots=True)
class Where:
    """`path` is relative to `root`, with `/`, in NFC; None where there is no file."""

    project: str = NO_PROJECT
    root: Path | None = None
    path: str | None = None
    branch: str | None = None
    repo: Repository | None = None
    info: ProjectInfo | None = None


class Places:
    """Remembers what `Projects` said, by folder. Safe from any thread."""

    def __init__(self, folders: Folders):
        self._folders = folders
        self._known: dict[Path, ProjectInfo] = {}
        self._carried: set[str] = set()  # keys whose former keys' memories have been looked for

    def find(self, services: Services, uri: str | None) -> Where:
        """The place of a URI, asking git if it must; of no URI, the first folder's or the working folder's."""
        path = self._path(uri)
        folder = self._folder(path) if path else None
        if path is None or folder is None:
            return Where()
        info = services.projects.of(path, folder)
        services.standing.know(info)
        if info.former and info.key not in self._carried:
            self._carried.add(info.key)
            carry_along(services.store, info.key, info.former)
        self._known[_key(uri, path)] = info
        return _where(info, path if uri else None)

    def known(self, uri: str | None) -> Where | None:
        """The same without waiting; None if it has not been found yet."""
        path = self._path(uri)
        if path is None or self._folder(path) is None:
            return Where()
        info = self._known.get(_key(uri, path))
        return _where(info, path if uri else None) if info else None

    def repository(self, file: Path) -> Repository | None:
        """The repository of a file, as far as its folder's was found before; a look at nothing."""
        info = self._known.get(file.parent)
        return info.repo if info is not None else None

    def _path(self, uri: str | None) -> Path | None:
        if uri is None:
            return self._folders.first or Path.cwd()
        path = to_path(uri)
        return Path(path) if path is not None else None

    def _folder(self, path: Path) -> Path | None:
        """The workspace folder that holds a path; where there are no folders at all, the path's own."""
        if not self._folders.roots:
            return path if path.is_dir() else path.parent
        return self._folders.holding(path)


def _key(uri: str | None, path: Path) -> Path:
    return path.parent if uri else path


def _where(info: ProjectInfo, path: Path | None) -> Where:
    branch = branch_of(info.repo) if info.repo else None
    return Where(info.key, info.root, _relative(path, info.root) if path else None, branch, info.repo, info)


def _relative(path: Path, root: Path) -> str | None:
    for top in (root, Path(os.path.realpath(root))):
        try:
            return nfc(path.relative_to(top).as_posix())
        except ValueError:
            path = Path(os.path.realpath(path))
    return None
