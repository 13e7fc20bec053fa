"""A Scope as conditions on a row `m` of memories: what may compete for a question, exactly.

Filters of one field join by OR (`kind:fix kind:revert`), except tags and times; different fields join by AND.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from memo_lsp.model import Filter, Scope
from memo_lsp.store.file.phrases import fold
from memo_lsp.text.prepare import index_text, quote

_EVERY_ONE_COUNTS = frozenset(("tag", "since", "until", "is"))  # fields whose filters must all hold


@dataclass(frozen=True, slots=True)
class Conditions:
    """A WHERE text over `m` and its values. `narrow` if it may leave few memories of many."""

    sql: str
    values: tuple[Any, ...]
    narrow: bool


@dataclass(frozen=True, slots=True)
class _Part:
    sql: str
    values: tuple[Any, ...] = ()


def conditions(scope: Scope, now: float) -> Conditions:
    """What `scope` asks of a memory. `now` stands in where the scope names no instant."""
    at = scope.as_of if scope.as_of is not None else scope.now or now
    parts = [
        *_alive(scope, at),
        *_not_digests(scope),
        *_project(scope),
        *_filters(scope.filters, at),
        *_phrases(scope.phrases),
    ]
    narrow = bool(scope.filters or scope.phrases or scope.as_of is not None)
    return Conditions(
        " AND ".join(f"({part.sql})" for part in parts), tuple(v for part in parts for v in part.values), narrow
    )


def _alive(scope: Scope, at: float) -> list[_Part]:
    """Neither archived, nor invalidated, nor made later than the instant asked about, unless asked for."""
    asked = {item.value for item in scope.filters if item.field == "is" and not item.negated}
    parts = [] if "archived" in asked else [_not_archived(scope)]
    if "superseded" not in asked:
        parts.append(_Part("m.valid_to IS NULL OR m.valid_to > ?", (at,)))
    if scope.as_of is not None:
        parts.append(_Part("coalesce(m.created_at, m.stored_at) <= ?", (at,)))
        parts.append(_Part("m.valid_from IS NULL OR m.valid_from <= ?", (at,)))
        parts.append(_not_written_later(at))
    if not scope.dormant:
        parts.append(_Part("m.state <> 'dormant'"))
    return parts


def _not_archived(scope: Scope) -> _Part:
    if scope.as_of is None:
        return _Part("m.state <> 'archived'")
    return _Part(  # what was archived after the instant still stood then
        """m.state <> 'archived' OR EXISTS (SELECT 1 FROM edges e WHERE e.source = m.uid
           AND e.type IN ('archived_into', 'part_of') AND e.unmade_at IS NULL AND e.made_at > ?)""",
        (scope.as_of,),
    )


def _not_written_later(at: float) -> _Part:
    """A theme is as old as what it tells; before it was written, its members stood."""
    return _Part(
        """m.kind <> 'theme' OR NOT EXISTS (SELECT 1 FROM edges e WHERE e.target = m.uid AND e.type = 'part_of'
           AND e.unmade_at IS NULL AND e.made_at > ?)""",
        (at,),
    )


def _not_digests(scope: Scope) -> list[_Part]:
    """A digest says again what others said: it competes with them only where `kind:summary` asks for it."""
    return [] if with_digests(scope) else [_Part(f"NOT ({DIGEST})")]


def with_digests(scope: Scope) -> bool:
    """Whether digests may compete."""
    return Filter("kind", "summary") in scope.filters


def _project(scope: Scope) -> list[_Part]:
    """The question's project and memories of none; a `project:` filter takes its place."""
    if scope.project is None or any(item.field == "project" and not item.negated for item in scope.filters):
        return []
    return [_Part("m.project IN (0, (SELECT id FROM projects WHERE key = ?))", (scope.project,))]


def _filters(filters: Sequence[Filter], at: float) -> list[_Part]:
    parts: list[_Part] = []
    either: dict[str, list[_Part]] = {}
    for item in filters:
        part = _FIELDS[item.field](item.value, at) if item.field in _FIELDS else _Part("0")
        if item.negated:
            parts.append(_Part(f"NOT coalesce(({part.sql}), 0)", part.values))
        elif item.field in _EVERY_ONE_COUNTS:
            parts.append(part)
        else:
            either.setdefault(item.field, []).append(part)
    for alternatives in either.values():
        sql = " OR ".join(f"({part.sql})" for part in alternatives)
        parts.append(_Part(sql, tuple(value for part in alternatives for value in part.values)))
    return parts


def _phrases(phrases: Sequence[tuple[str, bool]]) -> list[_Part]:
    parts = [(_phrase(text), wanted) for text, wanted in phrases if text.strip()]
    return [part if wanted else _Part(f"NOT ({part.sql})", part.values) for part, wanted in parts]


