from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.text.titles import (
    Bump,
    fix_trailers,
    reverted_hash,
    reverted_title,
    same_title,
    title_key,
    version_bump,
    version_key,
)


@pytest.mark.parametrize(
    ("title", "reverted"),
    [
        ('Revert "add x"', "add x"),
        ('Revert "add x" (#12)', "add x"),
        ('Revert "add x", closes #3', "add x"),
        ('Revert "Revert "add x""', 'Revert "add x"'),
        ('Reapply "add x"', 'Revert "add x"'),
        ('Revert "say "hi" twice" refs #9', 'say "hi" twice'),
        ('chore: Revert "x (#3)" (#4)', "x (#3)"),
        ('Revert "some long title that was cut…"', "some long title that was cut"),
        ('Revert "some long title that was cut...', "some long title that was cut"),
        ("revert: feat(api): add y", "feat(api): add y"),
        ("revert(api): add y (#8)", "add y"),
        ("Revert “add x”", "add x"),
        ("Revert the cache", None),
        ("Do not revert to zero", None),
        ("", None),
    ],
)
def test_reverted_title(title: str, reverted: str | None) -> None:
    assert reverted_title(title) == reverted


@pytest.mark.parametrize(
    ("body", "sha"),
    [
        ("This reverts commit 3f786850e387550fdab836ed7e6dc881de23001b.", "3f786850e387550fdab836ed7e6dc881de23001b"),
        ("This reverts commit\n3F78685.", "3f78685"),
        ("Reverts 3f78685", "3f78685"),
        ("It reverts to the old way, see 3f78685", None),
        ("This reverts commit deadbee, reversing changes", "deadbee"),
        ("", None),
    ],
)
def test_reverted_hash(body: str, sha: str | None) -> None:
    assert reverted_hash(body) == sha


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Add x", "add  x (#12)", True),
        ("Add x, refs #3", "Add x.", True),
        ("Add x, refs", "Add x", True),
        ("Handle system prompts for completion models, refs ", "Handle system prompts for completion", True),
        ("Add x", "Add xy", False),
        ("Add the fix", "Add the", False),
    ],
)
def test_same_title(one: str, other: str, same: bool) -> None:
    assert same_title(one, other) is same
    assert same_title(other, one) is same


@pytest.mark.parametrize(
    ("body", "hashes"),
    [
        ('x\n\nFixes: 1234567890ab ("subject")\nfixes: deadbeef1', ("1234567890ab", "deadbeef1")),
        ("Fixes: #123\nFixes: the build", ()),
        ("text Fixes: 1234567", ()),
        ("Fixes: 1234567\nFixes: 1234567", ("1234567",)),
    ],
)
def test_fix_trailers(body: str, hashes: tuple[str, ...]) -> None:
    assert fix_trailers(body) == hashes


@pytest.mark.parametrize(
    ("title", "bump"),
    [
        ("Bump minimatch from 3.0.4 to 3.1.2 in /examples/x", ("minimatch", "3.0.4", "3.1.2")),
        ("build(deps-dev): bump @types/glob from 8.0.0 to 8.0.1", ("@types/glob", "8.0.0", "8.0.1")),
        ("build(deps): bump actions/checkout from 4 to 5", ("actions/checkout", "4", "5")),
        ("Update dependency foo to v2", ("foo", None, "2")),
        ("Update pytest requirement from ~=7.0 to ~=8.0", ("pytest", "7.0", "8.0")),
        ("chore(deps): update rust crate serde to 1.0.190 [security]", ("serde", None, "1.0.190")),
        ("lsp: Bump pygls to v1.0", ("pygls", None, "1.0")),
        ("Bump required poetry to 1.6.1", ("poetry", None, "1.6.1")),
        ("Actually bump the bundled version of esbonio to 1.0b6", ("esbonio", None, "1.0b6")),
        ("Bump to version 0.4.0", ("version", None, "0.4.0")),
        ("Bump version to 0.10.1", ("version", None, "0.10.1")),
        ("Pin numpy to 1.26.4 because 2 breaks", ("numpy", None, "1.26.4")),
        ("Upgrade httpx 0.27 → 0.28", ("httpx", "0.27", "0.28")),
        ("firefox: 120.0 -> 121.0", ("firefox", "120.0", "121.0")),
        ("Move to Python 3.12", ("python", None, "3.12")),
        ("Upgrading pygls to 2.0.0 (#33)", ("pygls", None, "2.0.0")),
        ("Bump the python-packages group with 1 update", None),
        ("Bump dependencies", None),
        ("Raise the limit to 30", None),
        ("Bump max tokens to 256", None),
        ("timeout 30 -> 60", None),
        ("Update README to 3 columns", None),
        ("3.11 breaks the pin of pygls", None),
        ("", None),
    ],
)
def test_version_bump(title: str, bump: tuple[str, str | None, str] | None) -> None:
    assert version_bump(title) == (Bump(*bump) if bump else None)


ORDER = "0.9 1.0.dev1 1.0a1 1.0a2 1.0b2 1.0-rc.1 1.0 1.0.post1 1.0.1 1.2 1.10 v2 2.0.1 10"


def test_versions_in_order() -> None:
    assert all(version_key(low) < version_key(high) for low, high in pairwise(ORDER.split()))


@pytest.mark.parametrize(
    ("one", "other"), [("v1.0.0", "1"), (">=1.2", "1.2.0"), ("1.2+local", "1.2"), ("1.0rc1", "1.0-rc.1")]
)
def test_versions_that_are_the_same(one: str, other: str) -> None:
    assert version_key(one) == version_key(other)


@given(st.text())
def test_any_title_is_fine(text: str) -> None:
    version_key(text)
    version_bump(f"bump {text} to {text}")
    assert title_key(title_key(text)) == title_key(text)
    reverted_title(f'Revert "{text}')
    reverted_hash(text)
