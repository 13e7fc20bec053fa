"""An embedder behind HTTP, against a real server that misbehaves in every way services do."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from memo_lsp.embed.http import HARMLESS, HttpEmbedder
from memo_lsp.embed.port import EmbedderDown, Failure
from memo_lsp.settings.tree import Embed
from memo_lsp.web.service import REJECTED_FOR, RETRIES, SLOW_FOR
from tests.embed.embedding_stub import Answer, Asked, Stub, openai, serving, vector

KEY = "sk-very-secret-0123456789"
SETTINGS = Embed(provider="http", model="stub", timeout_seconds=5, interactive_timeout_seconds=2)


class Time:
    """Seconds that pass only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def tick(self) -> float:
        return self.now


@pytest.fixture
def stub() -> Iterator[Stub]:
    with serving() as running:
        yield running


@pytest.fixture
def passing() -> Time:
    return Time()


def make(url: str | None, passing: Time, environ: dict[str, str] | None = None, **settings: Any) -> HttpEmbedder:
    chosen = replace(SETTINGS, url=url, **settings)
    return HttpEmbedder(chosen, environ or {}, sleep=passing.sleep, tick=passing.tick)


def check(found: list[Any], texts: list[str], lost: tuple[str, ...] = ()) -> None:
    """Each text has its own vector, but for those that contain a word of `lost`."""
    assert len(found) == len(texts)
    for text, got in zip(texts, found, strict=True):
        if any(word in text for word in lost):
            assert isinstance(got, Failure), text
        else:
            wanted = np.asarray(vector(text)) / np.linalg.norm(vector(text))
            assert np.allclose(got, wanted, atol=1e-6), text


TEXTS = [f"text {'x' * at}" for at in range(10)]


def ollama(asked: Asked) -> Answer:
    return Answer({"model": "stub", "embeddings": [vector(text) for text in asked.texts]})


def old_ollama(asked: Asked) -> Answer:
    return Answer({"embedding": vector(asked.body["prompt"])})


@pytest.mark.parametrize(
    ("path", "reached", "answer", "requests"),
    [
        ("/v1/embeddings", "/v1/embeddings", openai, 3),
        ("/api/embed", "/api/embed", ollama, 3),
        ("/api/embeddings", "/api/embeddings", old_ollama, 10),
        ("", "/v1/embeddings", openai, 3),
        ("/v1", "/v1/embeddings", openai, 3),
        ("/somewhere/else?a=b", "/somewhere/else?a=b", ollama, 3),
    ],
)
def test_endpoints(stub: Stub, passing: Time, path: str, reached: str, answer: Any, requests: int):
    stub.answer = answer
    embedder = make(stub.url(path), passing, batch=4)
    assert embedder.dimension is None
    check(embedder.embed(TEXTS), TEXTS)
    assert {(asked.path, asked.body["model"]) for asked in stub.asked} == {(reached, "stub")}
    assert len(stub.asked) == requests
    assert embedder.dimension == 4


def poison(*, word: str, then: Answer) -> Any:
    return lambda asked: then if any(word in text for text in asked.texts) else openai(asked)


@pytest.mark.parametrize(
    ("then", "permanent"),
    [
        (Answer(b'{"data": [{"index": 0, "embedding": [1, NaN]}]}'), True),
        (Answer({"error": "cannot embed that"}, 500), False),
        (Answer({"error": {"message": "input too long"}}, 400), True),
        (Answer(b"<html>oops</html>", 413), True),
        (Answer({"data": []}), True),
        (Answer(b"<html>oops</html>"), True),
        (Answer(cut=True), False),
    ],
    ids=["NaN", "500", "400", "413", "too few", "HTML", "crash"],
)
@pytest.mark.parametrize("size", [16, 1, 3])
def test_one_poisoned_text_loses_only_itself(stub: Stub, passing: Time, then: Answer, permanent: bool, size: int):
    stub.answer = poison(word="poison", then=then)
    texts = [*TEXTS[:6], "the poison one", *TEXTS[6:]]
    found = make(stub.url(), passing, batch=size).embed(texts)
    check(found, texts, lost=("poison",))
    assert found[6].permanent == permanent


