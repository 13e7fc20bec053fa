"""C#. The namespace is the file's own affair, in either of its two spellings, and no part of a name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memo_lsp.code.grammar import Grammar, Named, nodes, text_of

if TYPE_CHECKING:
    from tree_sitter import Node


def _names(node: Node, kind: str, name: Node | None) -> Iterator[Named]:
    told = text_of(name)
    if node.type == "destructor_declaration":
        told = f"~{told}"
    elif node.type == "operator_declaration":
        told = f"operator {told}"
    elif node.type == "indexer_declaration":
        told = "this"
    if told:
        yield kind, (told,)


CSHARP = Grammar(
    module="tree_sitter_c_sharp",
    definitions={
        "class_declaration": ("class", "name"),
        "struct_declaration": ("class", "name"),
        "record_declaration": ("class", "name"),
        "interface_declaration": ("interface", "name"),
        "enum_declaration": ("enum", "name"),
        "delegate_declaration": ("type", "name"),
        "method_declaration": ("method", "name"),
        "constructor_declaration": ("method", "name"),
        "destructor_declaration": ("method", "name"),
        "operator_declaration": ("method", "operator"),
        "indexer_declaration": ("method", "type"),
        "property_declaration": ("method", "name"),
        "local_function_statement": ("function", "name"),
    },
    variables={"variable_declarator": "name"},
    wrappers=nodes("field_declaration local_declaration_statement global_statement"),
    through=nodes(
        "namespace_declaration declaration_list variable_declaration block if_statement for_statement "
        "foreach_statement while_statement do_statement try_statement catch_clause finally_clause using_statement "
        "lock_statement preproc_if preproc_else preproc_elif"
    ),
    values={"lambda_expression": "function", "anonymous_method_expression": "function"},
    names=_names,
)
