from __future__ import annotations

import pytest

from memo_lsp.code.languages import GRAMMARS, Grammar, grammar, language_of


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("src/a.py", "python"),
        ("a.PYI", "python"),
        ("a.tsx", "typescriptreact"),
        ("a.test.mjs", "javascript"),
        ("C:\\x\\a.TS", "typescript"),
        ("Dockerfile", "dockerfile"),
        ("deep/Makefile", "makefile"),
        (".py", None),
        ("LICENSE", None),
        ("a.unknown", None),
        ("", None),
    ],
)
def test_language_of(path: str, language: str | None) -> None:
    assert language_of(path) == language


COUSINS = {  # the rows of a family are one; plain JavaScript does not have all that TypeScript has, nor the other way
    "ambient_declaration", "interface_body", "public_field_definition", "field_definition",
}  # fmt: skip


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_every_row_names_nodes_its_grammar_has(language: str) -> None:
    known = grammar(language)
    assert known is not None
    row, loaded = known
    types = {loaded.node_kind_for_id(number) for number in range(loaded.node_kind_count)}
    fields = {loaded.field_name_for_id(number) for number in range(1, loaded.field_count + 1)}
    assert {*(name for _, name in row.definitions.values()), *row.variables.values(), *row.scopes.values()} <= fields
    assert row.meant | row.bodies | row.leading | row.declarations | row.objects <= types | COUSINS


def test_a_language_without_a_grammar_is_none() -> None:
    assert grammar("brainfuck") is None


def test_a_grammar_whose_package_is_missing_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memo_lsp.code.languages.GRAMMARS", {"cobol": Grammar(module="tree_sitter_cobol")})
    assert grammar("cobol") is None
