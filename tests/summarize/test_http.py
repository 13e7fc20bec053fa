"""A language model behind HTTP, against a real server that misbehaves in every way services do."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from memo_lsp.settings.tree import Summarize
from memo_lsp.summarize.http import HttpSummarizer
from memo_lsp.summarize.port import Declined, SummarizerDown
from memo_lsp.web.service import REJECTED_FOR, RETRIES
from tests.embed.embedding_stub import Answer, Stub
from tests.summarize.chat_stub import chatting, says

KEY = "sk-very-secret-0123456789"
SETTINGS = Summarize(provider="http", model="stub", timeout_seconds=5)


class Time:
    """Seconds that pass only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def tick(self) -> float:
        return self.now


@pytest.fixture
def stub() -> Iterator[Stub]:
    with chatting(lambda _: says("fine")) as running:
        yield running


@pytest.fixture
def passing() -> Time:
    return Time()


def make(url: str | None, passing: Time, environ: dict[str, str] | None = None, **settings: Any) -> HttpSummarizer:
    chosen = replace(SETTINGS, url=url, **settings)
    return HttpSummarizer(chosen, environ or {}, sleep=passing.sleep, tick=passing.tick)


def write(summarizer: HttpSummarizer) -> str:
    return summarizer.write("be brief", "what is it?", 100)


@pytest.mark.parametrize(
    ("path", "reached"),
    [
        ("", "/v1/chat/completions"),
        ("/", "/v1/chat/completions"),
        ("/v1/", "/v1/chat/completions"),
        ("/v1/chat/completions", "/v1/chat/completions"),
        ("/api/openai/v1/chat/completions?a=b", "/api/openai/v1/chat/completions?a=b"),
    ],
)
def test_what_is_asked(stub: Stub, passing: Time, path: str, reached: str):
    assert write(make(stub.url(path), passing)) == "fine"
    (asked,) = stub.asked
    assert asked.path == reached
    assert asked.body == {
        "model": "stub",
        "messages": [{"role": "system", "content": "be brief"}, {"role": "user", "content": "what is it?"}],
        "temperature": 0,
        "max_tokens": 100,
        "stream": False,
    }
    assert "authorization" not in asked.headers


@pytest.mark.parametrize(
    ("answer", "words", "lasting"),
    [
        (Answer(b"<html>a login page</html>"), "not JSON, it starts with '<html>", True),
        (Answer({"choices": []}), "lacks the field", True),
        (says(""), "no text", True),
        (says("x", refusal="I will not"), "refused", True),
        (Answer({"error": {"message": "context length exceeded"}}, 400), "400: context length", True),
        (Answer({"error": "too large"}, 413), "413", True),
        (Answer({"error": "out of memory"}, 500), "500: out of memory", False),
        (Answer(b"<html>Bad Gateway</html>", 502), "502", False),
        (Answer(cut=True), "broke off", False),
        (replace(says("late"), after=0.5), r"no answer within 0\.15 s", False),
        (replace(says("slow"), drip=0.05), r"no answer within 0\.15 s", False),
    ],
)
def test_what_the_request_may_be_to_blame_for_is_a_decline(
    stub: Stub, passing: Time, answer: Answer, words: str, lasting: bool
):
    stub.answer = lambda _: answer
    with pytest.raises(Declined, match=words) as told:
        write(make(stub.url(), passing, timeout_seconds=0.15))
    assert told.value.lasting == lasting
    assert len(stub.asked) <= 1 + len(RETRIES)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer({"error": "model not found, try pulling it first"}, 404), "404: model not found.*memo.summarize.model"),
        (Answer(b"", 301, {"Location": "/other"}), "301"),
        (Answer(b"", 401), "key rejected by .*MEMO_SUMMARIZE_KEY"),
        (Answer(b"", 429, {"Retry-After": "60"}), "asks to wait"),
    ],
)
def test_what_fails_for_every_request_is_the_services_fault(stub: Stub, passing: Time, answer: Answer, words: str):
    stub.answer = lambda _: answer
    with pytest.raises(SummarizerDown, match=words):
        write(make(stub.url(), passing))


@pytest.mark.parametrize(("status", "seconds"), [(401, REJECTED_FOR), (429, 10.0)])
def test_a_service_that_said_no_is_left_alone_for_a_while(stub: Stub, passing: Time, status: int, seconds: float):
    stub.answer = lambda _: Answer(b"", status)
    summarizer = make(stub.url(), passing)
    for _ in range(3):
        with pytest.raises(SummarizerDown):
            write(summarizer)
    assert len(stub.asked) == 1
    stub.answer = lambda _: says("fine")
    passing.now += seconds
    assert write(summarizer) == "fine"


@pytest.mark.parametrize("url", [None, "", "ftp://host", "http://", "http://host:port"])
def test_no_address_is_told(passing: Time, url: str | None):
    with pytest.raises(SummarizerDown, match=r"memo\.summarize\.url is no http"):
        write(make(url, passing))


def test_nobody_listening_is_told_with_what_to_do(passing: Time):
    with chatting(lambda _: says("")) as gone:
        url = gone.url()
    with pytest.raises(SummarizerDown, match="cannot be reached; is the service running"):
        write(make(url, passing))


def test_a_model_that_knows_no_temperature_is_asked_once_more(stub: Stub, passing: Time):
    words = "Unsupported parameter: 'max_tokens' is not supported with this model."
    stub.answer = lambda asked: Answer({"error": {"message": words}}, 400) if "max_tokens" in asked.body else says("ok")
    assert write(make(stub.url(), passing)) == "ok"
    assert [asked.body.get("max_completion_tokens") for asked in stub.asked] == [None, 100]
    assert "temperature" not in stub.asked[1].body


def test_the_key_goes_into_the_header_and_nowhere_else(stub: Stub, passing: Time, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    summarizer = make(stub.url(), passing, {"MY_KEY": f"{KEY}\n", "MEMO_SUMMARIZE_KEY": "no"}, key_env="MY_KEY")
    write(summarizer)
    assert stub.asked[0].headers["authorization"] == f"Bearer {KEY}"
    stub.answer = lambda _: Answer({"error": f"quota of {KEY} is used up"}, 400)
    with pytest.raises(Declined, match="quota of … is used up"):
        write(summarizer)
    assert KEY not in repr(summarizer) + caplog.text


def test_this_machine_is_reached_without_the_proxy(stub: Stub, passing: Time):
    environ = {"http_proxy": "http://127.0.0.1:9", "all_proxy": "gopher://x"}
    assert write(make(stub.url(), passing, environ)) == "fine"


def test_elsewhere_the_proxy_is_asked(stub: Stub, passing: Time):
    assert write(make("http://models.invalid/v1", passing, {"HTTP_PROXY": stub.url("")})) == "fine"
    assert stub.asked[0].path == "http://models.invalid/v1/chat/completions"


def test_reasoning_and_fences_are_taken_off(stub: Stub, passing: Time):
    stub.answer = lambda _: says('<think>hm</think>```json\n{"a": 1}\n```')
    assert write(make(stub.url(), passing)) == '{"a": 1}'
