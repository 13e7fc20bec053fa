"""A language model asked about memories, one question at a time, and what it declined remembered.

The question runs on a thread of its own, so that a pass that waits for it can be interrupted at any moment. What was
asked is not asked again: where the pass was interrupted, the next one finds the answer here.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future
from hashlib import sha256
from typing import Protocol, TypeVar

from memo_lsp.clock import Clock
from memo_lsp.dream import prompts
from memo_lsp.dream.elsewhere import Elsewhere, outcome
from memo_lsp.dream.plan import Breathe, Interrupted
from memo_lsp.dream.prompts import Asked
from memo_lsp.dream.verdicts import Decline, Ruling, Told, Verdict, read_group, read_pair, read_prose
from memo_lsp.model import Memory
from memo_lsp.summarize.port import Declined, Summarizer, SummarizerDown

log = logging.getLogger(__name__)

MOST_CALLS = 5  # a pass
DECLINED_SECONDS = 7 * 86_400.0
TROUBLED_SECONDS = 86_400.0  # a stalled or broken answer says less about the memories than about the night
_MOST_HELD = 16  # answers
_DECLINED, _TROUBLED, _UNRELATED = "declined", "troubled", "unrelated"

_Found = TypeVar("_Found", Verdict, Ruling | Decline, Told | Decline)


class Remembered(Protocol):
    """Where it is kept what joined nothing, by digest (see store/verdicts.py)."""

    def of(self, digest: str) -> tuple[str, float] | None: ...

    def remember(self, digest: str, answer: str) -> None: ...


class ModelJudge:
    """Whom to ask; lives as long as the process, over all passes. See `Judge`."""

    def __init__(self, summarizer: Summarizer, remembered: Remembered, clock: Clock, *, first_lines: bool):
        self.summarizer, self.first_lines = summarizer, first_lines
        self._remembered, self._clock = remembered, clock
        self._held: OrderedDict[str, Future[str]] = OrderedDict()  # by the question's key
        self._lock = threading.Lock()
        self._elsewhere = Elsewhere()

    def sitting(self, breathe: Breathe) -> ModelSitting:
        return ModelSitting(self, breathe)

    def key(self, asked: Asked) -> str:
        """What another model declined, this one may not."""
        return sha256(f"{self.summarizer.kind}\0{self.summarizer.name}\0{asked.digest}".encode()).hexdigest()

    def settled(self, key: str) -> bool:
        """Whether this was answered already with something that joins nothing, not too long ago."""
        found = self._remembered.of(key)
        if found is None:
            return False
        answer, at = found
        age = self._clock.now() - at
        return answer == _UNRELATED or age < (DECLINED_SECONDS if answer == _DECLINED else TROUBLED_SECONDS)

    def settle(self, key: str, answer: str) -> None:
        """Remember an answer that joins nothing."""
        with self._lock:
            self._held.pop(key, None)
        self._remembered.remember(key, answer)

    def asking(self, key: str) -> Future[str] | None:
        """The model's text, come or coming, if this was asked before."""
        with self._lock:
            return self._held.get(key)

    def ask(self, key: str, asked: Asked) -> Future[str]:
        """The model's text, coming."""
        coming = self._elsewhere.begin(lambda: self.summarizer.write(asked.system, asked.prompt, prompts.MOST_TOKENS))
        with self._lock:
            self._held[key] = coming
            while len(self._held) > _MOST_HELD:
                self._held.popitem(last=False)
        return coming

    def drop(self, key: str) -> None:
        """Nothing came: the question may be asked anew."""
        with self._lock:
            self._held.pop(key, None)


class ModelSitting:
    """The questions of one pass. See `Sitting`."""

    def __init__(self, judge: ModelJudge, breathe: Breathe):
        self._judge, self._breathe = judge, breathe
        self._calls = 0
        self.trouble: str | None = None

    @property
    def over(self) -> bool:
        return self._calls >= MOST_CALLS or self.trouble is not None

    def group(self, members: Sequence[Memory]) -> Verdict | None:
        asked = prompts.of_group(members, first_lines=self._judge.first_lines)
        key = self._judge.key(asked)
        text = self._text(key, asked)
        if not isinstance(text, str):
            return text
        return self._told(key, read_group(text, members[: len(asked.labels)], asked.labels))

    def pair(self, older: Memory, newer: Memory) -> Ruling | Decline | None:
        asked = prompts.of_pair(older, newer, first_lines=self._judge.first_lines)
        key = self._judge.key(asked)
        text = self._text(key, asked)
        if not isinstance(text, str):
            return text
        ruling = self._told(key, read_pair(text))
        if isinstance(ruling, Ruling) and ruling.relation == "unrelated":
            self._judge.settle(key, _UNRELATED)
        return ruling

    def prose(self, digest: Memory) -> Told | Decline | None:
        asked = prompts.of_digest(digest)
        key = self._judge.key(asked)
        text = self._text(key, asked)
        return self._told(key, read_prose(text, digest)) if isinstance(text, str) else text

    def _text(self, key: str, asked: Asked) -> str | Decline | None:
        if self._judge.settled(key):
            return None
        coming = self._judge.asking(key)
        if coming is None:
            if self.over:
                return None
            self._calls += 1
            coming = self._judge.ask(key, asked)
        return self._outcome(key, coming)

    def _outcome(self, key: str, coming: Future[str]) -> str | Decline | None:
        try:
            return outcome(coming, self._breathe)
        except Interrupted:
            raise
        except Declined as declined:
            log.info("the summarizer declined: %s", declined)
            self._judge.settle(key, _DECLINED if declined.lasting else _TROUBLED)
            return Decline("declined" if declined.lasting else "no answer")
        except SummarizerDown as down:
            self._judge.drop(key)
            self.trouble = str(down)
            return None
        except Exception as surprise:
            log.error("the summarizer failed", exc_info=surprise)
            self._judge.settle(key, _TROUBLED)
            return Decline("no answer")

    def _told(self, key: str, found: _Found) -> _Found:
        if isinstance(found, Decline):
            log.info("nothing was joined: %s", found.reason)
            self._judge.settle(key, _DECLINED)
        return found
