"""A year goes by, and then people sleep: what belongs together is joined and nothing else, everything is found as well
as before, later nights find nothing to do, and all of it can be taken back."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from memo_lsp.store.dreamt.edits import Selectors
from tests.dream.year import (
    Answers,
    Figures,
    Pair,
    Set,
    Writes,
    Year,
    found_of,
    gist,
    groups_asked,
    lived,
    pairs_of,
    something_else,
    tells,
    writing,
)
from tests.summarize.chat_stub import chatting

OWN = Path(__file__).parents[1] / "data" / "year.jsonl"
SHARED = Path(os.environ.get("MEMO_SHARED") or Path(__file__).parents[3] / "shared") / "bench" / "sim-small.jsonl"
NIGHTS = {OWN: 20, SHARED: 200}
MOST_NIGHTS = 5  # until a model that answers few questions a night has seen everything


@dataclass(frozen=True)
class Story:
    """What was seen of a year, in the order of the fields."""

    set: Set
    before: Answers
    standing: Figures
    after: Figures
    newest: list[bool]
    joined: set[Pair]
    replaced: set[Pair]
    reverted: set[Pair]
    later: Counter[str]
    taken_back: Answers
    undone: set[Pair]
    again: set[Pair]


@dataclass(frozen=True)
class Told:
    """The same year with a model that writes a theme of whatever it is shown."""

    set: Set
    standing: Figures
    after: Figures
    asked: set[Pair]
    joined: set[Pair]
    themes: int
    later: Counter[str]
    before: Answers
    taken_back: Answers


PLANTED = pytest.mark.parametrize(
    "planted", [pytest.param(OWN, id="own"), pytest.param(SHARED, id="shared", marks=pytest.mark.slow)], scope="module"
)


@pytest.fixture(scope="module")
def story(planted: Path, tmp_path_factory: pytest.TempPathFactory) -> Story:
    with lived(_set(planted), tmp_path_factory.mktemp("year")) as year:
        before, now = year.answers(), year.clock.now()
        standing = Figures.of(year.outcomes(before))
        year.night()
        after = year.outcomes(year.answers(now))
        joined, replaced, reverted = year.joined(), year.linked("supersedes"), year.linked("reverts")
        newest = _newest_first(year, replaced)
        later = _later(year, NIGHTS[planted])
        _take_all_back(year)
        taken_back = year.answers(now)
        undone = {(mark.a, mark.b) for mark in year.services.store.marks.every()}
        year.sleep(1)
        year.night()
        again = {pair for made in year.services.store.edits.standing(Selectors()) for pair in made.pairs}
        return Story(
            year.set, before, standing, Figures.of(after), newest, joined, replaced, reverted, later, taken_back,
            undone, again,
        )  # fmt: skip


@pytest.fixture(scope="module")
def told(planted: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    with (
        chatting(tells) as stub,
        lived(
            _set(planted),
            tmp_path_factory.mktemp("told"),
            MEMO_SUMMARIZE_PROVIDER="http",
            MEMO_SUMMARIZE_URL=stub.url(""),
        ) as year,
    ):
        before, now = year.answers(), year.clock.now()
        standing = Figures.of(year.outcomes(before))
        for _ in range(MOST_NIGHTS):
            year.night()
            year.sleep(1)
        after = Figures.of(year.outcomes(year.answers(now)))
        joined, asked = year.joined(), groups_asked(stub.asked, year.set)
        themes = year.themes()
        later = _later(year, 3)
        _take_all_back(year)
        yield Told(year.set, standing, after, asked, joined, themes, later, before, year.answers(now))


def _set(path: Path) -> Set:
    if not path.exists():
        pytest.skip(f"{path} is not here")
    return Set.load(path)


def _later(year: Year, nights: int) -> Counter[str]:
    """What passes changed in these nights. What nobody comes back to sinks as time goes by, and the file is tidied."""
    changed: Counter[str] = Counter()
    for _ in range(nights):
        year.sleep(1)
        for run in year.night():
            changed[run.pass_name] += run.changed + run.refused
    return Counter({name: count for name, count in changed.items() if count and name not in ("tide", "tend")})


def _take_all_back(year: Year) -> None:
    year.services.undoing.undo({"all": True})


def _newest_first(year: Year, replaced: set[Pair]) -> list[bool]:
    """Of each replaced fact that a question is about, whether what replaces it stands above it."""
    found = []
    for outcome in year.outcomes(year.answers()).values():
        places = {uid: place for place, uid in enumerate(outcome.ranked)}
        for old, new in outcome.over.items():
            if _leads(new, old, replaced):
                found.append(new in places and places[new] < places.get(old, len(places)))
    return found


def _leads(new: str, old: str, links: set[Pair]) -> bool:
    return (new, old) in links or any(newer == new and _leads(older, old, links) for newer, older in links)


# --- what is joined
@PLANTED
def test_nothing_is_joined_that_is_two_things(story: Story):
    assert not story.joined & story.set.apart


@PLANTED
def test_half_of_what_was_said_twice_is_found(story: Story):
    planted = story.set.planted("fold", "dedup")
    assert 2 * found_of(planted, story.joined) >= len(planted)
    assert story.joined <= set().union(*planted)


@PLANTED
def test_what_was_learned_again_is_shown_to_the_model_and_little_else(told: Told):
    themes, every = told.set.planted("theme"), set().union(*told.set.planted("theme", "fold", "dedup", "supersede"))
    assert 12 * found_of(themes, told.asked) >= 5 * len(themes)
    assert len(told.asked - every) <= 0.15 * len(told.asked)
    assert told.themes > 0
    assert not told.joined & told.set.apart


@pytest.mark.parametrize(
    ("writes", "lines", "stands"), [(gist, "false", True), (gist, "true", True), (something_else, "false", False)]
)
@PLANTED
def test_a_theme_stands_if_it_is_about_its_members(
    planted: Path, tmp_path: Path, writes: Writes, lines: str, stands: bool
):
    model = {"MEMO_SUMMARIZE_PROVIDER": "http", "MEMO_SUMMARIZE_FIRST_LINES": lines}
    with (
        chatting(writing(writes)) as stub,
        lived(_set(planted), tmp_path, MEMO_SUMMARIZE_URL=stub.url(""), **model) as year,
    ):
        before, now = Figures.of(year.outcomes(year.answers())), year.clock.now()
        (run,) = year.services.dreamer.by_hand(["theme"], backlog=True)
        groups = run.changed + run.refused
        assert groups > 0
        assert (run.changed, year.themes()) == ((groups, groups) if stands else (0, 0))
        assert Figures.of(year.outcomes(year.answers(now))).lost(before) == []


@PLANTED
def test_newer_versions_and_reverts_are_linked(story: Story):
    truth = [group for group in story.set.truth["groups"] if group["type"] == "supersede"]
    chains = [pairs_of(group["members"]) for group in truth if group["how"] == "version"]
    reverts = [pairs_of(group["members"]) for group in truth if group["how"] == "revert"]
    links = {(min(pair), max(pair)) for pair in story.replaced}
    assert found_of(chains, links) == len(chains)
    assert found_of(reverts, {(min(pair), max(pair)) for pair in story.reverted}) == len(reverts)
    assert len(links - set().union(*story.set.planted("supersede"))) <= 1


# --- what is found
@PLANTED
def test_everything_is_found_as_well_as_before(story: Story):
    assert story.after.lost(story.standing) == []


@PLANTED
def test_everything_is_found_as_well_beneath_themes(told: Told):
    assert told.after.lost(told.standing) == []


@PLANTED
def test_what_holds_now_stands_above_what_it_replaced(story: Story):
    assert story.newest
    assert sum(story.newest) >= 0.9 * len(story.newest)


# --- later, and back
@PLANTED
def test_later_nights_find_nothing_more(story: Story):
    assert story.later == Counter()


@PLANTED
def test_later_nights_find_nothing_more_to_ask(told: Told):
    assert told.later == Counter()


@PLANTED
def test_all_of_it_can_be_taken_back(story: Story, told: Told):
    assert story.taken_back == story.before
    assert told.taken_back == told.before


@PLANTED
def test_what_was_taken_back_is_not_done_again(story: Story):
    assert story.undone
    assert not story.again & story.undone
