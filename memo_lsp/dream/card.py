"""One cluster of the explorer's picture: its memories as a graph, the closer the nearer, and their titles beneath."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from memo_lsp.dream.cluster import Bond, Cluster
from memo_lsp.dream.explorer import Exploration
from memo_lsp.dream.layout import Point, arrange, strongest
from memo_lsp.model import Subject
from memo_lsp.text.fit import fitted, from_right, plain, width
from memo_lsp.text.times import day

if TYPE_CHECKING:
    from drawsvg import Group, Text

MOST_DOTS = 40  # memories drawn in a card
MOST_TITLES = 8
# White stands out against each of them, and each of them against black
HUES = ("#2563eb", "#c2410c", "#0f766e", "#9333ea", "#be185d", "#4d7c0f", "#b45309", "#0369a1")
_PAD, _HEAD, _ROW, _INSET = 14.0, 30.0, 18.0, 30.0
_TALLEST, _UNIT, _RADIUS = 130.0, 110.0, 9.0
_LABELLED = 6  # lines up to which each has its figures beside it
_UNDER = 9.0  # between the lowest figures and the first title


@dataclass(frozen=True, slots=True)
class _Box:
    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: _Box) -> bool:
        level = self.left < other.right and other.left < self.right
        return level and self.top < other.bottom and other.top < self.bottom

    def within(self, other: _Box) -> bool:
        level = other.left <= self.left and self.right <= other.right
        return level and other.top <= self.top and self.bottom <= other.bottom


@dataclass(frozen=True, slots=True)
class Card:
    """What of a cluster is shown, and how large it is."""

    found: Exploration
    cluster: Cluster
    place: int
    wide: float
    dated: bool
    spots: Mapping[str, Point]  # the members that are drawn, by date
    bonds: Sequence[Bond]  # between those: the lines that are drawn
    graph: float  # the height of their graph
    labels: Sequence[tuple[str, _Box]] = ()  # the figures beside lines, and where they stand

    @classmethod
    def of(cls, found: Exploration, cluster: Cluster, place: int, wide: float, *, dated: bool) -> Card:
        """The card of a cluster, its members arranged; of a large one, those most often used with others."""
        ties: dict[str, int] = dict.fromkeys(cluster.members, 0)
        for bond in cluster.bonds:
            ties[bond.a] += bond.together
            ties[bond.b] += bond.together
        drawn = set(sorted(cluster.members, key=lambda uid: -ties[uid])[:MOST_DOTS])
        bonds = [bond for bond in cluster.bonds if bond.a in drawn and bond.b in drawn]
        members = [uid for uid in cluster.members if uid in drawn]
        tallest = _TALLEST if len(members) <= 5 else _TALLEST * 1.4
        spots, height = arrange(members, bonds, wide - 4 * _INSET, tallest, _UNIT)
        moved = {uid: Point(p.x + 2 * _INSET, p.y + _HEAD + _INSET - 4) for uid, p in spots.items()}
        bare = cls(found, cluster, place, wide, dated, moved, strongest(members, bonds), height + 2 * _INSET - 8)
        labels = tuple(_labelled(bare))
        lowest = max((box.bottom for _, box in labels), default=0.0)
        return replace(bare, labels=labels, graph=max(bare.graph, lowest - _HEAD + _UNDER))

    @property
    def titles(self) -> int:
        whole = len(self.spots) == len(self.cluster.members) <= MOST_TITLES
        return len(self.spots) if whole else MOST_TITLES - 1

    @property
    def rest(self) -> int:
        return len(self.cluster.members) - self.titles

    @property
    def height(self) -> float:
        return round(_HEAD + self.graph + _ROW * (self.titles + bool(self.rest)) + _PAD, 1)

    @property
    def radius(self) -> float:
        return _RADIUS if len(self.spots) <= 16 else 0.7 * _RADIUS

    def goes(self, uid: str) -> bool:
        """Whether a pass would put it beneath a theme."""
        return uid in self.found.archived


def draw_card(card: Card, at: Point, most: int, now: float) -> Group:
    """The card as SVG. `most`: how often the two that were together most were, in all of the picture."""
    import drawsvg as draw

    group = draw.Group(transform=f"translate({at.x:.1f} {at.y:.1f})", class_="memo-cluster")
    group.append(
        draw.Rectangle(
            0, 0, round(card.wide, 1), card.height, rx=10, fill="currentColor", fill_opacity=0.04,
            stroke="currentColor", stroke_opacity=0.16, class_="memo-card",
        )
    )  # fmt: skip
    group.extend(_summary(card))
    group.append(_graph(card, most, now))
    group.extend(_labels(card))
    group.extend(_rows(card, now))
    return group


def _summary(card: Card) -> Iterator[Text]:
    import drawsvg as draw

    yield draw.Text(f"{card.cluster.together:,}× together", 13, _PAD, 21, font_weight=600, class_="memo-together")
    far = [f"{distance:.2f}" for distance in sorted(bond.distance for bond in card.cluster.bonds)]
    words = f"{far[0]} apart" if far[0] == far[-1] else f"{far[0]}–{far[-1]} apart"
    yield draw.Text(words, 11, round(card.wide - _PAD, 1), 21, text_anchor="end", opacity=0.75, class_="memo-distance")


def _graph(card: Card, most: int, now: float) -> Group:
    """Dots and lines, over a broad shadow of the lines that holds their tooltips."""
    import drawsvg as draw

    hue = card.place % len(HUES)
    graph = draw.Group(color=HUES[hue], class_=f"memo-graph memo-hue-{hue}")
    aura = draw.Group(opacity=0.14, stroke="currentColor", stroke_linecap="round", class_="memo-aura")
    lines = draw.Group(opacity=0.75, stroke="currentColor", class_="memo-bonds")
    for bond in card.bonds:
        a, b = card.spots[bond.a], card.spots[bond.b]
        broad = _line(a, b, -0.1, card.radius * 3.4)
        broad.append_title(_bond_words(card, bond))
        aura.append(broad)
        lines.append(_line(a, b, card.radius, (1.2 + 4.0 * bond.together / most) * card.radius / _RADIUS))
    graph.extend((aura, lines))
    for number, (uid, spot) in enumerate(card.spots.items(), 1):
        shown = number if card.radius == _RADIUS or number <= card.titles else 0
        member = dot(spot, card.radius, shown, not card.goes(uid))
        member.append_title(_words(card, card.found.members[uid], now))
        graph.append(member)
    return graph


def _line(a: Point, b: Point, short: float, wide: float) -> Any:
    """A line between two dots, shorter by so much at each end."""
    import drawsvg as draw

    length = math.hypot(b.x - a.x, b.y - a.y) or 1.0
    x, y = short * (b.x - a.x) / length, short * (b.y - a.y) / length
    ends = (a.x + x, a.y + y, b.x - x, b.y - y)
    return draw.Line(*(round(each, 1) for each in ends), stroke_width=round(wide, 1))


def dot(at: Point, radius: float, number: int, stays: bool) -> Group:
    """A memory in the colour of its surroundings: filled if it would be archived, a ring if it stays."""
    import drawsvg as draw

    group = draw.Group(class_="memo-stays" if stays else "memo-goes")
    x, y = round(at.x, 1), round(at.y, 1)
    if stays:
        group.append(
            draw.Circle(x, y, radius - 1, fill="currentColor", fill_opacity=0.12, stroke="currentColor", stroke_width=2)
        )
    else:
        group.append(draw.Circle(x, y, radius, fill="currentColor"))
    if number:
        ink = {} if stays else {"fill": "#ffffff"}
        group.append(
            draw.Text(
                str(number),
                10,
                x,
                round(y + 3.6, 1),
                text_anchor="middle",
                font_weight=600,
                class_="memo-number",
                **ink,
            )
        )
    return group


def _rows(card: Card, now: float) -> Iterator[Any]:
    import drawsvg as draw

    y = _HEAD + card.graph + 10
    for number, uid in enumerate(list(card.spots)[: card.titles], 1):
        yield _row(card, number, card.found.members[uid], y, now)
        y += _ROW
    if card.rest:
        yield draw.Text(f"and {card.rest:,} more", 12, _PAD + 20, y, opacity=0.75, class_="memo-more")


def _row(card: Card, number: int, subject: Subject, y: float, now: float) -> Group:
    """The dot's number, the title as far as it fits, and its day."""
    import drawsvg as draw

    left, right = _PAD + 20, card.wide - _PAD
    row = draw.Group(class_="memo-member")
    row.append_title(_words(card, subject, now))
    row.append(draw.Text(str(number), 11, _PAD + 12, y, text_anchor="end", opacity=0.75))
    if card.dated:
        when = day(subject.made_at, now)
        row.append(draw.Text(when, 11, round(right, 1), y, text_anchor="end", opacity=0.75))
        right -= width(when) * 11 + 10
    title = fitted(plain(subject.title), (right - left) / 12)
    if from_right(title):
        isolated = f"\N{RIGHT-TO-LEFT ISOLATE}{title}\N{POP DIRECTIONAL ISOLATE}"
        row.append(draw.Text(isolated, 12, round(right, 1), y, text_anchor="end", class_="memo-title"))
    else:
        row.append(draw.Text(title, 12, left, y, class_="memo-title"))
    return row


