"""What may compete, exactly: every filter on every way of finding, with enough candidates however narrow it is."""

from __future__ import annotations

import pytest

from memo_lsp.model import Anchor, Filter, Memory, Scope
from memo_lsp.store import Store
from tests.store.making import DAY, NOW, axis, edge, embedded, found, ids, memory

WORLD: tuple[Memory, ...] = (
    memory("plain", "apple", created_at=NOW - 10 * DAY),
    memory("fix", "apple fix", kind="fix", branch="feat/x", trust="owner", origin="git", topic="src.billing",
           created_at=NOW - 20 * DAY, tags=("Slow", 'od"d'), anchors=(Anchor("src/billing/tax.py", "Tax"),)),
    memory("revert", "apple revert", kind="revert", trust="external", origin="mcp:claude", topic="src.billing.rounding",
           created_at=NOW - 30 * DAY, tags=("slow", "db"), anchors=(Anchor("pages/[id].tsx"), Anchor("a.md"))),
    memory("pinned", "apple pinned", pinned=True, created_at=NOW - 40 * DAY, topic="src.bill"),
    memory("dormant", "apple dormant", state="dormant", created_at=NOW - 50 * DAY),
    memory("archived", "apple archived", state="archived", created_at=NOW - 60 * DAY),
    memory("invalid", "apple invalid", valid_to=NOW - 5 * DAY, created_at=NOW - 70 * DAY),
    memory("replaced", "apple replaced", created_at=NOW - 80 * DAY),
    memory("later", "apple later", valid_to=NOW + 5 * DAY, created_at=NOW - 90 * DAY),
    memory("young", "apple young", created_at=NOW - 1 * DAY, valid_from=NOW - 1 * DAY),
    memory("other", "apple other", project="host/team/q", created_at=NOW - 15 * DAY),
    memory("free", "apple free", project=None, created_at=NOW - 16 * DAY),
    memory("undated", "apple undated", created_at=None, body="Don't LOG the “token”\n  twice, 重跑清零"),
)  # fmt: skip
ALL = {m.id for m in WORLD}
HIDDEN = {"archived", "invalid"}
SEEN = ALL - HIDDEN


@pytest.fixture(params=["vec0", "numpy"])
def world(request: pytest.FixtureRequest, store: Store) -> tuple[Store, int]:
    store.memories.add(WORLD, [edge("supersedes", "plain", "replaced", made_at=NOW - 10 * DAY),
                               edge("supersedes", "invalid", "later", made_at=NOW - 9 * DAY),
                               edge("archived_into", "archived", "plain", made_at=NOW - 8 * DAY)])  # fmt: skip
    if request.param == "numpy":
        from memo_lsp.store.search.signs import Held

        store.vectors.engine = Held(store.database)
    return store, embedded(store, {m.id: axis(1, place / 100) for place, m in enumerate(WORLD)})


def check(world: tuple[Store, int], scope: Scope, want: set[str]) -> None:
    """The same by words, by vectors, by date, one by one; what is archived is found as what it lives on in."""
    store, number = world
    nearest = [hit.row for hit in store.vectors.search(number, axis(1), scope, 25)]
    assert set(found(store, "apple", scope)) == want
    assert set(ids(store, store.memories.living(nearest, scope).values())) == want
    assert set(ids(store, store.memories.recent(scope, 25))) == want
    assert set(ids(store, store.memories.eligible(range(1, 30), scope))) == want


def only(field: str, value: str | float, negated: bool = False) -> Scope:
    return Scope(filters=(Filter(field, value, negated),))


@pytest.mark.parametrize(
    ("filters", "want"),
    [
        ([("kind", "fix", False)], {"fix"}),
        ([("kind", "fix", True)], SEEN - {"fix"}),
        ([("kind", "fix", False), ("kind", "revert", False)], {"fix", "revert"}),
        ([("kind", "fix", True), ("kind", "revert", True)], SEEN - {"fix", "revert"}),
        ([("branch", "feat/x", False)], {"fix"}),
        ([("branch", "feat/x", True)], SEEN - {"fix"}),
        ([("trust", "owner", False)], {"fix"}),
        ([("by", "mcp", False)], {"revert"}),
        ([("by", "mcp:claude", False)], {"revert"}),
        ([("by", "mc", False)], set()),
        ([("tag", "slow", False)], {"fix", "revert"}),
        ([("tag", "slow", False), ("tag", "db", False)], {"revert"}),
        ([("tag", "slo", False)], set()),
        ([("tag", 'od"d', False)], {"fix"}),
        ([("tag", "db", True)], SEEN - {"revert"}),
        ([("topic", "src.billing", False)], {"fix", "revert"}),
        ([("topic", "src/billing", False)], {"fix", "revert"}),
        ([("topic", "src.bill", False)], {"pinned"}),
        ([("topic", "src", True)], SEEN - {"fix", "revert", "pinned"}),
        ([("path", "src/billing/tax.py", False)], {"fix"}),
        ([("path", "src/billing", False)], {"fix"}),
        ([("path", "src/bill", False)], set()),
        ([("path", "*.py", False)], {"fix"}),
        ([("path", "src/**/tax.py", False)], {"fix"}),
        ([("path", "src/billing/**/tax.py", False)], {"fix"}),
        ([("path", "[!a]*.py", False)], {"fix"}),
        ([("path", "pages/[id].tsx", False)], {"revert"}),
        ([("path", "*", True)], SEEN - {"fix", "revert"}),
        ([("is", "pinned", False)], {"pinned"}),
        ([("is", "pinned", True)], SEEN - {"pinned"}),
        ([("is", "archived", False)], {"archived"}),
        ([("is", "superseded", False)], {"replaced", "invalid"}),
        ([("is", "superseded", True)], SEEN - {"replaced"}),
        ([("is", "wonderful", False)], set()),
        ([("since", NOW - 16 * DAY, False)], {"plain", "young", "other", "free", "undated"}),
        ([("until", NOW - 70 * DAY, False)], {"replaced", "later"}),
        ([("since", NOW - 30 * DAY, False), ("until", NOW - 20 * DAY, False)], {"fix", "revert"}),
        ([("project", "q", False)], {"other"}),
        ([("project", "host/team/q", False)], {"other"}),
        ([("project", "*", False)], SEEN),
        ([("project", "p", True)], {"other", "free"}),
        ([("kind", "fix", False), ("is", "pinned", False)], set()),
        ([("mood", "blue", False)], set()),
    ],
)
def test_filters(world: tuple[Store, int], filters: list[tuple[str, str | float, bool]], want: set[str]) -> None:
    check(world, Scope(filters=tuple(Filter(*each) for each in filters)), want)


