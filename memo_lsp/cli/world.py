"""What a command works on, opened when first asked for: settings, clock, project, services."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from memo_lsp.cli.output import Output
from memo_lsp.clock import Clock, MovableClock, SystemClock
from memo_lsp.errors import MemoError, StoreTrouble, UnknownId
from memo_lsp.git.repository import locate
from memo_lsp.recall import accepted
from memo_lsp.settings import Layer, Settings, layers, parse, store_folder

if TYPE_CHECKING:
    from memo_lsp.embed.port import Embedder
    from memo_lsp.git.project import ProjectInfo
    from memo_lsp.services import Services
    from memo_lsp.store import Store


class World:
    """One command line's surroundings. Nothing is opened that the command does not need."""

    def __init__(self, args: argparse.Namespace, out: Output, environ: Mapping[str, str], protocol: int | None = None):
        self.args, self.out, self.environ, self.protocol = args, out, environ, protocol
        self._told = False

    def __enter__(self) -> World:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, where: TracebackType | None
    ) -> None:
        if "services" in self.__dict__:
            self.services.close()

    # --- where and when
    @cached_property
    def folder(self) -> Path:
        try:
            return Path.cwd()
        except FileNotFoundError:
            raise MemoError("the working folder is gone; change to another one") from None

    @cached_property
    def clock(self) -> Clock:
        """The machine's, or one that starts at `--now`."""
        return SystemClock() if self.args.now is None else MovableClock(self.args.now)

    @property
    def _root(self) -> Path:
        """Where the project's memo.toml may lie."""
        repository = locate(self.folder)
        return repository.root if repository else self.folder

    # --- settings
    @cached_property
    def _parsed(self) -> tuple[Settings, list[str]]:
        found = layers(self.environ, self._root)
        stored = accepted.load(self._home(parse(found)[0]))
        return parse((*found, Layer("accepted", {"recall": stored}, "what an evaluation accepted")))

    @property
    def settings(self) -> Settings:
        return self._parsed[0]

    def problems(self) -> list[str]:
        """What is wrong with the settings; told here, so not once more at the end."""
        self.told()
        return self._parsed[1]

    def told(self) -> None:
        """The command's own result says what is wrong with settings and store."""
        self._told = True

    def untold_problems(self) -> list[str]:
        """What is wrong with what the command looked at, settings or store, unless it told so itself."""
        if self._told:
            return []
        settings = self._parsed[1] if "_parsed" in self.__dict__ else []
        store = self.store.problems if "services" in self.__dict__ else []
        return [*settings, *(problem.reason for problem in store)]

    @property
    def home(self) -> Path:
        """The store's folder."""
        return self._home(self.settings)

    def _home(self, settings: Settings) -> Path:
        return Path(self.args.store).expanduser().absolute() if self.args.store else store_folder(settings)

    # --- what is behind it
    @cached_property
    def services(self) -> Services:
        from memo_lsp.capture.curate import carry_along

        services = self.open(self.home)
        info = services.projects.of(self.folder)
        services.standing.know(info)
        carry_along(services.store, info.key, info.former)
        return services

    def open(self, home: Path, raw_editor: Any = None) -> Services:
        """Everything behind the commands, over the store in `home`; `raw_editor` are an editor's settings."""
        from memo_lsp.services import open_services

        return open_services(home, self.environ, raw_editor, self.clock, self._root)

    def embedder(self) -> Embedder | None:
        """The embedder the settings ask for, without a store."""
        from memo_lsp.embed.factory import make

        return make(self.settings.embed, self.environ)

    @property
    def store(self) -> Store:
        return self.services.store

    @property
    def writable(self) -> Store:
        """The store, for a command that would be pointless without writing. Raises StoreTrouble."""
        if self.store.mode != "rw":
            raise StoreTrouble(self.why_not_written())
        return self.store

    def why_not_written(self) -> str:
        return next((problem.reason for problem in self.store.problems), f"{self.store.path} cannot be written")

    @cached_property
    def info(self) -> ProjectInfo:
        """The project of the working folder; git may be asked. What was kept under an earlier key of it comes along."""
        from memo_lsp.capture.curate import carry_along

        info = self.services.projects.resolve(self.folder)
        carry_along(self.store, info.key, info.former)
        return info

    @property
    def project(self) -> str:
        """`--project`, else that of the working folder."""
        return self.args.project or self.info.key

    @property
    def branch(self) -> str | None:
        """The branch checked out here, unless another project is asked about."""
        return self.info.branch if self.project == self.info.key else None

    def relative(self, path: str | None) -> str | None:
        """A path as anchors have it: relative to the project's root, `/` between parts; None for the whole project."""
        if not path:
            return None
        whole, root = Path(os.path.normpath(self.folder / path)), self.info.root
        found = whole.relative_to(root) if whole.is_relative_to(root) else Path(path)
        return None if found == Path() else found.as_posix()

    def id(self, beginning: str) -> str:
        """The id of the one memory whose id begins so. Raises UnknownId, MemoError if there are several."""
        ids = self.store.memories.beginning
        found = (ids(beginning, 2) or ids(beginning.upper(), 2)) if beginning else []
        if not found:
            raise UnknownId(beginning)
        if len(found) > 1 and beginning not in found:
            raise MemoError(f"several ids begin with {beginning!r}; give more of it")
        return found[0]

    def any_id(self, beginning: str) -> str:
        """The same; as it was given if there is no such memory any more: a theme goes when it is taken back."""
        try:
            return self.id(beginning)
        except UnknownId:
            return beginning
