"""Rust: what stands in an `impl` block belongs to the type it is for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memo_lsp.code.grammar import Grammar, Named, nodes, text_of

if TYPE_CHECKING:
    from tree_sitter import Node


def _names(node: Node, kind: str, name: Node | None) -> Iterator[Named]:
    if node.type == "impl_item":
        name = _bare(name)
    if told := text_of(name):
        yield kind, (told,)


def _bare(node: Node | None) -> Node | None:
    """`&'a std::vec::Vec<T>`: Vec."""
    while node is not None and (inner := node.child_by_field_name("type") or node.child_by_field_name("name")):
        node = inner
    return node


def _targets(node: Node, kind: str, name: Node | None) -> Iterator[Named]:
    if name is not None and name.type == "identifier" and text_of(name) != "_":
        yield kind, (text_of(name),)


RUST = Grammar(
    module="tree_sitter_rust",
    definitions={
        "function_item": ("function", "name"),
        "function_signature_item": ("function", "name"),
        "struct_item": ("class", "name"),
        "union_item": ("class", "name"),
        "enum_item": ("enum", "name"),
        "trait_item": ("interface", "name"),
        "type_item": ("type", "name"),
        "mod_item": ("namespace", "name"),
        "macro_definition": ("function", "name"),
    },
    variables={"const_item": "name", "static_item": "name", "let_declaration": "pattern"},
    scopes={"impl_item": "type"},
    leading=nodes("attribute_item"),
    through=nodes("block declaration_list expression_statement foreign_mod_item unsafe_block if_expression"),
    values={"closure_expression": "function"},
    names=_names,
    targets=_targets,
)
