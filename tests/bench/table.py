"""Figures and how they are shown."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measured number against its target; `more_is_better` tells which side of the target is good."""

    what: str
    value: float
    unit: str
    target: float | None = None
    more_is_better: bool = False
    note: str = ""

    @property
    def met(self) -> bool | None:
        if self.target is None:
            return None
        return self.value >= self.target if self.more_is_better else self.value <= self.target


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` of the values do not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def spread(values: Sequence[float]) -> str:
    return f"p50 {statistics.median(values):.1f}, p99 {percentile(values, 0.99):.1f}, n {len(values)}"


def table(figures: Sequence[Figure]) -> str:
    rows = [("figure", "measured", "target", "", "note"), *map(_row, figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, (*widths, 0), strict=True)).rstrip() for row in rows
    ]
    return "\n".join((lines[0], "  ".join("-" * width for width in widths), *lines[1:]))


def _row(figure: Figure) -> tuple[str, str, str, str, str]:
    sign = "" if figure.target is None else f"{'>=' if figure.more_is_better else '<='} {figure.target:g} {figure.unit}"
    verdict = {None: "", True: "met", False: "MISSED"}[figure.met]
    return figure.what, f"{figure.value:,.1f} {figure.unit}", sign, verdict, figure.note
