"""What a hover says about an identifier: memories with evidence only, without waiting for anything.

Evidence is, in this order: the memory belongs to this code, it names this identifier, or it is near in meaning and
the identifier's vector happens to be ready. The profile ranks within each kind of evidence.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from typing import Literal

from memo_lsp.code.languages import language_of
from memo_lsp.model import Memory, Query, Scope
from memo_lsp.recall.answer import Answer
from memo_lsp.recall.legs import Found, Hits, Inquiry
from memo_lsp.recall.pipeline import Recall, again, recall_number, run
from memo_lsp.recall.pool import Candidate, LegHit, best_first
from memo_lsp.recall.profiles import Profile
from memo_lsp.recall.stages.cut import placed
from memo_lsp.recall.stages.excerpt import Excerpts
from memo_lsp.recall.stages.fuse import each_once, fused
from memo_lsp.text.identifiers import keywords, nfc, written_as_code

EVIDENCE = ("anchor", "name", "vector")
_POOL = 16  # of each kind of evidence
_KEPT = 512
_COMMON_SHARE = 0.02  # a plain word in more memories than this names nothing
_RARE_SHARE = 0.004  # in more than this, only where it is written as code: `value` is an identifier, a value is none
_FEW = 2  # memories are never too many
_SMALL_STORE = 50  # below this, no word is common


class Hovers:
    """Answers hovers from one store, and keeps what it said until the store changes."""

    def __init__(self, recall: Recall):
        self._recall = recall
        self._store = recall.store
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, Answer] = OrderedDict()

    def answer(self, query: Query) -> Answer:
        """At most `query.k` memories about `query.symbols[0]`; no evidence, no hits. Never waits for an embedder."""
        started = time.perf_counter()
        profile = self._recall.profile(query.profile)
        name = nfc(query.symbols[0]) if query.symbols else ""
        if not name or name in keywords(language_of(query.path or "") or ""):
            return Answer(query, profile.name, recall_number())
        key = self._key(query, profile, name)
        with self._lock:
            kept = self._kept.get(key)
        if kept is not None:
            return again(kept, query, started)
        answer = self._fresh(query, profile, name)
        with self._lock:
            self._kept[key] = answer
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return again(answer, query, started)

    def _key(self, query: Query, profile: Profile, name: str) -> Hashable:
        ready = self._recall.vectors.ready(name) is not None
        where = (query.project, query.symbols, query.path, query.branch)
        return (*where, query.k, profile, ready, self._store.generation())

    def _fresh(self, query: Query, profile: Profile, name: str) -> Answer:
        scope = Scope(query.project, now=self._recall.clock.now(), dormant=False)
        found = self._recall.candidates(Found(dict(self._evidence(query, scope, name))), scope)
        pool = each_once(fused(c, max(hit.value for hit in c.legs.values())) for c in found)
        asked = self._recall.asked(query, pool, Inquiry(name, (), scope, _POOL))
        ranked = run([stage for stage in profile.stages if stage.name not in ("fuse", "cut", "excerpt")], pool, asked)
        kept = placed(sorted(ranked, key=_by_evidence), query.k)
        hits = self._recall.hits(run([Excerpts()], kept, asked), query)
        return Answer(query, profile.name, 0, hits, confident=bool(hits), more=len(ranked) - len(kept))

    def _evidence(self, query: Query, scope: Scope, name: str) -> Iterator[tuple[str, Hits]]:
        yield "anchor", self._anchored(query, scope, name)
        yield "name", self._named(scope, name)
        yield "vector", self._recall.legs.near(name, scope, _POOL)

    def _anchored(self, query: Query, scope: Scope, name: str) -> Hits:
        """Anchored at this identifier of this file: first by the qualified names it may have here."""
        if query.path is None:
            return {}
        symbols = [*(symbol for symbol in query.symbols[1:] if _last_part(symbol) == name), name]
        found = self._store.memories.anchored(query.project, query.path, symbols, scope, _POOL)
        return {row: LegHit(rank, 0.0, 1.0) for rank, (row, _) in enumerate(found, 1)}

    def _named(self, scope: Scope, name: str) -> Hits:
        if len(name) < 2:
            return {}
        usage = self._usage(name)
        if usage == "common":
            return {}
        rows = [row for row, _ in self._store.memories.named((name,), scope, _POOL)]
        if usage == "usual":
            held = self._store.memories.by_rows(rows)
            rows = [row for row in rows if row in held and _as_code(name, held[row])]
        return {row: LegHit(place, 0.0, 1.0) for place, row in enumerate(rows, 1)}

    def _usage(self, name: str) -> Literal["rare", "usual", "common"]:
        """How usual a plain lower-case word is among all memories; rare is what can only be an identifier, and any word
        of a small store."""
        if not (name.isalpha() and name.islower()) or (total := self._store.lexical.total()) <= _SMALL_STORE:
            return "rare"
        count = self._store.memories.named_count(name)
        if count > _COMMON_SHARE * total:
            return "common"
        return "usual" if count > max(_FEW, _RARE_SHARE * total) else "rare"


def _by_evidence(candidate: Candidate) -> tuple[int, tuple[float, float, str]]:
    return min(EVIDENCE.index(leg) for leg in candidate.legs), best_first(candidate)


def _as_code(name: str, memory: Memory) -> bool:
    named = {_last_part(symbol) for symbol in (*memory.symbols, *(anchor.symbol or "" for anchor in memory.anchors))}
    texts = (memory.title, memory.description, memory.body)
    return name in named or any(written_as_code(name, text) for text in texts)


def _last_part(symbol: str) -> str:
    return nfc(symbol).replace("::", ".").rpartition(".")[2]
