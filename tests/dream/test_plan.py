"""What is left of a plan once another pass has archived some of what it is about."""

from __future__ import annotations

import pytest

from memo_lsp.dream.plan import Chore, Edit, Fold, Plan, Sink, Theme, archives, left
from tests.dream.scene import digest, link, theme

CHORE = Chore("log", lambda breathe: 0)


@pytest.mark.parametrize(
    ("edit", "gone", "want"),
    [
        (Fold("a", ("b", "c")), "", Fold("a", ("b", "c"))),
        (Fold("a", ("b", "c")), "b", Fold("a", ("c",))),
        (Fold("a", ("b", "c")), "bc", None),
        (Fold("a", ("b", "c")), "a", None),
        (Sink("a"), "b", Sink("a")),
        (Sink("a"), "a", None),
        (link("a", "b"), "c", link("a", "b")),
        (link("a", "b"), "b", None),
        (digest("d", "- a"), "d", digest("d", "- a")),
        (CHORE, "a", CHORE),
    ],
)
def test_what_is_left(edit: Edit, gone: str, want: Edit | None) -> None:
    plan = left(Plan(3, (edit,), {"numbers": 1}), gone)
    assert (plan.considered, plan.edits, plan.vetoed) == (3, (want,) if want else (), {"numbers": 1})


@pytest.mark.parametrize(
    ("edit", "want"),
    [(Fold("a", ("b", "c")), ("b", "c")), (theme("T", "a", cited=("b",)), ("a",)), (Sink("a"), ()), (CHORE, ())],
)
def test_what_an_edit_archives(edit: Fold | Theme | Sink | Chore, want: tuple[str, ...]) -> None:
    assert archives(edit) == want