def _words(card: Card, subject: Subject, now: float) -> str:
    """A memory's tooltip."""
    origin = plain(subject.origin)
    about = [day(subject.made_at, now), f"from {origin}" if origin else "", "" if card.goes(subject.id) else "stays"]
    return f"{plain(subject.title)} ({', '.join(filter(None, about))})"


def _bond_words(card: Card, bond: Bond) -> str:
    a, b = (plain(card.found.members[uid].title) for uid in (bond.a, bond.b))
    return f"{bond.together}× together, {bond.distance:.3f} apart: {a} – {b}"


def _labels(card: Card) -> Iterator[Text]:
    import drawsvg as draw

    for words, box in card.labels:
        x, y = round((box.left + box.right) / 2, 1), round(box.bottom - 2.5, 1)
        yield draw.Text(words, 10, x, y, text_anchor="middle", opacity=0.85, class_="memo-label")


def _labelled(card: Card) -> Iterator[tuple[str, _Box]]:
    """`9× · 0.34` beside each line of a small cluster, where there is room; tooltips say it of every line."""
    if len(card.bonds) > _LABELLED:
        return
    room = _Box(4, _HEAD - 4, card.wide - 4, _HEAD + card.graph)
    taken = list(_obstacles(card))
    middle = Point(
        sum(p.x for p in card.spots.values()) / len(card.spots), sum(p.y for p in card.spots.values()) / len(card.spots)
    )
    for bond in card.bonds:
        words = f"{bond.together}× · {bond.distance:.2f}"
        for box in _beside(card.spots[bond.a], card.spots[bond.b], middle, width(words) * 10, card.radius * 1.7 + 1):
            if box.within(room) and not any(box.covers(other) for other in taken):
                taken.append(box)
                yield words, box
                break


