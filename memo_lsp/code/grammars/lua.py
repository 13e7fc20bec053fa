"""Lua: `M.f` and `M:f` are both `M.f`; a table holds its functions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memo_lsp.code.grammar import Grammar, Named, nodes, text_of
from memo_lsp.code.tokens import DASHES

if TYPE_CHECKING:
    from tree_sitter import Node


def _chain(node: Node | None) -> tuple[str, ...]:
    """`a.b:c`: a, b, c; nothing if an index is computed or no name."""
    if node is None or node.type in ("identifier", "string"):
        return (text_of(node),) if text_of(node).isidentifier() else ()
    if node.type in ("dot_index_expression", "method_index_expression"):
        last = node.child_by_field_name("field") or node.child_by_field_name("method")
        before = _chain(node.child_by_field_name("table"))
        return (*before, text_of(last)) if before else ()
    return ()


def _names(node: Node, kind: str, name: Node | None) -> Iterator[Named]:
    if chain := _chain(name):
        yield ("method" if name is not None and name.type == "method_index_expression" else kind), chain


def _targets(node: Node, kind: str, name: Node | None) -> Iterator[Named]:
    listed = node.named_children[0].named_children if node.type == "assignment_statement" else [name]
    for each in listed:
        if chain := _chain(each):
            yield kind, chain


LUA = Grammar(
    module="tree_sitter_lua",
    definitions={"function_declaration": ("function", "name")},
    variables={"assignment_statement": "name", "field": "name"},
    wrappers=nodes("variable_declaration"),
    through=nodes(
        "block do_statement if_statement elseif_statement else_statement for_statement while_statement repeat_statement"
    ),
    values={"function_definition": "function"},
    objects=nodes("table_constructor"),
    names=_names,
    targets=_targets,
    style=DASHES,
)
