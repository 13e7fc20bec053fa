"""Kotlin: an extension belongs to the type it extends, a companion's members to their class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memo_lsp.code.grammar import Grammar, Named, nodes, text_of

if TYPE_CHECKING:
    from tree_sitter import Node


def _names(node: Node, kind: str, name: Node | None) -> Iterator[Named]:
    if node.type == "enum_entry":
        name = next(iter(node.named_children), None)
    told = text_of(name)
    if not told:
        return  # a nameless companion
    if node.type == "class_declaration":
        kind = _kind_of(node)
    yield kind, (*_extended(node, name), told)


def _kind_of(node: Node) -> str:
    if any(child.type == "interface" for child in node.children):
        return "interface"
    return "enum" if any(child.type == "enum_class_body" for child in node.children) else "class"


def _extended(node: Node, name: Node | None) -> tuple[str, ...]:
    """The type that stands before the name: `fun Shop.Basket.total()` gives Shop, Basket."""
    if name is None or node.type not in ("function_declaration", "property_declaration"):
        return ()
    before = next(
        (child for child in node.named_children if child.end_byte <= name.start_byte and _is_type(child)), None
    )
    while before is not None and before.type == "nullable_type":
        before = next(iter(before.named_children), None)
    return tuple(text_of(part) for part in before.named_children if part.type == "identifier") if before else ()


def _is_type(node: Node) -> bool:
    return node.type in ("user_type", "nullable_type")


def _targets(node: Node, kind: str, _name: Node | None) -> Iterator[Named]:
    for child in node.named_children:
        declared = [child] if child.type == "variable_declaration" else ()
        if child.type == "multi_variable_declaration":
            declared = child.named_children
        for each in declared:
            name = next((part for part in each.named_children if part.type == "identifier"), None)
            if told := text_of(name):
                yield kind, (*_extended(node, each), told)


KOTLIN = Grammar(
    module="tree_sitter_kotlin",
    definitions={
        "class_declaration": ("class", "name"),
        "object_declaration": ("class", "name"),
        "companion_object": ("class", "name"),
        "function_declaration": ("function", "name"),
        "type_alias": ("type", "type"),
    },
    variables={"property_declaration": "name"},
    scopes={"enum_entry": "name"},
    through=nodes("block anonymous_initializer if_expression try_expression catch_block finally_block"),
    bodies=nodes("class_body enum_class_body function_body"),
    values={"lambda_literal": "function", "anonymous_function": "function"},
    names=_names,
    targets=_targets,
)
