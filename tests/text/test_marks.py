from __future__ import annotations

import pytest

from memo_lsp.text.marks import mark_of

MARK_WORDS = ("NOTE", "WHY", "DECISION", "HACK", "FIXME", "TODO", "XXX", "WARNING", "SAFETY")


def check(comment: str, wanted: tuple[str, str] | None, words: tuple[str, ...] = MARK_WORDS) -> None:
    assert mark_of(comment, words) == wanted


@pytest.mark.parametrize(
    ("comment", "wanted"),
    [
        ("TODO round per line", ("TODO", "round per line")),
        ("TODO: round per line", ("TODO", "round per line")),
        ("TODO(ann): round per line", ("TODO", "round per line")),
        ("TODO (ann): round per line", ("TODO", "round per line")),
        ("TODO[#12] round", ("TODO", "round")),
        ("TODO #12: round", ("TODO", "#12: round")),
        ("NOTE (see below) it rounds", ("NOTE", "(see below) it rounds")),
        ("WHY - the feed is late", ("WHY", "the feed is late")),
        ("WHY — the feed is late", ("WHY", "the feed is late")),
        ("DECISION: rates come from the feed", ("DECISION", "rates come from the feed")),
        ("  * HACK! until 2.0", ("HACK", "until 2.0")),
        ("@TODO later", ("TODO", "later")),
        ("noqa: E501  # NOTE too long on purpose", ("NOTE", "too long on purpose")),
        ("SAFETY: the pointer is ours", ("SAFETY", "the pointer is ours")),
        ("XXX", ("XXX", "")),
        ("WARNING", ("WARNING", "")),
        ("NOTE 数据 come late", ("NOTE", "数据 come late")),
        ("note that it rounds", None),
        ("Todo: later", None),
        ("TODOS are kept elsewhere", None),
        ("TODO_LIST is empty", None),
        ("TODO-list", None),
        ("TODO/FIXME list", None),
        ("TODO, FIXME and XXX are words", None),
        ("TODO = 1", None),
        ("the TODO of yesterday", None),
        ("XXX-XXX-1234", None),
        ("", None),
    ],
)
def test_what_begins_with_a_word_is_a_mark(comment: str, wanted: tuple[str, str] | None) -> None:
    check(comment, wanted)


def test_the_words_are_the_caller_s() -> None:
    check("PERF: slow", ("PERF", "slow"), ("PERF",))
    check("TODO: slow", None, ("PERF",))
    check("TODO: slow", None, ())
    check("C++: slow", ("C++", "slow"), ("C++",))
