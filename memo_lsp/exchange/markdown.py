"""Markdown, one file a memory: its fields as front matter, its body as the text. What goes out comes back the same.

Files of other makers do too: without front matter the first heading is the title, and the id is made of the content.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

from memo_lsp.capture.commits.relink import relink
from memo_lsp.clock import Clock
from memo_lsp.errors import MemoError
from memo_lsp.exchange.files import replacing
from memo_lsp.exchange.jsonl import BATCH, LONGEST_LINE, rows, store_batch
from memo_lsp.exchange.report import Report
from memo_lsp.exchange.rows import from_row
from memo_lsp.model import Edge, Memory
from memo_lsp.store.store import Store
from memo_lsp.text.ids import made_id

_FENCE = "---\n"
_LONGEST_FRONT = 1024 * 1024
_LONGEST_SLUG = 60
_NO_SLUG = re.compile(r"[^\w]+")
_NOT_PLAIN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_HEADING = re.compile(r"^#{1,6}[ \t]+(?P<title>\S.*?)[ \t]*#*[ \t]*$", re.MULTILINE)
_CODE_FENCE = re.compile(r"^(?P<mark>`{3,}|~{3,}).*?(?:^(?P=mark)|\Z)", re.MULTILINE | re.DOTALL)


def export_markdown(store: Store, folder: Path, project: str | None = None) -> int:
    """One file for every memory of a project (None: of all); how many. A memory's file of an earlier export is
    written anew, whatever its title was then. Raises MemoError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise MemoError(f"{folder} is no folder to write to ({error.strerror})") from None
    there = {_id_part(path): path for path in folder.glob("*.md")}
    written = 0
    for row in rows(store, project):
        target = folder / _file_name(row)
        with replacing(there.get(_id_part(target), target)) as file:
            file.write(render(row).encode("utf-8", "replace"))
        written += 1
    return written


def import_markdown(store: Store, folder: Path, *, clock: Clock) -> Report:
    """Take in every `*.md` of a folder and those beneath it. Ids the store has are left as they are; what cannot be
    used is named by its path. MemoError if there is no such folder."""
    if not folder.is_dir():
        raise MemoError(f"{folder}: there is no such folder")
    report = Report(unit="files")
    batch: list[tuple[Memory, tuple[Edge, ...]]] = []
    projects: dict[str | None, None] = {}
    for path in _files(folder):
        report.total += 1
        try:
            memory, edges = from_row(parse(_text(path), path.stem), clock.now())
        except ValueError as error:
            report.skipped.append((str(path.relative_to(folder)), str(error)))
            continue
        batch.append((memory, edges))
        projects[memory.project] = None
        if len(batch) == BATCH:
            report.stored += store_batch(store, batch)
            batch.clear()
    report.stored += store_batch(store, batch)
    report.known = report.total - report.stored - len(report.skipped)
    for project in projects:
        relink(store, project, "import:markdown")
    return report


def render(row: dict[str, Any]) -> str:
    """A row as a file: all fields but the body between two lines of `---`, an empty line, the body."""
    import yaml

    fields = {name: value for name, value in row.items() if name != "body"}
    front = yaml.dump(fields, Dumper=_dumper(), allow_unicode=True, sort_keys=False, width=1_000_000)
    return f"{_FENCE}{front}{_FENCE}\n{row.get('body', '')}\n"


def parse(text: str, name: str) -> dict[str, Any]:
    """The row a file tells; `name` is the title if it has none. ValueError if its front matter cannot be read."""
    row, body = _split(text)
    ours = "id" in row
    row["body"] = body.removeprefix("\n").removesuffix("\n") if ours else body.strip()
    if "title" not in row:
        row["title"], row["body"] = _titled(row["body"], name)
    return row


def _split(text: str) -> tuple[dict[str, Any], str]:
    text = text.removeprefix("\ufeff")
    if text.startswith("---\r\n"):  # the whole file was given such line ends on its way
        text = text.replace("\r\n", "\n")
    if not text.startswith(_FENCE):
        return {}, text
    end = text.find(f"\n{_FENCE}", len(_FENCE) - 1)
    if end < 0 and text.endswith("\n---"):
        end = len(text) - 4
    if end < 0:
        return {}, text  # a rule, not front matter
    return _front(text[len(_FENCE) : end + 1]), text[end + 1 + len(_FENCE) :]


def _front(text: str) -> dict[str, Any]:
    import yaml

    if len(text) > _LONGEST_FRONT:
        raise ValueError("the front matter is over 1 MB")
    try:
        found = yaml.load(text, Loader=_loader())
    except (yaml.YAMLError, RecursionError) as error:
        problem = getattr(error, "problem", None) or "nested too deeply"
        raise ValueError(f"the front matter is not YAML ({problem})") from None
    if found is None:
        return {}
    if not isinstance(found, dict) or not all(isinstance(name, str) for name in found):
        raise ValueError("the front matter is not a list of fields")
    return cast(dict[str, Any], found)


@cache
def _loader() -> Any:
    """YAML's safe part, without dates (times are text here) and aliases (a few lines of them fill any memory)."""
    import yaml

    class Loader(yaml.SafeLoader):
        yaml_implicit_resolvers = {  # noqa: RUF012 (the base class's own way)
            first: [(tag, pattern) for tag, pattern in found if tag != "tag:yaml.org,2002:timestamp"]
            for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
        }

        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.AliasEvent):
                raise yaml.composer.ComposerError(None, None, "aliases are not taken", None)
            return super().compose_node(parent, index)

    return Loader


@cache
def _dumper() -> Any:
    import yaml

    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, data: Any) -> bool:
            return True

        def represent_str(self, data: str) -> Any:
            """Quoted, and so escaped, where YAML would read a character as a line end or refuse it."""
            style = '"' if _NOT_PLAIN.search(data) else None
            return self.represent_scalar("tag:yaml.org,2002:str", data, style=style)

    Dumper.add_representer(str, Dumper.represent_str)
    return Dumper


def _titled(body: str, name: str) -> tuple[str, str]:
    """A heading that begins the text becomes the title; else the first heading names it and stays where it is."""
    quiet = _CODE_FENCE.sub(lambda fence: " " * len(fence[0]), body)
    heading = _HEADING.search(quiet)
    if heading is None:
        return name, body
    title = body[heading.start("title") : heading.end("title")]
    return title, body[heading.end() :].strip() if not body[: heading.start()].strip() else body


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*.md")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not path.is_symlink() and not hidden:
            yield path


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LONGEST_LINE:
            raise ValueError("over 4 MB")
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise ValueError(f"cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise ValueError("not UTF-8") from None


def _file_name(row: dict[str, Any]) -> str:
    slug = _NO_SLUG.sub("-", str(row["title"]).lower()).strip("-")[:_LONGEST_SLUG].rstrip("-")
    while len(slug.encode()) > _LONGEST_SLUG:
        slug = slug[:-1]
    return f"{slug or 'memory'}.{_safe(str(row['id']))}.md"


def _safe(uid: str) -> str:
    """An id as part of a file name, without dots; too long a one by its hash."""
    quoted = quote(uid, safe="").replace(".", "%2E")
    return quoted if len(quoted) <= 120 else made_id(uid)


def _id_part(path: Path) -> str:
    return path.name.removesuffix(".md").rpartition(".")[2]
