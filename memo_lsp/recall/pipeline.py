"""From a question to an answer: legs, then the stages of a profile, then what a hit shows."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from memo_lsp.clock import Clock
from memo_lsp.embed.port import Embedder
from memo_lsp.errors import MemoError, WrongArgument
from memo_lsp.model import Query, Scope
from memo_lsp.recall.answer import Answer, Hit
from memo_lsp.recall.beneath import beneath
from memo_lsp.recall.confidence import fits
from memo_lsp.recall.facts import Facts, Stored
from memo_lsp.recall.legs import Found, Inquiry, Legs
from memo_lsp.recall.periods import Period, period_of
from memo_lsp.recall.pool import Asked, Candidate, LegHit, Link, Pool, Stage
from memo_lsp.recall.profiles import PROFILES, Profile, with_constants
from memo_lsp.recall.query import Parsed, parse, scope_of
from memo_lsp.recall.stages.period import PeriodFirst
from memo_lsp.recall.vectors import QuestionVectors
from memo_lsp.settings.tree import Settings
from memo_lsp.store.store import Store
from memo_lsp.text.excerpt import Excerpt
from memo_lsp.text.prepare import query_words

Observer = Callable[[Stage, Pool], None]
UNASKED = ("hover", "briefing")  # surfaces that speak of themselves, and leave out what has sunk
_RECALL_BITS = 52  # what a JSON number carries whole


class Recall:
    """Answers questions from one store. Safe to call from several threads."""

    def __init__(
        self,
        store: Store,
        embedder: Callable[[], Embedder | None],
        settings: Callable[[], Settings],
        clock: Clock,
        facts: Facts | None = None,
    ):
        self.store = store
        self.clock = clock
        self.vectors = QuestionVectors(embedder)
        self.facts: Facts = facts or Stored()
        self._settings = settings
        self.legs = Legs(store, self.vectors)

    def close(self) -> None:
        """End the threads of the legs."""
        self.legs.close()

    def profiles(self) -> tuple[str, ...]:
        """Names of the profiles that can run: a ranking by vectors alone needs an embedder."""
        able = {"keyword", "vector"} if self.vectors.embedder is not None else {"keyword"}
        return tuple(name for name, profile in PROFILES.items() if able & set(profile.legs))

    def profile(self, name: str | None = None) -> Profile:
        """A profile with the constants that are set, the configured one if no name is given.

        Raises WrongArgument for a name that is none or cannot run."""
        recall = self._settings().recall
        name = name or recall.profile
        if name not in self.profiles():
            known = ", ".join(self.profiles())
            raise WrongArgument("profile", f"{name!r} is no ranking that can run here; there are {known}")
        try:
            return with_constants(PROFILES[name], recall.constants)
        except ValueError as trouble:
            raise MemoError(f"memo.recall.{trouble}") from None

    def answer(self, query: Query, *, vector: bool = True, deadline: float | None = None) -> Answer:
        """The answer of the asked or configured profile.

        `vector` False leaves that leg out; what has not come by `deadline` (of `time.monotonic`) is left out and said.
        Raises WrongArgument for an unknown profile, MemoError if no leg answered."""
        return self.ask(query, self.profile(query.profile), vector=vector, deadline=deadline)

    def ask(
        self,
        query: Query,
        profile: Profile,
        *,
        vector: bool = True,
        deadline: float | None = None,
        observe: Observer | None = None,
    ) -> Answer:
        """The answer of one profile, which `observe` can watch stage by stage."""
        started = time.perf_counter()
        now = query.as_of if query.as_of is not None else self.clock.now()
        parsed = Parsed(query.text) if query.surface == "hover" else parse(query.text, now)
        inquiry = self._inquiry(query, parsed, profile)
        period = period_of(self.store, query, parsed, inquiry.scope, now)
        within = period.scope if period is not None else None
        inquiry = replace(inquiry, scope=within or inquiry.scope)
        by_date = parsed.narrows if not inquiry.text else within is not None
        legs = ("newest",) if by_date else self._runnable(profile, vector) if inquiry.text else ()
        found = self.legs.ask(legs, inquiry, deadline) if legs else Found({})
        pool = self.candidates(found, inquiry.scope, stand_ins=query.stand_ins)
        asked = self.asked(query, pool, inquiry)
        ranked = run(self._stages(profile, period), pool, asked, observe)
        return Answer(
            query=query,
            profile=profile.name,
            recall=recall_number(),
            hits=self.hits(ranked, query),
            confident=bool(ranked) and self._is_sure(ranked, inquiry, period, legs),
            degraded=found.degraded,
            took_ms=(time.perf_counter() - started) * 1000.0,
        )

    def _stages(self, profile: Profile, period: Period | None) -> tuple[Stage, ...]:
        """The stages of the profile; for a question about a time what sums it up comes first."""
        if period is None:
            return profile.stages
        hits = {row: LegHit(place, 0.0, 1.0) for place, row in enumerate(period.digests, 1)}
        return profile.having(PeriodFirst(self.candidates(Found({"period": hits})))).stages

    def _is_sure(self, ranked: Pool, inquiry: Inquiry, period: Period | None, legs: Sequence[str]) -> bool:
        """By date all is as asked; of a time nothing is known of, nothing is."""
        if period is not None:
            return not period.empty
        return "newest" in legs or fits(ranked, inquiry.words, self.store, self.vectors.embedder)

    def _inquiry(self, query: Query, parsed: Parsed, profile: Profile) -> Inquiry:
        """The words that are asked: those of the text, and the identifier the question is about."""
        about = next((name for name in query.symbols if name), "")
        text = parsed.text if about in parsed.text else f"{parsed.text} {about}".strip()
        scope = scope_of(query, parsed, self.clock.now(), dormant=query.surface not in UNASKED)
        return Inquiry(text, query_words(text), scope, profile.wanted(query.k))

    def _runnable(self, profile: Profile, vector: bool) -> tuple[str, ...]:
        able = vector and self.vectors.embedder is not None
        return tuple(leg for leg in profile.legs if able or leg != "vector")

    def candidates(self, found: Found, scope: Scope | None = None, *, stand_ins: bool = True) -> Pool:
        """Whole memories with what each leg gave them; what was forgotten meanwhile is gone. With a scope, what is
        archived competes as what it lives on in, which may so come in more than once until the legs are fused."""
        rows = dict.fromkeys(row for hits in found.hits.values() for row in hits)
        standing = self.store.memories.living(rows, scope) if scope is not None else dict(zip(rows, rows, strict=True))
        memories = self.store.memories.by_rows(standing.values())
        return tuple(
            Candidate(memories[standing[row]], _given(found, row, itself=standing[row] == row))
            for row in rows
            if standing.get(row) in memories and (stand_ins or standing[row] == row)
        )

    def asked(self, query: Query, pool: Iterable[Candidate], inquiry: Inquiry) -> Asked:
        """The question as the stages see it, with the successors of the pool's memories."""
        found = self.store.graph.successors([c.memory.id for c in pool], at=query.as_of)
        return Asked(
            text=inquiry.text,
            words=inquiry.words,
            symbols=query.symbols,
            branch=query.branch,
            now=query.as_of if query.as_of is not None else self.clock.now(),
            k=query.k,
            successors={uid: Link(end, title) for uid, (end, title) in found.items()},
        )

    def hits(self, ranked: Sequence[Candidate], query: Query) -> tuple[Hit, ...]:
        """What is shown of the ranked candidates: with anchors as they are now, and what each one replaces."""
        anchors = self.facts.anchor_states([c.memory for c in ranked])
        replaced = self._replaced([c.memory.id for c in ranked], query.as_of)
        parts = beneath(self.store, (c.memory for c in ranked))
        return tuple(
            Hit(
                memory=c.memory,
                score=c.score,
                sources=tuple(c.legs),
                excerpt=c.excerpt or Excerpt("", ()),
                trace=c.trace,
                anchors=anchors.get(c.memory.id, c.memory.anchors),
                merged=self.facts.merged(c.memory, query.branch),
                superseded_by=c.successor,
                replaces=replaced.get(c.memory.id, ()),
                beneath=parts.get(c.memory.id, ()),
            )
            for c in ranked
        )

    def _replaced(self, ids: Sequence[str], as_of: float | None) -> dict[str, tuple[Link, ...]]:
        """What each memory replaces, newest first."""
        found = self.store.graph.replaced_by(ids, at=as_of)
        return {uid: tuple(Link(each.id, each.title, each.created_at) for each in old) for uid, old in found.items()}


def _given(found: Found, row: int, *, itself: bool) -> dict[str, LegHit]:
    """What each leg gave a row; a window of an archived memory is none of what lives on."""
    given = {leg: hits[row] for leg, hits in found.hits.items() if row in hits}
    return given if itself else {leg: replace(hit, span=None) for leg, hit in given.items()}


def run(stages: Iterable[Stage], pool: Pool, asked: Asked, observe: Observer | None = None) -> Pool:
    """The pool through the stages, one after the other."""
    for stage in stages:
        pool = stage(pool, asked)
        if observe is not None:
            observe(stage, pool)
    return pool


def recall_number() -> int:
    """A number that names one answer: random, so that windows need not agree on it."""
    return random.getrandbits(_RECALL_BITS)


def again(answer: Answer, query: Query, started: float) -> Answer:
    """A kept answer given to another who asks the same, under a number of its own; `started` of `time.perf_counter`."""
    took_ms = (time.perf_counter() - started) * 1000.0
    return replace(answer, query=query, recall=recall_number(), took_ms=took_ms)
