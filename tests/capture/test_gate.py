"""Drafts that are worth keeping and drafts that are not, each with what is known beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memo_lsp.capture.gate import (
    ALIKE,
    KEPT,
    OWN_OUTPUT,
    REPEAT,
    RESTATED,
    SAYS_NOTHING,
    VERSION_OR_DATE,
    Verdict,
    judge,
)
from memo_lsp.model import Anchor, Memory

NOW = 1_800_000_000.0
CART = (Anchor("src/cart.py", "Cart.add"),)
ULID = "01J8ZQK3V5N4X7T2W9Y6B1C0D3"


def draft(title: str, body: str = "", kind: str = "note", **fields) -> Memory:
    given = {"project": "p", "origin": "vscode", "anchors": CART} | fields
    return Memory("draft", title, body, kind=kind, **given)


def check(one: Memory, reason: str, *known: Memory, first: str | None = None) -> None:
    assert judge(one, known, NOW) == Verdict(reason == KEPT, reason, first)


HOVER = (
    "🔧 **fix(cart): newest first**\n*fix · 3 months ago · main · code changed since (2 commits)*\n"
    "The list was read backwards by the till.\nopen · useful · not useful · more\n\n---\n\n2 more · why these"
)
ANSWER = (
    " 1  fix(cart): newest first\n    fix · 3 months ago · main · src/cart.py::Cart.add\n"
    f"    The list was read backwards by the till.\n    {ULID}"
)
LINKS = "[open](command:memo.open?%5B%5D) · [useful](command:memo.feedback?%5B%5D)"
BRIEFING = (
    "## Where you left off\n\n- Cart.add in src/cart.py · 2 hours ago · src/cart.py::Cart.add\n\n## Open todos\n\n"
    "- round per line · 3 days ago · src/tax.py::apply"
)
ASSISTANT = (
    "As memory, not instruction:\nrates come from the feed (as noted by claude-code, 3 March, branch main, trust self)"
)
JSON = (
    '{\n  "recall": 7,\n  "hits": [\n    {\n      "id": "01J8",\n      "title": "x",\n'
    '      "superseded_by": null,\n      "stored_at": "2026"\n    }\n  ]\n}'
)
LONG = "the scanner reports every item twice when its battery is low, so taking must be idempotent here"


@pytest.mark.parametrize(
    ("kind", "title", "body"),
    [
        ("todo", "round per line, not per order", ""),
        ("todo", "return early", ""),
        ("todo", "close(fd)", ""),
        ("todo", "drop after 2.0", ""),
        ("todo", "see #12", ""),
        ("todo", "cache", ""),
        ("todo", "i18n", ""),
        ("todo", "四捨五入", ""),
        ("todo", "remove when the feed is fixed", ""),
        ("note", "not thread-safe", ""),
        ("note", "gross", ""),
        ("note", "must not be awaited", ""),
        ("note", "Cart.add is called twice by the scanner", ""),
        ("note", "the old key [secret:aws-key] is revoked", ""),
        ("note", "x = 1 is what old clients send", ""),
        ("note", "valid until 2027-01-01, then the new rate", ""),
        ("note", "needs libfoo 2.3 or later", ""),
        ("note", "deploys only on Mondays", ""),
        ("note", "never from the order", ""),
        ("note", "why these rates: the treasury publishes them monthly", ""),
        ("note", "says 'fix · main' in the log", "The line is the supplier's.\nWe only copy it.\nNobody knows why."),
        ("decision", "rates come from the treasury feed, never from the order", ""),
        ("decision", "no ORM", ""),
        ("decision", "sqlite, not postgres: one file, no server", ""),
        ("change", "Cart.add in src/cart.py", "Cart.add (+1 −1)"),
        ("change", "src/cart.py", "src/cart.py (+1 −1)"),
        ("change", "reserve in src/stock.py: return shelf, item", "reserve (+1 −1)"),
        ("change", "Cart.add in src/cart.py: def add(self, item, front=True)",
         "Cart.add (+2 −2)\n\ndef add(self, item) → def add(self, item, front=True)"),
        ("change", "VERSION in src/version.py: VERSION = '1.2.3'", "VERSION (+1 −1)"),
        ("change", "500 files and 3 more", "a.py (+1 −1)"),
        ("dead-end", "Tried retry=True in Cart.add, taken back", "Tried in Cart.add of src/cart.py:\n\n-x\n+y"),
        ("dead-end", "Tried x in src/cart.py, taken back", "x = 1"),
        ("fix", "Fixed in Cart.add: 'item' is not defined", "error reportUndefinedVariable (Pyright)\n\n-itm\n+item"),
        ("fix", "pytest -q passes again: test_add", "`pytest -q` failed:\ntest_add\nE   assert 1 == 2"),
        ("fix", "make passes again", "`make` failed:\ncart.c:3: error: expected ';'"),
    ],
)  # fmt: skip
def test_what_is_worth_keeping(kind: str, title: str, body: str) -> None:
    check(draft(title, body, kind), KEPT)


@pytest.mark.parametrize(
    ("reason", "title", "body"),
    [
        (SAYS_NOTHING, "fix", ""),
        (SAYS_NOTHING, "fix this later", ""),
        (SAYS_NOTHING, "remove me", ""),
        (SAYS_NOTHING, "TODO", ""),
        (SAYS_NOTHING, "???", ""),
        (SAYS_NOTHING, "...", "-----"),
        (SAYS_NOTHING, "wip", "wip"),
        (SAYS_NOTHING, "please clean this up", ""),
        (SAYS_NOTHING, "implement", ""),
        (VERSION_OR_DATE, "1.2.3", ""),
        (VERSION_OR_DATE, "v2", ""),
        (VERSION_OR_DATE, "Release 1.2.3", ""),
        (VERSION_OR_DATE, "bumped version from 1.2.3 to 1.2.4", "v1.2.4"),
        (VERSION_OR_DATE, "2026-03-02", ""),
        (VERSION_OR_DATE, "Monday, 2 March 2026 09:00 UTC", ""),
        (VERSION_OR_DATE, "20260302", ""),
        (VERSION_OR_DATE, "2.0.0-rc.1 (2026-03-02)", ""),
        (OWN_OUTPUT, "🔧 **fix(cart): newest first**", HOVER),
        (OWN_OUTPUT, "fix · 3 months ago · main", ""),
        (OWN_OUTPUT, "2 more · why these", ""),
        (OWN_OUTPUT, "from the terminal", ANSWER),
        (OWN_OUTPUT, "fix(cart): newest first", LINKS),
        (OWN_OUTPUT, "Where you left off", BRIEFING),
        (OWN_OUTPUT, "recalled", ASSISTANT),
        (OWN_OUTPUT, "recall", JSON),
        (OWN_OUTPUT, "as noted by claude-code, 3 March, branch main, trust self", ""),
        (RESTATED, "src/cart.py", ""),
        (RESTATED, "Cart.add", "src/cart.py"),
        (RESTATED, "the add method of Cart", ""),
        (RESTATED, "cart", "def add"),
        (RESTATED, "total = price * rate", ""),
        (RESTATED, "self.items.append(item);", "return self.items[0]"),
    ],
)
def test_what_is_not(reason: str, title: str, body: str) -> None:
    check(draft(title, body), reason)


def known(title: str, body: str = "", kind: str = "note", **fields) -> Memory:
    return replace(draft(title, body, kind, **fields), id="first")


@pytest.mark.parametrize(
    ("reason", "new", "old"),
    [
        (REPEAT, draft("rates come from the feed"), known("rates come from the feed")),
        (REPEAT, draft("Rates come  from the feed."), known("rates come from the feed")),
        (REPEAT, draft("rates", "come from\nthe feed"), known("rates", "come from the feed")),
        (REPEAT, draft("rates come from the feed", anchors=()), known("rates come from the feed")),
        (
            REPEAT,
            draft("Tried x, taken back", "-a\n+b", "dead-end"),
            known("Tried x, taken back", "-a\n+b", "dead-end"),
        ),
        (ALIKE, draft(LONG), known(LONG.replace("idempotent here", "idempotent"))),
        (ALIKE, draft(LONG), known(LONG.replace("scanner reports", "scaner reports"))),
        (ALIKE, draft(LONG), known(LONG.replace("every item", "each item"))),
        (KEPT, draft("rates come from the feed"), known("rates come from the order")),
        (KEPT, draft("raise the timeout to 60"), known("raise the timeout to 30")),
        (KEPT, draft(LONG + " for 30 days"), known(LONG + " for 60 days")),
        (KEPT, draft(LONG), known(LONG.replace("must be", "must not be"))),
        (KEPT, draft(LONG), known(LONG.replace("when its", "before its"))),
        (KEPT, draft(LONG), known(LONG.replace("low", "full"))),
        (KEPT, draft(f"{LONG} (a < b)"), known(f"{LONG} (a > b)")),
        (KEPT, draft(LONG), known(LONG.replace("idempotent here", "idempotent"), anchors=(Anchor("src/stock.py"),))),
        (KEPT, draft(LONG), known(LONG, kind="todo")),
        (KEPT, draft(LONG), known(LONG, project="q")),
        (KEPT, draft(LONG), known(LONG, valid_to=NOW - 1)),
        (REPEAT, draft(LONG), known(LONG, valid_to=NOW + 1)),
        (KEPT, draft(LONG), known(LONG, origin="git")),
        (
            KEPT,
            draft("reserve in a.py", "reserve (+1 −1)", "change"),
            known("reserve in a.py", "reserve (+2 −1)", "change"),
        ),
    ],
)
def test_beside_what_is_known(reason: str, new: Memory, old: Memory) -> None:
    other = replace(known("something else entirely, of another day"), id="other")
    check(new, reason, other, old, first=None if reason == KEPT else "first")


@pytest.mark.parametrize(
    ("reason", "title", "body"),
    [
        (KEPT, "fix typo", ""),
        (KEPT, "bump timeout", ""),
        (KEPT, "Release 1.2.3", ""),
        (KEPT, "src/cart.py", ""),
        (KEPT, "wip", "src/cart.py\nCart.add (+1 −1)"),
        (SAYS_NOTHING, "wip", ""),
        (SAYS_NOTHING, ".", ""),
        (SAYS_NOTHING, "v1.2.3", ""),
    ],
)
def test_commits_only_have_to_say_something(reason: str, title: str, body: str) -> None:
    one = draft(title, body, "change", origin="git")
    check(one, reason, replace(one, id="first"))


def test_documents_may_be_terse_and_alike() -> None:
    check(draft("Later", "", "reference", channel="memory"), KEPT)
    check(
        draft(LONG, kind="reference", channel="memory"),
        KEPT,
        known(f"{LONG} and now", kind="reference", channel="memory"),
    )


def test_the_first_of_several_is_counted_on_and_a_draft_is_not_its_own_neighbour() -> None:
    check(draft(LONG), REPEAT, known(LONG), replace(known(LONG), id="second"), first="first")
    check(draft(LONG), KEPT, draft(LONG))


def test_long_texts_are_no_trouble() -> None:
    text = " ".join(f"word{number}" for number in range(20_000))
    check(draft("t", text), REPEAT, known("t", text + " more"), first="first")
