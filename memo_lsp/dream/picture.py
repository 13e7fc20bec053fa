"""The explorer's picture: a card for each cluster, its memories as a graph and their titles beneath, as SVG.

It is shown in files, web views and browsers alike. So nothing in it needs a script, a font or another file, nor a style
sheet: text has the colour of its surroundings, and every part has a class by which a host can give it another.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from memo_lsp.dream.card import HUES, Card, dot, draw_card
from memo_lsp.dream.explorer import Exploration
from memo_lsp.dream.layout import Point, columns
from memo_lsp.text.fit import fitted, plain, width

if TYPE_CHECKING:
    from drawsvg import Drawing

WIDTH = 960.0
MOST_CARDS = 400
_MARGIN, _GAP, _LINE = 24.0, 16.0, 20.0
_FEW = 6  # cards that stand two in a row, with days and whole titles; more stand three in a row
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
_STRONG, _DIM = 0.95, 0.75


def svg(found: Exploration, now: float) -> str:
    """The picture as one `<svg>` element, without an XML prolog, so that it can stand in a page as it is."""
    import drawsvg as draw

    across = 2 if len(found.clusters) <= _FEW else 3
    wide = (WIDTH - 2 * _MARGIN - (across - 1) * _GAP) / across
    cards = [
        Card.of(found, cluster, place, wide, dated=across == 2)
        for place, cluster in enumerate(found.clusters[:MOST_CARDS])
    ]
    head = list(_head(found))
    top = _MARGIN + 38 + _LINE * len(head)
    spots = columns([card.height for card in cards], across, _GAP)
    end = max((top + y + card.height for card, (_, y) in zip(cards, spots, strict=True)), default=top - 20)
    page = draw.Drawing(
        WIDTH, round(end + (44 if cards else _MARGIN)), class_="memo-dream", role="img", font_family=_FONT,
        fill="currentColor", aria_label="Clusters of memories that were recalled together",
    )  # fmt: skip
    _write_head(page, head)
    most = max((bond.together for cluster in found.clusters for bond in cluster.bonds), default=1)
    for card, (column, y) in zip(cards, spots, strict=True):
        page.append(draw_card(card, Point(_MARGIN + column * (wide + _GAP), top + y), most, now))
    if cards:
        _write_legend(page, end + 28)
    return str(page.as_svg(header=""))


def _head(found: Exploration) -> Iterator[tuple[str, float]]:
    """The lines above the cards, with their opacity."""
    yield _outcome(found), _STRONG
    turned, gap = found.parameters, found.parameters.max_gap_days
    log = f"{_count(found.log.events, 'recall')} in the log" if found.log_on else "no recall log"
    alone = f"{found.alone:,} never recalled together with another"
    yield f"{_count(found.observations, 'observation')} in {turned.since_days:g} days · {log} · {alone}", _DIM
    counts = "all that came up counts" if turned.every else "only what was used counts"
    bridged = "any gap in time is bridged" if math.isinf(gap) else f"gaps of up to {gap:.1f} days are bridged"
    yield f"eps {turned.eps:g} · min-pts {turned.min_pts} · τ {turned.tau_days:g} days · {counts} · {bridged}", _DIM
    if len(found.clusters) > MOST_CARDS:
        yield f"Drawn are the {MOST_CARDS} most used; {len(found.clusters) - MOST_CARDS:,} more are not", _STRONG
    yield from ((f"→ {_spoken(hint)}", _STRONG) for hint in found.hints())


def _spoken(hint: str) -> str:
    """A hint without what only a command line wants: `--eps 0.45` is eps 0.45."""
    return hint.replace("`", "").replace("--tau-days", "a τ of").replace("--", "")


def _outcome(found: Exploration) -> str:
    noise = f"{found.noise:,} of noise, not drawn"
    if not found.clusters:
        return f"No clusters · {noise}"
    held = f"{_count(len(found.clusters), 'cluster')} of {len(found.members):,} memories"
    return f"{held} · {len(found.archived):,} would go beneath a theme · {noise}"


def _write_head(page: Drawing, lines: Sequence[tuple[str, float]]) -> None:
    import drawsvg as draw

    page.append(draw.Text("Dream preview", 20, _MARGIN, _MARGIN + 18, font_weight=600, class_="memo-heading"))
    for number, (line, opacity) in enumerate(lines):
        words = fitted(plain(line), (WIDTH - 2 * _MARGIN) / 13)
        y = _MARGIN + 44 + _LINE * number
        page.append(draw.Text(words, 13, _MARGIN, y, opacity=opacity, class_="memo-fact"))


def _write_legend(page: Drawing, y: float) -> None:
    import drawsvg as draw

    x = _MARGIN + 7
    legend = draw.Group(class_="memo-legend")
    signs = draw.Group(color=HUES[0], class_="memo-hue-0")
    for words, stays in (("goes beneath a theme", False), ("stays: pinned, opened or new", True)):
        signs.append(dot(Point(x, y - 4), 6.5, 0, stays))
        legend.append(draw.Text(words, 12, round(x + 14, 1), y, opacity=_DIM))
        x += 14 + width(words) * 12 + 20
    signs.append(
        draw.Line(
            round(x, 1), y - 4, round(x + 26, 1), y - 4, stroke="currentColor", stroke_width=4, stroke_linecap="round"
        )
    )
    words = "the wider, the more often together; the shorter, the closer (9× · 0.34 apart)"
    legend.append(draw.Text(words, 12, round(x + 36, 1), y, opacity=_DIM))
    legend.append(signs)
    page.append(legend)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
