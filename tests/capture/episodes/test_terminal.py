"""Which runs mend which, and what is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from memo_lsp.capture.episodes.telling import Work, file_work
from memo_lsp.capture.episodes.terminal import again, failed, from_plain, may_mend, mended, mended_finding, with_edits
from memo_lsp.capture.events import Ran

OUTPUT = """\
E   ValueError: bad
FAILED tests/test_a.py::test_x - ValueError: bad
FAILED tests/test_b.py::test_y - ValueError: bad
"""
WORK = Work([file_work("src/a.py", [("def f():\n    return 1\n", "def f():\n    return 2\n")], "python", ())])


def ran(command: str, code: int = 0, output: str = "", cwd: str = "/p") -> Ran:
    return Ran(command, Path(cwd), code, 1.0, 2.0, output)


def run(command: str = "pytest -q", output: str = OUTPUT, cwd: str = "/p"):
    found = failed(ran(command, 1, output, cwd), 5.0)
    assert found is not None
    return found


def test_a_failing_run():
    found = run()
    assert (found.names, found.error) == (("tests/test_a.py::test_x", "tests/test_b.py::test_y"), "ValueError: bad")
    assert from_plain(with_edits(found, WORK).plain()) == with_edits(found, WORK)
    assert failed(ran("pytest -q"), None) is None
    assert failed(ran("ls x", 2), None) is None
    assert may_mend(ran("make")) and not may_mend(ran("ls")) and not may_mend(ran("make", 2))


@pytest.mark.parametrize(
    ("command", "cwd", "names", "left"),
    [
        ("pytest  -q", "/p", 2, 0),
        ("pytest", "/p", 2, 0),
        ("pytest tests/test_a.py", "/p", 1, 1),
        ("pytest tests/test_c.py", "/p", None, None),
        ("pytest -q", "/p/sub", None, None),
        ("make test", "/p", None, None),
    ],
)
def test_what_a_passing_run_mends(command, cwd, names, left):
    found = mended(ran(command, cwd=cwd), [run()])
    if names is None:
        assert found == []
        return
    ((one, rest),) = found
    assert len(one.names) == names
    assert len(rest.names if rest else ()) == left


def test_a_build_without_names_is_mended_by_itself_only():
    build = run("make build", "main.c:3: error: quokka undeclared")
    assert mended(ran("make"), [build]) == []
    ((one, rest),) = mended(ran("make build"), [build])
    assert (one.error, rest) == ("main.c:3: error: quokka undeclared", None)


def test_failing_again():
    first = with_edits(run(), WORK)
    assert again(run(), first).edited == first.edited
    assert again(run(output="FAILED tests/test_z.py::test_z - x"), first).edited == ()


def test_what_is_told():
    assert mended_finding(run(), 9.0) is None
    finding = mended_finding(with_edits(run(), WORK), 9.0)
    assert finding.title == "pytest -q passes again: tests/test_a.py::test_x and 1 more"
    assert finding.body.split("\n") == [
        "`pytest -q` failed:", "", "tests/test_a.py::test_x", "tests/test_b.py::test_y", "ValueError: bad", "",
        "Passes after editing:", "src/a.py: f (+1 −1)",
    ]  # fmt: skip
    assert [(anchor.path, anchor.symbol) for anchor in finding.anchors] == [("src/a.py", "f")]
    assert len(with_edits(with_edits(run(), WORK), WORK).edited) == 1


def test_secrets_of_a_terminal():
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    found = failed(ran(f"TOKEN={secret} pytest -q", 1, f"E   ValueError: {secret}\n"), None)
    assert secret not in repr(found)
    assert mended(ran(f"TOKEN={secret} pytest -q"), [found])
