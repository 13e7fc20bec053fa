"""Upkeep of what passes stand on: vectors, anchors, the recall log, the file itself. What there is to do is handed in;
nothing about a memory is decided here, and nothing of it is undone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from memo_lsp.dream.plan import Breathe, Chore, PassName, Plan
from memo_lsp.dream.view import View


@dataclass(frozen=True, slots=True)
class Tend:
    """The pass: its chores, in the order in which they are done."""

    chores: tuple[Chore, ...]
    name: ClassVar[PassName] = "tend"
    needs_idle: ClassVar[bool] = True

    def plan(self, view: View, breathe: Breathe) -> Plan:
        return Plan(considered=len(self.chores), edits=self.chores)
