"""Which language a file is in, and its grammar if there is one.

Language names are the protocol's identifiers (`typescriptreact`, `shellscript`). A grammar is loaded when it is first
asked for; a language without one is fine everywhere.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from memo_lsp.code.grammar import Grammar
from memo_lsp.code.grammars import GRAMMARS

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
    name = path.replace("\\", "/").rstrip("/").rpartition("/")[2].lower()
    stem, dot, suffix = name.rpartition(".")
    return _BY_NAME.get(name) or (_BY_SUFFIX.get(dot + suffix) if stem else None)


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
