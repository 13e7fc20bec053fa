"""Edges as rows: made once, unmade but kept, never a circle. Inside the caller's transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, cast

from memo_lsp.errors import WrongArgument
from memo_lsp.model import Edge, EdgeType
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.memories.latest import touch
from memo_lsp.store.memories.rows import sound

PASSES = ("dedup", "supersede", "fold", "theme", "digest", "tide", "tend")  # makers whose word yields to anybody else's
_PASSES = json.dumps(PASSES)
_ONE_WAY = frozenset(("supersedes", "archived_into", "part_of"))  # a circle of these would have no end to point at


def to_edge(row: tuple[Any, ...]) -> Edge:
    """One row of type, source, target, maker, confidence, made_at, unmade_at."""
    kind, source, target, maker, confidence, made_at, unmade_at = row
    return Edge(cast(EdgeType, kind), source, target, maker, confidence, made_at, unmade_at)


def link(connection: Connection, edges: Iterable[Edge], *, strict: bool) -> list[Edge]:
    """Make edges; those that were new. One that would close a circle is left out, or refused if `strict`.

    One that a pass had made before is from now on that of whoever says it now; and where only a pass said the
    opposite, that ends. The memories at both ends have changed by it."""
    made: list[Edge] = []
    ends: set[str] = set()
    for edge in edges:
        if edge.type in _ONE_WAY and _closes_a_circle(connection, edge):
            ends |= (given_way := _given_way(connection, edge))
            if not given_way or _closes_a_circle(connection, edge):
                if strict:
                    raise WrongArgument(edge.type, f"{edge.source} and {edge.target} would stand in a circle")
                continue
        connection.execute(
            """
            INSERT INTO edges(type, source, target, maker, confidence, made_at, unmade_at)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
            WHERE NOT EXISTS (SELECT 1 FROM edges WHERE type = ?1 AND source = ?2 AND target = ?3
              AND (unmade_at IS NULL OR unmade_at IS ?7))
            """,
            (edge.type, sound(edge.source), sound(edge.target), sound(edge.maker), edge.confidence, edge.made_at,
             edge.unmade_at),
        )  # fmt: skip
        if connection.changes():
            made.append(edge)
            ends |= {edge.source, edge.target}
        elif edge.maker not in PASSES:
            connection.execute(
                """
                UPDATE edges SET maker = ?, confidence = ? WHERE type = ? AND source = ? AND target = ?
                AND unmade_at IS NULL AND maker IN (SELECT value FROM json_each(?))
                """,
                (sound(edge.maker), edge.confidence, edge.type, sound(edge.source), sound(edge.target), _PASSES),
            )
            ends |= {edge.source, edge.target} if connection.changes() else set()
    touch(connection, ends)
    return made


def _closes_a_circle(connection: Connection, edge: Edge) -> bool:
    if edge.source == edge.target:
        return True
    found = connection.first(
        """
        WITH RECURSIVE reached(uid) AS (
          VALUES (?2)
          UNION SELECT e.target FROM edges e JOIN reached r ON e.source = r.uid
          WHERE e.type = ?1 AND e.unmade_at IS NULL
        )
        SELECT 1 FROM reached WHERE uid = ?3
        """,
        (edge.type, sound(edge.target), sound(edge.source)),
    )
    return found is not None


def _given_way(connection: Connection, edge: Edge) -> set[str]:
    """What passes said the other way round ends at somebody else's word; the memories at the ends of that."""
    if edge.maker in PASSES or edge.source == edge.target:
        return set()
    ended = connection.rows(
        """
        WITH RECURSIVE after(uid) AS (
          VALUES (?2) UNION SELECT e.target FROM edges e JOIN after ON e.source = after.uid
          WHERE e.type = ?1 AND e.unmade_at IS NULL),
        before(uid) AS (
          VALUES (?3) UNION SELECT e.source FROM edges e JOIN before ON e.target = before.uid
          WHERE e.type = ?1 AND e.unmade_at IS NULL)
        UPDATE edges SET unmade_at = ?4 WHERE type = ?1 AND unmade_at IS NULL
        AND maker IN (SELECT value FROM json_each(?5))
        AND source IN (SELECT uid FROM after) AND target IN (SELECT uid FROM before) RETURNING source, target
        """,
        (edge.type, sound(edge.target), sound(edge.source), edge.made_at, _PASSES),
    )
    return {uid for ends in ended for uid in ends}