@pytest.mark.parametrize("bad", [[0.0] * 4, [1.0, 2.0], [1.0, None, 2.0, 3.0], ["x"] * 4, [], [1e999] * 4])
def test_one_bad_vector_loses_only_its_text(stub: Stub, passing: Time, bad: list[Any]):
    def answer(asked: Asked) -> Answer:
        vectors = [bad if "poison" in text else vector(text) for text in asked.texts]
        return Answer({"data": [{"index": at, "embedding": found} for at, found in enumerate(vectors)]})

    stub.answer = answer
    texts = [*TEXTS, "poison"]
    check(make(stub.url(), passing).embed(texts), texts, lost=("poison",))


def test_a_text_that_never_gets_an_answer_loses_only_itself(stub: Stub, passing: Time):
    stub.answer = poison(word="poison", then=Answer(after=1.5))
    found = make(stub.url(), passing, timeout_seconds=0.8).embed(["good", "poison"])
    check(found, ["good", "poison"], lost=("poison",))
    assert "no answer within 0.8 s" in found[1].reason
    assert not found[1].permanent


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer({"error": "model not found, try pulling it first"}, 404), "404: model not found"),
        (Answer(b"", 301, {"Location": "/other"}), "301"),
        (Answer({"error": "no model loaded"}, 400), "400: no model loaded"),
        (Answer(b"<html>Bad Gateway</html>", 502), "502"),
        (Answer(b"<html>a login page</html>"), "not JSON, it starts with '<html>"),
        (Answer({"result": []}), "lacks the field `data`, `embeddings` or `embedding`"),
        (Answer({"data": [{"index": 0}]}), r"lacks the field `data\[0\].embedding`"),
        (Answer({"embedding": [0, 0, 0]}), "all zeros"),
        (Answer(cut=True), "broke off"),
        (Answer({"embedding": [1, 2]}, after=0.5), "no answer within 0.15 s"),
        (Answer({"embedding": [1, 2]}, drip=0.05), "no answer within 0.15 s"),
    ],
)
def test_what_fails_for_every_text_is_the_services_fault(stub: Stub, passing: Time, answer: Answer, words: str):
    stub.answer = lambda _: answer
    with pytest.raises(EmbedderDown, match=words) as told:
        make(stub.url(), passing, timeout_seconds=0.15).embed(["one text"])
    assert str(stub.port) in str(told.value)
    assert len(stub.asked) <= 2 * (1 + len(RETRIES))


def test_a_cold_model_is_waited_for_in_the_background_only(stub: Stub, passing: Time):
    stub.answer = lambda asked: replace(openai(asked), after=0.4)
    embedder = make(stub.url(), passing, interactive_timeout_seconds=0.05)
    with pytest.raises(EmbedderDown, match=r"no answer within 0\.05 s"):
        embedder.embed(["a question"], "query", "interactive")
    check(embedder.embed(["a memory"]), ["a memory"])


def test_after_one_slow_answer_no_question_waits_for_a_while(stub: Stub, passing: Time):
    stub.answer = lambda asked: replace(openai(asked), after=0.2)
    embedder = make(stub.url(), passing, interactive_timeout_seconds=0.05)
    for _ in range(3):
        with pytest.raises(EmbedderDown):
            embedder.embed(["q"], "query", "interactive")
    assert len(stub.asked) == 1
    stub.answer = openai
    passing.now += SLOW_FOR
    check(embedder.embed(["q"], "query", "interactive"), ["q"])


def test_interactively_there_is_one_try(stub: Stub, passing: Time):
    stub.answer = lambda _: Answer({"error": "busy"}, 500)
    with pytest.raises(EmbedderDown, match="busy"):
        make(stub.url(), passing).embed(["q"], "query", "interactive")
    assert (len(stub.asked), passing.slept) == (1, [])


