"""The open documents, as the client has them: lines by LSP's rules, edited in place.

An edit touches only the lines it names, so that a keystroke costs the same in every file. Nothing here reads a disk.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from memo_lsp.code.languages import language_of
from memo_lsp.text.lines import code_points
from memo_lsp.text.uris import to_path

LARGEST = 1_000_000  # characters; beyond, a document is passed over
LONGEST_LINE = 2_000
_CODE = 2  # the kind of a notebook's cell that holds code

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+\Z")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a document, in code points, with what the text around it is."""

    line: int
    column: int
    offset: int
    text: str  # of the line, without its end


@dataclass(slots=True)
class Document:
    """One open text. `lines` carry their ends; `notebook` is the URI of the notebook a cell belongs to."""

    uri: str
    language: str | None
    version: int | None
    lines: list[str]
    notebook: str | None = None
    clean: bool = True  # not edited since it was opened, saved or reloaded
    _text: str | None = field(default=None, repr=False)
    _too_much: str | None = field(default=None, repr=False)
    _checked: bool = False

    @classmethod
    def of(
        cls, uri: str, language: str | None, version: int | None, text: str, notebook: str | None = None
    ) -> Document:
        return cls(uri, language, version, split(text), notebook, _text=text)

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = "".join(self.lines)
        return self._text

    @property
    def path(self) -> str | None:
        """The file this text belongs to (a cell's is its notebook); None for `untitled:`, `git:` and the like."""
        return to_path(self.notebook or self.uri)

    @property
    def scheme(self) -> str:
        return (self.notebook or self.uri).partition(":")[0].lower()

    def too_much(self) -> str | None:
        """Why this document is passed over (`long lines`, `too large`), or None."""
        if not self._checked:
            self._checked = True
            self._too_much = _too_much(self.lines)
        return self._too_much

    def spot(self, line: int, character: int, encoding: str) -> Spot | None:
        """The place a client's position means; past a line's end is the line's end, past the text None."""
        if not 0 <= line < max(1, len(self.lines)):
            return None
        text = content(self.lines[line]) if self.lines else ""
        column = code_points(text, character, encoding)
        return Spot(line, column, sum(map(len, self.lines[:line])) + column, text)

    def change(self, change: Any, encoding: str) -> None:
        """Apply one content change (a plain or typed one): whole text, or a range's replacement."""
        place = getattr(change, "range", None)
        if place is None:
            self.lines = split(change.text)
        else:
            self._splice(
                (place.start.line, place.start.character), (place.end.line, place.end.character), change.text, encoding
            )
        self._text = None
        self._checked = False

    def _splice(self, start: tuple[int, int], end: tuple[int, int], new: str, encoding: str) -> None:
        first, before = self._cut(start, encoding)
        last, after = self._cut(max(start, end), encoding)
        head = self.lines[first][:before] if first < len(self.lines) else ""
        tail = self.lines[last][after:] if last < len(self.lines) else ""
        if first and self.lines[first - 1].endswith("\r"):  # a new \n may complete it to one line end
            first -= 1
            head = self.lines[first] + head
        self.lines[first : last + 1] = split(head + new + tail)

    def _cut(self, position: tuple[int, int], encoding: str) -> tuple[int, int]:
        """Line and column to cut at; a place past the text is its very end."""
        line, character = position
        if line < 0:
            return 0, 0
        if line >= len(self.lines):
            return self._end()
        return line, code_points(content(self.lines[line]), character, encoding)

    def _end(self) -> tuple[int, int]:
        if not self.lines or self.lines[-1] != content(self.lines[-1]):
            return len(self.lines), 0
        return len(self.lines) - 1, len(self.lines[-1])


def spoken(document: Document) -> str | None:
    """The language of a document: by its file's name as everywhere else, else as the editor says."""
    path = to_path(document.uri)
    return (language_of(path) if path is not None else None) or document.language


def split(text: str) -> list[str]:
    """Lines with their ends (`\\n`, `\\r\\n`, `\\r`); a text that ends with one has no empty line after it here."""
    return _LINE.findall(text)


def content(line: str) -> str:
    """A line without its end."""
    return line.rstrip("\r\n")


def _too_much(lines: Iterable[str]) -> str | None:
    total = 0
    for line in lines:
        if len(line) > LONGEST_LINE:
            return "long lines"
        total += len(line)
    return "too large" if total > LARGEST else None


class Documents:
    """All open documents by URI. Odd orders are tolerated: a change of what is not open does nothing."""

    def __init__(self) -> None:
        self._open: dict[str, Document] = {}
        self._notebooks: dict[str, list[Any]] = {}  # their cells, in order

    def __iter__(self) -> Iterator[Document]:
        return iter(list(self._open.values()))

    def get(self, uri: str) -> Document | None:
        return self._open.get(uri)

    def open(self, item: Any, notebook: str | None = None) -> Document:
        """Take in a text document item; opened twice, the last text wins."""
        document = Document.of(item.uri, item.language_id or None, item.version, item.text, notebook)
        self._open[item.uri] = document
        return document

    def change(self, uri: str, version: int | None, changes: Iterable[Any], encoding: str) -> Document | None:
        document = self._open.get(uri)
        if document is not None:
            for change in changes:
                document.change(change, encoding)
            document.version = version
        return document

    def close(self, uri: str) -> None:
        self._open.pop(uri, None)

    def open_notebook(self, uri: str, cells: Sequence[Any]) -> None:
        self._notebooks[uri] = list(cells)

    def change_notebook(self, uri: str, start: int, gone: int, new: Sequence[Any]) -> None:
        """Cells from `start` on were replaced by others."""
        self._notebooks.setdefault(uri, [])[start : start + gone] = new

    def close_notebook(self, uri: str) -> None:
        self._notebooks.pop(uri, None)

    def code_cells(self, notebook: str) -> list[Document]:
        """The notebook's open code cells, in order."""
        code = (cell.document for cell in self._notebooks.get(notebook, ()) if cell.kind == _CODE)
        return [document for uri in code if (document := self._open.get(uri)) is not None]

    def cells(self, notebook: str) -> list[Document]:
        return [document for document in self._open.values() if document.notebook == notebook]
