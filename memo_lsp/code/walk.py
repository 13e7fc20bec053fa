"""Which nodes of a syntax tree are definitions, and what they are called; guided by a language's grammar row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memo_lsp.code.languages import Grammar

if TYPE_CHECKING:
    from tree_sitter import Node

_LISTS = frozenset(("pattern_list", "tuple_pattern", "list_pattern"))
_NAMES = frozenset(("identifier", "property_identifier", "private_property_identifier", "string"))
_OUTER = frozenset(("module", "exports", "prototype", "this", "window", "globalThis"))
_TOP = frozenset(("module", "namespace"))
_TYPES = frozenset(("class", "interface"))


@dataclass(frozen=True, slots=True)
class Definition:
    """A node that defines something: its wrapper (decorators, `export`) included, its scope outermost first."""

    node: Node
    name: str
    scope: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class _Place:
    """A node to look into: the names around it, the kind of what encloses it, the wrapper it is."""

    node: Node
    scope: tuple[str, ...] = ()
    inside: str = "module"
    wrapper: Node | None = None


def definitions(root: Node, row: Grammar) -> list[Definition]:
    """Every definition in a tree, in no order."""
    walk = _Walk(row)
    walk.waiting.append(_Place(root))
    while walk.waiting:
        place = walk.waiting.pop()
        for child in place.node.named_children:
            walk.look(child, place)
    return walk.found


class _Walk:
    def __init__(self, row: Grammar) -> None:
        self.row = row
        self.found: list[Definition] = []
        self.waiting: list[_Place] = []

    def look(self, node: Node, place: _Place) -> None:
        row, kind = self.row, node.type
        if kind in row.definitions:
            self._defined(node, place)
        elif kind in row.variables:
            self._assigned(node, place)
        elif kind in row.through:
            self.waiting.append(_Place(node, place.scope, place.inside, place.wrapper))
        elif kind in row.wrappers:
            self.waiting.append(_Place(node, place.scope, place.inside, place.wrapper or node))
        elif place.wrapper is not None and kind in row.values:
            self._enter(node, place, "default", row.values[kind], node)

    def _enter(self, node: Node, place: _Place, name: str, kind: str, holder: Node | None) -> None:
        """Keep a definition and put the body of `holder` on the list."""
        self.found.append(Definition(place.wrapper or node, name, place.scope, kind))
        body = holder.child_by_field_name("body") if holder else None
        if body is not None:
            inside = kind if kind in _TOP | _TYPES else "function"
            self.waiting.append(_Place(body, (*place.scope, name), inside))

    def _defined(self, node: Node, place: _Place) -> None:
        kind, field = self.row.definitions[node.type]
        if kind == "function" and place.inside in _TYPES:
            kind = "method"
        if name := _text(node.child_by_field_name(field)):
            self._enter(node, place, name, kind, node)

    def _assigned(self, node: Node, place: _Place) -> None:
        """A variable: at module level always, elsewhere only if it holds a function or a class."""
        target = node.child_by_field_name(self.row.variables[node.type])
        value = node.child_by_field_name("right") or node.child_by_field_name("value")
        kind = self.row.values.get(value.type, "variable") if value else "variable"
        if target is None or (kind == "variable" and place.inside not in _TOP):
            return
        if kind == "function" and place.inside in _TYPES:
            kind = "method"
        for *scope, name in _targets(target):
            home = _Place(node, (*place.scope, *scope), place.inside, place.wrapper)
            self._enter(node, home, name, kind, value)
            if value and value.type == "object":
                self.waiting.append(_Place(value, (*home.scope, name), "class"))


def _targets(target: Node) -> Iterator[tuple[str, ...]]:
    """The names an assignment gives: one, several, or what hangs off an exported object (`A.prototype.m`: A, m)."""
    if target.type in _NAMES:
        yield (_text(target),)
    elif target.type in _LISTS:
        for child in target.named_children:
            yield from _targets(child)
    elif target.type == "member_expression":
        parts = _text(target).split(".")
        names = tuple(part for part in parts if part not in _OUTER)
        if names and all(part.isidentifier() for part in parts) and (len(names) < len(parts) or len(names) > 1):
            yield names


def _text(node: Node | None) -> str:
    return node.text.decode("utf-8", "replace").strip("\"'`") if node is not None and node.text else ""
