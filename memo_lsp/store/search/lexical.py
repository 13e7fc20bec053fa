"""The keyword leg: a question's rarest words, bm25 over the columns, and only what may compete.

Digests have an index of their own, which is asked where they may compete: what they say again makes no word common.

bm25 is SQLite's (Robertson & Zaragoza 2009, k1 1.2, b 0.75), negative, more negative is better.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import cached_property
from typing import Literal

import apsw

from memo_lsp.clock import Clock
from memo_lsp.model import Memory, Scope
from memo_lsp.store.care.repair import Repair
from memo_lsp.store.file.connection import Database, Part
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.memories.writing import index_entry, scope_token
from memo_lsp.store.search.living import living
from memo_lsp.store.search.scope import Conditions, conditions, with_digests
from memo_lsp.text.prepare import Word, quote

MOST_WORDS = 16  # of a question; more cost time and find nothing better
_REACH = 2  # entries ranked for each one wanted: some of them are archived or invalidated
_NARROW_REACH = 16  # with filters; ranking more costs next to nothing, a second look costs as much as the first
Columns = Literal["all", "body", "curated"]
Index = Literal["lexicon", "digest_lexicon"]


@dataclass(frozen=True, slots=True)
class Weights:
    """What a match in each column counts."""

    title: float = 3.0
    description: float = 1.0
    body: float = 1.0
    identifiers: float = 0.5
    symbols: float = 0.5
    paths: float = 0.5
    tags: float = 1.0


class Lexical(Part):
    """The full-text index over every memory."""

    def __init__(self, database: Database, clock: Clock, repair: Repair):
        super().__init__(database, clock)
        self._repair = repair
        self._frequencies: dict[str, tuple[int, int]] = {}  # stem: documents, and of how many when counted
        self._counted = (-1, 0)  # state of the store, memories in it
        self._lock = threading.Lock()

    def search(
        self,
        words: Sequence[Word],
        scope: Scope,
        limit: int,
        *,
        weights: Weights | None = None,
        columns: Columns = "all",
    ) -> list[tuple[int, float]]:
        """Rows and raw bm25, best first, at most `limit`, of what may compete (see living.py); any word may match.

        `columns`: everything, the body alone (of a memory without one its title), or title, description and tags.
        Raises StoreTrouble.
        """
        if not words or limit <= 0:
            return []
        return self._repair.around(lambda: self._search(words, scope, limit, weights or Weights(), columns))

    def _search(
        self, words: Sequence[Word], scope: Scope, limit: int, weights: Weights, columns: Columns
    ) -> list[tuple[int, float]]:
        terms = " OR ".join(_term(word) for word in self._rarest(words))
        where = conditions(scope, self._clock.now())
        with self._database.read() as connection:
            within = _within(connection, scope)
            found = _searched(connection, "lexicon", within, terms, columns, weights, where, limit)
            if with_digests(scope):
                digests = _searched(connection, "digest_lexicon", within, terms, columns, weights, where, limit)
                found = sorted(found + digests, key=lambda hit: hit[1])[:limit]
            if not found:
                expect_words(connection)
            return found

    def frequency(self, words: Sequence[Word]) -> dict[Word, int]:
        """In how many memories each word stands, as the index stems it; a phrase counts as its rarest word."""
        total = self.total()
        return {word: min((self._count(stem, total) for stem in self.stems(word)), default=0) for word in words}

    def total(self) -> int:
        """How many memories the index holds, digests left out; counted once for each state of the store."""
        state = self._database.generation()
        if self._counted[0] != state:
            with self._database.read() as connection:
                count = connection.value(
                    "SELECT (SELECT count(*) FROM memories) - (SELECT count(*) FROM digest_lexicon_docsize)"
                )
                self._counted = (state, int(count))
        return self._counted[1]

    def _rarest(self, words: Sequence[Word]) -> Sequence[Word]:
        if len(words) <= MOST_WORDS:
            return words
        counts = self.frequency(words)
        found = [word for word in words if counts[word]] or words
        return sorted(found, key=lambda word: counts[word])[:MOST_WORDS]

    def stems(self, word: Word) -> frozenset[str]:
        """A word as the index holds it; several for a phrase."""
        return frozenset(self._tokens(" ".join(word.phrase or (word.text,))))

    def stems_of(self, memory: Memory) -> frozenset[str]:
        """Every word of a memory as the index holds it."""
        return frozenset(self._tokens("\n".join(index_entry(memory, 0)[:-1])))

    def _count(self, stem: str, total: int) -> int:
        """Counted when first asked for, and again when the store has grown or shrunk by a fiftieth."""
        known = self._frequencies.get(stem)
        if known is None or abs(total - known[1]) > known[1] // 50:
            with self._database.read() as connection:
                found = connection.value("SELECT doc FROM lexicon_terms WHERE term = ?", (stem,))
            known = (int(found or 0), total)
            self._frequencies[stem] = known
        return known[0]

    def _tokens(self, text: str) -> list[str]:
        with self._lock:
            tokens = self._tokenizer(text.encode("utf-8", "replace"), apsw.FTS5_TOKENIZE_DOCUMENT, None)
        return [str(stem) for token in tokens for stem in token[2:]]

    @cached_property
    def _tokenizer(self) -> apsw.FTS5Tokenizer:
        self._home = apsw.Connection(":memory:")
        return self._home.fts5_tokenizer("porter", ["unicode61"])


def expect_words(connection: Connection) -> None:
    """An index that lost its root says nothing and complains of nothing. Raises CorruptError if it is that."""
    texts = "SELECT 1 FROM texts WHERE memory NOT IN (SELECT id FROM digest_lexicon_docsize) LIMIT 1"
    if connection.first(texts) and not connection.first("SELECT 1 FROM lexicon_terms LIMIT 1"):
        raise apsw.CorruptError("the keyword index is empty")


def _term(word: Word) -> str:
    return quote(" ".join(word.phrase) if word.phrase else word.text)


def _within(connection: Connection, scope: Scope) -> str:
    """A term that only memories of the question's project and of none match; the index skips all others, if any."""
    if scope.project is None or any(item.field == "project" and not item.negated for item in scope.filters):
        return ""
    own = connection.value("SELECT id FROM projects WHERE key = ?", (scope.project,)) or 0
    if connection.first("SELECT 1 FROM projects WHERE id NOT IN (0, ?) LIMIT 1", (own,)) is None:
        return ""  # a term that all match takes a third of the time, and weighs nothing
    tokens = {scope_token(0), scope_token(int(own))}
    return f"({' OR '.join(sorted(tokens))}) AND "


