"""The measuring code works; what it measures is looked at by people, not asserted."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import repository
from .corpus import Corpus
from .measures import MEASURES, QUICK, Bench
from .table import Figure, percentile, table


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("bench"), QUICK)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("measure", "figures"),
    [("recall", 4), ("size", 1), ("history", 1), ("embedding", 1), ("start", 1), ("memory", 2), ("dreaming", 10)],
)
def test_a_measure_gives_its_figures(bench: Bench, measure: str, figures: int) -> None:
    found = MEASURES[measure](bench)
    assert len(found) == figures
    assert all(figure.value > 0 for figure in found)
    assert table(found).count("\n") == 1 + figures


def test_the_corpus_is_the_same_each_time() -> None:
    first, second = Corpus.load(), Corpus.load()
    assert [first.memory(n) for n in range(50)] == [second.memory(n) for n in range(50)]
    assert len({first.memory(n).id for n in range(50)}) == 50
    assert first.questions == second.questions
    assert first.names(40) == second.names(40)


def test_a_made_repository_has_the_commits_asked_for(tmp_path: Path) -> None:
    repo = repository.make(tmp_path / "made", 12, Corpus.load())
    sources = sorted((repo / "src").glob("*.py"))
    assert len(sources) == repository.MODULES
    for source in sources:
        compile(source.read_text(), source.name, "exec")


@pytest.mark.parametrize(
    ("value", "target", "more", "met"),
    [(9, 10, False, "met"), (11, 10, False, "MISSED"), (11, 10, True, "met"), (9, 10, True, "MISSED")],
)
def test_a_target_is_met_from_its_good_side(value: float, target: float, more: bool, met: str) -> None:
    assert met in table([Figure("hover", value, "ms", target, more)])


def test_percentile() -> None:
    assert percentile([*range(100)], 0.95) == 95
    assert percentile([3.0], 0.99) == 3.0
