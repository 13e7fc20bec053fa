"""What a command works on, opened when first asked for: settings, clock, project, services."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from memo_lsp.cli.output import Output
from memo_lsp.clock import Clock, MovableClock, SystemClock
from memo_lsp.errors import MemoError
from memo_lsp.settings import Layer, Settings, layers, parse, store_folder

if TYPE_CHECKING:
    from memo_lsp.services import Services


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

    @cached_property
    def root(self) -> Path:
        """The root of the repository the working folder lies in, else the folder itself."""
        from memo_lsp.git.repository import locate

        repository = locate(self.folder)
        return repository.root if repository is not None else self.folder

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        return layers(self.environ, self.root)

    @cached_property
    def _parsed(self) -> tuple[Settings, list[str]]:
        return parse(self.layers)

    @property
    def settings(self) -> Settings:
        return self._parsed[0]

    def problems(self) -> list[str]:
        """What is wrong with the settings; told here, so not once more at the end."""
        self._told = True
        return self._parsed[1]

    def untold_problems(self) -> list[str]:
        """The settings' problems, if the command looked at settings and did not tell them itself."""
        return [] if self._told or "_parsed" not in self.__dict__ else self._parsed[1]

    @property
    def store_folder(self) -> Path:
        return Path(self.args.store).expanduser().absolute() if self.args.store else store_folder(self.settings)