def _obstacles(card: Card) -> Iterator[_Box]:
    """What a label must not cover: dots, and lines with their shadow, a bead at a time."""
    for p in card.spots.values():
        yield _Box(p.x - card.radius, p.y - card.radius, p.x + card.radius, p.y + card.radius)
    for bond in card.bonds:
        a, b = card.spots[bond.a], card.spots[bond.b]
        for step in range(1, 20):
            x, y = a.x + (b.x - a.x) * step / 20, a.y + (b.y - a.y) * step / 20
            yield _Box(x - 4, y - 4, x + 4, y + 4)


def _beside(a: Point, b: Point, middle: Point, wide: float, away: float) -> Iterator[_Box]:
    """Places beside the middle of a line: away from the middle of the cluster (else above), then the other side."""
    x, y = (a.x + b.x) / 2, (a.y + b.y) / 2
    length = math.hypot(b.x - a.x, b.y - a.y) or 1.0
    across, down = (b.y - a.y) / length, (a.x - b.x) / length
    side = (x - middle.x) * across + (y - middle.y) * down
    if side < -1.0 or (abs(side) <= 1.0 and down > 0):
        across, down = -across, -down
    reach = away + abs(across) * wide / 2 + abs(down) * 5
    for toward in (reach, -reach):
        left, top = x + across * toward - wide / 2, y + down * toward - 6
        yield _Box(left, top, left + wide, top + 12)
