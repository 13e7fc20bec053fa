"""What no pass may do, whatever its likeness says: rules on one memory, and on two. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from memo_lsp.model import Subject

YOUNGEST = 3_600.0  # seconds; what is younger is still being worked on
WRITTEN = frozenset(("theme", "summary"))  # what passes wrote themselves: made anew, never joined


def movable(subject: Subject, now: float) -> bool:
    """Whether a pass may archive or demote a memory: not pinned, opened or a file's own, and an hour old."""
    return not subject.settled and now - subject.made_at >= YOUNGEST


def joinable(subject: Subject, now: float) -> bool:
    """Whether a memory may be archived into another that says the same, or another into it."""
    return subject.embedded and movable(subject, now) and subject.kind not in WRITTEN


def one_party(a: Subject, b: Subject) -> bool:
    """Whether two memories come from the same side: both one's own, or both from the same other person or source."""
    if a.foreign or b.foreign:
        return (a.trust, a.author) == (b.trust, b.author)
    return True


def one_place(a: Subject, b: Subject) -> bool:
    """Whether two memories belong to one project and one branch."""
    return (a.project, a.branch) == (b.project, b.branch)


def may_be_one(a: Subject, b: Subject) -> bool:
    """Whether two memories could be archived one into the other, their words aside. An open todo and what was done
    about it never are one."""
    return one_place(a, b) and one_party(a, b) and (a.kind == "todo") == (b.kind == "todo")


def chosen(subjects: Iterable[Subject], fits: Callable[[Subject], bool], breathe: Callable[[], None]) -> list[Subject]:
    """Those that fit, with a breath at each: a store may hold a hundred thousand."""
    found = []
    for subject in subjects:
        breathe()
        if fits(subject):
            found.append(subject)
    return found