def _searched(
    connection: Connection,
    index: Index,
    within: str,
    terms: str,
    columns: Columns,
    weights: Weights,
    where: Conditions,
    limit: int,
) -> list[tuple[int, float]]:
    """What one index finds in these columns."""
    if columns == "body":
        return _by_body(connection, index, within, terms, where, limit)
    these = "{title description tags} : " if columns == "curated" else ""
    return _ranked(connection, index, f"{within}{these}({terms})", weights, where, limit)


def _ranked(
    connection: Connection, index: Index, match: str, weights: Weights, where: Conditions, limit: int
) -> list[tuple[int, float]]:
    """Rank first and look at the conditions after; if they leave too few, rank only what they allow."""
    fetched = limit * (_NARROW_REACH if where.narrow else _REACH)
    best = _best(connection, index, match, weights, fetched)
    allowed = living(connection, [row for row, _ in best], where)
    passed = [(row, score) for row, score in best if row in allowed]
    if len(passed) >= limit or len(best) < fetched:
        return passed[:limit]
    found = connection.rows(
        f"""
        SELECT rowid, bm25({index}, ?, ?, ?, ?, ?, ?, ?, 0.0) AS b FROM {index}
        WHERE {index} MATCH ? AND +rowid IN (SELECT m.id FROM memories m WHERE {where.sql})
        ORDER BY b LIMIT ?
        """,
        (*astuple(weights), match, *where.values, limit),
    )
    return [(row, score) for row, score in found]


def _best(connection: Connection, index: Index, match: str, weights: Weights, limit: int) -> list[tuple[int, float]]:
    found = connection.rows(
        f"""
        SELECT rowid, bm25({index}, ?, ?, ?, ?, ?, ?, ?, 0.0) AS b FROM {index}
        WHERE {index} MATCH ? ORDER BY b LIMIT ?
        """,
        (*astuple(weights), match, limit),
    )
    return [(row, score) for row, score in found]


_BODY_ONLY = Weights(title=0, description=0, body=1, identifiers=0, symbols=0, paths=0, tags=0)
_TITLE_ONLY = Weights(title=1, description=0, body=0, identifiers=0, symbols=0, paths=0, tags=0)


def _by_body(
    connection: Connection, index: Index, within: str, terms: str, where: Conditions, limit: int
) -> list[tuple[int, float]]:
    """Bodies, and the titles of memories that have no body, in one order."""
    bodies = _ranked(connection, index, f"{within}{{body}} : ({terms})", _BODY_ONLY, where, limit)
    bare = Conditions(
        f"{where.sql} AND EXISTS (SELECT 1 FROM texts b WHERE b.memory = m.id AND b.body = '')", where.values, True
    )
    titles = _ranked(connection, index, f"{within}{{title}} : ({terms})", _TITLE_ONLY, bare, limit)
    return sorted(bodies + titles, key=lambda hit: hit[1])[:limit]
