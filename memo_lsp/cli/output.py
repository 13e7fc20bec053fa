"""What the terminal shows: text for people (colours and width only where there is a terminal), JSON for programs.

Memory text is other people's: control characters never reach the terminal, and nothing in it is read as markup.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TextIO

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

# C0 but tab and newline, DEL, C1, and the marks that turn the direction of what follows
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_LEAD = re.compile(r" *(?:(?:\d{1,3}|--) {2})?")  # what stands before a text: spaces, and perhaps its number or day
_LONGEST_TITLE = 120
_PIPED_WIDTH = 4000  # a pipe has no edge to wrap at

Progress = Callable[[int, int], None]  # done, total; total 0: not known


def clean(text: object) -> str:
    """Text without characters that steer a terminal."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", str(text).replace("\r\n", "\n"))


def one_line(text: object) -> str:
    return " ".join(clean(text).split())


def quoted(title: str) -> str:
    """A title in a line of other words."""
    line = one_line(title)
    return f"“{line if len(line) <= _LONGEST_TITLE else f'{line[: _LONGEST_TITLE - 1]}…'}”"


def named(title: str, uid: str) -> str:
    """A memory in a list: what it is called, and what a command calls it."""
    return f"{quoted(title)} ({uid})"


def many(number: int, what: str) -> str:
    """`1 memory`, `1,200 memories`."""
    plural = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"{number:,} {what if number == 1 else plural}"


class Output:
    """Writes results to stdout, and what goes beside them (progress, warnings) to stderr."""

    def __init__(self, as_json: bool, stdout: TextIO | None = None, stderr: TextIO | None = None):
        self.as_json = as_json
        self._stdout, self._stderr = stdout or sys.stdout, stderr or sys.stderr

    @cached_property
    def console(self) -> Console:
        return _console(self._stdout)

    def json(self, value: Any) -> None:
        """One JSON document; indented for a reader at a terminal, one line for a program."""
        utf8 = (self._stdout.encoding or "").lower().replace("-", "") == "utf8"
        text = json.dumps(value, ensure_ascii=not utf8, indent=2 if self._stdout.isatty() else None)
        self._stdout.write(text + "\n")

    def raw(self, text: str) -> None:
        """Text as it is, for files and pipes."""
        self._stdout.write(text)

    def line(self, text: object = "", style: str = "") -> None:
        from rich.text import Text

        self.console.print(Text(clean(text), style), soft_wrap=not self.console.is_terminal)

    def show(self, *parts: RenderableType) -> None:
        """Parts one below the other; a text too long for the terminal goes on below its own beginning."""
        from rich.text import Text

        for part in parts:
            if isinstance(part, Text) and self.console.is_terminal:
                self._hanging(part)
            else:  # on a pipe a text keeps its lines; a frame always folds what is in it
                self.console.print(part, soft_wrap=isinstance(part, Text))

    def _hanging(self, text: Text) -> None:
        from rich.text import Text

        lead = _LEAD.match(text.plain)
        indent = min(lead.end() if lead else 0, self.console.width // 2)
        before = text[:indent]
        for line in text[indent:].wrap(self.console, self.console.width - indent):
            line.rstrip()
            self.console.print(before, line, sep="", soft_wrap=True)
            before = Text(" " * indent)

    def table(
        self,
        head: Sequence[str],
        rows: Iterable[Sequence[object]],
        right: Sequence[str] = (),
        gap: int = 2,
        steady: Sequence[str] = (),
    ) -> None:
        """Columns, `gap` spaces apart; `right` names those set to the right, `steady` those whose cells stay on one
        line in a narrow terminal. Cells are plain text."""
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style="bold", show_header=any(head))
        for name in head:
            justify: Literal["left", "right"] = "right" if name in right else "left"
            table.add_column(name, justify=justify, overflow="fold", no_wrap=name in steady)
        for row in rows:
            table.add_row(*(cell if isinstance(cell, Text) else Text(clean(cell)) for cell in row))
        if self.console.is_terminal:
            self.console.print(table)
        else:
            with self.console.capture() as capture:
                self.console.print(table)
            self._stdout.write(re.sub(r"[ ]+$", "", capture.get(), flags=re.M))

    def warn(self, text: object) -> None:
        """One line beside the result."""
        self._stderr.write(one_line(text) + "\n")

    @contextmanager
    def progress(self, what: str, unit: str = "") -> Iterator[Progress]:
        """A bar on stderr while something long runs; on a pipe nothing until it is done."""
        if not self._stderr.isatty():
            yield lambda done, total: None
            return
        from rich import progress as bars

        columns = (bars.TextColumn("{task.description}"), bars.BarColumn(), bars.MofNCompleteColumn())
        with bars.Progress(*columns, bars.TimeRemainingColumn(), console=_console(self._stderr), transient=True) as bar:
            task = bar.add_task(f"{what} {unit}".strip(), total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total or None)


def _console(stream: TextIO) -> Console:
    from rich.console import Console

    class OurConsole(Console):
        def on_broken_pipe(self) -> None:
            """Not for rich to end the process: who reads no further is dealt with in one place."""
            raise BrokenPipeError

    width = None if stream.isatty() else _PIPED_WIDTH
    return OurConsole(file=stream, width=width, markup=False, highlight=False, emoji=False, soft_wrap=False)


def prepare_streams() -> None:
    """Standard streams that can be written to whatever they are: what one cannot encode is written as an escape, and
    one that was closed swallows what it is given."""
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        forgiving(stream)


@contextmanager
def heard(debug: bool) -> Iterator[None]:
    """Surprises that the rooms below log go to stderr, a line each; expected trouble is told by the command's result.
    With `debug` all of it, and where in the program it happened."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setLevel(logging.WARNING if debug else logging.ERROR)
    handler.setFormatter(logging.Formatter("memo-lsp: %(message)s") if debug else _OneLine())
    logger = logging.getLogger("memo_lsp")
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


class _OneLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        surprise = record.exc_info[1] if record.exc_info else None
        told = f": {type(surprise).__name__}: {surprise} (`--debug` shows where it happened)" if surprise else ""
        return f"memo-lsp: {one_line(record.getMessage() + told)}"


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")  # for as long as the process runs


def forgiving(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
