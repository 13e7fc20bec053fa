"""Which memories sink, and from when on."""

from __future__ import annotations

import pytest

from memo_lsp.dream.passes.tide import Tide
from memo_lsp.dream.plan import Sink
from memo_lsp.model import Surfaced
from tests.dream.alike import DAY, NOW, Alike, memory, still

OLD = {"created_at": NOW - 400 * DAY, "stored_at": NOW - 400 * DAY}


def stored(days: float, **values) -> dict:
    return {"created_at": NOW - 400 * DAY, "stored_at": NOW - days * DAY, **values}


@pytest.mark.parametrize(
    ("values", "sinks"),
    [
        (OLD, True),
        # 1 / (1 + 0.15 · age / 7) falls below 0.30 after 108.9 days
        (stored(108.8), False),
        (stored(109), True),
        (stored(109, stability_days=8.0), False),
        (stored(109, last_surfaced_at=NOW - 50 * DAY), False),
        (stored(300, last_surfaced_at=NOW - 120 * DAY), True),
        # older than 90 days, however little it is afloat
        ({"created_at": NOW - 90 * DAY, "stored_at": NOW - 200 * DAY}, False),
        ({"created_at": NOW - 91 * DAY, "stored_at": NOW - 200 * DAY}, True),
        ({"created_at": None, "stored_at": NOW - 120 * DAY}, True),
        ({**OLD, "pinned": True}, False),
        ({**OLD, "surfaced": Surfaced(drill=1)}, False),
        ({**OLD, "surfaced": Surfaced(auto=5, search=5)}, True),
        ({**OLD, "channel": "memory"}, False),
        ({**OLD, "channel": "skill"}, False),
        ({**OLD, "kind": "summary", "origin": "dream"}, False),
        ({**OLD, "kind": "summary", "origin": "cli"}, True),
        ({**OLD, "state": "dormant"}, False),
        ({**OLD, "state": "archived"}, False),
    ],
)
def test_sinks(values: dict, sinks: bool):
    found = Tide().plan(Alike(known=[memory("a", **values)]), still)
    assert found.edits == ((Sink("a"),) if sinks else ())


def test_the_deepest_first_and_what_was_looked_at_is_counted():
    known = [
        memory("a", **stored(200)), memory("b", **stored(300)), memory("young"), memory("c", **stored(250)),
        memory("afloat", **stored(10)),
    ]  # fmt: skip
    found = Tide().plan(Alike(known=known), still)
    assert found.edits == (Sink("b"), Sink("c"), Sink("a"))
    assert found.considered == 4
