"""What the output of a test or build run says: which tests failed, and the first thing that went wrong.

One row a family of tools; a row that finds nothing is helped out by the general one. Output is looked at without its
colours, from its end if it is long.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MOST_READ = 200_000  # characters, the last ones
MOST_NAMES = 40
LONGEST_NAME = 200
LONGEST_LINE = 1_000
LONGEST_ERROR = 300
_COLOURS = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])|[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Outcome:
    """`failing` in order of their report; `error` is the line that says most plainly what went wrong."""

    failing: tuple[str, ...] = ()
    error: str = ""


@dataclass(frozen=True, slots=True)
class _Reader:
    """Patterns of a tool's report. What `names` catch (all their groups, joined) is a failing test; the first line that
    `errors` find counts, the earlier patterns before the later."""

    names: tuple[re.Pattern[str], ...] = ()
    errors: tuple[re.Pattern[str], ...] = ()


def _reader(names: Sequence[str] = (), errors: Sequence[str] = ()) -> _Reader:
    compiled = [tuple(re.compile(pattern, re.MULTILINE) for pattern in patterns) for patterns in (names, errors)]
    return _Reader(*compiled)


_PLACED = r"^ *(?P<e>[^\s:(][^:\n(]{0,200}(?::\d+(?::\d+)?|\(\d+(?:,\d+)?\)) *:? *(?:fatal )?error\b.{1,400})$"
_RAISED = r"^ *(?P<e>(?:[\w$]+[.:\\])*[A-Z]\w*(?:Error|Exception|Failure|Warning|Exit|Interrupt)\b.{0,400})$"
_GENERAL = _reader(
    (),
    (
        _PLACED,
        r"^ *(?P<e>(?:fatal )?error(?:\[\w+\]| \w+\d+)?[:!].{1,400})$",
        _RAISED,
        r"^ *(?P<e>(?:panic|FAILED|FAILURE|FATAL|FAIL|AssertionError)\b[: ].{1,400})$",
        r"^ *(?P<e>.{0,200}\b(?:[Ee]rror|ERROR|[Ff]ailed|[Uu]ndefined|not found)\b.{0,200})$",
    ),
)
_PYTHON = _reader(
    (
        r"^(?:FAILED|ERROR) (\S+\.py\b(?:::.+?)?)(?: - .*)?$",
        r"^(?:FAIL|ERROR): (\w+ \([\w.]+\))(?: .*)?$",
    ),
    (
        r"^E +(?P<e>(?:[\w.]+(?:Error|Exception|Warning|Exit|Failed)|assert|Failed)\b.{0,400})$",
        r"^E +(?P<e>\S.{0,400})$",
        r"^(?P<e>(?:[\w.]+)(?:Error|Exception|Warning)\b(?!.* in <module>).{0,400})$",
    ),
)
_JAVASCRIPT = _reader(
    (
        r"^ *● (?!Console$)(\S.*? › .*|[^\n›]+?) *$",
        r"^ *(?:FAIL|×|❯ FAIL) +(\S+\.[cm]?[jt]sx? > .+?)(?: \d+ms)? *$",
        r"^ +\d+\) (\S.*?):? *$",
        r"^ *(?:not ok) \d+ -? ?(.+)$",
        r"^ *FAIL +(\S+\.[cm]?[jt]sx?)(?: .*)?$",
    ),
    (
        r"^ *(?P<e>(?:\w*Error|\w*Exception)(?: \[\w+\])?: .{1,400})$",
        r"^ *(?P<e>expect\(.{1,400})$",
        r"^ *(?P<e>\S+\(\d+,\d+\): error TS\d+: .{1,400})$",
        r"^ *(?P<e>\S+:\d+:\d+ - error TS\d+: .{1,400})$",
        r"^ *(?P<e>\d+:\d+ +error +\S.{1,400})$",
        r"^ *(?P<e>(?:Expected|Received)\b.{1,400})$",
    ),
)
_GO = _reader(
    (r"^ *--- FAIL: (\S+)", r"^FAIL +(\S+) \[build failed\]"),
    (
        r"^(?P<e>panic: .{1,400})$",
        r"^ *(?P<e>\S+\.go:\d+(?::\d+)?: .{1,400})$",
        r"^ +(?P<e>Error: +\S.{1,400})$",
    ),
)
_CARGO = _reader(
    (r"^test (\S+) \.\.\. FAILED$", r"^ *FAIL \[[^\]]*\] (?:\([^)]*\) )?\S+ (\S+)$", r"^---- (\S+) stdout ----$"),
    (
        r"^(?P<e>error(?:\[E\d+\])?: (?!test failed|could not compile|aborting).{1,400})$",
        r"^thread '[^']*'(?: \(\d+\))? panicked at '(?P<e>[^']{1,400})'",
        r"^thread '[^\n]* panicked at [^\n]*:\n(?P<e>.{1,400})$",
    ),
)
_RSPEC = _reader(
    (
        r"^rspec (\S+ # .+|\S+)$",
        r"^ *(?:Failure|Error):\n(\S+)(?: \[.*)?$",
        r"^ +\d+\) (?:Failure|Error):\n *(\S+?)(?: \[.*|:)$",
    ),
    (
        r"^ +Failure/Error: .*\n(?: *\n)? +(?P<e>\S.{1,400})$",
        r"^ *(?P<e>(?:\w+::)*\w*Error: .{1,400})$",
        r"^ *(?P<e>\S+:\d+:\d+: [CEFW]: .{1,400})$",
        r"^ *(?P<e>(?:Expected|expected)[: ].{1,400})$",
    ),
)
_PHPUNIT = _reader(
    (r"^\d+\) ([\w\\]+::\w+(?: with data set .*)?)$", r"^ *(?:FAILED|⨯) +([\w\\]+ > .+?)(?: {2,}.*)?$"),
    (
        r"^\d+\) [\w\\]+::\w+.*\n(?P<e>\S.{1,400})$",
        r"^(?:PHP )?(?P<e>(?:Parse|Fatal) error: .{1,400})$",
        r"^ *(?P<e>Failed asserting .{1,400})$",
        r"^ *\d+ +(?P<e>\S.{1,400})$",
    ),
)
_DOTNET = _reader(
    (r"^ *(?:Failed|X|✗) (\S[^\[\n]*?)(?: \[[^\]\n]*\])$", r"^ *\[xUnit\.net [^\]]*\] +(\S+) \[FAIL\]$"),
    (
        r"^ *(?P<e>\S.*\(\d+,\d+\): error \w+: .{1,400}?)(?: \[[^\]\n]*\])?$",
        r"^ *Error Message: *\n *(?P<e>\S.{1,400})$",
        r"^ *(?P<e>(?:[\w.]+)Exception\b.{0,400})$",
    ),
)
_JVM = _reader(
    (
        r"^(\w[\w.$]*(?: > [^\n]+?)+) FAILED$",
        r"^\[ERROR\] +((?:\w+\.)*\w+[.:](?!java)\w+)(?::\d+|.*<<< (?:FAILURE|ERROR)!)",
        r"^\[ERROR\] +(?:Failures|Errors): *\n\[ERROR\] +(\S+?):\d+",
    ),
    (
        r"^\[ERROR\] (?P<e>\S+\.(?:java|kt):.{1,400})$",
        r"^e: (?P<e>.{1,400})$",
        r"^(?P<e>\S+\.java:\d+: error: .{1,400})$",
        r"^ +(?P<e>(?:[a-z][\w]*\.)+[A-Z]\w*(?:Error|Exception|Failed\w*)\b.{0,400})$",
        r"^\[ERROR\] +\S+:\d+ (?P<e>.{1,400})$",
        r"^\* What went wrong:\n(?P<e>.{1,400})$",
    ),
)
_CTEST = _reader(
    (
        r"^ *\d+ - (\S+) \((?:Failed|SEGFAULT|Timeout|Subprocess aborted|Not Run|ILLEGAL|BAD_COMMAND).*\)$",
        r"^\[  FAILED  \] ([\w./]+)(?:, .*| \(\d+ ms\))?$",
    ),
    (r"^(?P<e>\S+:\d+: (?:Failure|FAILED).*)$", _PLACED),
)
_MAKE = _reader(
    (),
    (
        _PLACED,
        r"^(?P<e>[^\s:][^:\n]{0,200}:\d+(?::\d+)?: (?!warning|note|In ).*\b(?:error|undefined).{0,400})$",
        r"^(?P<e>.*undefined reference to .{1,400})$",
        r"^(?:\S*ld(?:\.\w+)?: )(?P<e>.{1,400})$",
        r"^(?P<e>g?make(?:\[\d+\])?: \*\*\* (?!\[).{1,400})$",
        r"^(?P<e>g?make(?:\[\d+\])?: \*\*\* .{1,400})$",
    ),
)
_CHECKERS = _reader(
    (),
    (
        r"^ *(?P<e>\S+:\d+(?::\d+)?:? (?:- )?error:? .{1,400})$",
        r"^(?P<e>\S+:\d+:\d+: [A-Z]+\d+ .{1,400})$",
        r"^(?P<e>[A-Z]+\d+ (?:\[\*\] )?\S.*)\n +--> \S+",
        r"^(?P<e>\S+:\d+:\d+: .{1,400})$",
        *[pattern.pattern for pattern in _JAVASCRIPT.errors[2:5]],
    ),
)
_SHELL = _reader(
    (r"^not ok \d+ (?:- )?(.+?)(?: # .*)?$", r"^ ✗ (.+)$", r"^(?:Failure|Error) → (\S+ @ \d+)$"),
    (r"^#? +`?(?P<e>.*(?:failed|failed with status).*)$", r"^(?P<e>\S+:\d+: .{1,400})$"),
)
_READERS = {
    "pytest": _PYTHON, "unittest": _PYTHON, "tox": _PYTHON, "mypy": _CHECKERS, "pyright": _CHECKERS, "ruff": _CHECKERS,
    "jest": _JAVASCRIPT, "vitest": _JAVASCRIPT, "mocha": _JAVASCRIPT, "script": _JAVASCRIPT, "tsc": _JAVASCRIPT,
    "eslint": _CHECKERS, "go": _GO, "cargo": _CARGO, "gradle": _JVM, "maven": _JVM, "ctest": _CTEST, "make": _MAKE,
    "compiler": _MAKE, "dotnet": _DOTNET, "rspec": _RSPEC, "phpunit": _PHPUNIT, "shell": _SHELL, "lua": _SHELL,
}  # fmt: skip
_ANY = ("pytest", "jest", "go", "cargo", "ctest", "rspec", "phpunit", "dotnet", "gradle")
# What only starts other tools, and passes on what they report.
_PASSING_ON = frozenset(("make", "script", "other", "tox"))


def outcome(tool: str, output: str) -> Outcome:
    """What a run that failed reported."""
    text = _plain(output)
    readers = [_READERS[tool]] if tool in _READERS else []
    if tool in _PASSING_ON:
        readers += [_READERS[other] for other in _ANY]
    failing: tuple[str, ...] = ()
    for reader in readers:
        failing = failing or _names(reader, text)
    error = next((line for reader in (*readers, _GENERAL) if (line := _error(reader, text))), "")
    return Outcome(failing, error)


def _plain(output: str) -> str:
    text = _COLOURS.sub("", output[-MOST_READ:].replace("\r\n", "\n")).replace("\t", "    ")
    return "\n".join(line[:LONGEST_LINE].rstrip() for line in text.split("\n") if line.strip())


def _names(reader: _Reader, text: str) -> tuple[str, ...]:
    """Those of the first pattern that finds any."""
    for pattern in reader.names:
        found = dict.fromkeys(_cut(" ".join(match[1].split()), LONGEST_NAME) for match in pattern.finditer(text))
        if found:
            return tuple(found)[:MOST_NAMES]
    return ()


def _error(reader: _Reader, text: str) -> str:
    lines: Iterable[str] = (match["e"] for pattern in reader.errors if (match := pattern.search(text)))
    return _cut(" ".join(next(iter(lines), "").split()), LONGEST_ERROR)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
