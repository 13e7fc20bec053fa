"""The measuring code works; what it measures is looked at by people, not asserted."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import repository
from .corpus import Corpus
from .measures import MEASURES, QUICK, Bench
from .table import Figure, percentile, table


@pytest.mark.slow
def test_every_measure_gives_figures(tmp_path: Path) -> None:
    bench = Bench(tmp_path, QUICK)
    figures = [figure for measure in MEASURES.values() for figure in measure(bench)]
    assert len(figures) == 10
    assert all(figure.value > 0 for figure in figures)
    assert table(figures).count("\n") == 11


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