@pytest.mark.parametrize(
    ("scope", "want"),
    [
        (Scope(), SEEN),
        (Scope(project="p"), SEEN - {"other"}),
        (Scope(project="unknown"), {"free"}),
        (Scope(project="p", filters=(Filter("project", "*"),)), SEEN),
        (Scope(project="p", filters=(Filter("project", "q"),)), {"other"}),
        (Scope(dormant=False), SEEN - {"dormant"}),
        (Scope(now=NOW + 6 * DAY), SEEN - {"later"}),
    ],
)
def test_scopes(world: tuple[Store, int], scope: Scope, want: set[str]) -> None:
    check(world, scope, want)


@pytest.mark.parametrize(
    ("days_ago", "want"),
    [
        (7, SEEN - {"young", "undated"} | {"invalid"}),  # it was archived the day before that
        (8.5, SEEN - {"young", "undated"} | {"invalid", "archived"}),
        (45, {"dormant", "archived", "invalid", "replaced", "later"}),
        (89, {"later"}),
        (91, set()),
    ],
)
def test_as_of(world: tuple[Store, int], days_ago: float, want: set[str]) -> None:
    check(world, Scope(as_of=NOW - days_ago * DAY), want)


@pytest.mark.parametrize(("days_ago", "want"), [(7, {"replaced", "later"}), (9.5, {"replaced"}), (20, set())])
def test_as_of_only_edges_made_by_then_count(world: tuple[Store, int], days_ago: float, want: set[str]) -> None:
    asked = Scope(as_of=NOW - days_ago * DAY, filters=(Filter("is", "superseded"),))
    check(world, asked, want)


@pytest.mark.parametrize(
    ("phrases", "want"),
    [
        ([("apple fix", True)], {"fix"}),
        ([("APPLE   Fix", True)], {"fix"}),
        ([("fix apple", True)], set()),
        ([("apple", True), ("apple fix", False)], SEEN - {"fix"}),
        ([("don't log", True)], {"undated"}),
        ([("token”\ntwice", True)], {"undated"}),
        ([("log", True)], {"undated"}),
        ([("logs", True)], set()),
        ([("清零", True)], {"undated"}),
        ([("零清", True)], set()),
        ([("tax.py", True)], {"fix"}),
        ([("“", True)], {"undated"}),
        ([('"', True)], {"fix"}),
        ([("'", True)], {"undated"}),
        ([("...", True)], set()),
        ([("apple", True), ("'", False)], SEEN - {"undated"}),
        ([("NEAR(", True)], set()),
        ([("", True)], SEEN),
    ],
)
def test_phrases(world: tuple[Store, int], phrases: list[tuple[str, bool]], want: set[str]) -> None:
    check(world, Scope(phrases=tuple(phrases)), want)


@pytest.mark.parametrize("engine", ["vec0", "numpy"])
def test_a_narrow_filter_still_finds_its_25(store: Store, engine: str) -> None:
    """The wanted ones are the worst by words and by vector: 26 among 700."""
    many = [memory(f"m{n:03}", "apple " * 3, kind="note", created_at=NOW - n) for n in range(674)]
    few = [memory(f"f{n:03}", f"apple and much else besides it {n}", kind="fix") for n in range(26)]
    store.memories.add([*many, *few])
    if engine == "numpy":
        from memo_lsp.store.search.signs import Held

        store.vectors.engine = Held(store.database)
    number = embedded(store, {m.id: axis(1.0, 0.001) if m.kind == "note" else axis(0.1, 1.0) for m in [*many, *few]})
    scope = only("kind", "fix")
    assert len(found(store, "apple", scope, limit=25)) == 25
    assert len(store.vectors.search(number, axis(1), scope, 25)) == 25
    assert len(store.vectors.search(number, axis(1), scope, 26)) == 26
