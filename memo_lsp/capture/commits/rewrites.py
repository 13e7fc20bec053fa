"""Which of the commits that came stands for which of those that went, after history was rewritten. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from memo_lsp.git.records import Commit
from memo_lsp.text.titles import title_key

_AUTOSQUASH = re.compile(r"(?:(?:fixup|squash|amend)! )+(?P<title>.*)", re.DOTALL)


def replaced(gone: Sequence[Commit], came: Sequence[Commit], patches: Mapping[str, str]) -> dict[str, list[str]]:
    """For each commit that came in place of others, those: the one it is first, then what was squashed into it.

    Both oldest first; `patches` are patch ids by commit. The same patch by the same author at the same time is the same
    commit; then the same patch, then the same time and title, then the same time. Of what is left over, a `fixup!` goes
    where its title says, anything else into what its neighbours became if that holds its files and is not the same
    patch as before; what fits nowhere was dropped.
    """
    pairs = _pairs(gone, came, patches)
    found = {new.sha: [old.sha] for old, new in pairs}
    became = {old.sha: new for old, new in pairs}
    grown = {new.sha for old, new in pairs if not _same_patch(old, new, patches)}
    for place, old in enumerate(gone):
        if old.sha in became:
            continue
        target = _target(old, place, gone, became, grown)
        if target is not None:
            found[target.sha].append(old.sha)
    return found


def _same_patch(old: Commit, new: Commit, patches: Mapping[str, str]) -> bool:
    patch = patches.get(old.sha)
    return patch is not None and patch == patches.get(new.sha)


def _same_time(old: Commit, new: Commit) -> bool:
    return old.written == new.written and old.email == new.email


def _pairs(gone: Sequence[Commit], came: Sequence[Commit], patches: Mapping[str, str]) -> list[tuple[Commit, Commit]]:
    rules = (
        lambda old, new: _same_patch(old, new, patches) and _same_time(old, new),
        lambda old, new: _same_patch(old, new, patches),
        lambda old, new: _same_time(old, new) and title_key(old.subject) == title_key(new.subject),
        _same_time,
    )
    pairs: list[tuple[Commit, Commit]] = []
    for rule in rules:
        taken = {commit.sha for pair in pairs for commit in pair}
        left = [commit for commit in came if commit.sha not in taken]
        for old in gone:
            new = next((new for new in left if rule(old, new)), None) if old.sha not in taken else None
            if new is not None:
                left.remove(new)
                pairs.append((old, new))
    return pairs


def _target(
    old: Commit, place: int, gone: Sequence[Commit], became: Mapping[str, Commit], grown: set[str]
) -> Commit | None:
    """Into what a commit was squashed."""
    named = _AUTOSQUASH.fullmatch(old.subject)
    if named is not None:
        return next((became[one.sha] for one in gone if one.sha in became and one.subject == named["title"]), None)
    near = [*reversed(gone[:place]), *gone[place + 1 :]]  # what was squashed went into an earlier one
    paths = {change.path for change in old.files}
    for one in near:
        new = became.get(one.sha)
        if new is not None and new.sha in grown and paths <= {change.path for change in new.files}:
            return new
    return None
