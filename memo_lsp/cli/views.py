"""How memories, answers and timelines look at a terminal. Each view reads the same dictionary that `--json` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from memo_lsp.capture.episodes.messages import is_fingerprint
from memo_lsp.cli.output import clean, many, one_line
from memo_lsp.text.projects import short
from memo_lsp.text.times import ago, parse_time

if TYPE_CHECKING:
    from rich.text import Text

_MOST_BENEATH = 7  # of a hit: a week's days
KIND_STYLES = {
    "fix": "green", "revert": "yellow", "decision": "magenta", "dead-end": "red", "todo": "yellow", "note": "cyan",
}  # fmt: skip


def answer(found: dict[str, Any], now: float) -> Iterator[Text]:
    """An answer: what is degraded, whether anything fits, then the hits, best first."""
    yield from (
        _styled(f"{entry['leg']} search is not available: {entry['reason']}", "yellow") for entry in found["degraded"]
    )
    if not found["hits"]:
        yield _styled("Nothing found.", "dim")
        return
    if not found["confident"]:
        yield _styled("Nothing that fits; closest:", "yellow")
    several = len({row.get("project") for row in found["hits"]}) > 1
    for place, row in enumerate(found["hits"], 1):
        yield from hit(row, now, place, several=several)


def hit(row: dict[str, Any], now: float, place: int | None = None, *, several: bool = False) -> Iterator[Text]:
    """Title, what and when and where, the excerpt with what matched, the id. `several`: it stands among memories of
    other projects."""
    lead = f"{place:>2}  " if place is not None else ""
    indent = " " * len(lead)
    title = _styled(lead, "dim").append(one_line(row["title"]), "bold")
    yield title
    yield _styled(indent).append_text(about(row, now, several=several))
    if (excerpt := row.get("excerpt")) and (said := _excerpt(excerpt, row["title"])):
        yield _styled(indent).append_text(said)
    yield from (_styled(f"{indent}· {line}", "dim") for line in _beneath(row.get("beneath") or ()))
    yield _styled(indent + row["id"], "dim")


def _beneath(parts: Sequence[dict[str, Any]]) -> Iterator[str]:
    """What a digest or a theme was made of, the first few."""
    yield from (one_line(part["title"]) for part in parts[:_MOST_BENEATH])
    if len(parts) > _MOST_BENEATH:
        yield f"and {len(parts) - _MOST_BENEATH:,} more"


def about(row: dict[str, Any], now: float, *, several: bool = False) -> Text:
    """`fix · 3 months ago · main · src/io.py::load · code changed since`."""
    text = _styled(row["kind"], KIND_STYLES.get(row["kind"], ""))
    project = short(row["project"]) if several and row.get("project") else ""
    for part in filter(None, (project, *_when_and_where(row, now), *flags(row))):
        text.append(" · ", "dim").append(one_line(part))
    return text


def _when_and_where(row: dict[str, Any], now: float) -> Iterator[str]:
    yield ago(parse_time(row.get("created_at")), now)
    yield row.get("branch") or ""
    yield row.get("author") or ""
    anchors = row.get("anchors") or ()
    yield from (place(anchor) for anchor in anchors[:2])
    if len(anchors) > 2:
        yield many(len(anchors) - 2, "more place")


def place(anchor: dict[str, Any]) -> str:
    """`src/io.py::load`, and what became of it."""
    since = anchor.get("commits_since") or 0
    changed = "code changed since" + (f", {many(since, 'commit')}" if since else "")
    state = {"changed": changed, "gone": "no longer in the code"}.get(anchor.get("state", "same"))
    name = "::".join(filter(None, (anchor["path"], anchor.get("symbol"))))
    return f"{name} ({state})" if state else name


def flags(row: dict[str, Any]) -> Iterator[str]:
    """What a reader should know before believing it."""
    if row.get("pinned"):
        yield "pinned"
    if successor := row.get("superseded_by"):
        yield f"replaced by {successor['title']} ({successor['id']})"
    for replaced in row.get("replaces") or ():
        yield f"replaces {replaced['title']}"
    if row.get("valid_to"):
        yield "no longer valid"
    if row.get("merged") is False:
        yield "not merged"
    if row.get("state", "active") != "active":
        yield str(row["state"])
    if row.get("trust") in ("external", "untrusted"):
        yield "from outside"
    if row.get("confidence") in ("low", "speculative"):
        yield "unsure"


def _excerpt(excerpt: dict[str, Any], title: str) -> Text:
    """The excerpt on one line with its matches marked, but for the title, which stands above it already."""
    flat = "".join(" " if char.isspace() else char for char in clean(excerpt["text"]))
    text = _styled(flat)
    if len(flat) == len(excerpt["text"]):  # else cleaning moved what the ranges count
        for start, end in excerpt["matches"]:
            text.stylize("bold underline", start, end)
    after = len(title) if flat.startswith(clean(title)) else 0
    return text[after + len(flat[after:]) - len(flat[after:].lstrip()) :]


def memory(row: dict[str, Any], now: float) -> Iterator[Text]:
    """One memory whole: text, places, links, history, and the rest of what is known."""
    yield _styled(one_line(row["title"]), "bold")
    yield about({**row, "anchors": ()}, now)
    for part in (row.get("description"), row.get("body")):
        if part:
            yield _styled("")
            yield _styled(part)
    yield _styled("")
    for anchor in row.get("anchors") or ():
        yield _named("at", place(anchor))
    for edge in live(row.get("edges") or ()):
        yield _named(*edge_words(edge, row["id"]))
    if row["kind"] != "theme":  # its members stand among its links
        yield from (_named("beneath", f"{part['title']} ({part['id']})") for part in row.get("beneath") or ())
    told = {**row, "symbols": [name for name in row.get("symbols") or () if not is_fingerprint(name)]}
    for name in ("topic", "tags", "symbols", "project", "origin", "trust", "confidence", "commit", "created_at"):
        if value := told.get(name):
            yield _named(name.removesuffix("_at"), ", ".join(value) if isinstance(value, list) else value)
    for run in row.get("history") or ():
        yield _named("run", f"{run.get('run')} {run.get('pass')}")
    yield _named("id", row["id"])


def live(edges: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The edges that hold now and whose other end is in the store."""
    return (edge for edge in edges if edge.get("unmade_at") is None and edge["title"])


