"""What somebody should look at, as far as rows tell: contradictions, pairs that stay apart, code that is gone, doubts.

Of one project and of none, newest first, at most so many. What was replaced, archived or invalidated is settled, and so
is a single memory that was pinned: somebody means to keep it as it is. Of a single commit nobody is asked: what it
tells happened, whatever became of the code.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from memo_lsp.model import Edge
from memo_lsp.store.dreamt.journal import Mark
from memo_lsp.store.file.connection import Part
from memo_lsp.store.memories.edges import to_edge
from memo_lsp.store.memories.latest import touch
from memo_lsp.store.memories.rows import sound

LOOKED_AT = 5_000  # memories of a project, the newest, whose anchors and trust are looked at

_OPEN = """
m.state <> 'archived' AND (m.valid_to IS NULL OR m.valid_to > ?3) AND NOT EXISTS (
  SELECT 1 FROM edges r WHERE r.target = m.uid AND r.type = 'supersedes' AND r.unmade_at IS NULL)
"""
_AT = "coalesce(m.created_at, m.stored_at)"
_OURS = "(SELECT id FROM projects WHERE key IN (?1, ''))"
_NEWEST = " UNION ALL ".join(
    f"""
    SELECT id FROM (SELECT m.id FROM memories m WHERE m.project = (SELECT id FROM projects WHERE key = {key})
    ORDER BY {_AT} DESC, m.id DESC LIMIT {LOOKED_AT})
    """
    for key in ("?1", "''")
)


class Reviewing(Part):
    """Lists of what is open, and a person's word that two memories are two."""

    def contradictions(self, project: str | None, limit: int) -> list[Edge]:
        """The live `contradicts` edges between memories of which nothing was replaced yet."""
        with self._database.read() as connection:
            found = connection.rows(
                f"""
                SELECT e.type, e.source, e.target, e.maker, e.confidence, e.made_at, e.unmade_at FROM edges e
                WHERE e.type = 'contradicts' AND e.unmade_at IS NULL AND 2 = (
                  SELECT count(*) FROM memories m WHERE m.uid IN (e.source, e.target)
                  AND m.project IN {_OURS} AND {_OPEN})
                ORDER BY e.made_at DESC, e.id DESC LIMIT ?2
                """,
                self._asked(project, limit),
            )
        return [to_edge(row) for row in found]

    def apart(self, project: str | None, limit: int) -> list[Mark]:
        """The marks on pairs of which both are there and neither was replaced."""
        with self._database.read() as connection:
            found = connection.rows(
                f"""
                SELECT k.a, k.b, k.pass, k.at, k.cause FROM marks k
                WHERE k.a <> k.b AND 2 = (SELECT count(*) FROM memories m WHERE m.uid IN (k.a, k.b)
                  AND m.project IN {_OURS} AND {_OPEN})
                ORDER BY k.at DESC, k.a, k.b LIMIT ?2
                """,
                self._asked(project, limit),
            )
        return [Mark(*row) for row in found]

    def orphans(self, project: str | None, limit: int) -> list[str]:
        """The memories all of whose code was gone when it was last looked for."""
        return self._single(
            """
            EXISTS (SELECT 1 FROM anchors WHERE memory = m.id)
            AND NOT EXISTS (SELECT 1 FROM anchors WHERE memory = m.id AND state <> 'gone')
            """,
            project,
            limit,
        )

    def anchored(self, project: str | None, limit: int) -> list[str]:
        """The memories that belong to code which was there when it was last looked for."""
        return self._single("EXISTS (SELECT 1 FROM anchors WHERE memory = m.id AND state <> 'gone')", project, limit)

    def doubted(self, project: str | None, limit: int) -> list[str]:
        """The memories that nobody vouches for: untrusted, or noted without being sure."""
        return self._single("m.trust = 'untrusted' OR m.confidence IN ('low', 'speculative')", project, limit)

    def _single(self, what: str, project: str | None, limit: int) -> list[str]:
        with self._database.read() as connection:
            found = connection.rows(
                f"""
                SELECT m.uid FROM memories m WHERE m.id IN ({_NEWEST}) AND ({what})
                AND m.origin <> 'git' AND m.state = 'active' AND NOT m.pinned AND {_OPEN}
                ORDER BY {_AT} DESC, m.id DESC LIMIT ?2
                """,
                self._asked(project, limit),
            )
        return [uid for (uid,) in found]

    def _asked(self, project: str | None, limit: int) -> tuple[str, int, float]:
        return sound(project or ""), limit, self._clock.now()

    def uncontradict(self, pairs: Iterable[tuple[str, str]]) -> int:
        """These contradict each other no more; how many edges ended."""
        with self._database.write() as connection:
            ended = connection.rows(
                """
                UPDATE edges SET unmade_at = ?1 WHERE type = 'contradicts' AND unmade_at IS NULL
                AND (min(source, target), max(source, target)) IN (
                  SELECT value ->> 0, value ->> 1 FROM json_each(?2)) RETURNING source, target
                """,
                (self._clock.now(), json.dumps([sorted(map(sound, pair)) for pair in pairs])),
            )
            touch(connection, {uid for ends in ended for uid in ends})
        return len(ended)
