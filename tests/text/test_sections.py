"""Documents by their headings."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.text.sections import document

PAYMENTS = """---
topic: payments.iban
tags: [bank]
---
# Payments

## Refunds
Refunds go back to the card.

## Ledger
Every posting has a twin.
"""


def check(text: str, *expected: tuple[str, tuple[str, ...], str, int]) -> None:
    found = document(text, "file").sections
    assert [(one.title, one.above, one.body, one.line) for one in found] == list(expected)


def test_one_a_heading_with_text():
    check(
        PAYMENTS,
        ("Refunds", ("Payments",), "Refunds go back to the card.", 7),
        ("Ledger", ("Payments",), "Every posting has a twin.", 10),
    )
    assert document(PAYMENTS, "file").front == {"topic": "payments.iban", "tags": ["bank"]}


def test_what_is_a_heading():
    check("", *())
    check("just text", ("file", (), "just text", 1))
    check("intro\n\n# A\nx", ("file", (), "intro", 1), ("A", (), "x", 3))
    check("# A\n```\n# no heading\n```\n", ("A", (), "```\n# no heading\n```", 1))
    check("> # quoted\n> text", ("file", (), "> # quoted\n> text", 1))
    check("A *b* `c`\n=====\nx\n", ("A b c", (), "x", 1))
    check("# A #\n\n\n\n# B\ny\n", ("B", (), "y", 5))
    check("#\nx\n", *())
    check("### deep\nx\n# A\n## B\ny", ("deep", (), "x", 1), ("B", ("A",), "y", 4))


def test_a_heading_twice_has_two_keys():
    keys = [one.key for one in document("# A\nx\n# A\ny\n", "f").sections]
    assert len(set(keys)) == 2 and keys[0] == document("# A\nz\n", "f").sections[0].key


def test_front_matter_that_is_none():
    for text in ("---\n- a list\n---\nx", "---\n: [\n---\nx", "---\nnever closed"):
        assert document(text, "f").front == {}
    assert document("---\na: 1\n...\nx", "f").sections[0].body == "x"


@given(st.text())
def test_any_text_is_a_document(text: str):
    for section in document(text.replace("\r", "\n"), "f").sections:
        assert section.title and section.body.strip() and section.line >= 1
