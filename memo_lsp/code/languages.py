"""Which language a file is in, and what in its grammar defines a symbol: one row a language.

Language names are the protocol's identifiers (`typescriptreact`, `shellscript`). A grammar is loaded when it is first
asked for; a language without one is fine everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language

_BY_SUFFIX = {
    suffix: language
    for language, suffixes in {
        "python": ".py .pyi .pyw",
        "javascript": ".js .mjs .cjs",
        "javascriptreact": ".jsx",
        "typescript": ".ts .mts .cts",
        "typescriptreact": ".tsx",
        "go": ".go",
        "rust": ".rs",
        "java": ".java",
        "c": ".c .h",
        "cpp": ".cc .cpp .cxx .hh .hpp .hxx .ipp",
        "csharp": ".cs",
        "ruby": ".rb .rake .gemspec",
        "php": ".php",
        "lua": ".lua",
        "kotlin": ".kt .kts",
        "swift": ".swift",
        "scala": ".scala .sc",
        "elixir": ".ex .exs",
        "clojure": ".clj .cljs .cljc .edn",
        "perl": ".pl .pm",
        "powershell": ".ps1 .psm1",
        "shellscript": ".sh .bash .zsh",
        "css": ".css",
        "scss": ".scss",
        "less": ".less",
        "html": ".html .htm",
        "vue": ".vue",
        "svelte": ".svelte",
        "xml": ".xml .svg",
        "sql": ".sql",
        "json": ".json",
        "yaml": ".yaml .yml",
        "toml": ".toml",
        "markdown": ".md .markdown",
        "restructuredtext": ".rst",
        "plaintext": ".txt",
    }.items()
    for suffix in suffixes.split()
}
_BY_NAME = {"dockerfile": "dockerfile", "makefile": "makefile", "gemfile": "ruby", "rakefile": "ruby"}


def language_of(path: str) -> str | None:
    """The language a file's name tells (`src/a.tsx`: `typescriptreact`), None if it tells none."""
    name = PurePosixPath(path.replace("\\", "/")).name.lower()
    return _BY_NAME.get(name) or _BY_SUFFIX.get(PurePosixPath(name).suffix)


@dataclass(frozen=True)
class Grammar:
    """What of a language's syntax tree makes symbols: node types and the fields their names stand in."""

    module: str
    function: str = "language"
    definitions: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # node: (kind, field of the name)
    variables: Mapping[str, str] = field(default_factory=dict)  # node: field of the name; only at module level
    wrappers: frozenset[str] = frozenset()  # a definition begins where its wrapper begins: decorators, `export`
    through: frozenset[str] = frozenset()  # statements that may hold definitions
    values: Mapping[str, str] = field(default_factory=dict)  # a variable with such a value is of that kind
    indented: bool = False  # blocks by indentation, comments by `#`; else braces, `//` and `/* */`

    def load(self) -> Language:
        """The tree-sitter language. Raises ImportError if its package is not installed."""
        from tree_sitter import Language

        return Language(getattr(import_module(self.module), self.function)())


_PYTHON = Grammar(
    module="tree_sitter_python",
    definitions={
        "function_definition": ("function", "name"),
        "class_definition": ("class", "name"),
        "type_alias_statement": ("type", "left"),
    },
    variables={"assignment": "left"},
    wrappers=frozenset(("decorated_definition",)),
    through=frozenset(
        (
            "block",
            "expression_statement",
            "if_statement",
            "elif_clause",
            "else_clause",
            "try_statement",
            "except_clause",
            "except_group_clause",
            "finally_clause",
            "with_statement",
            "for_statement",
            "while_statement",
            "match_statement",
            "case_clause",
        )
    ),
    values={"lambda": "function"},
    indented=True,
)
_FUNCTIONS = {
    "arrow_function": "function",
    "function_expression": "function",
    "generator_function": "function",
    "class": "class",
}
_JAVASCRIPT = Grammar(
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
    wrappers=frozenset(("export_statement", "ambient_declaration")),
    through=frozenset(
        (
            "statement_block",
            "class_body",
            "expression_statement",
            "lexical_declaration",
            "variable_declaration",
            "if_statement",
            "else_clause",
            "try_statement",
            "catch_clause",
            "finally_clause",
            "for_statement",
            "for_in_statement",
            "while_statement",
            "do_statement",
            "switch_statement",
            "switch_body",
            "switch_case",
            "switch_default",
            "interface_body",
            "object",
        )
    ),
    values=_FUNCTIONS,
)
_TYPESCRIPT = Grammar(
    module="tree_sitter_typescript",
    function="language_typescript",
    definitions={
        **_JAVASCRIPT.definitions,
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
    variables=_JAVASCRIPT.variables,
    wrappers=_JAVASCRIPT.wrappers,
    through=_JAVASCRIPT.through,
    values=_FUNCTIONS,
)
_TSX = Grammar(**{**vars(_TYPESCRIPT), "function": "language_tsx"})

GRAMMARS: Mapping[str, Grammar] = {
    "python": _PYTHON,
    "javascript": _JAVASCRIPT,
    "javascriptreact": _JAVASCRIPT,
    "typescript": _TYPESCRIPT,
    "typescriptreact": _TSX,
}


@cache
def grammar(language: str) -> tuple[Grammar, Language] | None:
    """A language's row and its loaded grammar, kept; None if it has none or its package is missing."""
    row = GRAMMARS.get(language)
    if row is None:
        return None
    try:
        return row, row.load()
    except (ImportError, AttributeError):
        return None
