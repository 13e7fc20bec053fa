"""What a setting's value may be: a kind reads a raw value (JSON, TOML or environment) or says what it wants."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

_SWITCH = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


class Kind(Protocol):
    """`words` finishes the sentence "wants …"; `read` raises ValueError for what does not fit."""

    @property
    def words(self) -> str: ...

    @property
    def secret(self) -> bool:
        """Whether a wrong value could be a secret put in the wrong place, and is not repeated."""
        ...

    def read(self, raw: Any) -> Any: ...

    def show(self, value: Any) -> str:
        """The value as a person may read it, without a password that stands in an address."""
        ...


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True, slots=True)
class Switch:
    words: str = "true or false"
    secret: bool = False

    def read(self, raw: Any) -> bool:
        found = raw if isinstance(raw, bool) else _SWITCH.get(str(raw).strip().lower())
        if found is None:
            raise ValueError
        return found

    def show(self, value: Any) -> str:
        return _plain(value)


@dataclass(frozen=True, slots=True)
class Number:
    """A finite number in `low … high`; `true` and `false` count as 1 and 0, because a boost can be just on or off."""

    low: float
    high: float
    whole: bool = False
    secret: bool = False

    @property
    def words(self) -> str:
        return f"a {'whole ' * self.whole}number from {self.low:,.6g} to {self.high:,.10g}"

    def read(self, raw: Any) -> float | int:
        text = raw.strip().lower() if isinstance(raw, str) else raw
        value = float(_SWITCH[text] if text in ("true", "false", "on", "off") else text)
        if not (math.isfinite(value) and self.low <= value <= self.high) or (self.whole and value != int(value)):
            raise ValueError
        return int(value) if self.whole else value

    def show(self, value: Any) -> str:
        return _plain(value)


@dataclass(frozen=True, slots=True)
class Choice:
    options: tuple[str, ...]
    secret: bool = False

    @property
    def words(self) -> str:
        return "one of " + ", ".join(self.options)

    def read(self, raw: Any) -> str:
        if not isinstance(raw, str) or raw.strip() not in self.options:
            raise ValueError
        return raw.strip()

    def show(self, value: Any) -> str:
        return _plain(value)


@dataclass(frozen=True, slots=True)
class Text:
    """A string; with a pattern, one that matches it whole. `secret` text is never repeated in a message."""

    words: str = "text"
    pattern: str = r"(?s).{0,2000}"
    secret: bool = False

    def read(self, raw: Any) -> str:
        if not isinstance(raw, str) or "\0" in raw or not re.fullmatch(self.pattern, raw):
            raise ValueError
        return raw

    def show(self, value: Any) -> str:
        return re.sub(r"(?<=://)[^/@\s]*@", "…@", _plain(value))


@dataclass(frozen=True, slots=True)
class Texts:
    """A list of strings; in the environment, separated by commas."""

    words: str = "a list of texts"
    secret: bool = False

    def read(self, raw: Any) -> tuple[str, ...]:
        parts = raw.split(",") if isinstance(raw, str) else raw
        if not isinstance(parts, Sequence) or not all(isinstance(part, str) for part in parts):
            raise ValueError
        return tuple(part.strip() for part in parts if part.strip())

    def show(self, value: Any) -> str:
        return ", ".join(value)
