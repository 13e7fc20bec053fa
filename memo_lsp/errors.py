"""Errors a person can act on: each says what is wrong and what to do about it."""

from __future__ import annotations


class MemoError(Exception):
    """Expected trouble: one readable line; shown as it stands, never with a traceback. A terminal adds what a command
    line there would do about it."""

    in_terminal = ""


class WrongArgument(MemoError):
    """A caller's argument cannot be used; `field` names it."""

    def __init__(self, field: str, problem: str):
        super().__init__(f"{field}: {problem}")
        self.field = field


class UnknownId(MemoError):
    """No memory has this id."""

    in_terminal = "`memo-lsp timeline` lists the ids there are"

    def __init__(self, uid: str):
        super().__init__(f"no memory has the id {uid!r}")
        self.uid = uid


class UnknownRun(MemoError):
    """No run has this number."""

    in_terminal = "`memo-lsp runs` lists those there are"

    def __init__(self, run: int):
        super().__init__(f"no run has the number {run}")


class StoreTrouble(MemoError):
    """The store cannot do this now (locked, full, read-only, damaged, made by a newer version)."""


class ServiceDown(MemoError):
    """A service as a whole does not work right now: what is wrong, and what a person can do about it.

    `retry_after` is the number of seconds in which trying again is pointless, if that is known."""

    def __init__(self, reason: str, fix: str = "", retry_after: float | None = None) -> None:
        super().__init__(f"{reason}; {fix}" if fix else reason)
        self.reason = reason
        self.fix = fix
        self.retry_after = retry_after
