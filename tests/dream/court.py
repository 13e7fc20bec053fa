"""A judge that asks a real service on this machine, which says what a test tells it to."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from memo_lsp.dream.judge import ModelJudge
from memo_lsp.settings.tree import Summarize
from memo_lsp.store import Store
from memo_lsp.summarize.http import HttpSummarizer
from tests.embed.embedding_stub import Stub
from tests.store.making import StillClock
from tests.summarize.chat_stub import prompt_of


@dataclass
class Court:
    """`stub` is the service, `clock` what declines age by."""

    stub: Stub
    clock: StillClock
    judge: ModelJudge

    def shown(self) -> list[list[str]]:
        """The titles of each question."""
        prompts = [prompt_of(asked) for asked in self.stub.asked]
        return [[note["title"] for note in json.loads(prompt[prompt.index("[\n") :])] for prompt in prompts]


def held(stub: Stub, store: Store, **settings: Any) -> Court:
    """A judge over a store; its declines are kept there."""
    clock = StillClock()
    store.verdicts._clock = clock
    chosen = replace(Summarize(provider="http", model="m", url=stub.url(""), timeout_seconds=0.3), **settings)
    summarizer = HttpSummarizer(chosen, {}, sleep=lambda _: None)
    return Court(stub, clock, ModelJudge(summarizer, store.verdicts, clock, first_lines=chosen.first_lines))
