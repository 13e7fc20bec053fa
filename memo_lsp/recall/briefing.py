"""Where you left off: what is worth knowing when a project is opened or a branch switched to.

Sections in the order of their use, one line an entry, within a budget; what room they leave is filled by recall. The
composition is pure; `Briefings` gathers what it is made of.
"""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from memo_lsp.model import Filter, Memory, Query, Scope
from memo_lsp.recall.answer import Answer, Hit, hit_json
from memo_lsp.recall.caveats import caveats, short
from memo_lsp.recall.pipeline import Recall, recall_number
from memo_lsp.text.excerpt import Excerpt
from memo_lsp.text.identifiers import split_humps
from memo_lsp.text.markdown import escape
from memo_lsp.text.periods import before, day_of, span_of
from memo_lsp.text.times import ago

LEFT_OFF, TODOS, DECISIONS, DEAD_ENDS, THEMES, MORE = (
    "Where you left off", "Open todos", "Decisions", "Dead ends", "Themes since", "Also of use",
)  # fmt: skip
SECTIONS = (LEFT_OFF, TODOS, DECISIONS, DEAD_ENDS, THEMES, MORE)
MOST = {LEFT_OFF: 3, TODOS: 8, DECISIONS: 6, DEAD_ENDS: 5, THEMES: 5, MORE: 20}
KINDS = {TODOS: ("todo",), DECISIONS: ("decision",), DEAD_ENDS: ("dead-end",), THEMES: ("theme",)}
BYTES_A_TOKEN = 3.0  # of UTF-8, rounded down: WordPiece has 3.1 to 3.3 on such lines of four projects, BPE more
ALIKE = 0.9  # share of the words of two titles that both have
LOOKED_AT = 50  # memories of a kind, the newest
OPEN_FILES = 8
OF_A_FILE = 5
_USUAL = frozenset((  # parts of a branch's name that say nothing
    "main", "master", "trunk", "develop", "dev", "default", "head",
    "feature", "features", "feat", "fix", "bugfix", "hotfix", "release", "chore", "topic",
))  # fmt: skip
_WORDS = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Occasion:
    """Who is briefed, where. `branch` None is a HEAD on none; `anywhere` asks of all branches. `paths` are the files
    looked at, the foremost first, relative to the project's root."""

    project: str | None
    branch: str | None = None
    text: str = ""
    paths: tuple[str, ...] = ()
    budget: int = 1200
    session: str | None = None
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a briefing."""

    section: str
    hit: Hit


@dataclass(frozen=True, slots=True)
class Noise:
    """What is known of the candidates that keeps some out. `whole_of` maps a part to what it is part of."""

    shown: Set[str] = frozenset()
    superseded: Set[str] = frozenset()
    whole_of: Mapping[str, Hit] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Briefing:
    """The entries as they stand in `markdown`; `answer` is what the recall log hears of it."""

    entries: tuple[Entry, ...]
    markdown: str
    answer: Answer


# --- composition
def compose(candidates: Iterable[Entry], noise: Noise, budget: int, line: Callable[[Hit], str]) -> tuple[Entry, ...]:
    """The candidates that are worth their line, in their order, as many as fit `budget` tokens with their headings.

    What is part of something gives way to it; nothing comes that was shown, was superseded, or resembles an entry
    before it. A section takes at most `MOST`."""
    kept: list[Entry] = []
    passed = set(noise.shown) | noise.superseded
    spent = 0.0
    for entry in (_whole(candidate, noise) for candidate in candidates):
        uid, title = entry.hit.memory.id, entry.hit.memory.title
        in_section = sum(one.section == entry.section for one in kept)
        if uid in passed or in_section >= MOST[entry.section]:
            continue
        passed.add(uid)
        cost = tokens(line(entry.hit)) + (0 if in_section else tokens(heading(entry.section)))
        if spent + cost > budget or any(alike(title, one.hit.memory.title) for one in kept):
            continue
        spent += cost
        kept.append(entry)
    return tuple(sorted(kept, key=lambda entry: SECTIONS.index(entry.section)))


def _whole(entry: Entry, noise: Noise) -> Entry:
    """What stands in the entry's place: itself, or what it is part of, however far up."""
    hit, seen = entry.hit, {entry.hit.memory.id}
    while (whole := noise.whole_of.get(hit.memory.id)) is not None and whole.memory.id not in seen:
        hit = whole
        seen.add(hit.memory.id)
    if hit is entry.hit:
        return entry
    return Entry(THEMES if hit.memory.kind == "theme" else entry.section, hit)


def tokens(text: str) -> float:
    """About how many tokens of a language model a text takes."""
    return len(text.encode("utf-8", "replace")) / BYTES_A_TOKEN


