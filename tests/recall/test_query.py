"""Any text is a question; some of it is filters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.model import Filter, Query
from memo_lsp.recall.query import parse, scope_of

NOW = 1_800_000_000.0
DAY = 86_400.0


def check(text: str, plain: str, filters: list[Filter] | None = None, phrases: list[tuple[str, bool]] | None = None):
    parsed = parse(text, NOW)
    assert (parsed.text, list(parsed.filters), list(parsed.phrases)) == (plain, filters or [], phrases or [])


@pytest.mark.parametrize("field", ["project", "kind", "branch", "path", "topic", "tag", "by", "trust"])
def test_every_field_is_taken_and_negated(field: str):
    check(f"{field}:x words -{field}:y", "words", [Filter(field, "x"), Filter(field, "y", True)])


@pytest.mark.parametrize(
    ("text", "plain", "filters", "phrases"),
    [
        ("", "", None, None),
        ("is:pinned is:archived -is:superseded", "",
         [Filter("is", "pinned"), Filter("is", "archived"), Filter("is", "superseded", True)], None),
        ("since:2026-01-01 x", "x", [Filter("since", 1767225600.0)], None),
        ("until:30d x", "x", [Filter("until", NOW - 30 * DAY)], None),
        ("path:src/*.py rounding", "rounding", [Filter("path", "src/*.py")], None),
        ('path:"my docs/*" x', "x", [Filter("path", "my docs/*")], None),
        ("branch:feature/pay/v2", "", [Filter("branch", "feature/pay/v2")], None),
        ('"net price" rounding', "net price rounding", None, [("net price", True)]),
        ('rounding -"net price"', "rounding", None, [("net price", False)]),
        ('"--error-on-warnings"', "--error-on-warnings", None, [("--error-on-warnings", True)]),
    ],
)  # fmt: skip
def test_what_is_taken(text: str, plain: str, filters: list[Filter] | None, phrases: list[tuple[str, bool]] | None):
    check(text, plain, filters, phrases)


@pytest.mark.parametrize(
    "text",
    [
        "C++", "foo::bar", "foo:bar", "https://example.org/a?b=c", '"', "'", "'''", "don't log", "*", "AND", "NEAR(",
        "(", "^x", "kind:", "kind: fix", "is:great", "since:yesterday", "since:", 'say "hello', "-", "--flag", "a -b",
        "std::kind:x", "my_kind:fix", "😋 NEAR( AND * foo::bar C++ -", 'print("a b")', "数据处理", 'kind:fix"x',
    ],
)  # fmt: skip
def test_what_stays_plain_text(text: str):
    check(text, text)


def test_an_empty_phrase_is_nothing():
    check('"" x', "x")


@given(st.text(max_size=200))
def test_no_text_fails(text: str):
    parsed = parse(text, NOW)
    assert len(parsed.text) <= len(text)


@pytest.mark.parametrize("text", ['" kind: -', "kind:{} ", '"a {}" ', '-"a {}" ', "-path:{} "])
def test_a_pasted_text_has_few_conditions(text: str):
    parsed = parse("".join(text.format(i) for i in range(5_000)), NOW)
    assert len(parsed.filters) + len(parsed.phrases) <= 32


def test_the_same_condition_counts_once():
    check('kind:fix kind:fix "a b" "a b"', "a b a b", [Filter("kind", "fix")], [("a b", True)])


@pytest.mark.parametrize(
    ("text", "project", "filters"),
    [
        ("x", "here", ()),
        ("x project:*", None, ()),
        ("x project:there", None, (Filter("project", "there"),)),
        ("x -project:there", "here", (Filter("project", "there", True),)),
        ("x kind:fix", "here", (Filter("kind", "fix"),)),
    ],
)
def test_the_scope_is_the_project_unless_widened(text: str, project: str | None, filters: tuple[Filter, ...]):
    scope = scope_of(Query(text, project="here", as_of=5.0), parse(text, NOW), NOW)
    assert (scope.project, scope.filters, scope.as_of, scope.now) == (project, filters, 5.0, NOW)
