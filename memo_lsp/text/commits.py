"""What a commit's message and files say about what it is: kind, type and scope, and whether it is worth a memory."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_FIXES = frozenset(("fix", "bugfix", "hotfix"))
_TYPES = _FIXES | frozenset(
    (
        "build", "chore", "ci", "deps", "doc", "docs", "feat", "feature", "perf", "refactor", "release", "revert",
        "security", "style", "test", "tests",
    )
)  # fmt: skip
_CONVENTIONAL = re.compile(r"\s*(?P<type>[A-Za-z]+)\s*(?:\((?P<scope>[^()]*)\))?\s*!?:\s*(?P<rest>.*)", re.DOTALL)
_REVERT = re.compile(r"\s*(?:revert|reapply)\s+[\"“']", re.IGNORECASE)
_BOT_NAME = re.compile(
    r"\[bot\]|(?:^|[-_. ])bot$"
    r"|^(?:dependabot|renovate|greenkeeper|github[- ]actions|pre-commit[- ]ci|snyk|mergify|imgbot|pyup)\b",
    re.IGNORECASE,
)
_BOT_MAIL = re.compile(
    r"\[bot\]|^(?:\d+\+)?(?:dependabot|renovate|greenkeeper|snyk|pyup|imgbot)(?:-bot)?@|@(?:renovateapp|dependabot)\.",
    re.IGNORECASE,
)
_LOCKS = frozenset(
    (
        "bun.lock", "bun.lockb", "cargo.lock", "composer.lock", "conda-lock.yml", "deno.lock", "flake.lock",
        "gemfile.lock", "go.sum", "gradle.lockfile", "mix.lock", "npm-shrinkwrap.json", "package-lock.json",
        "package.resolved", "packages.lock.json", "pdm.lock", "pipfile.lock", "pixi.lock", "pnpm-lock.yaml",
        "podfile.lock", "poetry.lock", "pubspec.lock", "uv.lock", "yarn.lock", ".terraform.lock.hcl",
    )
)  # fmt: skip
_SAYS_NOTHING = frozenset(
    (
        "change", "changes", "checkpoint", "commit", "fix", "fixed", "fixes", "minor", "minor change", "minor changes",
        "minor fix", "minor fixes", "misc", "more changes", "no message", "small change", "small changes",
        "some changes", "stuff", "temp", "test commit", "tmp", "update", "updated", "updates", "wip",
        "work in progress",
    )
)  # fmt: skip
_LONE_VERSION = re.compile(r"v?\d+(?:\.\d+)+(?:[-+.]?(?:a|b|rc|alpha|beta|dev|post|pre)[-.]?\d*)?|v\d+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Heading:
    """A subject taken apart. `type` is the conventional one, in lower case; None if the subject has none."""

    type: str | None
    scope: str | None
    rest: str


def heading(subject: str) -> Heading:
    """`fix(api)!: mend it` → type `fix`, scope `api`; a word before a colon that is no type stays in the text."""
    found = _CONVENTIONAL.fullmatch(subject)
    if found is None or found["type"].lower() not in _TYPES:
        return Heading(None, None, subject.strip())
    return Heading(found["type"].lower(), (found["scope"] or "").strip() or None, found["rest"].strip())


def commit_kind(subject: str) -> str:
    """`fix`, `revert` or `change`."""
    kind = heading(subject).type
    if kind in _FIXES:
        return "fix"
    return "revert" if kind == "revert" or _REVERT.match(subject) else "change"


def is_bot(name: str, mail: str) -> bool:
    """Whether an author is a program: `[bot]`, and the ones everybody knows."""
    return bool(_BOT_NAME.search(name) or _BOT_MAIL.search(mail))


def only_locks(paths: Iterable[str]) -> bool:
    """Whether nothing but lock files was changed."""
    names = [path.rpartition("/")[2].lower() for path in paths]
    return bool(names) and all(name in _LOCKS for name in names)


def says_nothing(subject: str, body: str) -> bool:
    """`wip`, `update`, `.`, a lone version: a subject without content, and neither scope nor body to make up for it."""
    told = heading(subject)
    text = told.rest.rstrip(".!… ")
    if not any(char.isalnum() for char in text):
        return True
    empty = text.lower() in _SAYS_NOTHING or _LONE_VERSION.fullmatch(text) is not None
    return empty and told.scope is None and not body.strip()
