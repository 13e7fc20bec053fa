"""JavaScript, TypeScript and their JSX kin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from memo_lsp.code.grammar import Grammar, Named, nodes, text_of
from memo_lsp.code.tokens import SCRIPT

if TYPE_CHECKING:
    from tree_sitter import Node

_NAMES = nodes("identifier property_identifier private_property_identifier string")
_OUTER = nodes("module exports prototype this window globalThis")


def _targets(node: Node, kind: str, target: Node | None) -> Iterator[Named]:
    """A name, or what hangs off an exported object or a prototype (`A.prototype.m`: A, m)."""
    if target is None:
        return
    if target.type in _NAMES:
        yield kind, (text_of(target),)
    elif target.type == "member_expression":
        parts = text_of(target).split(".")
        names = tuple(part for part in parts if part not in _OUTER)
        if names and all(part.isidentifier() for part in parts) and (len(names) < len(parts) or len(names) > 1):
            yield kind, names


JAVASCRIPT = Grammar(
    module="tree_sitter_javascript",
    definitions={
        "function_declaration": ("function", "name"),
        "generator_function_declaration": ("function", "name"),
        "class_declaration": ("class", "name"),
        "method_definition": ("method", "name"),
    },
    variables={
        "variable_declarator": "name",
        "assignment_expression": "left",
        "field_definition": "property",
        "public_field_definition": "name",
        "pair": "key",
    },
    wrappers=nodes("export_statement ambient_declaration"),
    through=nodes(
        "statement_block class_body expression_statement lexical_declaration variable_declaration if_statement "
        "else_clause try_statement catch_clause finally_clause for_statement for_in_statement while_statement "
        "do_statement switch_statement switch_body switch_case switch_default interface_body object"
    ),
    values={
        "arrow_function": "function",
        "function_expression": "function",
        "generator_function": "function",
        "class": "class",
    },
    objects=nodes("object"),
    targets=_targets,
    style=SCRIPT,
)
TYPESCRIPT = replace(
    JAVASCRIPT,
    module="tree_sitter_typescript",
    function="language_typescript",
    definitions={
        **JAVASCRIPT.definitions,
        "function_signature": ("function", "name"),
        "abstract_class_declaration": ("class", "name"),
        "abstract_method_signature": ("method", "name"),
        "method_signature": ("method", "name"),
        "interface_declaration": ("interface", "name"),
        "type_alias_declaration": ("type", "name"),
        "enum_declaration": ("enum", "name"),
        "internal_module": ("namespace", "name"),
        "module": ("namespace", "name"),
    },
)
TSX = replace(TYPESCRIPT, function="language_tsx")
