"""Which functions differ between two texts of a Python file, told by Python's own parser and not by the product's."""

from __future__ import annotations

import ast
import io
import tokenize
import warnings
from collections.abc import Iterator

_LAYOUT = frozenset((tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING))
Tokens = tuple[str, ...]


def changed(before: str, after: str) -> set[str] | None:
    """The functions of `after`, by qualified name, whose tokens are not those they had; None if one does not parse."""
    old, new = functions(before), functions(after)
    if old is None or new is None:
        return None
    return {name for name, tokens in new.items() if tokens != old.get(name)}


def unchanged(before: str, after: str) -> set[str]:
    """The functions whose tokens both have."""
    old, new = functions(before) or {}, functions(after) or {}
    return {name for name, tokens in new.items() if tokens == old.get(name)}


def functions(text: str) -> dict[str, list[Tokens]] | None:
    """Every function with its tokens; a name that is defined more than once has them of each."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (SyntaxError, ValueError, tokenize.TokenError, RecursionError):
        return None
    found: dict[str, list[Tokens]] = {}
    for name, first, last in _spans(tree, ""):
        spoken = (one.string.strip() for one in tokens if first <= one.start[0] <= last and one.type not in _LAYOUT)
        found.setdefault(name, []).append(tuple(spoken))
    return found


def _spans(node: ast.AST, prefix: str) -> Iterator[tuple[str, int, int]]:
    """Qualified name, first line (of the decorators) and last line of each function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{prefix}{child.name}"
            if not isinstance(child, ast.ClassDef):
                first = min((each.lineno for each in child.decorator_list), default=child.lineno)
                yield name, first, child.end_lineno or child.lineno
            yield from _spans(child, f"{name}.")
        else:
            yield from _spans(child, prefix)