def alike(one: str, other: str) -> bool:
    """Whether two titles say the same but for a word in ten or more."""
    words, others = (frozenset(_WORDS.findall(title.casefold())) for title in (one, other))
    either = words | others
    return len(words & others) >= ALIKE * len(either) if either else one.strip() == other.strip()


def heading(section: str) -> str:
    return f"\n## {section}\n\n"


def line(hit: Hit, branch: str | None, now: float) -> str:
    """A memory on one line of markdown: title, age, place, caveats. Nothing in it is markdown of the memory's own."""
    title = short(" ".join(hit.memory.title.split()))
    return f"- {' · '.join(escape(' '.join(part.split())) for part in (title, *_about(hit, branch, now)))}\n"


def _about(hit: Hit, branch: str | None, now: float) -> Iterator[str]:
    memory = hit.memory
    if age := ago(memory.created_at, now):
        yield age
    if memory.branch and memory.branch != branch:
        yield memory.branch
    if hit.anchors:
        first = next((anchor for anchor in hit.anchors if anchor.symbol), hit.anchors[0])
        yield short("::".join(filter(None, (first.path, first.symbol))))
    yield from caveats(hit)


def markdown(entries: Sequence[Entry], line: Callable[[Hit], str], nothing: str) -> str:
    """The entries under their headings; `nothing` where there are none."""
    parts: list[str] = []
    for place, entry in enumerate(entries):
        if place == 0 or entries[place - 1].section != entry.section:
            parts.append(heading(entry.section))
        parts.append(line(entry.hit))
    return "".join(parts).strip() + "\n" if parts else f"{nothing}\n"


def to_json(briefing: Briefing) -> dict[str, Any]:
    """The briefing as JSON values: its markdown, and a hit with its section for each line."""
    return {
        "markdown": briefing.markdown,
        "items": [{"section": entry.section, **hit_json(entry.hit)} for entry in briefing.entries],
        "tokens": math.ceil(tokens(briefing.markdown)) if briefing.entries else 0,
        "recall": briefing.answer.recall,
        "degraded": [{"leg": each.part, "reason": each.reason} for each in briefing.answer.degraded],
    }


# --- what it is made of
Renewed = Callable[[Sequence[Hit], str | None], tuple[Hit, ...]]


