from __future__ import annotations

import pytest

from memo_lsp.text.commits import Heading, commit_kind, heading, is_bot, only_locks, says_nothing

SUBJECTS = [
    ("feat(io): load a file", Heading("feat", "io", "load a file"), "change"),
    ("fix(io)!: read bytes", Heading("fix", "io", "read bytes"), "fix"),
    ("hotfix: stop it", Heading("hotfix", None, "stop it"), "fix"),
    ("Bugfix(api.auth): x", Heading("bugfix", "api.auth", "x"), "fix"),
    ("FIX: shout", Heading("fix", None, "shout"), "fix"),
    ("Fix the parser", Heading(None, None, "Fix the parser"), "change"),
    ("Note: colons are no types", Heading(None, None, "Note: colons are no types"), "change"),
    ("docs(): empty scope", Heading("docs", None, "empty scope"), "change"),
    ('Revert "feat: x"', Heading(None, None, 'Revert "feat: x"'), "revert"),
    ('Reapply "feat: x"', Heading(None, None, 'Reapply "feat: x"'), "revert"),
    ("revert: feat: x", Heading("revert", None, "feat: x"), "revert"),
    ("Revert to the old scheduler", Heading(None, None, "Revert to the old scheduler"), "change"),
    ("", Heading(None, None, ""), "change"),
]


@pytest.mark.parametrize(("subject", "parts", "kind"), SUBJECTS)
def test_subjects(subject, parts, kind):
    assert heading(subject) == parts
    assert commit_kind(subject) == kind


@pytest.mark.parametrize(
    ("name", "mail", "bot"),
    [
        ("updater[bot]", "bot@host.invalid", True),
        ("x", "49699333+dependabot[bot]@users.noreply.host.invalid", True),
        ("dependabot-preview", "a@b", True),
        ("Renovate Bot", "a@b", True),
        ("ci-bot", "a@b", True),
        ("Bot Botson", "a@b", False),
        ("Robert Abbot", "rabbot@host.invalid", False),
        ("Renovatio", "renovatio@host.invalid", False),
    ],
)
def test_bots(name, mail, bot):
    assert is_bot(name, mail) is bot


@pytest.mark.parametrize(
    ("paths", "only"),
    [
        (["uv.lock"], True),
        (["web/package-lock.json", "Cargo.lock", "go.sum"], True),
        (["uv.lock", "pyproject.toml"], False),
        (["lock.py"], False),
        ([], False),
    ],
)
def test_lock_files(paths, only):
    assert only_locks(paths) is only


EMPTY = ["", ".", "...", "wip", "WIP", "Update", "updates.", "v1.2.3", "1.0", "2.0.0-rc1", "fix: fix"]


@pytest.mark.parametrize("subject", EMPTY)
def test_saying_nothing(subject):
    assert says_nothing(subject, "")


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("wip", "the parser loses the last line"),
        ("Update README", ""),
        ("wip: parser", ""),
        ("Release 1.2.3", ""),
        ("Bump ruff to 0.5", ""),
        ("typo", ""),
        ("fix(out): update", ""),
        ("feat: 1", ""),
        ("修复", ""),
        ("1.2.3 drops Python 3.8", ""),
    ],
)
def test_saying_something(subject, body):
    assert not says_nothing(subject, body)
