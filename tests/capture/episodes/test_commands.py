"""Command lines: which are tests, builds and checks, and which ask for the same."""

from __future__ import annotations

import pytest

from memo_lsp.capture.episodes.commands import command, covers, same


@pytest.mark.parametrize(
    ("line", "tool"),
    [
        ("pytest -q", "pytest"),
        ("  .venv/bin/pytest tests ", "pytest"),
        ("python3.11 -m pytest -x", "pytest"),
        ("FOO=1 uv run pytest", "pytest"),
        ("cd sub && poetry run pytest -k a", "pytest"),
        ("python -W error -m unittest discover", "unittest"),
        ("python manage.py test shop", "tox"),
        ("npx jest --watch=false", "jest"),
        ("./node_modules/.bin/vitest run", "vitest"),
        ("npm test", "script"),
        ("npm run test:unit", "script"),
        ("yarn build", "script"),
        ("pnpm exec mocha", "mocha"),
        ("npx tsc --noEmit", "tsc"),
        ("npx eslint src", "eslint"),
        ("go test ./...", "go"),
        ("go vet ./...", "go"),
        ("cargo test", "cargo"),
        ("cargo +nightly clippy", "cargo"),
        ("./gradlew :app:test --info", "gradle"),
        ("mvn -q clean verify", "maven"),
        ("ctest --output-on-failure", "ctest"),
        ("make build", "make"),
        ("make -j4 && ctest", "ctest"),
        ("cmake --build build", "make"),
        ("gcc -Wall main.c -o main", "compiler"),
        ("clang++-17 a.cpp", "compiler"),
        ("dotnet test", "dotnet"),
        ("bundle exec rspec spec/a_spec.rb", "rspec"),
        ("bundle exec rake test", "rspec"),
        ("vendor/bin/phpunit --filter x", "phpunit"),
        ("php artisan test", "phpunit"),
        ("mypy src", "mypy"),
        ("ruff check .", "ruff"),
        ("bats test", "shell"),
        ("busted spec", "lua"),
        (r".venv\Scripts\pytest.exe -q", "pytest"),
        ("pytest -q | tee log", "pytest"),
        ("time make", "make"),
    ],
)
def test_tools(line, tool):
    found = command(line)
    assert found is not None
    assert found.tool == tool


@pytest.mark.parametrize(
    "line",
    ["ls missing", "cd src", "git commit -m 'pytest passes'", "cat pytest.ini", "npm install", "go mod tidy",
     "echo make", "ruff format .", "cargo run", "vim Makefile", "", "pip install pytest",
     "docker build .", "grep -r pytest ."],
)  # fmt: skip
def test_everything_else(line):
    assert command(line) is None


@pytest.mark.parametrize(
    ("one", "other", "answer"),
    [
        ("pytest -q", "pytest   -q", True),
        ("pytest -q -x tests", "pytest tests -x -q", True),
        ("npm run test", "npm test", True),
        ("pytest -q", "python -m pytest -q", True),
        ("pytest tests/a.py", "pytest tests/b.py", False),
        ("make build", "make test", False),
        ("cargo test", "cargo build", False),
        ("pytest", "jest", False),
    ],
)
def test_the_same_command(one, other, answer):
    assert same(command(one), command(other)) is answer


@pytest.mark.parametrize(
    ("passed", "failed", "name", "answer"),
    [
        ("pytest -q tests/test_a.py", "pytest -q", "tests/test_a.py::test_x", True),
        ("pytest tests", "pytest -q", "tests/test_a.py::test_x", True),
        ("pytest tests/test_a.py::test_x", "pytest", "tests/test_a.py::test_x[1]", True),
        ("pytest", "pytest -q tests/test_a.py", "tests/test_a.py::test_x", True),
        ("pytest -v", "pytest", "tests/test_a.py::test_x", True),
        ("pytest -k other", "pytest", "tests/test_a.py::test_x", False),
        ("pytest tests/test_b.py", "pytest", "tests/test_a.py::test_x", False),
        ("jest", "pytest", "x", False),
        ("go test ./b", "go test ./a", "TestX", False),
    ],
)
def test_a_run_that_has_the_failing_test_in_it(passed, failed, name, answer):
    assert covers(command(passed), command(failed), name) is answer
