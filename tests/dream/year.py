"""A planted year: a set that says which of its memories are one fact, lived through in a store of its own."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from memo_lsp.clock import MovableClock
from memo_lsp.dream.prompts import DIGEST_SYSTEM, GROUP_SYSTEM
from memo_lsp.evaluate.metrics import DEPTH, Outcome, recall_at, reciprocal_rank
from memo_lsp.exchange.jsonl import import_jsonl
from memo_lsp.model import Query
from memo_lsp.services import Services, open_services
from memo_lsp.store.dreamt.journal import Run
from memo_lsp.text.times import parse_time
from tests.embed.embedding_stub import Answer, Asked
from tests.summarize.chat_stub import prompt_of, says

DAY = 86_400.0
Pair = tuple[str, str]
Writes = Callable[[Sequence[Mapping[str, str]]], dict[str, Any]]  # a theme's fields, from the notes it is over
Answers = Mapping[str, Sequence[tuple[str, float]]]  # by question: ids and scores, best first


@dataclass(frozen=True)
class Set:
    """A set and what is true of it."""

    path: Path
    truth: Mapping[str, Any]

    @classmethod
    def load(cls, path: Path) -> Set:
        return cls(path, json.loads(path.with_name(f"{path.stem}-truth.json").read_text("utf-8")))

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.path.read_text("utf-8").splitlines()]

    @property
    def memories(self) -> dict[str, dict[str, Any]]:
        return {row["id"]: row for row in self.rows if "type" not in row}

    def planted(self, *kinds: str) -> list[set[Pair]]:
        """The pairs of each group of these kinds."""
        return [pairs_of(group["members"]) for group in self.truth["groups"] if group["type"] in kinds]

    @property
    def apart(self) -> set[Pair]:
        return {(min(a, b), max(a, b)) for a, b, _ in self.truth["must_not_merge"]}


def pairs_of(ids: Iterable[str]) -> set[Pair]:
    return set(combinations(sorted(ids), 2))


def found_of(groups: Sequence[set[Pair]], joined: set[Pair]) -> int:
    """How many groups have a pair that was joined."""
    return sum(bool(group & joined) for group in groups)


@dataclass
class Year:
    """A store that lived through a set, at the end of it."""

    set: Set
    services: Services
    clock: MovableClock

    def night(self) -> list[Run]:
        """Every pass that is on, over the whole backlog."""
        return self.services.dreamer.by_hand(backlog=True)

    def sleep(self, days: float) -> None:
        self.clock.move(self.clock.now() + days * DAY)

    def answers(self, at: float | None = None) -> Answers:
        """What is answered to every question of the set; `at` what time."""
        found, now = {}, self.clock.now()
        self.clock.move(now if at is None else at)
        for row in self.set.rows:
            if row.get("type") == "query":
                asked = Query(row["text"], project=row.get("project"), branch=row["branch"], k=DEPTH)
                hits = self.services.recall.answer(asked).hits
                found[row["id"]] = [(hit.memory.id, hit.score) for hit in hits]
        self.clock.move(now)
        return found

    def outcomes(self, answers: Answers) -> dict[str, Outcome]:
        """The answers to questions that have one; a memory that was archived counts as what it lives on in, once."""
        living = {uid: uid for uid in self.set.memories} | self.services.store.graph.survivors(self.set.memories)
        return {
            row["id"]: Outcome(
                kind=row["class"],
                ranked=tuple(dict.fromkeys(living.get(uid, uid) for uid, _ in answers[row["id"]])),
                relevant={living[uid]: grade for uid, grade in row["relevant"].items()},
                over={living[old]: living[new] for old, new in row.get("over", {}).items()},
                confident=True,
                took_ms=0.0,
            )
            for row in self.set.rows
            if row.get("type") == "query" and row["relevant"]
        }

    def themes(self) -> int:
        return sum(memory.kind == "theme" for memory in self.services.store.memories.export())

    def joined(self) -> set[Pair]:
        """Memories of the set that live on in one."""
        living = self.services.store.graph.survivors(self.set.memories)
        groups: dict[str, set[str]] = {}
        for uid in self.set.memories:
            groups.setdefault(living.get(uid, uid), set()).add(uid)
        return set().union(*(pairs_of(group) for group in groups.values()))

    def linked(self, kind: str) -> set[Pair]:
        """Newer and older of each link of this kind."""
        edges = self.services.store.graph.edges_among(self.set.memories)
        return {(edge.source, edge.target) for edge in edges if edge.type == kind}


@dataclass(frozen=True)
class Figures:
    """How well the questions are answered."""

    best: Mapping[str, float]
    recall: float
    mrr: float

    @classmethod
    def of(cls, outcomes: Mapping[str, Outcome]) -> Figures:
        best = {uid: reciprocal_rank(each) for uid, each in outcomes.items()}
        recall = [recall_at(each, DEPTH) for each in outcomes.values()]
        return cls(best, sum(recall) / len(recall), sum(best.values()) / len(best))

    def lost(self, before: Figures) -> list[str]:
        """What is worse than it was."""
        worse = [uid for uid, rank in self.best.items() if rank < before.best[uid] - 1e-9]
        worse += ["recall"] if self.recall < before.recall - 1e-9 else []
        return worse + (["mrr"] if self.mrr < before.mrr - 1e-9 else [])


@contextmanager
def lived(year: Set, home: Path, **environ: str) -> Iterator[Year]:
    """The set in a new store, embedded, at the end of its year. The clock stands still."""
    clock = MovableClock(parse_time(year.truth["now"]) or 0.0, lambda: 0.0)
    services = open_services(home, environ, None, clock)
    try:
        import_jsonl(services.store, year.path, clock=clock)
        while services.indexer.step():
            pass
        yield Year(year, services, clock)
    finally:
        services.close()


def writing(theme: Writes) -> Callable[[Asked], Answer]:
    """A model that writes this theme of whatever notes it is shown together, rules on no pair and tells no period."""

    def answer(asked: Asked) -> Answer:
        system = asked.body["messages"][0]["content"]
        if system == DIGEST_SYSTEM:
            return says({"prose": ""})
        if system != GROUP_SYSTEM:
            return says({"relation": "unrelated", "confidence": 0.9})
        notes = shown(asked)
        return says({"verdict": "theme", "members": [note["note"] for note in notes], **theme(notes)})

    return answer


def titles(notes: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """A theme that says all that its notes' titles say."""
    every = [note["title"] for note in notes]
    return {"title": every[-1], "narrative": ". ".join(every), "facts": every, "concepts": []}


