from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.capture.commits.moves import Step, settled, steps
from memo_lsp.git.reflog import Entry

SHA = "d" * 40


def entries(*lines: str) -> list[Entry]:
    """`a b message`, one letter a commit, `-` for none."""
    found = []
    for number, text in enumerate(lines):
        old, new, message = text.split(" ", 2)
        found.append(Entry(None if old == "-" else old, None if new == "-" else new, 1.0, message, number + 1))
    return found


def said(step: Step) -> str:
    also = "".join(f" +{sha}" for sha in step.replaced) + (f" on {step.base} {step.onto}" if step.base else "")
    return f"{step.move} {step.old or '-'}{step.new or '-'} {step.branch} {step.last}{also}"


def check(lines: list[str], branch: str | None, want: list[str]) -> None:
    assert [said(step) for step in steps(entries(*lines), branch)] == want


@pytest.mark.parametrize(
    ("message", "move"),
    [
        ("commit: x", "commit"),
        ("commit (initial): x", "commit"),
        ("commit (amend): x", "amend"),
        ("commit (merge): Merge branch 'x'", "merge"),
        ("commit (cherry-pick): x", "cherry-pick"),
        ("cherry-pick: x", "cherry-pick"),
        ("cherry-pick (continue): x", "cherry-pick"),
        ('revert: Revert "x"', "revert"),
        ("am: x", "commit"),
        ("reset: moving to HEAD~1", "reset"),
        ("checkout: moving from main to side", "switch"),
        ("merge side: Fast-forward", "pull"),
        ("merge side: Merge made by the 'ort' strategy.", "merge"),
        ("pull: Fast-forward", "pull"),
        ("pull --rebase: Fast-forward", "pull"),
        ("pull origin main: Merge made by the 'ort' strategy.", "pull"),
        ("initial pull", "pull"),
        ("clone: from /somewhere", "pull"),
        ("update by push", None),
        ("", None),
    ],
)
def test_what_a_line_says(message, move):
    check([f"a b {message}"], "main", [f"{move} ab main 1"])


def test_no_line_of_nothing():
    check(["a a commit: x", "a a merge x: Fast-forward"], "main", [])
    check(["a a reset: moving to HEAD"], "main", ["reset aa main 1"])


def test_each_on_its_branch():
    lines = [
        "a b commit: b",
        "b b checkout: moving from main to feature/pay/v2",
        "b c commit: c",
        "c b checkout: moving from feature/pay/v2 to v1.0",
        f"b d checkout: moving from {SHA} to side",
        "d e commit: e",
    ]
    check(
        lines,
        "side",
        [
            "commit ab main 1", "switch bb feature/pay/v2 2", "commit bc feature/pay/v2 3", "switch cb None 4",
            "switch bd side 5", "commit de side 6",
        ],
    )  # fmt: skip


def test_amends_become_part_of_what_they_amend():
    lines = ["a b commit: b", "b c commit (amend): b", "c d commit (amend): b", "d e commit: e"]
    check([*lines, "x y commit (amend): z"], "m", ["commit ad m 3 +b +c", "commit de m 4", "amend xy m 5"])
    check(["b c commit (amend): b", "c d commit (amend): b"], "m", ["amend bd m 2 +c"])


def test_a_branch_that_is_renamed():
    lines = ["a - Branch: renamed refs/heads/main to refs/heads/trunk"]
    lines += ["- a Branch: renamed refs/heads/main to refs/heads/trunk", "a b commit: b"]
    check(["z a commit: a", *lines], "trunk", ["commit za main 1", "switch aa trunk 3", "commit ab trunk 4"])


REBASE = ["c m rebase (start): checkout main", "m n rebase (pick): b", "n o rebase (pick): c"]
DONE = "o o rebase (finish): returning to refs/heads/topic"


@pytest.mark.parametrize(
    ("lines", "branch", "want"),
    [
        ([*REBASE, DONE], "topic", ["rebase co topic 4 on m main"]),
        (["b c commit: c", *REBASE, DONE, "o p commit: p"], "topic",
         ["commit bc topic 1", "rebase co topic 5 on m main", "commit op topic 6"]),
        ([*REBASE, DONE, "o m checkout: moving from topic to main"], "main",
         ["rebase co topic 4 on m main", "switch om main 5"]),
        ([*REBASE[:2], "n q commit (amend): b", "q o rebase (continue): c", DONE], "topic",
         ["rebase co topic 5 on m main"]),
        ([*REBASE[:2], "n c rebase (abort): returning to refs/heads/topic"], "topic", []),
        ([*REBASE[:2], "n c rebase (abort): updating HEAD", "c d commit: d"], "topic", ["commit cd topic 4"]),
        ([*REBASE, "o p commit: p"], None, ["rebase co None 3 on m main", "commit op None 4"]),
        ([*REBASE[1:], DONE], "topic", ["rebase mo topic 3"]),
        (["m q commit (amend): b", "q o rebase (pick): c", DONE, "o p commit: p"], "topic",
         ["rebase mo topic 3", "commit op topic 4"]),
        ([*REBASE, DONE, "o m rebase (start): checkout main", "m r rebase (squash): b",
          "r r rebase (finish): returning to refs/heads/topic"], "topic",
         ["rebase co topic 4 on m main", "rebase or topic 7 on m main"]),
        (["c m pull --rebase (start): checkout 1a2b", "m n pull --rebase (pick): c",
          "n n pull --rebase (finish): returning to refs/heads/main"], "main", ["rebase cn main 3 on m 1a2b"]),
        (["c m rebase: checkout main", "m n rebase: c", "n n rebase finished: returning to refs/heads/x"], "x",
         ["rebase cn x 3 on m main"]),
    ],
)  # fmt: skip
def test_a_rebase_is_one_step(lines, branch, want):
    check(lines, branch, want)


@pytest.mark.parametrize(
    ("lines", "sha", "branch", "want"),
    [
        ([], "a", "main", True),
        (["a b commit: b"], "b", "main", True),
        (["a b commit: b"], "a", "main", False),
        (["- b commit (initial): b"], None, "main", False),
        (["a b commit: b"], None, "island", True),
        (["a a checkout: moving from main to side"], "a", "main", False),
        (["a a checkout: moving from main to side"], "a", "side", True),
        (["a a checkout: moving from main to main"], "a", "main", True),
        (["a b checkout: moving from main to v1"], "b", None, True),
    ],
)
def test_git_writes_its_reflog_first(lines, sha, branch, want):
    assert settled(entries(*lines), sha, branch) is want


LINES = st.sampled_from(
    [*REBASE, DONE, "a b commit: b", "b c commit (amend): b", "c - Branch: renamed refs/heads/x to refs/heads/y",
     "n c rebase (abort): updating HEAD", "o m checkout: moving from topic to main", "a b ("]
)  # fmt: skip


@given(st.lists(LINES, max_size=12))
def test_whatever_the_order_every_line_is_gone_through_once(lines):
    ends = [step.last for step in steps(entries(*lines), "main")]
    assert ends == sorted(set(ends))
    assert not ends or ends[-1] <= len(lines)