@pytest.mark.parametrize("status", [401, 403])
def test_a_rejected_key_is_told_and_not_shown_again(stub: Stub, passing: Time, status: int):
    stub.answer = lambda _: Answer({"error": f"bad key {KEY}"}, status)
    embedder = make(stub.url(), passing, {"MEMO_EMBED_KEY": KEY})
    for _ in range(5):
        with pytest.raises(EmbedderDown, match="key rejected") as told:
            embedder.embed(TEXTS)
        assert "MEMO_EMBED_KEY" in told.value.fix
        assert told.value.retry_after
        assert KEY not in str(told.value)
    assert len(stub.asked) == 1
    passing.now += REJECTED_FOR
    stub.answer = openai
    check(embedder.embed(TEXTS), TEXTS)


@pytest.mark.parametrize(("status", "header", "wait"), [(429, "7", 7), (503, "2", 2), (429, None, 10)])
def test_retry_after_is_honoured(stub: Stub, passing: Time, status: int, header: str | None, wait: float):
    stub.answer = lambda _: Answer(b"", status, {"Retry-After": header} if header else {})
    embedder = make(stub.url(), passing)
    for patience in ("background", "interactive", "background"):
        with pytest.raises(EmbedderDown) as told:
            embedder.embed(TEXTS, "passage", patience)
        assert told.value.retry_after == pytest.approx(wait)
    assert len(stub.asked) == 1
    stub.answer = openai
    passing.now += wait
    check(embedder.embed(TEXTS), TEXTS)


def test_a_broken_connection_is_tried_again_a_few_times(stub: Stub, passing: Time):
    stub.answer = lambda asked: openai(asked) if len(stub.asked) > 2 else Answer(cut=True)
    check(make(stub.url(), passing).embed(TEXTS), TEXTS)
    assert passing.slept == list(RETRIES)


def test_nobody_listening_is_told_with_what_to_do(passing: Time):
    with serving() as gone:
        url = gone.url()
    with pytest.raises(EmbedderDown, match="cannot be reached; is the service running"):
        make(url, passing).embed(["x"])
    assert passing.slept == list(RETRIES)


def test_another_model_behind_the_same_name_shows_in_the_dimension(stub: Stub, passing: Time):
    embedder = make(stub.url(), passing)
    embedder.embed(TEXTS)
    stub.answer = lambda asked: Answer({"embeddings": [vector(text, 6) for text in asked.texts]})
    assert all(len(found) == 6 for found in embedder.embed(TEXTS))
    assert (embedder.dimension, embedder.fingerprint) == (6, "stub@http-6d")
    assert [HARMLESS] in stub.texts


def test_prefixes_are_put_before_texts(stub: Stub, passing: Time):
    embedder = make(stub.url(), passing, model="nomic-embed-text")
    embedder.embed(["a"], "query")
    embedder.embed(["b"], "passage")
    assert stub.texts == [["search_query: a"], ["search_document: b"]]


def test_the_fingerprint_tells_model_and_passage_prefix(passing: Time):
    url = "http://localhost:1/v1"
    plain, other = make(url, passing), make(url, passing, model="other")
    before, question = make(url, passing, passage_prefix="p: "), make(url, passing, query_prefix="q: ")
    assert len({plain.fingerprint, other.fingerprint, before.fingerprint}) == 3
    assert plain.fingerprint == question.fingerprint == "stub@http"
    assert make("http://me:pw@host:9/v1", passing, model=None).name == "host:9"


