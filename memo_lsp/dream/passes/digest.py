"""The pyramid: what was done, summed up by day, week and month, a memory of kind `summary` for each.

A day is a person's day, by the machine's time zone. A digest keeps the hours it was first written for, so that a
journey, or a second window in another zone, rewrites nothing. It follows from the memories alone: planned again, in any
order, it says the same, and what says the same is not written again. Only days that are over are told.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta, tzinfo
from typing import Any

from memo_lsp.dream.links import Links, linked
from memo_lsp.dream.plan import Breathe, Digest, PassName, Plan
from memo_lsp.dream.retelling import retell
from memo_lsp.dream.rules import WRITTEN
from memo_lsp.dream.verdicts import Judge, Sitting, Told
from memo_lsp.dream.view import View
from memo_lsp.model import Memory, Subject, is_digest
from memo_lsp.text.ids import made_id
from memo_lsp.text.periods import LAYERS, Size, Span, begins, called, day_of, span_of
from memo_lsp.text.times import iso, parse_time

RECENT_DAYS = 730  # of what is older, weeks and months: ten years of imported history are not worth thousands of days
FEW = 2  # facts that make a day worth a digest of its own
MOST = 1_000  # digests written at once, the newest first; the next pass goes on
MOST_BENEATH = 500
_BATCH = 500
_TRUST = ("owner", "self", "external", "untrusted")
Project = str | None


@dataclass(frozen=True, slots=True)
class _Period:
    """A period of one project; `begins` and `ends` are the instants between which its facts were made."""

    project: Project
    span: Span
    begins: float
    ends: float
    known: Memory | None  # the digest it has


@dataclass(slots=True)
class _Past:
    """A project's facts of the days that are over, oldest first, with their times and days."""

    facts: list[Subject] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    days: list[date] = field(default_factory=list)


class DigestPass:
    """Plans every digest that is missing or says something else than it should. `zone` None is the machine's own.
    `judge` writes the newest ones in prose, too, where there is one; what a digest tells does not hang on it."""

    name: PassName = "digest"
    needs_idle = True

    def __init__(self, zone: tzinfo | None = None, judge: Judge | None = None):
        self._zone, self._judge = zone, judge

    def plan(self, view: View, breathe: Breathe) -> Plan:
        today = day_of(view.now, self._zone)
        if today is None:
            return Plan(skipped="the clock shows a time that no calendar knows")
        subjects, archived = view.subjects(), view.archived()
        pasts = self._pasts((*subjects, *archived), begins(today, self._zone), breathe)
        periods = self._periods(pasts, _told(view, subjects, breathe), today, breathe)
        links = linked(view, subjects, archived, breathe)
        shelf = _Shelf(periods)
        sitting = None if self._judge is None else self._judge.sitting(breathe)
        edits: list[Digest] = []
        for period in periods:
            breathe()
            draft = _draft(period, pasts.get(period.project, _Past()), shelf, links)
            if draft is not None and not view.apart(draft.id, draft.id):
                edits.append(Digest(_told_by(sitting, draft)))
            if len(edits) == MOST:
                break
        return Plan(considered=sum(len(past.facts) for past in pasts.values()), edits=tuple(edits))

    def _pasts(self, subjects: Iterable[Subject], cut: float, breathe: Breathe) -> dict[Project, _Past]:
        by_day: dict[Project, dict[date, list[Subject]]] = defaultdict(lambda: defaultdict(list))
        for place, subject in enumerate(subjects):
            if place % _BATCH == 0:
                breathe()
            if subject.kind not in WRITTEN and subject.made_at < cut:
                day = day_of(subject.made_at, self._zone)
                if day is not None:
                    by_day[subject.project][day].append(subject)
        return {project: _past(days, breathe) for project, days in by_day.items()}

    def _periods(
        self, pasts: Mapping[Project, _Past], told: Iterable[Memory], today: date, breathe: Breathe
    ) -> list[_Period]:
        """Every period worth a digest or having one, newest first."""
        known: dict[tuple[Project, Span], Memory] = {}
        for memory in told:
            known.setdefault((memory.project, _span(memory)), memory)
        found = dict.fromkeys(known)
        for project, past in pasts.items():
            for span in _worth(past, today, breathe):
                found[project, span] = None
        periods: list[_Period] = []
        for where in found:
            periods.append(self._period(*where, known.get(where)))
            if len(periods) % _BATCH == 0:
                breathe()
        return sorted(periods, key=_newest_first)

    def _period(self, project: Project, span: Span, known: Memory | None) -> _Period:
        if known is not None:
            since, until = (parse_time(known.extra["period"][name]) for name in ("from", "to"))
            if since is not None and until is not None:
                return _Period(project, span, since, until, known)
        return _Period(project, span, begins(span.first, self._zone), begins(span.after, self._zone), known)


def _newest_first(period: _Period) -> tuple[int, int, str]:
    return -period.span.after.toordinal(), LAYERS.index(period.span.size), period.project or ""


def _id_of(period: _Period) -> str:
    """The same each time, so that a digest that was forgotten or undone is known again."""
    return period.known.id if period.known is not None else _made(period.project, period.span)


def _made(project: Project, span: Span) -> str:
    return made_id("\0".join(("digest", project or "", span.size, span.first.isoformat())))


