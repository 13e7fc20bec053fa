"""What a reader should know before believing a memory, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memo_lsp.recall.answer import Hit

LONGEST_LINE = 160


def caveats(hit: Hit) -> Iterator[str]:
    """`not merged`, `code changed since (3 commits)`, `from outside` …, the weightier first."""
    memory = hit.memory
    if hit.merged is False:
        yield "not merged"
    if memory.pinned:
        yield "pinned"
    yield from _of_code(hit)
    if hit.superseded_by is not None:
        yield f"replaced by “{short(hit.superseded_by.title)}”"
    if memory.confidence in ("low", "speculative"):
        yield "unsure"
    if memory.trust in ("external", "untrusted"):
        yield "from outside"


def _of_code(hit: Hit) -> Iterator[str]:
    states = {anchor.state for anchor in hit.anchors}
    if "same" in states:
        return
    if "changed" in states:
        since = max(anchor.commits_since for anchor in hit.anchors)
        commits = f" ({since} commit{'s' if since != 1 else ''})" if since else ""
        yield f"code changed since{commits}"
    elif "gone" in states:
        yield "no longer in the code"


def short(text: str) -> str:
    """The text, cut where a line of a card would grow too long to be read."""
    return text if len(text) <= LONGEST_LINE else text[: LONGEST_LINE - 1].rstrip() + "…"
