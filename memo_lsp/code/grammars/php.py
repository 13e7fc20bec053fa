"""PHP. A variable's name has its `$`; the namespace is the file's own affair and no part of a name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memo_lsp.code.grammar import Grammar, Named, nodes, text_of
from memo_lsp.code.tokens import PHP_LIKE

if TYPE_CHECKING:
    from tree_sitter import Node


def _targets(node: Node, kind: str, target: Node | None) -> Iterator[Named]:
    if node.type == "const_element":
        target = next(iter(node.named_children), None)
    if target is not None and target.type in ("name", "variable_name"):
        yield kind, (text_of(target),)


PHP = Grammar(
    module="tree_sitter_php",
    function="language_php",
    definitions={
        "class_declaration": ("class", "name"),
        "interface_declaration": ("interface", "name"),
        "trait_declaration": ("class", "name"),
        "enum_declaration": ("enum", "name"),
        "function_definition": ("function", "name"),
        "method_declaration": ("method", "name"),
    },
    variables={"assignment_expression": "left", "const_element": "name"},
    through=nodes(
        "namespace_definition compound_statement expression_statement const_declaration if_statement else_clause "
        "else_if_clause colon_block try_statement catch_clause finally_clause foreach_statement for_statement "
        "while_statement do_statement switch_statement switch_block case_statement default_statement"
    ),
    values={"anonymous_function": "function", "arrow_function": "function"},
    targets=_targets,
    style=PHP_LIKE,
)
