"""Recall on the questions that were really asked: those of the recall log of which something was used.

Asked before and after consolidation, it shows whether anything became harder to find. What was used is the truth; a
memory that was archived since counts as what it lives on in, once, and one that was replaced is found where its
replacement is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memo_lsp.evaluate.metrics import DEPTH, Outcome, recall_at, reciprocal_rank
from memo_lsp.model import RecallEvent
from memo_lsp.store.store import Store

MOST = 500  # questions, the newest


@dataclass(frozen=True, slots=True)
class Standing:
    """How well questions are answered: means, None if there were none. `best_rank` is the place of the best answer
    among the first ten, from 1, and 11 where none is there."""

    recall: float | None
    mrr: float | None
    best_rank: float | None

    def to_json(self) -> dict[str, float | None]:
        return {"recall@10": self.recall, "mrr": self.mrr, "best_rank": self.best_rank}


def questions(store: Store) -> list[RecallEvent]:
    """What was asked with words and led to something that was used; a question once."""
    found: dict[tuple[str, str | None, str | None], RecallEvent] = {}
    for event in store.log.events():
        if event.text and event.used:
            found[event.text, event.project, event.branch] = event
    return list(found.values())[-MOST:]


def standing(
    store: Store,
    asked: Sequence[RecallEvent],
    ask: Callable[[RecallEvent], Sequence[str]],
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Standing:
    """How the questions are answered now; `ask` gives the ids of an answer, best first."""
    outcomes: list[Outcome] = []
    for done, event in enumerate(asked):
        progress(done, len(asked))
        outcomes.append(_outcome(store, event, ask(event)))
    if not outcomes:
        return Standing(None, None, None)
    return Standing(
        _mean([recall_at(each, DEPTH) for each in outcomes]),
        _mean([reciprocal_rank(each) for each in outcomes]),
        _mean([_best_place(each) for each in outcomes]),
    )


def _outcome(store: Store, event: RecallEvent, ids: Sequence[str]) -> Outcome:
    living = {uid: uid for uid in (*event.used, *ids)} | store.graph.survivors((*event.used, *ids))
    current = {uid: end for uid, (end, _) in store.graph.successors(living.values()).items()}
    wanted = {current.get(living[uid], living[uid]) for uid in event.used}
    ranked = (current.get(living[uid], living[uid]) for uid in ids)
    return Outcome(
        kind=event.surface,
        ranked=tuple(
            dict.fromkeys(end if end in wanted else living[uid] for uid, end in zip(ids, ranked, strict=True))
        ),
        relevant=dict.fromkeys(wanted, 1.0),
        over={},
        confident=True,
        took_ms=0.0,
    )


def _best_place(outcome: Outcome) -> float:
    places = (place for place, uid in enumerate(outcome.ranked[:DEPTH], 1) if uid in outcome.relevant)
    return float(next(places, DEPTH + 1))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
