from __future__ import annotations

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memo_lsp.text.prepare import (
    MOST_WORDS,
    STOPWORDS,
    clean,
    hump_text,
    index_text,
    query_words,
    quote,
    rare_words,
    words_in,
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("重跑gen-itgc后清零", "重 跑 gen-itgc 后 清 零"),
        ("re\u0301sume\u0301", "résumé"),
        ("a\x00b\x1bc", "a b c"),
        ("zero\u200bwidth so\u00adft \ufeffbom", "zero width soft bom"),
        ("lone \ud83d half", "lone   half"),
        ("정산서가 total", "정 산 서 가 total"),
        ("plain text\nstays", "plain text\nstays"),
    ],
)
def test_index_text(text: str, wanted: str) -> None:
    assert index_text(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("parseHTTPBody", "parse http body"),
        ("get_price of a_xmlIter, parseHTTPBody", "xml iter parse http body"),
        ("plain words API", ""),
    ],
)
def test_hump_text(text: str, wanted: str) -> None:
    assert hump_text(text) == wanted


def check(text: str, *words: str) -> None:
    assert [" ".join(word.phrase) for word in query_words(text)] == list(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("don't log", ["log"]),
        ('"--error-on-warnings"', ["error", "warnings"]),
        ("the retry of the Retry", ["retry"]),
        ("AND", ["AND"]),
        ("what is the", ["what", "is", "the"]),
        ("retry AND backoff", ["retry", "backoff"]),
        ("get_effective_contract_price", ["get", "effective", "contract", "price"]),
        ("parseHTTPBody", ["parseHTTPBody", "parse", "http", "body"]),
        ("重跑gen-itgc后清零", ["重 跑", "gen", "itgc", "后 清 零"]),
        ("user’s O'Brien", ["user", "O Brien"]),
        ("C++ foo::bar $x", ["C", "foo", "bar", "x"]),
        ("utf8 400 1.2.3", ["utf8", "400", "1", "2", "3"]),
        ("NEAR( ^x *", ["NEAR", "x"]),
        ("", []),
        ("  ", []),
        ('"', []),
        ("* ' -- 😋 \x00", []),
    ],
)
def test_query_words(text: str, words: list[str]) -> None:
    check(text, *words)


def test_a_pasted_log_is_cut() -> None:
    assert len(query_words(" ".join(f"word{number}" for number in range(10_000)))) <= MOST_WORDS + 8
    assert len(query_words("x" * 200_000)) == 1


@pytest.fixture(scope="module")
def index() -> apsw.Connection:
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE VIRTUAL TABLE t USING fts5(body, humps, tokenize='porter unicode61')")
    return connection


def found(index: apsw.Connection, stored: str, question: str) -> bool:
    index.execute("DELETE FROM t")
    index.execute("INSERT INTO t VALUES (?, ?)", (index_text(stored), hump_text(stored)))
    words = query_words(question)
    if not words:
        return False
    match = " OR ".join(quote(" ".join(word.phrase)) for word in words)
    return bool(index.execute("SELECT count(*) FROM t WHERE t MATCH ?", (match,)).get)


@pytest.mark.parametrize(
    ("stored", "question", "hit"),
    [
        ("重跑gen-itgc后清零", "itgc", True),
        ("重跑gen-itgc后清零", "gen", True),
        ("重跑gen-itgc后清零", "清零", True),
        ("重跑gen-itgc后清零", "零清", False),
        ("parseHTTPBody fails", "http", True),
        ("parse the http body", "parseHTTPBody", True),
        ("migration of the orders database", "database migration", True),
        ("retry AND backoff", "AND", True),
        ("the grössen table", "gro\u0308ssen", True),
        ("the gro\u0308ssen table", "grössen", True),
        ("we don't log it", "don't", True),
        ("get_effective_contract_price", "effective contract", True),
        ("rounding", "rounded", True),
        ("정산서가 늦다", "정산서", True),
    ],
)
def test_what_is_stored_is_found(index: apsw.Connection, stored: str, question: str, hit: bool) -> None:
    assert found(index, stored, question) is hit


@settings(max_examples=200, deadline=None)
@given(st.text(), st.text())
def test_no_question_is_ever_syntax(index: apsw.Connection, stored: str, question: str) -> None:
    found(index, stored, question)
    found(index, stored, f'{question} NEAR({question} "* AND -')


@given(st.text())
def test_words_never_raise_and_clean_text_is_clean(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    index_text(text).encode()
    rare_words(text)
    words_in(text)
    for word in query_words(text):
        assert word.phrase
        assert all(part and not set(part) & set(' "*\x00') for part in word.phrase)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Retry with backoff in get_price", ["retry", "backoff"]),
        ("the latest version of the release notes", ["notes"]),
        ("current API of src/billing.py and HTTP", ["http"]),
        ("don't doesn't 429s ab", ["429s"]),
        ("risk-based user's", ["risk", "based", "user"]),
        ("重跑重跑重跑", []),
        ("v1.2.3 1234", ["1234"]),
    ],
)
def test_rare_words(text: str, words: list[str]) -> None:
    assert list(rare_words(text)) == words


def test_words_in_fold_case_and_are_whole() -> None:
    assert words_in("The Backoff_time, straße!") == {"the", "backoff", "time", "strasse"}


def test_stopwords_hold_no_word_a_programmer_asks_for() -> None:
    assert not STOPWORDS & {
        "fix",
        "add",
        "get",
        "error",
        "test",
        "type",
        "class",
        "import",
        "return",
        "set",
        "new",
        "null",
    }
