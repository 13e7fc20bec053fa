"""C and C++: a name stands deep within its declarator, and what stands before `::` is what it belongs to.

A prototype or a member's declaration is a symbol where the file has no body for it, as in a header.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from memo_lsp.code.grammar import Grammar, Named, nodes, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_TAGGED = {
    "struct_specifier": "class", "union_specifier": "class", "class_specifier": "class", "enum_specifier": "enum",
}  # fmt: skip
_LEAVES = nodes("identifier field_identifier type_identifier operator_name destructor_name namespace_identifier")
_FIELDS = ("declarator", "name")


def _chain(node: Node | None) -> tuple[str, ...]:
    """The names of a declarator: `*Basket<T>::add(int)` gives Basket, add; nothing for what declares no plain name."""
    before: list[str] = []
    while node is not None:
        if node.type in _LEAVES:
            return (*before, text_of(node))
        if node.type == "operator_cast":
            return (*before, f"operator {text_of(node.child_by_field_name('type'))}")
        if node.type == "nested_namespace_specifier":
            return (*before, *(name for child in node.named_children for name in _chain(child)))
        if node.type == "qualified_identifier" and (scope := node.child_by_field_name("scope")):
            before += _chain(scope)
        inner = (node.child_by_field_name(name) for name in _FIELDS)
        node = next(filter(None, inner), None) or next(iter(node.named_children), None)
    return ()


def _names(node: Node, kind: str, name: Node | None) -> Iterator[Named]:
    if node.type in _TAGGED and node.child_by_field_name("body") is None:
        return  # a mere mention: `struct point p`
    if node.type == "type_definition":
        yield from _typedef(node, kind)
    elif node.type == "preproc_def" and node.child_by_field_name("value") is None:
        return  # a guard
    elif node.type == "function_declarator" and _is_pointer(node):
        yield "variable", _chain(name)
    elif chain := _chain(name):
        yield ("method" if kind == "function" and len(chain) > 1 else kind), chain


def _is_pointer(node: Node) -> bool:
    """Whether `(*name)(int)` is declared: a variable that points at a function."""
    inner = node.child_by_field_name("declarator")
    return inner is not None and inner.type == "parenthesized_declarator"


def _typedef(node: Node, kind: str) -> Iterator[Named]:
    held = node.child_by_field_name("type")
    tag = text_of(held.child_by_field_name("name")) if held is not None and held.type in _TAGGED else ""
    for declared in node.children_by_field_name("declarator"):
        chain = _chain(declared)
        if chain and chain != (tag,):
            yield _TAGGED.get(held.type if held else "", kind), chain


def _targets(node: Node, kind: str, name: Node | None) -> Iterator[Named]:
    if node.type == "identifier" and (around := node.parent) is not None and around.type.startswith("preproc"):
        return  # what a condition asks for
    if chain := _chain(name or node):
        yield kind, chain


C = Grammar(
    module="tree_sitter_c",
    definitions={
        **{node: (kind, "name") for node, kind in _TAGGED.items() if node != "class_specifier"},
        "function_definition": ("function", "declarator"),
        "function_declarator": ("function", "declarator"),
        "type_definition": ("type", "declarator"),
        "preproc_def": ("variable", "name"),
        "preproc_function_def": ("function", "name"),
    },
    variables={"init_declarator": "declarator", "array_declarator": "declarator", "identifier": "name"},
    wrappers=nodes("declaration field_declaration"),
    through=nodes(
        "type_definition compound_statement declaration_list field_declaration_list linkage_specification "
        "pointer_declarator preproc_if preproc_ifdef preproc_else preproc_elif preproc_elifdef"
    ),
    declarations=nodes("function_declarator"),
    names=_names,
    targets=_targets,
)
CPP = replace(
    C,
    module="tree_sitter_cpp",
    definitions={
        **C.definitions,
        "class_specifier": ("class", "name"),
        "namespace_definition": ("namespace", "name"),
        "alias_declaration": ("type", "name"),
        "concept_definition": ("type", "name"),
    },
    variables={**C.variables, "qualified_identifier": "name"},
    wrappers=C.wrappers | nodes("template_declaration"),
    through=C.through | nodes("reference_declarator if_statement for_statement for_range_loop while_statement"),
    values={"lambda_expression": "function"},
)
