"""Layers of raw values in, settings and what was wrong with them out. Nothing raw can raise here."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import chain
from typing import Any

from memo_lsp.settings.tree import BY_NAME, CLONED, DECLARATION, NEAREST_FIRST, Setting, Settings, Source

_SECTIONS = frozenset(name.split(".")[1] for name in BY_NAME if name.count(".") == 2)
_WRONG = (ValueError, TypeError, OverflowError, RecursionError)
_EDITORS: tuple[Source, ...] = ("editor", "workspace")
_CLIENTS_OWN = ("memo.server.", "memo.trace.")  # read by the editor's side, sent along with the rest


@dataclass(frozen=True, slots=True)
class Layer:
    """Raw values from one place: nested (`{"recall": {"profile": …}}`) or dotted, with or without a leading `memo`."""

    source: Source
    values: Any
    where: str = ""  # how a problem names the place; the source if empty
    problems: tuple[str, ...] = ()  # what was wrong with reading the place itself


_Named = tuple[Layer, Mapping[str, Any]]


def parse(layers: Iterable[Layer]) -> tuple[Settings, list[str]]:
    """The settings that follow from the layers, nearest first whatever their order, and one line a problem.

    A wrong value falls back to the default; one that its place may not set is passed over."""
    ordered = sorted((layer for layer in layers if layer.source in NEAREST_FIRST), key=_distance)
    problems = [f"{_where(layer)}: {problem}" for layer in ordered for problem in layer.problems]
    named = [(layer, _flat(layer, problems)) for layer in ordered]
    found: dict[str, Any] = {}
    sources: dict[str, Source] = {}
    for setting in DECLARATION:
        told = _told(setting, named, problems)
        if told:
            sources[setting.name] = min((source for source, _ in told), key=NEAREST_FIRST.index)
            values = [value for _, value in told]
            found[setting.name] = tuple(dict.fromkeys(chain(*values))) if setting.project == "add" else values[0]
    return replace(_tree(Settings, "memo", found), sources=sources), problems


def _told(setting: Setting, named: Sequence[_Named], problems: list[str]) -> list[tuple[Source, Any]]:
    """The nearest value; where a project's files may add to what others say, theirs come second."""
    if setting.project != "add":
        return _nearest(setting, named, problems)
    others = [one for one in named if one[0].source not in CLONED]
    adding = [[one] for one in named if one[0].source in CLONED]
    return [value for group in (others, *adding) for value in _nearest(setting, group, problems)]


def _nearest(setting: Setting, named: Sequence[_Named], problems: list[str]) -> list[tuple[Source, Any]]:
    for layer, values in named:
        raw = values.get(setting.name)
        if raw is None or not _allowed(setting, layer, raw, problems):
            continue
        try:
            return [(layer.source, setting.kind.read(raw))]
        except _WRONG:
            problems.append(_wrong(setting, layer, raw))
            return []
    return []


def _distance(layer: Layer) -> int:
    return NEAREST_FIRST.index(layer.source)


def _where(layer: Layer) -> str:
    return layer.where or layer.source


def _flat(layer: Layer, problems: list[str]) -> dict[str, Any]:
    """Known names with their raw values; null counts as not set, and unknown names are told."""
    table = _table(layer.values)
    if table is None:
        if layer.values is not None:
            problems.append(f"{_where(layer)}: wants a table of settings, got {_short(layer.values)}")
        return {}
    flat: dict[str, Any] = {}
    for name, raw in _names(table):
        if name in BY_NAME:
            flat[name] = raw
        elif raw is not None and not (layer.source in _EDITORS and f"{name}.".startswith(_CLIENTS_OWN)):
            told = name if name.isprintable() and len(name) <= 60 else _short(name)
            problems.append(f"{told} ({_where(layer)}): no such setting{_meant(name)}")
    return flat


def _names(values: Mapping[Any, Any]) -> Iterator[tuple[str, Any]]:
    """Dotted names, at most three tables deep (`memo`, the section, the setting): what lies deeper is a value."""
    for key, raw in values.items():
        name = _dotted(key, "memo")
        if name == "memo" and (inside := _table(raw)) is not None:
            yield from _sections(inside)
        else:
            yield from _sections({name: raw})


def _sections(values: Mapping[Any, Any]) -> Iterator[tuple[str, Any]]:
    for key, raw in values.items():
        name = _dotted(key, "memo")
        if name.removeprefix("memo.") in _SECTIONS and (inside := _table(raw)) is not None:
            yield from ((_dotted(inner, name), value) for inner, value in inside.items())
        else:
            yield name, raw


def _table(raw: Any) -> Mapping[Any, Any] | None:
    """A table as it is; an empty list counts as an empty one, for clients in Lua have one form for both."""
    if isinstance(raw, Mapping):
        return raw
    return {} if isinstance(raw, list) and not raw else None


def _dotted(key: Any, prefix: str) -> str:
    name = key if isinstance(key, str) else _short(key)
    return name if name == "memo" or name.startswith("memo.") else f"{prefix}.{name}"


def _meant(name: str) -> str:
    near = difflib.get_close_matches(name[:100], BY_NAME, 1, 0.8)
    return f"; did you mean {near[0]}?" if near else ""


def _allowed(setting: Setting, layer: Layer, raw: Any, problems: list[str]) -> bool:
    refused = ""
    if layer.source in _EDITORS and not setting.editor:
        refused = f"an editor cannot set this; use {setting.env} or the user file"
    elif layer.source in CLONED and setting.project == "never":
        refused = "a project's file may not set this"
    elif layer.source in CLONED and setting.project == "narrow" and _widens(setting, raw):
        refused = "a project's file may turn this off, not on"
    if refused:
        problems.append(f"{setting.name} ({_where(layer)}): {refused}; passed over")
    return not refused


def _widens(setting: Setting, raw: Any) -> bool:
    try:
        return bool(setting.kind.read(raw))
    except _WRONG:
        return True


def _wrong(setting: Setting, layer: Layer, raw: Any) -> str:
    told = "" if setting.kind.secret else f" = {_short(raw)}"
    return f"{setting.name}{told} ({_where(layer)}): wants {setting.kind.words}; {_fallback(setting)}"


def _fallback(setting: Setting) -> str:
    return "left unset" if setting.default is None else f"{setting.kind.show(setting.default)} is used"


def _short(raw: Any) -> str:
    try:
        text = " ".join(repr(raw).split())
    except (ValueError, RecursionError):  # an integer too long to print, a nest too deep
        text = type(raw).__name__
    return text if len(text) <= 60 else text[:59] + "…"


def _tree(node: type[Any], prefix: str, found: Mapping[str, Any]) -> Any:
    given: dict[str, Any] = {}
    for entry in fields(node):
        name = f"{prefix}.{entry.metadata.get('section', entry.name)}"
        if name in found:
            given[entry.name] = found[name]
        elif is_dataclass(entry.default):
            given[entry.name] = _tree(type(entry.default), name, found)
    return node(**given)
