"""The picture: whole, safe to put into a page, and nothing in it covers anything else."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import pytest

from memo_lsp.dream.card import MOST_DOTS, MOST_TITLES, Card
from memo_lsp.dream.cluster import Bond, Cluster
from memo_lsp.dream.explorer import Exploration, Parameters
from memo_lsp.dream.layout import Point, arrange, columns, strongest
from memo_lsp.dream.picture import MOST_CARDS, WIDTH, svg
from memo_lsp.store.memories.recall_log import LogInfo
from memo_lsp.text.fit import width
from tests.dream.test_cluster import DAY, subject

NOW = 100 * DAY
SVG = "{http://www.w3.org/2000/svg}"
TITLES = [
    "The mirror list is read once per run",
    "<script>alert('x')</script> & \"quotes\" ]]> <b>bold</b>",
    "請求書の合計は最後に丸める必要がありますので注意してください",
    "👩\u200d👩\u200d👧 a family 🎉 and flags 🇩🇪🇯🇵 in a title that is rather long and is cut",
    "إعادة المحاولة تستخدم تراجعًا أسيًا بعد كل فشل",
    "x" * 500,
    "turned \u202e and \x07 rung",
]


def drawn(sizes: list[int], seed: int = 1, log_on: bool = True) -> Exploration:
    """Clusters of these sizes, with chance bonds; every third memory stays where it is."""
    chance = random.Random(seed)
    members, clusters = {}, []
    for number, size in enumerate(sizes):
        ids = [f"{number}-{place}" for place in range(size)]
        members |= {
            uid: subject(uid, 90 + place / 10, title=TITLES[(number + place) % len(TITLES)])
            for place, uid in enumerate(ids)
        }
        bonds = tuple(
            Bond(a, b, chance.randint(1, 12), chance.random() * 0.35)
            for a, b in combinations(ids, 2)
            if ids.index(b) == ids.index(a) + 1 or chance.random() < 0.4
        )
        clusters.append(Cluster(tuple(ids), sum(bond.together for bond in bonds), bonds))
    goes = frozenset(uid for place, uid in enumerate(members) if place % 3)
    log = LogInfo(433, 0, 0, 0.0, NOW)
    return Exploration(Parameters(), len(members) + 283, 240, log_on, log, clusters, members, goes)


SIZES = {0: [], 1: [3], 5: [2, 3, 4, 5, 12], 40: [2, 3, 3, 7] * 10, 200: [2, 2, 3, 3, 4] * 40}


def parsed(found: Exploration) -> ElementTree.Element:
    return ElementTree.fromstring(svg(found, NOW))


@cache
def page_of(count: int, seed: int = 1) -> ElementTree.Element:
    return parsed(drawn(SIZES[count], seed))


def words(page: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in page.iter(f"{SVG}text")]


@pytest.mark.parametrize("count", SIZES)
def test_every_cluster_has_a_card(count: int):
    page = page_of(count)
    cards = [group for group in page.iter(f"{SVG}g") if group.get("class") == "memo-cluster"]
    assert len(cards) == count
    assert float(page.get("width", "")) == WIDTH
    assert any("283 of noise, not drawn" in line for line in words(page))


@pytest.mark.parametrize("count", SIZES)
def test_cards_lie_beside_and_below_each_other(count: int):
    page = page_of(count)
    boxes = []
    for group in page.iter(f"{SVG}g"):
        if group.get("class") == "memo-cluster":
            x, y = map(float, re.findall(r"[\d.]+", group.get("transform", "")))
            rect = group.find(f"{SVG}rect")
            assert rect is not None
            boxes.append((x, y, x + float(rect.get("width", "")), y + float(rect.get("height", ""))))
    _, _, wide, tall = map(float, page.get("viewBox", "").split())
    assert all(x >= 0 and y >= 0 and right <= wide and low <= tall for x, y, right, low in boxes)
    assert not any(_cover(one, other) for one, other in combinations(boxes, 2))


def _cover(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _text_boxes(card: ElementTree.Element) -> list[tuple[float, float, float, float]]:
    """Where a card's texts stand, by what their font and anchor say; numbers in dots aside."""
    found = []
    for text in card.iter(f"{SVG}text"):
        if text.get("class") == "memo-number":
            continue
        size, x, y = (float(text.get(name, "")) for name in ("font-size", "x", "y"))
        wide = width("".join(text.itertext())) * size
        back = text.get("text-anchor") == "end"
        left = x - wide if back else x - wide / 2 if text.get("text-anchor") == "middle" else x
        found.append((left, y - size * 0.75, left + wide, y + size * 0.2))
    return found


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("count", [1, 5, 40])
def test_no_words_cover_others_or_leave_their_card(count: int, seed: int):
    for card in page_of(count, seed).iter(f"{SVG}g"):
        if card.get("class") == "memo-cluster":
            rect = card.find(f"{SVG}rect")
            assert rect is not None
            boxes = _text_boxes(card)
            wide, tall = (float(rect.get(name, "")) for name in ("width", "height"))
            assert all(left >= 0 and right <= wide and low <= tall for left, _, right, low in boxes)
            assert not any(_cover(one, other) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize("seed", range(8))
def test_the_titles_keep_away_from_the_figures_above_them(seed: int):
    for card in parsed(drawn([2, 3, 4, 4, 5], seed)).iter(f"{SVG}g"):
        if card.get("class") == "memo-cluster":
            figures = [
                float(text.get("y", "")) for text in card.iter(f"{SVG}text") if text.get("class") == "memo-label"
            ]
            first = min(
                float(text.get("y", "")) for text in card.iter(f"{SVG}text") if text.get("class") == "memo-title"
            )
            assert first - max(figures, default=0.0) >= 21


def test_nothing_in_it_runs_or_comes_from_elsewhere():
    text = svg(drawn(SIZES[40]), NOW)
    page = ElementTree.fromstring(text)
    assert {element.tag.removeprefix(SVG) for element in page.iter()} <= {
        "svg", "g", "rect", "circle", "path", "text", "title", "defs",
    }  # fmt: skip
    for element in page.iter():
        for name, value in element.attrib.items():
            assert not name.startswith("on") and "href" not in name and name not in ("style", "id")
            assert "url(" not in value and "://" not in value
    assert not text.startswith("<?") and "\x07" not in text and "\u202e" not in text


def test_colours_are_those_of_the_surroundings():
    page = parsed(drawn(SIZES[5]))
    assert page.get("fill") == "currentColor"
    inks = {element.get("fill") for element in page.iter(f"{SVG}text")}
    assert inks <= {None, "#ffffff"}
    graphs = [each for each in page.iter(f"{SVG}g") if "memo-graph" in (each.get("class") or "")]
    assert len(graphs) == 5 and all(re.fullmatch(r"#[0-9a-f]{6}", each.get("color", "")) for each in graphs)


def test_whole_titles_and_figures_are_in_the_tooltips():
    page = parsed(drawn([3]))
    told = ["".join(title.itertext()) for title in page.iter(f"{SVG}title")]
    assert any(TITLES[1] in line for line in told)
    assert any(re.match(r"\d+× together, 0\.\d{3} apart: ", line) for line in told)
    assert any(re.fullmatch(r"\d+× · 0\.\d\d", line) for line in words(page))


def test_what_is_read_from_the_right_ends_at_the_right():
    page = parsed(drawn([7]))
    (title,) = [each for each in page.iter(f"{SVG}text") if "إعادة" in (each.text or "")]
    assert title.get("text-anchor") == "end" and (title.text or "")[0] == "\N{RIGHT-TO-LEFT ISOLATE}"


def test_what_stays_is_a_ring():
    page = parsed(drawn([3]))
    kinds = [each.get("class") for each in page.iter(f"{SVG}g") if each.get("class") in ("memo-goes", "memo-stays")]
    assert kinds.count("memo-stays") == 2 and kinds.count("memo-goes") == 3  # one of each stands in the legend


def test_a_large_cluster_shows_its_most_used():
    found = drawn([100])
    card = Card.of(found, found.clusters[0], 0, 400.0, dated=True)
    assert (len(card.spots), card.titles, card.rest) == (MOST_DOTS, MOST_TITLES - 1, 100 - MOST_TITLES + 1)
    assert any("and 93 more" in line for line in words(parsed(found)))


def test_more_clusters_than_can_be_looked_at():
    page = parsed(drawn([2] * (MOST_CARDS + 3)))
    assert any(f"Drawn are the {MOST_CARDS} most used; 3 more are not" in line for line in words(page))


def test_nothing_found_says_what_to_try():
    shown = words(parsed(drawn([], log_on=False)))
    assert "No clusters · 283 of noise, not drawn" in shown
    assert any(line.startswith("→ recall log is off") for line in shown)
    assert "→ no cluster: try eps 0.45 min-pts 2" in words(parsed(drawn([])))  # as the fields beside it are called


def test_the_same_clusters_are_the_same_picture():
    assert svg(drawn(SIZES[5]), NOW) == svg(drawn(SIZES[5]), NOW)


def test_the_closer_the_nearer():
    bonds = [Bond("a", "b", 1, 0.0), Bond("b", "c", 1, 0.35)]
    spots, height = arrange("abc", bonds, 400, 120, 100)
    assert _gap(spots["a"], spots["b"]) < _gap(spots["b"], spots["c"])
    assert 0 <= height <= 120 and all(0 <= p.x <= 400 and -1e-6 <= p.y <= height + 1e-6 for p in spots.values())


@pytest.mark.parametrize(("size", "drawn_lines"), [(3, 3), (5, 10), (12, 24), (40, 80)])
def test_of_many_lines_the_strongest_are_drawn(size: int, drawn_lines: int):
    ids = [f"{n:02}" for n in range(size)]
    bonds = [Bond(a, b, 1 + (int(a) + int(b)) % 7, 0.1) for a, b in combinations(ids, 2)]
    found = strongest(ids, bonds)
    assert drawn_lines <= len(found) <= drawn_lines + size
    reached = {ids[0]}
    for _ in ids:
        reached |= {uid for bond in found for uid in (bond.a, bond.b) if reached & {bond.a, bond.b}}
    assert reached == set(ids)


def _gap(one: Point, other: Point) -> float:
    return ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5


@pytest.mark.parametrize(
    ("heights", "count", "want"),
    [([], 2, []), ([5, 3, 2, 9], 2, [(0, 0), (1, 0), (1, 4), (0, 6)]), ([1, 1], 1, [(0, 0), (0, 2)])],
)
def test_columns_fill_evenly(heights: list[float], count: int, want: list[tuple[int, float]]):
    assert columns(heights, count, 1) == want
