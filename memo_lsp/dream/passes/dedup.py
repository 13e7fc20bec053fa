"""Near-duplicates of one project and branch, from whatever session, are folded: their titles share at least half of
their words, and titles and whole texts lie as close as the embedder's duplicates do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from memo_lsp.dream.guard import veto
from memo_lsp.dream.passes.restated import MOST, Veto, folds, held_up
from memo_lsp.dream.plan import Breathe, PassName, Plan
from memo_lsp.dream.rules import chosen, joinable
from memo_lsp.dream.view import View
from memo_lsp.text.prepare import index_text, words_in

LEAST_COMMON = 0.5


@dataclass(frozen=True, slots=True)
class Dedup:
    """The pass; `veto` is the guard."""

    veto: Veto = veto
    name: ClassVar[PassName] = "dedup"
    needs_idle: ClassVar[bool] = False

    def plan(self, view: View, breathe: Breathe) -> Plan:
        if view.limits is None:
            return Plan(skipped="no embedder whose duplicates were measured")
        subjects = chosen(view.subjects(), lambda subject: joinable(subject, view.now), breathe)
        near = view.near(subjects, view.limits.duplicate_memory, MOST, among=subjects)
        held = held_up(view, near, self.veto, breathe, words=_half_in_common)
        return Plan(len(subjects), folds(held.pairs), held.vetoed)


def _half_in_common(a: str, b: str) -> bool:
    """Whether the Jaccard index of two titles' words is at least one half."""
    one, other = _words(a), _words(b)
    return len(one & other) >= LEAST_COMMON * max(len(one | other), 1)


@lru_cache(maxsize=4_096)
def _words(title: str) -> frozenset[str]:
    return words_in(index_text(title))
