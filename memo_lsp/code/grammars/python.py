"""Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memo_lsp.code.grammar import Grammar, Named, nodes, text_of
from memo_lsp.code.tokens import INDENTED

if TYPE_CHECKING:
    from tree_sitter import Node

_LISTS = nodes("pattern_list tuple_pattern list_pattern")


def _targets(node: Node, kind: str, target: Node | None) -> Iterator[Named]:
    """One name or several; what is assigned to an attribute or an item defines nothing."""
    if target is None:
        return
    if target.type == "identifier":
        yield kind, (text_of(target),)
    elif target.type in _LISTS:
        for child in target.named_children:
            yield from _targets(node, kind, child)


PYTHON = Grammar(
    module="tree_sitter_python",
    definitions={
        "function_definition": ("function", "name"),
        "class_definition": ("class", "name"),
        "type_alias_statement": ("type", "left"),
    },
    variables={"assignment": "left"},
    wrappers=nodes("decorated_definition"),
    through=nodes(
        "block expression_statement if_statement elif_clause else_clause try_statement except_clause "
        "finally_clause with_statement for_statement while_statement match_statement case_clause"
    ),
    values={"lambda": "function"},
    hints=(b"def", b"class", b"lambda", b"type"),
    targets=_targets,
    style=INDENTED,
)
