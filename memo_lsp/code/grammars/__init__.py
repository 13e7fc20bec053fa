"""The languages there are grammars for, by the protocol's identifiers: one file a family."""

from __future__ import annotations

from collections.abc import Mapping

from memo_lsp.code.grammar import Grammar
from memo_lsp.code.grammars.c import CPP, C
from memo_lsp.code.grammars.csharp import CSHARP
from memo_lsp.code.grammars.go import GO
from memo_lsp.code.grammars.java import JAVA
from memo_lsp.code.grammars.javascript import JAVASCRIPT, TSX, TYPESCRIPT
from memo_lsp.code.grammars.kotlin import KOTLIN
from memo_lsp.code.grammars.lua import LUA
from memo_lsp.code.grammars.php import PHP
from memo_lsp.code.grammars.python import PYTHON
from memo_lsp.code.grammars.ruby import RUBY
from memo_lsp.code.grammars.rust import RUST
from memo_lsp.code.grammars.shell import SHELL

GRAMMARS: Mapping[str, Grammar] = {
    "python": PYTHON,
    "javascript": JAVASCRIPT,
    "javascriptreact": JAVASCRIPT,
    "typescript": TYPESCRIPT,
    "typescriptreact": TSX,
    "go": GO,
    "rust": RUST,
    "java": JAVA,
    "c": C,
    "cpp": CPP,
    "csharp": CSHARP,
    "ruby": RUBY,
    "php": PHP,
    "lua": LUA,
    "kotlin": KOTLIN,
    "shellscript": SHELL,
}
