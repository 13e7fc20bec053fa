"""Reports of test and build tools, as they look in a terminal, and what is read out of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.capture.episodes.outputs import LONGEST_ERROR, MOST_NAMES, outcome

PYTEST = """\
F.                                                                  [100%]
=================================== FAILURES ===================================
____________________________ test_parse_empty _____________________________

    def test_parse_empty():
>       assert parse("") == 0
E       ValueError: invalid literal for int() with base 10: ''
tests/test_parse.py:4: ValueError
=========================== short test summary info ============================
FAILED tests/test_parse.py::test_parse_empty - ValueError: invalid literal for int() with base 10: ''
FAILED tests/test_parse.py::test_rows[a b-1] - assert 1 == 2
ERROR tests/test_more.py
1 failed, 1 passed in 0.03s
"""
UNITTEST = """\
.F
======================================================================
FAIL: test_upper (test_strings.TestStrings.test_upper)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/x/test_strings.py", line 6, in test_upper
    self.assertEqual('foo'.upper(), 'FO')
AssertionError: 'FOO' != 'FO'
- FOO
+ FO

----------------------------------------------------------------------
Ran 2 tests in 0.001s

FAILED (failures=1)
"""
JEST = """\
 FAIL  src/sum.test.js
  Sums
    ✓ adds (2 ms)
    ✕ takes none (3 ms)

  ● Sums › takes none

    expect(received).toBe(expected) // Object.is equality

    Expected: 0
    Received: NaN

      3 | test('takes none', () => {
    > 4 |   expect(sum()).toBe(0);

Tests:       1 failed, 1 passed, 2 total
"""
VITEST = """\
 ❯ src/sum.test.ts (2 tests | 1 failed) 5ms
   × sums > takes none 3ms
⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯
 FAIL  src/sum.test.ts > sums > takes none
AssertionError: expected NaN to be +0 // Object.is equality
"""
MOCHA = """\
  sums
    ✔ adds
    1) takes none

  1 passing (5ms)
  1 failing

  1) sums
       takes none:

      AssertionError [ERR_ASSERTION]: NaN == 0
      + expected - actual
"""
GO = """\
--- FAIL: TestParse (0.00s)
    --- FAIL: TestParse/empty (0.00s)
        parse_test.go:12: got -1, want 0
FAIL
FAIL    example.com/parse	0.004s
FAIL
"""
GO_BUILD = """\
# example.com/parse
./parse.go:7:9: undefined: strcon
FAIL    example.com/parse [build failed]
"""
CARGO = """\
running 2 tests
test tests::adds ... ok
test tests::takes_none ... FAILED

failures:

---- tests::takes_none stdout ----
thread 'tests::takes_none' panicked at src/lib.rs:14:9:
assertion `left == right` failed
  left: 1
 right: 0
error: test failed, to rerun pass `--lib`
"""
RUSTC = """\
   Compiling parse v0.1.0 (/x)
error[E0425]: cannot find value `strcon` in this scope
 --> src/lib.rs:3:5
error: could not compile `parse` (lib) due to 1 previous error
"""
RSPEC = """\
Failures:

  1) Cart counts distinct items
     Failure/Error: expect(cart.count).to eq(1)

       expected: 1
            got: 2

     # ./spec/cart_spec.rb:9:in `block (2 levels) in <top (required)>'

Failed examples:

rspec ./spec/cart_spec.rb:7 # Cart counts distinct items
"""
MINITEST = """\
  1) Failure:
CartTest#test_count [test/cart_test.rb:9]:
Expected: 1
  Actual: 2
"""
PHPUNIT = """\
There was 1 failure:

1) Tests\\CartTest::testCount
Failed asserting that 2 matches expected 1.

/x/tests/CartTest.php:12

FAILURES!
"""
DOTNET = """\
  Failed Shop.Tests.CartTests.CountsDistinct [12 ms]
  Error Message:
   Assert.Equal() Failure: Values differ
Expected: 1
Actual:   2
"""
CSHARP = "/x/Cart.cs(7,13): error CS0103: The name 'quokka' does not exist in the current context [/x/Shop.csproj]\n"
GRADLE = """\
> Task :test FAILED

