from __future__ import annotations

import pytest

from memo_lsp.capture.marks import Mark, Settled, kind_of, marks_in, settle
from memo_lsp.settings.tree import MARK_WORDS

TAX = """\
def rate(country):
    # DECISION: rates come from the treasury feed, never from the order
    return TABLE[country]


# TODO(ann): round per line, not per order;
#   the bank asks for it
#
# and the auditor too
# WHY it is here: the order knows its country
def apply(order):
    label = 'TODO quokka'  # NOTE shown to nobody
    \"\"\"NOTE no comment\"\"\"
    # eslint is no tool of ours
    # FIXME
    return order.total
    # HACK until 2.0
"""
SCRIPT = """\
/**
 * WARNING: not for production
 * @param order what was ordered
 */
function apply(order) {
  /* WHY: the feed
   * is late */
  return order; // XXX: copy it
  // TODO: with key AKIAIOSFODNN7EXAMPLE
}
"""


def check(source: str, language: str | None, wanted: list[str], words: tuple[str, ...] = MARK_WORDS) -> None:
    found = [f"{one.word} {one.line} {one.place}: {one.text}" for one in marks_in(source, language, words)]
    assert found == wanted


def test_marks_of_a_python_file() -> None:
    check(
        TAX,
        "python",
        [
            "DECISION 2 rate: rates come from the treasury feed, never from the order",
            "TODO 6 apply: round per line, not per order; the bank asks for it\nand the auditor too",
            "WHY 10 apply: it is here: the order knows its country",
            "NOTE 12 apply: shown to nobody",
            "HACK 17 apply: until 2.0",
        ],
    )


def test_marks_of_a_script() -> None:
    check(
        SCRIPT,
        "javascript",
        [
            "WARNING 2 apply: not for production",
            "WHY 6 apply: the feed is late",
            "XXX 8 apply: copy it",
            "TODO 9 apply: with key [secret:aws-key]",
        ],
    )


@pytest.mark.parametrize(
    ("source", "language", "wanted"),
    [
        ("# TODO x\n", "markdown", []),
        ("TODO x\n", "plaintext", []),
        ("# TODO x\n", None, []),
        ("a: 1 # TODO x\n", "yaml", ["TODO 1 None: x"]),
        ("-- NOTE x\nlocal y = 1\n", "lua", ["NOTE 1 y: x"]),
        ("/* HACK x */ a { }\n", "css", ["HACK 1 None: x"]),
        ("# FIXME:\n#   x\n", "python", ["FIXME 1 None: x"]),
        ("# FIXME:\n", "python", []),
        ("# TODO x\r\n# y\r\n", "python", ["TODO 1 None: x y"]),
        ("# TODO x\n\n# y\n", "python", ["TODO 1 None: x"]),
        ("x = 1  # TODO x\n# y\n", "python", ["TODO 1 x: x"]),
        ("s = '''\n# TODO x\n'''\n", "python", []),
        ("def f(:\n    # TODO x\n", "python", ["TODO 2 f: x"]),
        ("", "python", []),
    ],
)
def test_where_marks_are_and_are_not(source: str, language: str | None, wanted: list[str]) -> None:
    check(source, language, wanted)


def test_words_are_settable() -> None:
    check("# PERF slow\n# TODO x\n", "python", ["PERF 1 None: slow TODO x"], ("PERF",))
    check("# PERF slow\n", "python", [], ())


@pytest.mark.parametrize(
    ("words", "kind"),
    [("DECISION WHY", "decision"), ("NOTE WARNING SAFETY PERF", "note"), ("TODO FIXME HACK XXX", "todo")],
)
def test_kinds(words: str, kind: str) -> None:
    assert {kind_of(word) for word in words.split()} == {kind}


@pytest.mark.parametrize(
    ("text", "title", "body"),
    [
        ("round per line", "round per line", ""),
        ("round per line\nelse it drifts", "round per line", "round per line\nelse it drifts"),
        ("One thing. " + "x " * 80, "One thing.", "One thing. " + "x " * 80),
        ("word " * 40, ("word " * 24).strip() + " …", "word " * 40),
    ],
)
def test_title_and_body(text: str, title: str, body: str) -> None:
    mark = Mark("TODO", text, 1)
    assert (mark.title, mark.body) == (title, body)


