"""What is archived lives on in another memory: whoever finds its words finds that one.

So nothing that is folded, or laid beneath a theme, is harder to find: its words and vectors stay in the indexes, the
legs give its row, and what it lives on in stands for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.search.scope import Conditions


def living(connection: Connection, rows: Iterable[int], where: Conditions) -> dict[int, int]:
    """For each of these rows that may be found, the row found for it: itself, or what it lives on in."""
    asked = list(rows)
    found: dict[int, int] = dict(
        connection.rows(
            f"SELECT m.id, m.id FROM json_each(?) r CROSS JOIN memories m ON m.id = r.value WHERE {where.sql}",
            (json.dumps(asked), *where.values),
        )
    )
    left = [row for row in asked if row not in found]
    return found | lives_on(connection, left, where) if left else found


def lives_on(connection: Connection, rows: Iterable[int], where: Conditions) -> dict[int, int]:
    """For each archived one of these rows, through as many foldings as there were, the row it lives on in, if that may
    be found."""
    found = connection.rows(
        f"""
        WITH RECURSIVE up(row, id, uid, state, depth) AS (
          SELECT m.id, m.id, m.uid, m.state, 0 FROM json_each(?) r CROSS JOIN memories m ON m.id = r.value
          WHERE m.state = 'archived'
          UNION
          SELECT u.row, m.id, m.uid, m.state, u.depth + 1
          FROM up u CROSS JOIN edges e ON e.source = u.uid CROSS JOIN memories m ON m.uid = e.target
          WHERE u.state = 'archived' AND u.depth < 100
          AND e.type IN ('archived_into', 'part_of') AND e.unmade_at IS NULL
        )
        SELECT u.row, m.id FROM up u CROSS JOIN memories m ON m.id = u.id
        WHERE u.depth > 0 AND u.state <> 'archived' AND {where.sql} ORDER BY u.row, u.depth DESC
        """,
        (json.dumps(list(rows)), *where.values),
    )
    return dict(found)
