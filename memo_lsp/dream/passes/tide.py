"""What nobody came back to becomes dormant: it leaves hovers and briefings, never search, and wakes when recalled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from memo_lsp import formulas
from memo_lsp.dream.plan import Breathe, PassName, Plan, Sink
from memo_lsp.dream.view import View
from memo_lsp.model import Subject, is_digest

SUNK = 0.30  # buoyancy
OLDEST_AFLOAT = 90.0  # days; what is younger does not sink, whatever its buoyancy


@dataclass(frozen=True, slots=True)
class Tide:
    """The pass."""

    name: ClassVar[PassName] = "tide"
    needs_idle: ClassVar[bool] = False

    def plan(self, view: View, breathe: Breathe) -> Plan:
        considered, sunk = 0, list[tuple[float, str]]()
        for subject in view.subjects():
            breathe()
            if not _may_sink(subject, view.now):
                continue
            considered += 1
            afloat = formulas.afloat(subject.last_surfaced_at, subject.stored_at, subject.stability_days, view.now)
            if afloat < SUNK:
                sunk.append((afloat, subject.id))
        return Plan(considered, tuple(Sink(uid) for _, uid in sorted(sunk)))


def _may_sink(subject: Subject, now: float) -> bool:
    """An observation that is afloat still, neither pinned nor ever opened whole, and of some age. A digest is asked for
    by its time, and found however old it is."""
    return (
        subject.channel == "observation"
        and not is_digest(subject)
        and subject.state == "active"
        and not subject.pinned
        and subject.surfaced.drill == 0
        and formulas.age_days(subject.made_at, now) > OLDEST_AFLOAT
    )