def test_the_same_mark_has_the_same_key() -> None:
    assert Mark("TODO", "Round  per line.", 1).key == Mark("TODO", "round per line", 9).key
    assert Mark("TODO", "round per line", 1).key != Mark("FIXME", "round per line", 1).key
    assert len(Mark("TODO", "x" * 2_000, 1).key) == 300


ONE = "def f():\n    # TODO round per line\n    return 1\n\n\ndef g():\n    return 2\n"


def became(before: str, after: str, known: dict[str, str | None]) -> dict[str, list[str]]:
    settled = settle(marks_in(before, "python", MARK_WORDS), known, marks_in(after, "python", MARK_WORDS))
    told = {
        "new": [mark.text for mark in settled.new],
        "gone": list(settled.gone),
        "moved": [f"{mark.text} to {mark.place}" for mark in settled.moved],
        "reworded": [f"{key} is {mark.text}" for key, mark in settled.reworded],
    }
    assert bool(settled) == any(told.values())
    return {name: values for name, values in told.items() if values}


NONE = ONE.replace("    # TODO round per line\n", "")
KNOWN: dict[str, str | None] = {"TODO round per line": "f"}


@pytest.mark.parametrize(
    ("before", "after", "known", "wanted"),
    [
        ("", ONE, {}, {"new": ["round per line"]}),
        (ONE, ONE, {}, {}),  # there before anybody looked
        (ONE, ONE, KNOWN, {}),
        (ONE, "\n\n" + ONE, KNOWN, {}),
        (ONE, ONE.replace("per line", "Per line."), KNOWN, {}),
        (ONE, NONE, KNOWN, {"gone": ["TODO round per line"]}),
        (ONE, NONE, {}, {}),
        (ONE, f"{NONE}    # TODO round per line\n", KNOWN, {"moved": ["round per line to g"]}),
        (ONE, ONE.replace("    return 2", "    # TODO round per line\n    return 2"), KNOWN, {}),  # in both
        (ONE, ONE.replace("def f", "def h"), KNOWN, {"moved": ["round per line to h"]}),
        (ONE, ONE.replace("per line", "per order"), KNOWN, {"reworded": ["TODO round per line is round per order"]}),
        (ONE, ONE.replace("per line", "per line, not per order"), KNOWN,
         {"reworded": ["TODO round per line is round per line, not per order"]}),
        (ONE, ONE.replace("round per line", "ask the auditor first"), KNOWN,
         {"new": ["ask the auditor first"], "gone": ["TODO round per line"]}),
        (ONE, ONE.replace("TODO", "WHY"), KNOWN, {"new": ["round per line"], "gone": ["TODO round per line"]}),
        (ONE, ONE.replace("    return 2", "    # NOTE two\n    # XXX three\n"), KNOWN, {"new": ["two", "three"]}),
        (ONE, ONE.replace("def f():", "def f(:"), KNOWN, {}),  # half typed
        (ONE, "s = '''\n" + ONE, KNOWN, {}),
        (ONE, "s = '''\n" + NONE, KNOWN, {"gone": ["TODO round per line"]}),
        ("", "# TODO a\n# TODO a\n", {}, {"new": ["a"]}),
    ],
)  # fmt: skip
def test_what_became_of_marks(
    before: str, after: str, known: dict[str, str | None], wanted: dict[str, list[str]]
) -> None:
    assert became(before, after, known) == wanted


def test_a_mark_that_is_typed_with_a_save_at_every_key_is_one_mark() -> None:
    text, known, kept = "round per line, not per order", dict[str, str | None](), []
    before = "def f():\n    return 1\n"
    for end in range(1, len(text) + 1):
        after = f"def f():\n    # TODO {text[:end]}\n    return 1\n"
        settled = settle(marks_in(before, "python", MARK_WORDS), known, marks_in(after, "python", MARK_WORDS))
        assert not settled.gone
        kept += settled.new
        known = {mark.key: mark.place for mark in (*settled.new, *(mark for _, mark in settled.reworded))} or known
        before = after
    assert len(kept) == 1
    assert known == {Mark("TODO", text, 2).key: "f"}


def test_nothing_settled_is_nothing() -> None:
    assert not Settled()
