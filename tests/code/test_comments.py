from __future__ import annotations

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.code.comments import comments_in, owner
from memo_lsp.code.grammars import GRAMMARS
from memo_lsp.code.symbols import symbols

PYTHON = '''\
#!/usr/bin/env python
# one
# two

x = 1  # beside
       # goes on
y = 2  # apart
# below
s = "# no comment"


def f():
    """# a docstring"""
    # é inner
    return 1
    # at the end of f


# above g
@d
def g(): pass


class C:
    # above m
    def m(self): pass

    # at the end of C

# of the file
'''
SCRIPT = """\
/* one
 * two
 */
function f() {
  // a
  // b
  return 1; /* tail */
}
/// before g

/** of g */
const g = () => { return "// no"; };
"""


def check(source: str, language: str, wanted: list[tuple[int, str]]) -> None:
    assert [(comment.line, comment.text) for comment in comments_in(source, language)] == wanted


def blocks(source: str, language: str) -> list[tuple[str, str | None]]:
    """Each block's first text, and whose it is."""
    found = symbols(source, language)
    grouped = [list(lines) for _, lines in groupby(comments_in(source, language), key=lambda comment: comment.block)]
    homes = [owner(found, lines) for lines in grouped]
    return [(lines[0].text, home and home.qualified) for lines, home in zip(grouped, homes, strict=True)]


@pytest.mark.parametrize(
    ("language", "source", "wanted"),
    [
        ("python", "x = 1 # a\n#b\n#\n", [(1, "a"), (2, "b"), (3, "")]),
        ("python", "x = '# a'\ny = '''\n# b\n'''\n", []),
        ("javascript", "/* a */ x; // b\nconst s = `// c`; const r = /\\/\\/ d/;", [(1, "a"), (1, "b")]),
        ("typescript", "/**\n * a\n *b\n * * c\n */\n", [(1, ""), (2, "a"), (3, "*b"), (4, "* c"), (5, "")]),
        ("typescriptreact", "const a = <p>// no{/* yes */}</p>;", [(1, "yes")]),
        ("go", "package a // x\n/* y\nz */\n", [(1, "x"), (2, "y"), (3, "z")]),
        ("rust", "//! a\n/// b\nfn f<'a>() {} // c\n", [(1, "a"), (2, "b"), (3, "c")]),
        ("java", '/** a */\nclass A { String s = "// no"; }', [(1, "a")]),
        ("c", "int a; /* b */\n// c \\\n d\n", [(1, "b"), (2, "c \\"), (3, "d")]),
        ("cpp", 'auto s = R"(// no)"; // yes\n', [(1, "yes")]),
        ("csharp", 'var s = @"// no"; /// yes\n', [(1, "yes")]),
        ("ruby", "# a\n=begin\nb\n=end\nx = '#{1} # no'\n", [(1, "a"), (2, ""), (3, "b"), (4, "")]),
        ("php", "<p># no</p>\n<?php // a\n# b\n/* c */ $x = '# no';", [(2, "a"), (3, "b"), (4, "c")]),
        ("lua", "-- a\n--[[ b\nc ]]\nx = '-- no'\n", [(1, "a"), (2, "b"), (3, "c")]),
        ("kotlin", 'val a = "// no" // a\n/* b */\n', [(1, "a"), (2, "b")]),
        ("shellscript", "#!/bin/sh\n# a\necho '# no' # b\necho $#\n", [(2, "a"), (3, "b")]),
        ("yaml", "a: '# no' # b\n# c\n", [(1, "b"), (2, "c")]),
        ("css", "a { color: red; } /* b\n * c */", [(1, "b"), (2, "c")]),
        ("sql", "select '-- no' -- a\n/* b */", [(1, "a"), (2, "b")]),
        ("swift", 'let a = "// no" // b', [(1, "b")]),
        ("html", "<p>a</p><!-- b -->", [(1, "b")]),
        ("clojure", ";; a\n(x) ; b", [(1, "a"), (2, "b")]),
        ("markdown", "# a\n<!-- b -->", []),
        ("plaintext", "# a", []),
        ("brainfuck", "# a", []),
        ("json", '{"a": "// b"}', []),
        ("python", "# a\r\nx = 1\r# b\r", [(1, "a"), (3, "b")]),
        ("python", "\ufeff# a\n", [(1, "a")]),
        ("python", "x = (  # a\n", [(1, "a")]),
        ("python", "# " + "a" * 3_000, []),
    ],
)
def test_lines_without_their_signs(language: str, source: str, wanted: list[tuple[int, str]]) -> None:
    check(source, language, wanted)


def test_whose_a_comment_is() -> None:
    assert blocks(PYTHON, "python") == [
        ("one", None),
        ("beside", "x"),
        ("apart", "y"),
        ("below", "s"),
        ("é inner", "f"),
        ("at the end of f", "f"),
        ("above g", "g"),
        ("above m", "C.m"),
        ("at the end of C", "C"),
        ("of the file", None),
    ]
    assert blocks(SCRIPT, "javascript") == [("one", "f"), ("a", "f"), ("tail", "f"), ("before g", None), ("of g", "g")]


def test_lines_right_below_each_other_are_a_block() -> None:
    found = {comment.text: comment for comment in comments_in(PYTHON, "python")}
    assert found["one"].block == found["two"].block
    assert found["beside"].block == found["goes on"].block
    assert found["apart"].block != found["below"].block
    assert (found["beside"].alone, found["beside"].column) == (False, 7)


@given(st.text(alphabet=st.sampled_from("#/*-'\"ab \n\r\\é<!>[]=;"), max_size=60), st.sampled_from(sorted(GRAMMARS)))
def test_any_text_is_taken(text: str, language: str) -> None:
    for comment in comments_in(text, language):
        assert 1 <= comment.line <= text.count("\n") + text.count("\r") + 1
        assert "\n" not in comment.text
