"""Go: a method belongs to its receiver's type, wherever it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memo_lsp.code.grammar import Grammar, Named, nodes, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_KINDS = {"struct_type": "class", "interface_type": "interface"}


def _names(node: Node, kind: str, name: Node | None) -> Iterator[Named]:
    told = text_of(name)
    if not told:
        return
    if node.type == "type_spec":
        held = node.child_by_field_name("type")
        yield _KINDS.get(held.type if held else "", kind), (told,)
    elif node.type == "method_declaration" and (owner := _receiver(node)):
        yield kind, (owner, told)
    else:
        yield kind, (told,)


def _receiver(method: Node) -> str:
    """`(s *Stack[T])`: Stack."""
    receiver = method.child_by_field_name("receiver")
    at = receiver.named_children[0].child_by_field_name("type") if receiver and receiver.named_children else None
    while at is not None and at.type != "type_identifier":
        at = at.child_by_field_name("type") or next(iter(at.named_children), None)
    return text_of(at)


def _targets(node: Node, kind: str, name: Node | None) -> Iterator[Named]:
    """`var a, b`, `f := func() {}`."""
    listed = name.named_children if name is not None and name.type == "expression_list" else ()
    for each in listed or node.children_by_field_name("name"):
        if each.type == "identifier" and text_of(each) != "_":
            yield kind, (text_of(each),)


GO = Grammar(
    module="tree_sitter_go",
    definitions={
        "function_declaration": ("function", "name"),
        "method_declaration": ("method", "name"),
        "method_elem": ("method", "name"),
        "type_spec": ("type", "name"),
        "type_alias": ("type", "name"),
    },
    variables={"const_spec": "name", "var_spec": "name", "short_var_declaration": "left"},
    through=nodes(
        "const_declaration var_declaration var_spec_list type_declaration block statement_list if_statement "
        "for_statement expression_switch_statement expression_case default_case type_switch_statement type_case "
        "select_statement communication_case labeled_statement"
    ),
    bodies=nodes("interface_type"),
    values={"func_literal": "function"},
    names=_names,
    targets=_targets,
)