def test_the_key_goes_into_the_header_and_nowhere_else(stub: Stub, passing: Time, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    embedder = make(stub.url(), passing, {"MY_KEY": f" {KEY}\n", "MEMO_EMBED_KEY": "no"}, key_env="MY_KEY")
    embedder.embed(["x"])
    assert stub.asked[0].headers["authorization"] == f"Bearer {KEY}"
    stub.answer = lambda _: Answer({"error": f"quota of {KEY} is used up"}, 418)
    with pytest.raises(EmbedderDown, match="quota of … is used up"):
        embedder.embed(["x"])
    assert KEY not in repr(embedder) + caplog.text


@pytest.mark.parametrize("key", ["a\nb", "schlüssel", "a\x00b"])
def test_a_key_no_header_may_carry_is_told_without_it(stub: Stub, passing: Time, key: str):
    with pytest.raises(EmbedderDown, match="MEMO_EMBED_KEY holds characters") as told:
        make(stub.url(), passing, {"MEMO_EMBED_KEY": key}).embed(["x"])
    assert key not in str(told.value)
    assert stub.asked == []


def test_without_a_key_there_is_no_header(stub: Stub, passing: Time):
    make(stub.url(), passing).embed(["x"])
    assert "authorization" not in stub.asked[0].headers


@pytest.mark.parametrize("proxy", ["http://127.0.0.1:9", "socks5h://127.0.0.1:9", "gopher://x", "://", "http://[::1"])
def test_this_machine_is_reached_without_the_proxy(
    stub: Stub, passing: Time, proxy: str, monkeypatch: pytest.MonkeyPatch
):
    names = ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "https_proxy")
    for name in names:
        monkeypatch.setenv(name, proxy)
    for host in ("127.0.0.1", "localhost"):
        check(make(stub.url(host=host), passing, dict.fromkeys(names, proxy)).embed(TEXTS), TEXTS)


def test_the_other_loopback_address_is_reached_too(passing: Time):
    try:
        with serving(host="::1") as stub:
            environ = {"http_proxy": "http://127.0.0.1:9", "no_proxy": "localhost"}
            check(make(stub.url(host="[::1]"), passing, environ).embed(TEXTS), TEXTS)
    except OSError:
        pytest.skip("this machine has no ::1")


@pytest.mark.parametrize("proxy", ["socks5h://u:secret@127.0.0.1:9", "gopher://u:secret@x", "http://u:secret@[::1"])
def test_a_proxy_that_cannot_be_used_is_one_readable_trouble(passing: Time, proxy: str):
    embedder = make("http://embed.example/v1", passing, {"HTTP_PROXY": proxy})
    with pytest.raises(EmbedderDown, match="proxy in HTTP_PROXY cannot be used") as told:
        embedder.embed(["x"])
    assert "secret" not in str(told.value)
    assert "NO_PROXY" in told.value.fix


def test_a_remote_service_is_asked_through_the_proxy(stub: Stub, passing: Time):
    environ = {"HTTP_PROXY": f"http://127.0.0.1:{stub.port}"}
    check(make("http://embed.example/v1/embeddings", passing, environ).embed(TEXTS), TEXTS)
    assert stub.asked[0].path == "http://embed.example/v1/embeddings"


@pytest.mark.parametrize("url", [None, "", "http://", "ftp://x/y", "http://[::1", "http://host:port/", "nonsense"])
def test_an_address_that_is_none_is_told_at_the_first_text(passing: Time, url: str | None):
    embedder = make(url, passing)
    assert embedder.windows("still cut") != []
    with pytest.raises(EmbedderDown, match=r"memo\.embed\.url"):
        embedder.embed(["x"])


def test_any_text_can_be_sent(stub: Stub, passing: Time):
    found = make(stub.url(), passing).embed(["\x00\ud800 \U0001f600", "", "\u2028\x7f"])
    assert not any(isinstance(one, Failure) for one in found)


def test_several_threads_share_one_embedder(stub: Stub, passing: Time):
    embedder, results = make(stub.url(), passing), []
    threads = [threading.Thread(target=lambda: results.append(embedder.embed(TEXTS))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for found in results:
        check(found, TEXTS)
    assert len(results) == 6


def test_a_secret_in_a_question_is_not_sent(stub: Stub, passing: Time):
    token = "ghp_" + "a1B2" * 9
    make(stub.url(), passing).embed([f"who leaked {token}?"], kind="query", patience="interactive")
    assert stub.asked[0].texts == ["who leaked [secret:github-token]?"]