CartTest > countsDistinct() FAILED
    org.opentest4j.AssertionFailedError: expected: <1> but was: <2>
        at CartTest.java:14

* What went wrong:
Execution failed for task ':test'.
"""
MAVEN = """\
[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0
[ERROR] Failures:
[ERROR]   CartTest.countsDistinct:14 expected: <1> but was: <2>
[INFO]
"""
JAVAC = "[ERROR] /x/src/main/java/Cart.java:[7,9] cannot find symbol\n"
KOTLIN = "e: file:///x/Cart.kt:7:9 Unresolved reference: quokka\n"
CTEST = """\
50% tests passed, 1 tests failed out of 2

The following tests FAILED:
          2 - cart_counts (Failed)
Errors while running CTest
"""
GTEST = """\
/x/cart_test.cpp:9: Failure
Expected equality of these values:
[  FAILED  ] Cart.Counts (0 ms)
[  FAILED  ] Cart.Counts
"""
GCC = """\
gcc -c main.c
In file included from main.c:1:
main.c:3:5: warning: unused variable 'a'
main.c:3:9: error: ‘quokka’ undeclared (first use in this function)
make: *** [Makefile:2: build] Error 1
"""
LINKER = """\
/usr/bin/ld: main.o: in function `main':
main.c:(.text+0x5): undefined reference to `quokka'
collect2: error: ld returned 1 exit status
"""
TSC = "src/cart.ts(7,9): error TS2339: Property 'x' does not exist on type 'Y'.\n"
TSC_PRETTY = (
    "\x1b[96msrc/cart.ts\x1b[0m:\x1b[93m7\x1b[0m:\x1b[93m9\x1b[0m"
    " - \x1b[91merror\x1b[0m TS2339: Property 'x' does not exist.\n"
)
ESLINT = """\
/x/src/cart.js
  3:7  warning  'a' is assigned a value but never used  no-unused-vars
  7:9  error    'quokka' is not defined                 no-undef
"""
MYPY = 'src/cart.py:7: error: "Item" has no attribute "price"  [attr-defined]\nFound 1 error in 1 file\n'
RUFF = "F401 [*] `os` imported but unused\n --> src/cart.py:1:8\n  |\nFound 1 error.\n"
RUFF_OLD = "src/cart.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.\n"


@pytest.mark.parametrize(
    ("tool", "output", "failing", "error"),
    [
        ("pytest", PYTEST,
         ("tests/test_parse.py::test_parse_empty", "tests/test_parse.py::test_rows[a b-1]", "tests/test_more.py"),
         "ValueError: invalid literal for int() with base 10: ''"),
        ("unittest", UNITTEST, ("test_upper (test_strings.TestStrings.test_upper)",), "AssertionError: 'FOO' != 'FO'"),
        ("jest", JEST, ("Sums › takes none",), "expect(received).toBe(expected) // Object.is equality"),
        ("vitest", VITEST, ("src/sum.test.ts > sums > takes none",),
         "AssertionError: expected NaN to be +0 // Object.is equality"),
        ("mocha", MOCHA, ("takes none", "sums"), "AssertionError [ERR_ASSERTION]: NaN == 0"),
        ("script", JEST, ("Sums › takes none",), "expect(received).toBe(expected) // Object.is equality"),
        ("go", GO, ("TestParse", "TestParse/empty"), "parse_test.go:12: got -1, want 0"),
        ("go", GO_BUILD, ("example.com/parse",), "./parse.go:7:9: undefined: strcon"),
        ("cargo", CARGO, ("tests::takes_none",), "assertion `left == right` failed"),
        ("cargo", RUSTC, (), "error[E0425]: cannot find value `strcon` in this scope"),
        ("rspec", RSPEC, ("./spec/cart_spec.rb:7 # Cart counts distinct items",), "expected: 1"),
        ("rspec", MINITEST, ("CartTest#test_count",), "Expected: 1"),
        ("phpunit", PHPUNIT, ("Tests\\CartTest::testCount",), "Failed asserting that 2 matches expected 1."),
        ("dotnet", DOTNET, ("Shop.Tests.CartTests.CountsDistinct",), "Assert.Equal() Failure: Values differ"),
        ("dotnet", CSHARP, (),
         "/x/Cart.cs(7,13): error CS0103: The name 'quokka' does not exist in the current context"),
        ("gradle", GRADLE, ("CartTest > countsDistinct()",),
         "org.opentest4j.AssertionFailedError: expected: <1> but was: <2>"),
        ("maven", MAVEN, ("CartTest.countsDistinct",), "expected: <1> but was: <2>"),
        ("maven", JAVAC, (), "/x/src/main/java/Cart.java:[7,9] cannot find symbol"),
        ("gradle", KOTLIN, (), "file:///x/Cart.kt:7:9 Unresolved reference: quokka"),
        ("ctest", CTEST, ("cart_counts",), None),
        ("ctest", GTEST, ("Cart.Counts",), "/x/cart_test.cpp:9: Failure"),
        ("make", GCC, (), "main.c:3:9: error: ‘quokka’ undeclared (first use in this function)"),
        ("compiler", GCC, (), "main.c:3:9: error: ‘quokka’ undeclared (first use in this function)"),
        ("compiler", LINKER, (), "main.c:(.text+0x5): undefined reference to `quokka'"),
        ("make", GO, ("TestParse", "TestParse/empty"), "parse_test.go:12: got -1, want 0"),
        ("make", "main.c:3: error: quokka undeclared", (), "main.c:3: error: quokka undeclared"),
        ("tsc", TSC, (), "src/cart.ts(7,9): error TS2339: Property 'x' does not exist on type 'Y'."),
        ("tsc", TSC_PRETTY, (), "src/cart.ts:7:9 - error TS2339: Property 'x' does not exist."),
        ("eslint", ESLINT, (), "7:9 error 'quokka' is not defined no-undef"),
        ("mypy", MYPY, (), 'src/cart.py:7: error: "Item" has no attribute "price" [attr-defined]'),
        ("ruff", RUFF, (), "F401 [*] `os` imported but unused"),
        ("ruff", RUFF_OLD, (), "src/cart.py:1:8: F401 [*] `os` imported but unused"),
        ("shell", "1..2\nok 1 a\nnot ok 2 counts\n# (in test file a.bats, line 3)\n#   `[ 1 = 2 ]' failed\n",
         ("counts",), "[ 1 = 2 ]' failed"),
        ("other", "** (CompileError) undefined function quokka/0", (), "** (CompileError) undefined function quokka/0"),
        ("pytest", "", (), ""),
        ("other", "all is well", (), ""),
    ],
)  # fmt: skip
def test_reports(tool, output, failing, error):
    found = outcome(tool, output)
    assert found.failing == failing
    if error is not None:
        assert found.error == error


@pytest.mark.parametrize("output", [PYTEST, GO, CARGO, MYPY])
def test_colours_and_line_ends_do_not_matter(output):
    tool = {PYTEST: "pytest", GO: "go", CARGO: "cargo", MYPY: "mypy"}[output]
    coloured = "".join(f"\x1b[31;1m{line}\x1b[0m\r\n" for line in output.splitlines())
    assert outcome(tool, coloured) == outcome(tool, output)


def test_huge_output_is_bounded():
    many = "".join(f"FAILED tests/test_a.py::test_{n} - {'x' * 1000}\n" for n in range(5_000))
    found = outcome("pytest", many + "E   ValueError: " + "y" * 390 + "\n" + "z" * 50_000)
    assert len(found.failing) == MOST_NAMES
    assert len(found.error) <= LONGEST_ERROR


@pytest.mark.parametrize(
    "noise", ["\n" * 200_000, " " * 200_000, "x:1: " * 40_000, "error " * 30_000, "● a › " * 30_000]
)
def test_noise_is_read_too(noise):
    for tool in ("pytest", "jest", "go", "make", "gradle", "mypy", "other"):
        assert len(outcome(tool, noise).error) <= LONGEST_ERROR


@given(st.sampled_from(["pytest", "jest", "go", "cargo", "make", "gradle", "other"]), st.text(max_size=400))
def test_any_output_is_read(tool, output):
    found = outcome(tool, output)
    assert "\n" not in found.error
