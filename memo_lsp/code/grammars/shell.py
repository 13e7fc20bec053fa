"""Shell scripts, as bash reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memo_lsp.code.grammar import Grammar, Named, nodes, text_of
from memo_lsp.code.tokens import HASH

if TYPE_CHECKING:
    from tree_sitter import Node


def _targets(node: Node, kind: str, target: Node | None) -> Iterator[Named]:
    if target is not None and target.type == "variable_name":
        yield kind, (text_of(target),)


SHELL = Grammar(
    module="tree_sitter_bash",
    definitions={"function_definition": ("function", "name")},
    variables={"variable_assignment": "name"},
    wrappers=nodes("declaration_command"),
    through=nodes(
        "compound_statement if_statement elif_clause else_clause case_statement case_item for_statement do_group "
        "while_statement subshell list variable_assignments"
    ),
    targets=_targets,
    style=HASH,
)
