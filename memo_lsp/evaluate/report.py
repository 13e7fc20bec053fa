"""Figures as tables for people: profiles side by side, set by set, class by class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memo_lsp.evaluate.compare import Difference
from memo_lsp.evaluate.metrics import FIGURES, Figures
from memo_lsp.evaluate.run import Evaluation

Table = tuple[str, tuple[str, ...], list[tuple[str, ...]]]  # caption, heads, rows


def tables(evaluation: Evaluation) -> Iterator[Table]:
    """One table a set, and one of the means over sets if there are several."""
    for name, profiles in evaluation.figures().items():
        rows: list[tuple[str, ...]] = [
            (profile, kind, *_row(found)) for profile, kinds in profiles.items() for kind, found in kinds.items()
        ]
        yield name, ("profile", "class", *FIGURES), rows
    if len(evaluation.outcomes) > 1:
        rows = [(profile, "all", *_row(found)) for profile, found in evaluation.macro().items()]
        yield "mean over sets", ("profile", "class", *FIGURES), rows


def comparison(compared: Mapping[str, Mapping[str, Mapping[str, Difference]]]) -> Table:
    """Differences with their intervals over {set: {class: {figure: difference}}}; what is sure is marked."""
    rows: list[tuple[str, ...]] = [
        (name, kind, figure, str(d.n), f"{d.mean:+.3f}", f"{d.low:+.3f}", f"{d.high:+.3f}", _verdict(d))
        for name, kinds in compared.items()
        for kind, figures in kinds.items()
        for figure, d in figures.items()
    ]
    return "paired bootstrap, 95 %", ("set", "class", "figure", "n", "mean", "low", "high", ""), rows


def _verdict(difference: Difference) -> str:
    return "better" if difference.wins else "worse" if difference.loses else ""


def _row(found: Figures) -> Iterator[str]:
    for name in FIGURES:
        value = found[name]
        if value is None:
            yield "-"
        else:
            yield f"{value:.0f}" if name == "n" else f"{value:.1f}" if name.endswith("_ms") else f"{value:.3f}"
