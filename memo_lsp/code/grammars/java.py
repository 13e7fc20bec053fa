"""Java. The package is what the path says anyway, and no part of a name."""

from __future__ import annotations

from memo_lsp.code.grammar import Grammar, nodes

JAVA = Grammar(
    module="tree_sitter_java",
    definitions={
        "class_declaration": ("class", "name"),
        "interface_declaration": ("interface", "name"),
        "enum_declaration": ("enum", "name"),
        "record_declaration": ("class", "name"),
        "annotation_type_declaration": ("interface", "name"),
        "method_declaration": ("method", "name"),
        "constructor_declaration": ("method", "name"),
        "compact_constructor_declaration": ("method", "name"),
        "annotation_type_element_declaration": ("method", "name"),
    },
    variables={"variable_declarator": "name"},
    scopes={"enum_constant": "name"},
    wrappers=nodes("field_declaration local_variable_declaration"),
    through=nodes(
        "block static_initializer enum_body_declarations if_statement for_statement enhanced_for_statement "
        "while_statement do_statement try_statement try_with_resources_statement catch_clause finally_clause "
        "synchronized_statement labeled_statement"
    ),
    values={"lambda_expression": "function"},
)
