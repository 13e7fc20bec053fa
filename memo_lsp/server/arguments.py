"""What a command takes: the shapes of its fields, and how what a client sent is read by them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from memo_lsp.errors import WrongArgument
from memo_lsp.text.times import parse_time

LONGEST_TEXT = 1_000_000  # characters of a note's body


@dataclass(frozen=True, slots=True)
class Argument:
    """One field of a command's argument object. `kind` is a key of `_READERS`; every text of a list is one of the
    `choices`, if there are any."""

    name: str
    kind: str = "text"
    required: bool = False
    choices: tuple[str, ...] = ()

    @property
    def shape(self) -> str:
        """How docs/protocol.md writes it."""
        return self.name if self.required else f"{self.name}?"


def needs(name: str, kind: str = "text", choices: tuple[str, ...] = ()) -> Argument:
    """A field without which a command is refused."""
    return Argument(name, kind, True, choices)


def may(name: str, kind: str = "text", choices: tuple[str, ...] = ()) -> Argument:
    """A field that may be absent or null."""
    return Argument(name, kind, False, choices)


def read(name: str, arguments: Iterable[Argument], given: Any) -> dict[str, Any]:
    """The fields of one object, as a plain dictionary; absent and null ones are left out, unknown ones passed over.
    `name` is that of the command. Raises WrongArgument naming the field."""
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise WrongArgument("arguments", f"{name} takes one object, not {_told(given)}")
    found = {}
    for argument in arguments:
        value = given.get(argument.name)
        if value is not None:
            found[argument.name] = _one(argument, value)
        elif argument.required:
            raise WrongArgument(argument.name, f"{name} needs it")
    return found


def _one(argument: Argument, value: Any) -> Any:
    try:
        found = _READERS[argument.kind](value)
    except (TypeError, ValueError, KeyError) as trouble:
        raise WrongArgument(argument.name, f"wants {_WANTED[argument.kind]}, not {_told(value)}") from trouble
    wrong = [one for one in (found if isinstance(found, tuple) else (found,)) if one not in argument.choices]
    if argument.choices and wrong:
        raise WrongArgument(argument.name, f"wants one of {', '.join(argument.choices)}, not {_told(wrong[0])}")
    return found


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise ValueError(value)
    return value.encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair cannot be stored


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
        raise ValueError(value)
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(value)
    return tuple(_text(item) for item in value)


def _time(value: Any) -> float:
    if (time := parse_time(value)) is None:
        raise ValueError(value)
    return time


def _range(value: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """((line, character), (line, character)), as the client counts."""
    first, last = (value[end] for end in ("start", "end"))
    return (
        (_whole(first["line"]), _whole(first["character"])),
        (_whole(last["line"]), _whole(last["character"])),
    )


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 2**53:
        raise ValueError(value)
    return float(value)


def _pairs(value: Any) -> tuple[tuple[str, str], ...]:
    """Two ids each."""
    if not isinstance(value, list):
        raise TypeError(value)
    return tuple((_text(a), _text(b)) for a, b in value)


_READERS: dict[str, Callable[[Any], Any]] = {
    "text": _text, "whole": _whole, "number": _number, "flag": _flag, "texts": _texts, "time": _time, "range": _range,
    "pairs": _pairs,
}  # fmt: skip
_WANTED = {
    "text": "a text",
    "whole": "a whole number",
    "number": "a number from 0 on",
    "flag": "true or false",
    "texts": "a list of texts",
    "time": "a time (ISO 8601)",
    "range": "a range of positions",
    "pairs": "a list of pairs of ids",
}


def _told(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:59] + "…"