class Briefings:
    """Briefs from one store; no memory twice in a session. Safe from any thread.

    `renewed` gives hits with the states of code and branches as they are now; it may look at files and ask git.
    """

    def __init__(self, recall: Recall, renewed: Renewed):
        self._recall = recall
        self._store = recall.store
        self._renewed = renewed
        self._lock = threading.Lock()
        self._shown: set[str] = set()

    def brief(self, occasion: Occasion) -> Briefing:
        """What this session has not been told yet. Raises MemoError if the store cannot be asked."""
        filling = self._filling(occasion)
        candidates = [*self._sections(occasion), *(Entry(MORE, hit) for hit in self._more(occasion, filling))]
        noise = self._noise(candidates)
        now = self._recall.clock.now()
        looked: dict[str, Hit] = {}

        def fresh(hit: Hit) -> Hit:
            if hit.memory.id not in looked:
                (looked[hit.memory.id],) = self._renewed((hit,), occasion.branch)
            return looked[hit.memory.id]

        def written(hit: Hit) -> str:
            return line(fresh(hit), occasion.branch, now)

        with self._lock:
            noise = replace(noise, shown=frozenset(self._shown))
            chosen = compose(candidates, noise, occasion.budget, written)
            self._shown.update(entry.hit.memory.id for entry in chosen)
        entries = tuple(Entry(entry.section, fresh(entry.hit)) for entry in chosen)
        nothing = "Nothing new since the last briefing." if noise.shown else "Nothing is remembered of this yet."
        answer = replace(filling, hits=tuple(entry.hit for entry in entries), confident=bool(entries))
        return Briefing(entries, markdown(entries, written, nothing), answer)

    def _sections(self, occasion: Occasion) -> list[Entry]:
        left_off = self._left_off(occasion)
        since = max((memory.created_at or 0.0 for memory in left_off), default=0.0)
        found = [(LEFT_OFF, left_off)]
        for section, kinds in KINDS.items():
            memories = self._of_kinds(occasion, kinds)
            if section == THEMES:
                memories += self._last_week(occasion)
                memories = [memory for memory in memories if _written_at(memory) >= since]
            found.append((section, sorted(memories, key=lambda memory: not memory.pinned)))
        return [Entry(section, bare_hit(memory)) for section, memories in found for memory in memories]

    def _left_off(self, occasion: Occasion) -> list[Memory]:
        """The last episode and the last commits of one's own, whichever is newer first; else anybody's commits."""
        own = (Filter("trust", "owner"), Filter("trust", "self"))
        not_an_editors = tuple(Filter("by", origin, negated=True) for origin in ("git", "import", "mcp", "cli"))
        episodes = self._newest(occasion, (Filter("kind", "change"), *own, *not_an_editors), 1)
        commits = self._newest(occasion, (Filter("by", "git"), *own), MOST[LEFT_OFF])
        mine = sorted((*episodes, *commits), key=_newest_first)
        return mine or self._newest(occasion, (Filter("by", "git"),), MOST[LEFT_OFF])

    def _of_kinds(self, occasion: Occasion, kinds: Sequence[str]) -> list[Memory]:
        return self._newest(occasion, tuple(Filter("kind", kind) for kind in kinds), LOOKED_AT)

    def _last_week(self, occasion: Occasion) -> list[Memory]:
        """The digest of this week or, where nothing of it is told yet, of the week before."""
        today = day_of(self._recall.clock.now())
        if today is None:
            return []
        span = span_of("week", today)
        rows = self._store.memories.digests("week", before("week", span.first, 1), span.after, self._scope(occasion), 1)
        return list(self._store.memories.by_rows(rows).values())

    def _newest(self, occasion: Occasion, filters: tuple[Filter, ...], limit: int) -> list[Memory]:
        """The newest on the occasion's branch, newest first; what has no branch belongs to all."""
        rows = self._store.memories.recent(self._scope(occasion, filters), LOOKED_AT)
        if not occasion.anywhere and occasion.branch is not None:
            here = (*filters, Filter("branch", occasion.branch))
            rows = [*self._store.memories.recent(self._scope(occasion, here), limit), *rows]
        known = self._store.memories.by_rows(rows)
        found = [m for m in known.values() if occasion.anywhere or m.branch in (None, occasion.branch)]
        return sorted(found, key=_newest_first)[:limit]

    def _scope(self, occasion: Occasion, filters: tuple[Filter, ...] = ()) -> Scope:
        return Scope(occasion.project, now=self._recall.clock.now(), filters=filters, dormant=False)

    def _filling(self, occasion: Occasion) -> Answer:
        """What recall says to the text, else to the name of the branch; nothing if it is not sure."""
        query = Query(
            text=occasion.text or branch_words(occasion.branch),
            path=next(iter(occasion.paths), None),
            project=occasion.project,
            branch=occasion.branch,
            k=MOST[MORE],
            surface="briefing",
            session=occasion.session,
        )
        return self._recall.answer(query) if query.text.strip() else Answer(query, "", recall_number())

    def _more(self, occasion: Occasion, filling: Answer) -> Iterator[Hit]:
        if filling.confident:
            yield from (hit for hit in filling.hits if hit.superseded_by is None)
        if occasion.text:
            return
        for path in occasion.paths[:OPEN_FILES]:
            found = self._store.memories.anchored(occasion.project, path, (), self._scope(occasion), OF_A_FILE)
            known = self._store.memories.by_rows(row for row, _ in found)
            yield from (bare_hit(known[row]) for row, _ in found if row in known)

    def _noise(self, candidates: Sequence[Entry]) -> Noise:
        """What of the candidates was superseded, and the live wholes that stand for their parts."""
        now = self._recall.clock.now()
        asked, wholes, whole_of = [entry.hit.memory.id for entry in candidates], dict[str, Memory](), dict[str, str]()
        while asked:
            edges = self._store.graph.edges_among(asked)
            part_of = {edge.source: edge.target for edge in edges if edge.type == "part_of" and edge.source in asked}
            found = self._store.memories.get_many(set(part_of.values()) - wholes.keys())
            fresh = {uid: memory for uid, memory in found.items() if _stands(memory, now)}
            wholes |= fresh
            whole_of |= {part: whole for part, whole in part_of.items() if whole in wholes}
            asked = list(fresh)
        superseded = self._store.graph.successors({*wholes, *(entry.hit.memory.id for entry in candidates)}).keys()
        standing = {part: bare_hit(wholes[whole]) for part, whole in whole_of.items() if whole not in superseded}
        return Noise(superseded=frozenset(superseded), whole_of=standing)


def _newest_first(memory: Memory) -> tuple[float, str]:
    return -(memory.stored_at if memory.created_at is None else memory.created_at), memory.id


def _written_at(memory: Memory) -> float:
    """A theme is as old as what it tells, and was written later."""
    return memory.updated_at or memory.created_at or memory.stored_at


def _stands(memory: Memory, now: float) -> bool:
    return memory.state == "active" and (memory.valid_to is None or memory.valid_to > now)


def bare_hit(memory: Memory) -> Hit:
    """A hit of a memory that no question found."""
    return Hit(memory, 0.0, (), Excerpt("", ()), (), memory.anchors)


def branch_words(branch: str | None) -> str:
    """What a branch's name says: `feature/rounding-fix` says `rounding fix`, a usual name nothing."""
    parts = (branch or "").split("/")
    return " ".join(word for part in parts if part.casefold() not in _USUAL for word in split_humps(part))