def gist(notes: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """A theme that is called by the words its notes share, and tells their first lines, where it is shown them."""
    words = Counter(word for note in notes for word in dict.fromkeys(re.findall(r"[a-z]{4,}", note["title"].lower())))
    shared = [word for word, count in words.items() if count > 1] or list(words)
    lines = dict.fromkeys(note.get("first_line", note["title"]) for note in notes)
    return {"title": " ".join(shared), "narrative": " ".join(lines), "facts": [], "concepts": []}


def something_else(notes: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """A theme that none of its notes is about."""
    told = "The coffee machine is descaled on Fridays"
    return {"title": told, "narrative": "Rinse, wait, rinse again.", "facts": [told], "concepts": ["kitchen"]}


tells = writing(titles)


def shown(asked: Asked) -> list[dict[str, str]]:
    """The notes of a question about a group."""
    prompt = prompt_of(asked)
    return json.loads(prompt[prompt.index("[\n") :])


def groups_asked(asked: Iterable[Asked], year: Set) -> set[Pair]:
    """Every pair that a model was asked about as one theme."""
    known = {(row["created_at"][:10], row["title"]): uid for uid, row in year.memories.items()}
    about = [each for each in asked if each.body["messages"][0]["content"] == GROUP_SYSTEM]
    return set().union(*(pairs_of(known[note["date"], note["title"]] for note in shown(each)) for each in about))
