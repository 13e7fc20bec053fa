"""Which command lines test, build or check something, and which of them ask for the same. Pure."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import PurePosixPath

# How each is called: the program, or the program and the words that make it one of these. `|` parts alternatives.
_TOOLS = (
    ("pytest", r"pytest|py\.test"),
    ("unittest", r"unittest"),
    ("tox", r"tox|nox|hatch (?:run )?test\S*|(?:\S*manage\.py|django-admin) test"),
    ("mypy", r"d?mypy(?: run)?"),
    ("pyright", r"(?:based)?pyright"),
    ("ruff", r"ruff check|ruff format --check|flake8|pylint|pycodestyle"),
    ("jest", r"jest|react-scripts test"),
    ("vitest", r"vitest(?: run)?"),
    ("mocha", r"mocha|ava|tape|jasmine|karma start|cypress run|playwright test|node --test"),
    ("script", r"(?:npm|yarn|pnpm|bun|deno) (?:run |run-script |task )?(?:t|test|build|lint|check|compile|typecheck|"
               r"type-check|tsc|verify|ci)(?:[:.-]\S+)?|(?:ng|nx|vite|next|turbo|ember) (?:run )?(?:test|build|lint)"),
    ("tsc", r"tsc|vue-tsc"),
    ("eslint", r"eslint|biome (?:check|lint|ci)|oxlint|stylelint"),
    ("go", r"go (?:test|build|vet|install)|gotestsum|golangci-lint run|staticcheck"),
    ("cargo", r"cargo (?:\+\S+ )?(?:nextest run|test|t|build|b|check|c|clippy|bench|doc)|rustc"),
    ("gradle", r"(?:gradle|gradlew)(?: \S+)*? \S*(?:test|build|check|assemble|compile)\S*|kotlinc|javac"),
    ("maven", r"(?:mvn|mvnw|mvnd)(?: \S+)*? (?:test|compile|package|verify|install|test-compile|integration-test)"),
    ("ctest", r"ctest|meson test|bazel test|(?:\S+_)?gtest\S*|catch2\S*"),
    ("make", r"g?make|ninja|cmake --build|meson compile|bazel build|just|task|scons|xcodebuild|msbuild"),
    ("compiler", r"(?:\S+-)?(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+)(?:-\d+)?|cl\.exe"),
    ("dotnet", r"dotnet (?:test|build|publish|format --verify-no-changes)"),
    ("rspec", r"rspec|(?:rake|rails)(?: test| spec| build)\S*|minitest|rubocop|ruby -I\S* \S*test\S*"),
    ("phpunit", r"phpunit|paratest|pest|composer (?:run )?(?:test|check|lint)\S*|artisan test|"
                r"phpstan(?: analy[sz]e)?|psalm"),
    ("shell", r"bats|shellcheck|shunit2"),
    ("lua", r"busted|luacheck|luac"),
    ("other", r"swift (?:test|build)|mix (?:test|compile)|sbt (?:test|compile)|(?:flutter|dart) (?:test|analyze)|"
              r"(?:stack|cabal) (?:test|build)|zig (?:test|build)|dune (?:test|build)|lein test|"
              r"rebar3 (?:eunit|ct|compile)"),
)  # fmt: skip
_PATTERNS = tuple((name, re.compile(rf"(?:{pattern})(?= |$)")) for name, pattern in _TOOLS)
_PARTS = re.compile(r"\s*(?:&&|\|\||[;\n])\s*")
_WRAPPERS = re.compile(
    r"(?:sudo|time|nice|env|command|exec|npx|bunx|uvx|pipx run|(?:uv|poetry|pdm|pipenv|rye|hatch|conda|mamba|pixi) run"
    r"(?: -n \S+)?|(?:yarn|pnpm)(?: exec| dlx)|npm exec(?: --)?|bundle exec|spring|coverage run(?: \S+)*? -m|"
    r"\S*(?:python|py|pypy)[\d.]*(?:\.exe)?(?: -[A-Za-ln-z]\S*(?: [^-]\S*)?)*? -m|php|"
    r"\S*python[\d.]*(?= \S*manage\.py )|docker[- ]compose (?:exec|run)(?: -\S+)* \S+|"
    r"docker exec(?: -\S+)* \S+|timeout(?: -\S+)* \S+|xvfb-run(?: -\S+)*|direnv exec \S+|mise exec --|"
    r"(?:yarn|pnpm)(?= (?:jest|vitest|mocha|tsc|eslint|ava)\b)|[A-Za-z_]\w*=\S*) +"
)
_PROGRAM = re.compile(r"^(?:[\"']?)((?:[^\s\"']*[/\\])+)([^\s\"']+)(?:[\"']?)")
LONGEST = 400


@dataclass(frozen=True, slots=True)
class Command:
    """A command that tests, builds or checks. `flags` in no order, `targets` in theirs: files, tests, goals."""

    tool: str
    line: str  # for a person: as typed, blanks aside
    call: str  # the program and the words that make it what it is
    flags: frozenset[str]
    targets: tuple[str, ...]


def command(line: str) -> Command | None:
    """What a command line runs, seen through `cd x &&`, `FOO=1`, `uv run` and the like; None for all else."""
    shown = " ".join(line.split())[:LONGEST]
    for part in reversed(_PARTS.split(line.strip()[:LONGEST])):
        found = _known(part.partition(" | ")[0], shown)
        if found is not None:
            return found
    return None


def _known(part: str, shown: str) -> Command | None:
    text = " ".join(part.split())
    while (wrapper := _WRAPPERS.match(text)) is not None:
        text = text[wrapper.end() :]
    text = _PROGRAM.sub(lambda found: found[2], text)
    text = re.sub(r"^(\S+)\.(?:exe|cmd|bat|ps1)(?= |$)", r"\1", text)
    for tool, pattern in _PATTERNS:
        if (found := pattern.match(text)) is not None:
            words = _words(text[found.end() :])
            flags = frozenset(word for word in words if word.startswith("-"))
            return Command(tool, shown, _plain(found[0]), flags, tuple(word for word in words if word not in flags))
    return None


def _plain(call: str) -> str:
    """`npm run test` and `npm t` are `npm test`."""
    call = re.sub(r"^(npm|yarn|pnpm|bun) (?:run|run-script) ", r"\1 ", call)
    return re.sub(r"^(npm|cargo) t$", r"\1 test", call)


def _words(rest: str) -> list[str]:
    try:
        return shlex.split(rest)
    except ValueError:  # an open quote
        return rest.split()


def same(one: Command, other: Command) -> bool:
    """The same line but for blanks and the order of flags."""
    return (one.tool, one.call, one.flags, one.targets) == (other.tool, other.call, other.flags, other.targets)


def covers(passed: Command, failed: Command, name: str) -> bool:
    """Whether a run of the same tool that passed had this failing test in it: it ran all, or names it or its file."""
    if (passed.tool, passed.call) != (failed.tool, failed.call):
        return False
    if not passed.targets:
        return not passed.flags - failed.flags or not any(_narrows(flag) for flag in passed.flags - failed.flags)
    return any(_names(target, name) for target in passed.targets)


def _narrows(flag: str) -> bool:
    """Whether a flag may leave tests out: short switches of output do not."""
    return not re.fullmatch(r"-[vqsx]+|--(?:verbose|quiet|no-header|color\S*|colour\S*|tb=\S+|no-cov)", flag)


def _names(target: str, name: str) -> bool:
    target = target.removeprefix("./").rstrip("/")
    if target in ("", "."):
        return True
    parts = re.split(r"::|\[", name)[0], name
    return (
        any(
            part == target or part.startswith((f"{target}/", f"{target}::", f"{target}[", f"{target}.", f"{target} "))
            for part in parts
        )
        or PurePosixPath(target).name == parts[0]
    )
