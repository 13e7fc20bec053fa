"""A hover as markdown or plain text. What a memory says is escaped; only our own links are links."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from memo_lsp.recall.caveats import caveats, short
from memo_lsp.server import protocol
from memo_lsp.text.markdown import escape, plain
from memo_lsp.text.times import ago, day

if TYPE_CHECKING:
    from memo_lsp.recall.answer import Answer, Hit

ICONS = {
    "fix": "🔧", "revert": "↩️", "change": "✏️", "dead-end": "🚧", "todo": "☑️", "decision": "⚖️",
    "reference": "📖", "theme": "🧵", "summary": "🧵",
}  # fmt: skip
OTHER_ICON = "📝"
EXCERPT_LINES = 2


@dataclass(frozen=True, slots=True)
class Asker:
    """Who looks, from where: decides what goes without saying."""

    branch: str | None
    symbol: str
    uri: str
    now: float
    markdown: bool
    links: bool


def hover(answer: Answer | None, asker: Asker, mended: Sequence[Hit] = ()) -> str:
    """All cards of a hover, what `mended` the error hovered on first, and its last line; without hits an empty text."""
    cards = [_mended(hit, asker) for hit in mended]
    if answer is not None and answer.hits:
        cards += [*(_card(hit, asker) for hit in answer.hits), *_last_line(answer, asker)]
    return ("\n\n---\n\n" if asker.markdown else "\n\n").join(cards)


def _mended(hit: Hit, asker: Asker) -> str:
    """A past fix of the same error: when and by whom, then what it was."""
    who = "you" if hit.memory.trust in ("owner", "self", None) else hit.memory.author or "somebody"
    when = day(hit.memory.created_at, asker.now)
    told = f"{who} fixed this{f' on {when}' if when else ' before'}"
    show = escape if asker.markdown else plain
    return (f"**{show(told)}**  \n" if asker.markdown else f"{show(told)}\n") + _card(hit, asker)


def _card(hit: Hit, asker: Asker) -> str:
    show = escape if asker.markdown else plain
    icon = ICONS.get(hit.memory.kind, OTHER_ICON)
    title = show(short(" ".join(hit.memory.title.split())))
    about = " · ".join(show(part) for part in _about(hit, asker))
    lines = [f"{icon} **{title}**" if asker.markdown else f"{icon} {title}", f"*{about}*" if asker.markdown else about]
    lines += [show(line) for line in excerpt_lines(hit)]
    if asker.markdown and asker.links:
        lines.append(_links(hit, asker))
    return ("  \n" if asker.markdown else "\n").join(lines)


def _about(hit: Hit, asker: Asker) -> Iterator[str]:
    """Kind, age, branch if another, flags, who if not you."""
    memory = hit.memory
    yield memory.kind
    if age := ago(memory.created_at, asker.now):
        yield age
    if memory.branch and memory.branch != asker.branch:
        yield memory.branch
    yield from caveats(hit)
    if memory.author and memory.trust in ("external", "untrusted"):
        yield memory.author


def excerpt_lines(hit: Hit) -> list[str]:
    """At most two lines of what the memory says beyond its title."""
    title = " ".join(hit.memory.title.split())
    lines = (" ".join(line.split()) for line in hit.excerpt.text.splitlines())
    telling = [short(line) for line in lines if line and line != title and not title.endswith(line)]
    return telling[:EXCERPT_LINES]


def _links(hit: Hit, asker: Asker) -> str:
    uid = hit.memory.id
    return " · ".join((
        command_link("open", protocol.OPEN, {"id": uid}),
        command_link("useful", protocol.FEEDBACK, {"id": uid, "useful": True}),
        command_link("not useful", protocol.FEEDBACK, {"id": uid, "useful": False}),
        command_link("more", protocol.EXPLAIN, {"id": uid, "query": asker.symbol}),
    ))  # fmt: skip


def command_link(label: str, command: protocol.Command, argument: dict[str, object]) -> str:
    """A link that runs one of our own commands; its argument is encoded, so that no memory can end it."""
    encoded = quote(json.dumps([argument], ensure_ascii=True, separators=(",", ":")), safe="")
    return f"[{label}](command:{command.name}?{encoded})"


def _last_line(answer: Answer, asker: Asker) -> list[str]:
    """How many more there are, and the way to why it is these; the way only where links are followed."""
    more = f"{answer.more} more"
    if not (asker.markdown and asker.links):
        return [more] if answer.more else []
    asked: dict[str, object] = {"text": asker.symbol, "symbols": [asker.symbol], "uri": asker.uri}
    more = command_link(more, protocol.SEARCH, asked)
    ids = [hit.memory.id for hit in answer.hits]  # a client that shows one at a time takes the first
    why = command_link("why these", protocol.EXPLAIN, {"id": ids[0], "ids": ids, "query": asker.symbol})
    return [f"{more} · {why}" if answer.more else why]