_BACKWARDS = {
    "supersedes": "replaced by", "reverts": "reverted by", "fixes": "fixed by", "refines": "refined by",
    "contradicts": "contradicted by", "caused_by": "led to", "part_of": "contains", "archived_into": "holds",
}  # fmt: skip


def edge_words(edge: dict[str, Any], of: str) -> tuple[str, str]:
    """How an edge reads from one of its ends, and what stands at the other."""
    onto_it = edge["to"] == of
    name = _BACKWARDS[edge["type"]] if onto_it else edge["type"].replace("_", " ")
    return name, f"{edge['title']} ({edge['from'] if onto_it else edge['to']})"


def timeline(rows: Iterable[dict[str, Any]], now: float) -> Iterator[Text]:
    """Memories by date, a heading for each month."""
    month = None
    for row in rows:
        date = (row.get("created_at") or "")[:10]
        if date[:7] != month:
            month = date[:7]
            yield _styled(month or "no date", "bold")
        yield _styled(f"  {date[8:] or '--'}  ", "dim").append(one_line(row["title"]))
        yield _styled("      ").append_text(about({**row, "created_at": None}, now))
        yield _styled(f"      {row['id']}", "dim")


def briefing(found: dict[str, Any], now: float) -> Iterator[Text]:
    """A briefing: a heading for each section, its memories beneath."""
    if not found["items"]:
        yield _styled(found["markdown"].strip(), "dim")
    section = None
    for row in found["items"]:
        if row["section"] != section:
            section = row["section"]
            yield _styled(section, "bold")
        yield _styled("  ").append(one_line(row["title"]))
        yield _styled("      ").append_text(about(row, now))
        yield _styled(f"      {row['id']}", "dim")


def figures(title: str, counts: dict[str, Any]) -> Iterator[Sequence[object]]:
    """Rows of a table of counts."""
    yield (title, "")
    yield from ((f"  {name}", value) for name, value in counts.items())


def _named(name: str, value: object) -> Text:
    return _styled(f"{name:<14} ", "dim").append(one_line(value))


def _styled(text: str, style: str = "") -> Text:
    from rich.text import Text

    return Text().append(clean(text), style)  # appended: a style of the whole would colour what follows
