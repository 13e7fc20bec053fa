from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.git import reflog
from memo_lsp.git.reflog import previous, tail

NONE, A, B, C = "0" * 40, "a" * 40, "b" * 40, "c" * 40


def line(old: str, new: str, message: str = "commit: x", who: str = "Dev <dev@host.invalid>", time: int = 7) -> str:
    return f"{old} {new} {who} {time} +0000" + (f"\t{message}" if message else "") + "\n"


def write(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "HEAD"
    path.write_text("".join(lines))
    return path


@pytest.mark.parametrize(
    ("text", "want"),
    [
        (line(NONE, A), (None, A, 7.0, "commit: x")),
        (line(A, B, "checkout: moving to it's-ünï"), (A, B, 7.0, "checkout: moving to it's-ünï")),
        (line(A, B, ""), (A, B, 7.0, "")),
        (line(A, B, "x\ty 9 +0100"), (A, B, 7.0, "x\ty 9 +0100")),
        (line(A, B, who="A B 5 +0100 <a@b>"), (A, B, 7.0, "commit: x")),
        (line(A, B, who=" <>"), (A, B, 7.0, "commit: x")),
        (line("1" * 64, "2" * 64), ("1" * 64, "2" * 64, 7.0, "commit: x")),
        ("nonsense\n", None),
    ],
)
def test_a_line(tmp_path, text, want):
    entries = tail(write(tmp_path, text), 0, None).entries
    assert [(one.old, one.new, one.time, one.message) for one in entries] == ([want] if want else [])


def test_one_goes_on_where_one_stopped(tmp_path):
    lines = (line(NONE, A), line(A, B), line(B, A), line(A, C))
    log = write(tmp_path, *lines, line(C, B)[:-1])
    ends = [len("".join(lines[: n + 1])) for n in range(4)]
    for place, (end, sha) in enumerate(zip(ends, (A, B, A, C), strict=True)):
        found = tail(log, end, sha)
        assert [one.new for one in found.entries] == [A, B, A, C][place + 1 :]
        assert (found.end, found.found) == (ends[3], True)


@pytest.mark.parametrize(
    ("end", "sha", "news", "found"),
    [
        (9999, B, [A, C], True),  # rewritten since: the commit is looked for
        (150, A, [C], True),
        (9999, NONE, [], False),  # and is not there any more
    ],
)
def test_a_reflog_that_was_cut(tmp_path, end, sha, news, found):
    answer = tail(write(tmp_path, line(NONE, A), line(A, B), line(B, A), line(A, C)), end, sha)
    assert ([one.new for one in answer.entries], answer.found) == (news, found)


def test_of_a_long_one_only_the_end_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(reflog, "MOST_BYTES", 500)
    log = write(tmp_path, *(line(f"{n:040x}", f"{n + 1:040x}") for n in range(1, 50)))
    assert not tail(log, 0, f"{9:040x}").found
    assert len(tail(log, 0, f"{48:040x}").entries) == 2
    assert tail(tmp_path / "none", 5, A) == reflog.Tail((), 0, False)


def test_where_a_branch_stood_before(tmp_path):
    log = write(tmp_path, line(NONE, A), line(A, B), line(B, C, "rebase (finish): refs/heads/x onto y"), line(C, C))
    assert [previous(log, sha) for sha in (C, B, A, NONE)] == [B, A, None, None]


@given(st.lists(st.one_of(st.binary(max_size=90), st.just(line(NONE, A).encode()), st.just(b"\n"))))
def test_whatever_stands_in_it(tmp_path_factory, parts):
    log = tmp_path_factory.getbasetemp() / "any"
    log.write_bytes(b"".join(parts))
    found = tail(log, 0, None)
    ends = [one.end for one in found.entries]
    assert found.found
    assert ends == sorted(set(ends))
    assert all(log.read_bytes()[end - 1 : end] == b"\n" for end in ends)
