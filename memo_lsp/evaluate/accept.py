"""Constants become the accepted ones only if nothing loses by them: no set, and no class of questions in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memo_lsp.errors import MemoError
from memo_lsp.evaluate.compare import losses
from memo_lsp.evaluate.run import Evaluation
from memo_lsp.recall import accepted
from memo_lsp.text.times import iso


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether constants were stored, and if not, what would have got worse."""

    path: Path | None
    lost: tuple[str, ...]


def accept(
    folder: Path, evaluation: Evaluation, before: str, after: str, *, constants: Mapping[str, Any], now: float
) -> Verdict:
    """Store `constants` in the store's folder if profile `after` loses nowhere against `before` beyond its interval.

    Raises MemoError if there are no constants, they change nothing, or the folder cannot be written."""
    if not constants or before == after:
        raise MemoError("there is nothing to accept: no constant differs from the profile; try `--set NAME=VALUE`")
    lost = losses(evaluation.compared(before, after))
    if lost:
        return Verdict(None, tuple(lost))
    figures = {name: found[after]["all"] for name, found in evaluation.figures().items()}
    try:
        path = accepted.save(
            folder, constants, date=iso(now) or "", sets=list(evaluation.outcomes), profile=before, figures=figures
        )
    except OSError as trouble:
        raise MemoError(f"{folder}: the accepted constants cannot be written ({trouble})") from None
    return Verdict(path, ())
