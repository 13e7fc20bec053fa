"""What of a language's syntax tree makes symbols: one value a language, filled in beside the language's own oddities.

The walk knows no language. It asks the grammar which nodes define something, which ones may hold definitions, and how
what they define is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING

from memo_lsp.code.tokens import CHARS, Style

if TYPE_CHECKING:
    from tree_sitter import Language, Node

Named = tuple[str, tuple[str, ...]]  # a kind, and the name with what stands before it: `("method", ("Stack", "Push"))`
Naming = Callable[["Node", str, "Node | None"], Iterator[Named]]  # of a node, its row's kind and the node of its name


def text_of(node: Node | None) -> str:
    return node.text.decode("utf-8", "replace").strip("\"'`") if node is not None and node.text else ""


def plain(node: Node, kind: str, name: Node | None) -> Iterator[Named]:
    """The name as it stands."""
    if told := text_of(name):
        yield kind, (told,)


@dataclass(frozen=True)
class Grammar:
    """Node types of a tree-sitter grammar by what they mean here.

    `definitions` and `scopes` tell the field of the name (and the kind); a node whose naming gives nothing lends no
    name, and what it holds is looked at as if it were not there.
    """

    module: str
    function: str = "language"
    definitions: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # node: (kind, field of the name)
    variables: Mapping[str, str] = field(default_factory=dict)  # node: field of the name; only at module level
    scopes: Mapping[str, str] = field(default_factory=dict)  # lends its name to what it holds, and is no symbol
    wrappers: frozenset[str] = frozenset()  # a definition begins where its wrapper begins: decorators, `export`
    leading: frozenset[str] = frozenset()  # stands before a definition and belongs to it: attributes
    through: frozenset[str] = frozenset()  # statements that may hold definitions
    bodies: frozenset[str] = frozenset()  # what a definition holds, where the grammar has no field `body` for it
    declarations: frozenset[str] = frozenset()  # without a body: give way to the definition of that name in the file
    values: Mapping[str, str] = field(default_factory=dict)  # a variable with such a value is of that kind
    objects: frozenset[str] = frozenset()  # a variable with such a value holds its entries
    hints: tuple[bytes, ...] = ()  # below module level nothing is defined without one of these words, if there are any
    names: Naming = plain  # of definitions and scopes
    targets: Naming = plain  # of variables
    style: Style = CHARS

    @cached_property
    def meant(self) -> frozenset[str]:
        """Every node type that is looked at."""
        return (
            frozenset((*self.definitions, *self.variables, *self.scopes, *self.values)) | self.wrappers | self.through
        )

    def load(self) -> Language:
        """The tree-sitter language. Raises ImportError if its package is not installed."""
        from tree_sitter import Language

        return Language(getattr(import_module(self.module), self.function)())


def nodes(names: str) -> frozenset[str]:
    """Node types written one after the other."""
    return frozenset(names.split())