def _phrase(text: str) -> _Part:
    """The index narrows it down to whole words in a row, the text itself decides. Where there are no words SQLite looks
    for the signs by itself: asking Python of a hundred thousand texts takes seconds."""
    words, folded = index_text(text), fold(text)
    if any(char.isalnum() for char in words):
        standing = _standing("holds(%s, ?)", folded)
        return _Part(
            f"""m.id IN (SELECT rowid FROM lexicon WHERE lexicon MATCH ?
                  UNION ALL SELECT rowid FROM digest_lexicon WHERE digest_lexicon MATCH ?) AND ({standing.sql})""",
            (quote(words), quote(words), *standing.values),
        )
    if " " in folded or not folded.isascii():
        return _standing("holds(%s, ?)", folded)
    return _standing("instr(%s, ?)", folded)  # every text is looked through, and there is nothing to fold


def _standing(there: str, text: str) -> _Part:
    """What a person can read of a memory holds a text, by the test `there`."""
    title, description, body, symbol, path, anchored, tag = (
        there % column
        for column in ("t.title", "t.description", "t.body", "value", "p.path", "coalesce(a.symbol, '')", "value")
    )
    return _Part(
        f"""EXISTS (SELECT 1 FROM texts t WHERE t.memory = m.id AND ({title} OR {description} OR {body}
               OR EXISTS (SELECT 1 FROM json_each(t.symbols) WHERE {symbol})))
           OR EXISTS (SELECT 1 FROM anchors a JOIN paths p ON p.id = a.path WHERE a.memory = m.id
             AND ({path} OR {anchored}))
           OR EXISTS (SELECT 1 FROM json_each(m.tags) WHERE {tag})""",
        (text,) * 7,
    )


def _project_named(value: str | float, _: float) -> _Part:
    if value == "*":
        return _Part("1")
    return _Part(
        "m.project IN (SELECT id FROM projects WHERE key = ?1 OR key GLOB '*/' || ?1)".replace("?1", "?"),
        (value, _literal(str(value))),
    )


def _kind(value: str | float, _: float) -> _Part:
    return _Part("m.kind = ?", (value,))


def _branch(value: str | float, _: float) -> _Part:
    return _Part("m.branch = ?", (value,))


def _trust(value: str | float, _: float) -> _Part:
    return _Part("m.trust = ?", (value,))


def _by(value: str | float, _: float) -> _Part:
    return _Part("m.origin = ? OR m.origin GLOB ?", (value, _literal(str(value)) + ":*"))


def _tag(value: str | float, _: float) -> _Part:
    quoted = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return _Part("instr(lower(m.tags), lower(?)) > 0", (f'"{quoted}"',))


def _topic(value: str | float, _: float) -> _Part:
    topic = str(value).replace("::", ".").replace("/", ".").strip(".")
    return _Part("m.topic = ? OR m.topic GLOB ?", (topic, _literal(topic) + ".*"))


def _path(value: str | float, _: float) -> _Part:
    """A path, a folder, or a glob whose `*` crosses folders; `**/` may also stand for none."""
    path = str(value).replace("\\", "/").removeprefix("./").rstrip("/")
    pattern = path.replace("[!", "[^")
    return _Part(
        """EXISTS (SELECT 1 FROM anchors a WHERE a.memory = m.id AND a.path IN (
             SELECT id FROM paths WHERE path = ? OR path GLOB ? OR path GLOB ? OR path GLOB ?))""",
        (path, _literal(path) + "/*", pattern, pattern.replace("**/", "")),
    )


def _since(value: str | float, _: float) -> _Part:
    return _Part("coalesce(m.created_at, m.stored_at) >= ?", (value,))


def _until(value: str | float, _: float) -> _Part:
    return _Part("coalesce(m.created_at, m.stored_at) <= ?", (value,))


def _is(value: str | float, at: float) -> _Part:
    if value == "pinned":
        return _Part("m.pinned = 1")
    if value == "archived":
        return _Part("m.state = 'archived'")
    if value == "superseded":
        return _Part(f"m.valid_to <= ? OR {SUPERSEDED}", (at, at, at, at))
    return _Part("0")


# Written by a pass over the memories of a period.
DIGEST = "m.kind = 'summary' AND m.origin = 'dream'"
# Where the vectors of a memory lie: with its project's, those of a digest apart.
PARTITION = f"CASE WHEN {DIGEST} THEN -1 - m.project ELSE m.project END"

# A live edge: not unmade, and what replaces is neither gone nor invalidated itself.
SUPERSEDED = """EXISTS (SELECT 1 FROM edges e JOIN memories s ON s.uid = e.source
  WHERE e.target = m.uid AND e.type = 'supersedes' AND e.made_at <= ? AND (e.unmade_at IS NULL OR e.unmade_at > ?)
  AND (s.valid_to IS NULL OR s.valid_to > ?))"""

_FIELDS: dict[str, Callable[[str | float, float], _Part]] = {
    "project": _project_named, "kind": _kind, "branch": _branch, "trust": _trust, "by": _by, "tag": _tag,
    "topic": _topic, "path": _path, "since": _since, "until": _until, "is": _is,
}  # fmt: skip


def _literal(text: str) -> str:
    """Text that a GLOB takes as it stands."""
    return "".join(f"[{char}]" if char in "*?[" else char for char in text)
