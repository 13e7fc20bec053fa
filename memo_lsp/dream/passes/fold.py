"""Restatements inside one session are folded: cosines find them, the guard vetoes, no model is asked.

What was imported without a session is never looked at, and nothing that spans several sessions is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from memo_lsp.dream.guard import veto
from memo_lsp.dream.passes.restated import MOST, Veto, folds, held_up
from memo_lsp.dream.plan import Breathe, PassName, Plan
from memo_lsp.dream.rules import chosen, joinable
from memo_lsp.dream.view import View
from memo_lsp.model import Subject


@dataclass(frozen=True, slots=True)
class FoldPass:
    """The pass; `veto` is the guard."""

    veto: Veto = veto
    name: ClassVar[PassName] = "fold"
    needs_idle: ClassVar[bool] = True

    def plan(self, view: View, breathe: Breathe) -> Plan:
        if view.limits is None:
            return Plan(skipped="no embedder whose duplicates were measured")
        subjects = chosen(view.subjects(), lambda subject: _looked_at(subject, view), breathe)
        near = view.near(subjects, view.limits.duplicate_memory, MOST, among=subjects, by_session=True)
        held = held_up(view, near, self.veto, breathe)
        return Plan(len(subjects), folds(held.pairs), held.vetoed)


def _looked_at(subject: Subject, view: View) -> bool:
    return len(subject.sessions) == 1 and joinable(subject, view.now) and (view.backlog or view.reached(subject))