def periods_of(ids: Collection[str], projects: Iterable[Project], today: date) -> dict[str, tuple[str, Project]]:
    """What digests with these ids told of, in words, and of which project, though they are gone: of ten years."""
    days = [today - timedelta(days=back) for back in range(10 * 366)] if ids else []
    spans = dict.fromkeys(span_of(size, day) for day in days for size in LAYERS)
    made = ((_made(project, span), span, project) for project in dict.fromkeys(projects) for span in spans)
    return {uid: (called(span), project) for uid, span, project in made if uid in ids}


def _told(view: View, subjects: Sequence[Subject], breathe: Breathe) -> list[Memory]:
    """The digests there are. Somebody's own note of kind `summary` is none of ours."""
    ids = sorted(subject.id for subject in subjects if is_digest(subject))
    found: list[Memory] = []
    for at in range(0, len(ids), _BATCH):
        breathe()
        memories = view.memories(ids[at : at + _BATCH])
        found += (memories[uid] for uid in ids[at : at + _BATCH] if uid in memories and _has_period(memories[uid]))
    return found


def _has_period(memory: Memory) -> bool:
    try:
        _span(memory)
        return all(parse_time(memory.extra["period"][name]) is not None for name in ("from", "to"))
    except (KeyError, TypeError, ValueError):  # from a file that somebody wrote into
        return False


def _span(memory: Memory) -> Span:
    period = memory.extra["period"]
    if period["layer"] not in LAYERS:
        raise ValueError(f"not a layer: {period['layer']!r}")
    return span_of(period["layer"], date.fromisoformat(period["label"]))


def _past(days: Mapping[date, list[Subject]], breathe: Breathe) -> _Past:
    past = _Past()
    for day in sorted(days):
        breathe()
        facts = sorted(days[day], key=lambda fact: (fact.made_at, fact.id))
        past.facts += facts
        past.times += (fact.made_at for fact in facts)
        past.days += (day for _ in facts)
    return past


def _worth(past: _Past, today: date, breathe: Breathe) -> Iterator[Span]:
    """The months and weeks in which anything was done, and the days in which more than one thing was."""
    for place, (day, count) in enumerate(Counter(past.days).items()):
        if place % _BATCH == 0:
            breathe()
        yield span_of("month", day)
        yield span_of("week", day)
        if count >= FEW and today - day < timedelta(days=RECENT_DAYS):
            yield span_of("day", day)


class _Shelf:
    """Where every digest stands: by project and layer, in order of time."""

    def __init__(self, periods: Iterable[_Period]):
        self._held: dict[tuple[Project, Size], list[_Period]] = defaultdict(list)
        for period in sorted(periods, key=lambda each: (each.begins, each.ends)):
            self._held[period.project, period.span.size].append(period)

    def holding(self, project: Project, size: Size, at: float) -> str | None:
        """The digest of this layer whose time an instant lies in."""
        held = self._held.get((project, size), [])
        place = bisect_right(held, at, key=lambda each: each.begins)
        return _id_of(held[place - 1]) if place and at < held[place - 1].ends else None


# --- one digest
def _draft(period: _Period, past: _Past, shelf: _Shelf, links: Links) -> Memory | None:
    """The digest as it should be; None if that is how it is, if it would say nothing, or if a person pinned it."""
    known = period.known
    facts = _facts(period, past, links)
    if (known is None and not facts) or (known is not None and known.pinned):
        return None
    retold = retell(facts, links.replaced, period.span.size)
    beneath = dict.fromkeys(_beneath(period, fact, shelf) for fact in facts)
    about: dict[str, Any] = {
        "layer": period.span.size,
        "label": period.span.first.isoformat(),
        "from": iso(period.begins),
        "to": iso(period.ends),
        "beneath": list(beneath)[:MOST_BENEATH],
        "quotes": list(retold.quotes),
    }
    base = known or Memory(id=_id_of(period), title="", kind="summary", project=period.project, origin="dream")
    draft = replace(
        base,
        title=f"{called(period.span)}: {retold.counts}",
        body=retold.body,
        created_at=facts[-1].made_at if facts else base.created_at,
        trust=_trust(facts),
        extra={**base.extra, "period": about},
    )
    return None if draft == known else replace(draft, description="")


def _told_by(sitting: Sitting | None, draft: Memory) -> Memory:
    """The digest with its facts in prose before them, if somebody writes it and can be believed."""
    told = None if sitting is None else sitting.prose(draft)
    return replace(draft, description=told.prose) if isinstance(told, Told) else draft


def _facts(period: _Period, past: _Past, links: Links) -> list[Subject]:
    """What was done in the period: what was folded into another part of it is told with that."""
    facts = past.facts[bisect_left(past.times, period.begins) : bisect_left(past.times, period.ends)]
    here = {fact.id for fact in facts}
    return [fact for fact in facts if links.survivors.get(fact.id) not in here]


_BELOW: Mapping[Size, Size] = {"month": "week", "week": "day"}


def _beneath(period: _Period, fact: Subject, shelf: _Shelf) -> str:
    """What of the next layer holds a fact: of a month its week, of a week its day if that has a digest, else itself."""
    below = _BELOW.get(period.span.size)
    return (below and shelf.holding(period.project, below, fact.made_at)) or fact.id


def _trust(facts: Iterable[Subject]) -> str:
    """No more than the least of what is told; what a pass wrote is never the owner's own word."""
    least = max((_TRUST.index(fact.trust) for fact in facts if fact.trust in _TRUST), default=0)
    return _TRUST[max(least, _TRUST.index("self"))]
