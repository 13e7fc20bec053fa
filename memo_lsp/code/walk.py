"""Which nodes of a syntax tree are definitions, and what they are called; guided by a language's grammar."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from memo_lsp.code.grammar import Grammar, Named

if TYPE_CHECKING:
    from tree_sitter import Node

_TOP = frozenset(("module", "namespace"))
_TYPES = frozenset(("class", "interface", "enum"))


@dataclass(frozen=True, slots=True)
class Definition:
    """A node that defines something: `node` with its wrapper (`export`), `first` where its attributes or decorators
    begin, `body` what it holds; its scope outermost first. `declared`: only announced here."""

    node: Node
    first: Node
    body: Node | None
    name: str
    scope: tuple[str, ...]
    kind: str
    declared: bool = False


class _Place(NamedTuple):
    """A node to look into: the names around it, the kind of what encloses it, the wrapper it is, where that begins."""

    node: Node
    scope: tuple[str, ...] = ()
    inside: str = "module"
    wrapper: Node | None = None
    first: Node | None = None

    def into(self, node: Node, wrapper: Node | None = None, first: Node | None = None) -> _Place:
        """A node that changes nothing about what it holds."""
        return _Place(node, self.scope, self.inside, self.wrapper or wrapper, self.first or first)


def definitions(root: Node, row: Grammar) -> list[Definition]:
    """Every definition in a tree, in no order."""
    walk = _Walk(row, root)
    walk.waiting.append(_Place(root))
    while walk.waiting:
        walk.look_into(walk.waiting.pop())
    return _defined(walk.found)


def _defined(found: list[Definition]) -> list[Definition]:
    """Without the declarations of what is defined in the same text."""
    if not any(one.declared for one in found):
        return found
    bodies = {(one.scope, one.name) for one in found if not one.declared}
    return [one for one in found if not (one.declared and (one.scope, one.name) in bodies)]


class _Walk:
    def __init__(self, row: Grammar, root: Node) -> None:
        self.row = row
        self.meant = row.meant
        self.found: list[Definition] = []
        self.waiting: list[_Place] = []
        # Where a text is broken, a node may stand for what is not written there.
        self.hints = _standing(root, row.hints) if row.hints and not root.has_error else None

    def look_into(self, place: _Place) -> None:
        hinted = self.hints is not None and place.inside not in _TOP
        if hinted and not self.hints_in(place.node):
            return
        first: Node | None = None
        for child in place.node.named_children:
            kind = child.type
            if kind in self.meant:
                if not hinted or self.hints_in(child):
                    self.look(child, kind, place, first)
                first = None
            elif kind in self.row.leading:
                first = first or child

    def hints_in(self, node: Node) -> bool:
        """Whether a node can hold a definition, to go by its words."""
        hints = self.hints or ()
        at = bisect_left(hints, node.start_byte)
        return at < len(hints) and hints[at] < node.end_byte

    def look(self, node: Node, kind: str, place: _Place, first: Node | None) -> None:
        row = self.row
        if kind in row.definitions:
            self._definition(node, place, first)
        elif kind in row.variables:
            self._variable(node, place)
        elif kind in row.wrappers:
            self.waiting.append(place.into(node, node, first))
        elif kind in row.scopes:
            named = row.names(node, "class", node.child_by_field_name(row.scopes[kind]))
            self._enter(node, place, named, None, _body(node, row), symbol=False)
        elif place.wrapper is not None and kind in row.values:
            self._enter(node, place, [(row.values[kind], ("default",))], first, _body(node, row))
        if kind in row.through:
            self.waiting.append(place.into(node))

    def _definition(self, node: Node, place: _Place, first: Node | None) -> None:
        kind, name = self.row.definitions[node.type]
        declared = node.type in self.row.declarations
        if not (declared and place.inside == "function"):
            named = self.row.names(node, kind, node.child_by_field_name(name))
            self._enter(node, place, named, first, _body(node, self.row), declared=declared)

    def _variable(self, node: Node, place: _Place) -> None:
        """At module level always, elsewhere only if it holds a function or a class."""
        value = _value(node)
        kind = self.row.values.get(value.type, "variable") if value else "variable"
        named = list(self.row.targets(node, kind, node.child_by_field_name(self.row.variables[node.type])))
        self._enter(node, place, named, None, _body(value, self.row) if value else None)
        if value and value.type in self.row.objects:
            for _, chain in named:
                self.waiting.append(_Place(value, (*place.scope, *chain), "class"))

    def _enter(
        self,
        node: Node,
        place: _Place,
        named: Iterable[Named],
        first: Node | None,
        body: Node | None,
        *,
        symbol: bool = True,
        declared: bool = False,
    ) -> None:
        """Keep what is defined and put its body on the list; a body without a name belongs to what is around it."""
        whole, held = place.wrapper or node, place.into(body) if body is not None else None
        for told, (*around, name) in named:
            if told == "variable" and place.inside not in _TOP:
                continue
            kind = "method" if told == "function" and place.inside in _TYPES else told
            scope = (*place.scope, *around)
            if symbol:
                start = place.first or first or whole
                self.found.append(Definition(whole, start, body, name, scope, kind, declared))
            if body is not None and held is not None and held.scope == place.scope:
                inside = kind if kind in _TOP | _TYPES else "function"
                held = _Place(body, (*scope, name), inside)
        if held is not None:
            self.waiting.append(held)


def _standing(root: Node, words: Iterable[bytes]) -> list[int]:
    """Where these words stand, in order."""
    data, start = root.text or b"", root.start_byte  # where the first line that is not blank begins
    return sorted(start + at for word in words for at in _places(data, word))


def _places(data: bytes, word: bytes) -> Iterator[int]:
    at = data.find(word)
    while at >= 0:
        yield at
        at = data.find(word, at + 1)


def _body(node: Node, row: Grammar) -> Node | None:
    body = node.child_by_field_name("body")
    if body is not None or not row.bodies:
        return body
    return next((child for child in node.named_children if child.type in row.bodies), None)


def _value(node: Node) -> Node | None:
    """What a variable is given: by a field, or the last of its children; the one of a list of one."""
    value = node.child_by_field_name("right") or node.child_by_field_name("value")
    if value is None and node.named_children:
        value = node.named_children[-1]
    while value is not None and value.type == "expression_list" and value.named_child_count == 1:
        value = value.named_children[0]
    return value
