"""Ruby: modules and classes nest, also as `A::B`; a class may be made by a call with a block (`Struct.new`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memo_lsp.code.grammar import Grammar, Named, nodes, text_of
from memo_lsp.code.tokens import HASH

if TYPE_CHECKING:
    from tree_sitter import Node

_MAKES_A_FUNCTION = nodes("lambda proc")


def _names(node: Node, kind: str, name: Node | None) -> Iterator[Named]:
    chain = tuple(part for part in text_of(name).split("::") if part)
    if chain:
        yield kind, chain


def _targets(node: Node, kind: str, target: Node | None) -> Iterator[Named]:
    if target is not None and target.type in ("constant", "identifier"):
        yield _kind_of(node.child_by_field_name("right"), target, kind), (text_of(target),)


def _kind_of(value: Node | None, target: Node, kind: str) -> str:
    if value is None or value.type != "call" or value.child_by_field_name("block") is None:
        return kind
    if text_of(value.child_by_field_name("method")) in _MAKES_A_FUNCTION:
        return "function"
    return "class" if target.type == "constant" else kind


RUBY = Grammar(
    module="tree_sitter_ruby",
    definitions={
        "module": ("namespace", "name"),
        "class": ("class", "name"),
        "method": ("function", "name"),
        "singleton_method": ("function", "name"),
    },
    variables={"assignment": "left"},
    through=nodes(
        "body_statement singleton_class call argument_list begin if unless else elsif rescue ensure then do_block"
    ),
    bodies=nodes("do_block block"),
    values={"lambda": "function"},
    names=_names,
    targets=_targets,
    style=HASH,
)
