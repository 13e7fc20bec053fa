"""A repository's last commits done again by hand, at full speed, before the real server; what it made of them is held
against what git and Python's own parser say."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.e2e.scratch import Scratch, environment

from . import functions
from .table import Figure, spread
from .typist import CHANGED, CREATED, DELETED, Typist, p95, times_rest, typing

if TYPE_CHECKING:
    from .measures import Bench

CHECKOUT = Path(__file__).parents[2]
BOTS = re.compile(r"\[bot\]|\bbot$|^(dependabot|renovate|github-actions|pre-commit-ci)", re.IGNORECASE)
LOCKS = frozenset(
    ("uv.lock", "poetry.lock", "pdm.lock", "pipfile.lock", "package-lock.json", "yarn.lock", "cargo.lock")
)
EMPTY = re.compile(r"\W*(wip|updates?|fix(es|ed)?|changes?|misc|tmp|temp|v?\d+(\.\d+)+)?\W*", re.IGNORECASE)
WARM = 150  # hovers at rest
A_COMMIT = 0.1  # seconds that git takes


@dataclass(frozen=True)
class Change:
    """What a commit did to a file. `status` as git says it, without the score."""

    status: str
    path: str
    old_path: str
    regular: bool  # a file, not a link or a submodule


@dataclass(frozen=True)
class Commit:
    sha: str
    parent: str
    author: str
    subject: str
    body: str
    changes: tuple[Change, ...]

    @property
    def deserves(self) -> bool:
        """Whether it is worth a memory: not by a bot, not lock files alone, and with something to say."""
        names = [change.path.rpartition("/")[2].lower() for change in self.changes]
        locks_alone = bool(names) and all(name in LOCKS for name in names)
        nothing_said = EMPTY.fullmatch(self.subject) is not None and not self.body.strip()
        return not (BOTS.search(self.author) or locks_alone or nothing_said)


class History:
    """Reads a repository; first parents only, so that one commit follows another."""

    def __init__(self, repo: Path, count: int):
        self.repo = repo
        shas = self.git("rev-list", "--first-parent", f"-n{count + 1}", "HEAD").split()[::-1]
        self.base = shas[0]
        self.commits = [self._commit(sha, parent) for parent, sha in pairwise(shas)]

    def git(self, *arguments: str) -> str:
        return self.raw(*arguments).decode("utf-8", "replace")

    def raw(self, *arguments: str) -> bytes:
        return subprocess.run(["git", "-C", self.repo, *arguments], capture_output=True, check=True).stdout

    def text(self, sha: str, path: str) -> str | None:
        """A file at a commit; None if it is not there or no text."""
        try:
            return self.raw("cat-file", "blob", f"{sha}:{path}").decode()
        except (subprocess.CalledProcessError, UnicodeDecodeError):
            return None

    def _commit(self, sha: str, parent: str) -> Commit:
        author, subject, body = self.git("show", "-s", "--format=%an%x00%s%x00%b", sha).split("\0")
        raw = self.git("diff-tree", "-r", "-z", "-M", "--no-commit-id", parent, sha)
        return Commit(sha, parent, author, subject, body, tuple(_changes(raw.split("\0")[:-1])))


def _changes(fields: list[str]) -> Iterator[Change]:
    parts = iter(fields)
    for about in parts:
        _, mode, _, _, status = about.split()
        old = next(parts)
        new = next(parts) if status[0] in "RC" else old
        yield Change(status[0], new, old, mode.startswith("100") or status[0] == "D")


@dataclass
class Replay:
    """The commits done again in a clone."""

    history: History
    scratch: Scratch
    made: dict[str, Commit] = field(default_factory=dict)  # by the id the commit has in the clone

    @classmethod
    def begin(cls, folder: Path, history: History) -> Replay:
        shutil.rmtree(folder, ignore_errors=True)
        scratch = Scratch(folder / "work", environment(folder / "home"))
        subprocess.run(["git", "clone", "-q", "--no-checkout", history.repo, scratch.root], check=True)
        scratch.git("checkout", "-q", "-B", "main", history.base)
        return cls(history, scratch)

    def perform(self, commit: Commit, typist: Typist) -> None:
        kinds = {"A": CREATED, "D": DELETED}
        for change in commit.changes:
            self._edit(commit, change, typist)
        typist.watched({change.path: kinds.get(change.status, CHANGED) for change in commit.changes})
        self.made[self._commit(commit)] = commit
        typist.head_moved()
        for change in commit.changes:
            if change.status != "D" and change.path.endswith(".py") and change.regular:
                typist.hover_names(change.path, 1)

    def _edit(self, commit: Commit, change: Change, typist: Typist) -> None:
        if change.status == "D":
            typist.delete(change.path)
            return
        if change.status == "R":
            typist.rename(change.old_path, change.path)
        text = self.history.text(commit.sha, change.path) if change.regular else None
        if text is None:
            self.scratch.git("checkout", commit.sha, "--", change.path)
        elif change.status != "R" or text != self.history.text(commit.parent, change.old_path):
            typist.save(change.path, text, timed=True)

    def _commit(self, commit: Commit) -> str:
        """Commit exactly the original's tree, with its message, author and date; it is committed now."""
        self.scratch.git("read-tree", commit.sha)
        form = "--format=%an%x00%ae%x00%ad"
        told = self.history.git("show", "-s", "--date=raw", form, commit.sha).strip().split("\0")
        names = ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_DATE")
        message = self.scratch.root.parent / "message"
        message.write_bytes(self.history.raw("show", "-s", "--format=%B", commit.sha))
        subprocess.run(
            ["git", "commit", "-q", "--allow-empty", "--allow-empty-message", "--no-verify", "-F", message],
            cwd=self.scratch.root,
            env=self.scratch.env | dict(zip(names, told, strict=True)),
            check=True,
        )
        return self.scratch.git("rev-parse", "HEAD").strip()

    def rows(self) -> list[dict[str, Any]]:
        """All memories there are."""
        return [json.loads(line) for line in self.scratch.memo("export", "jsonl", "-", "--all").stdout.splitlines()]


@dataclass
class Verdict:
    """What the memories hold of what the history says."""

    replay: Replay
    rows: list[dict[str, Any]]

    @cached_property
    def of_commits(self) -> dict[str, list[dict[str, Any]]]:
        found = defaultdict(list)
        for row in self.rows:
            if row.get("origin") == "git" and row.get("commit"):
                found[row["commit"]].append(row)
        return found

    @property
    def wanted(self) -> set[str]:
        return {sha for sha, commit in self.replay.made.items() if commit.deserves}

    @property
    def missing(self) -> set[str]:
        return self.wanted - self.of_commits.keys()

    @property
    def unasked(self) -> set[str]:
        return self.of_commits.keys() - self.wanted

    @property
    def doubled(self) -> int:
        """Memories beyond the first of a commit, or that say exactly what another of the same kind says."""
        by_commit = sum(len(rows) - 1 for rows in self.of_commits.values())
        others = Counter(
            (row["title"], row.get("body"), row.get("kind")) for row in self.rows if row["origin"] != "git"
        )
        return by_commit + sum(count - 1 for count in others.values())

    def symbols(self) -> tuple[int, int, int, list[str]]:
        """Of the changed functions: how many there are, how many have their memory, how many were renamed since and are
        not counted; and those that were not found."""
        counted = right = gone = 0
        lost: list[str] = []
        for sha, path, name in self._functions():
            row = self.of_commits[sha][0]
            if _names(row, path, name, self.replay.scratch.root):
                counted, right = counted + 1, right + 1
            elif name not in (functions.functions(_read(self.replay.scratch.root / path)) or {}):
                gone += 1
            else:
                counted += 1
                lost.append(f"{self.replay.made[sha].sha[:8]} {path}::{name}")
        return counted, right, gone, lost

    def _functions(self) -> Iterator[tuple[str, str, str]]:
        history = self.replay.history
        for sha in self.wanted - self.missing:
            commit = self.replay.made[sha]
            for change in commit.changes:
                if change.status != "D" and change.regular and change.path.endswith(".py"):
                    before = history.text(commit.parent, change.old_path) if change.status != "A" else ""
                    after = history.text(commit.sha, change.path)
                    for name in functions.changed(before or "", after or "") or ():
                        yield sha, change.path, name


def _names(row: dict[str, Any], path: str, name: str, root: Path) -> bool:
    """Whether a memory knows the function: anchored there (or where the file is now), or in its list of names."""
    there = [anchor["path"] for anchor in row.get("anchors", ()) if anchor.get("symbol") == name]
    return path in there or (bool(there) and not (root / path).exists()) or name in row.get("symbols", ())


def _read(file: Path) -> str:
    with suppress(OSError, UnicodeDecodeError):
        return file.read_text("utf-8")
    return ""


@dataclass(frozen=True)
class Times:
    """Durations in milliseconds: of hovers during the replay and at rest, of saves on the loop, of requests right
    behind a save and at rest."""

    hovers: list[float]
    idle: list[float]
    saves: list[float]
    behind: list[float]
    pings: list[float]


def _done_again(bench: Bench, done: Replay) -> Times:
    with typing(done.scratch) as typist:
        typist.rest()
        for number, commit in enumerate(done.history.commits):
            bench.told(f"replaying commit {number + 1} of {len(done.history.commits)}")
            done.perform(commit, typist)
        hovers, typist.hovers = typist.hovers, []
        bench.told("waiting for what is still to be stored")
        bench.said(f"replay: gate {typist.rest().get('gate')}")
        idle, pings = _at_rest(typist)
        return Times(hovers, idle, typist.handled, typist.pings, pings)


def replay(bench: Bench) -> list[Figure]:
    """The last commits of a repository (this checkout's own, if no other is given) done again."""
    done = Replay.begin(bench.folder / "replay", History(bench.repo or CHECKOUT, bench.sizes.replayed))
    times = _done_again(bench, done)
    before = Verdict(done, done.rows())
    with typing(done.scratch) as typist:  # a restart
        typist.rest()
    after = Verdict(done, done.rows())
    lost = {row["id"] for row in before.rows} - {row["id"] for row in after.rows}
    counted, right, gone, unfound = after.symbols()
    _tell_more(bench, after, unfound)
    commits = len(done.made)
    return [
        Figure(
            "replay: commits without the memory they deserve", len(after.missing), "", 0, note=f"{commits} commits"
        ),
        Figure("replay: memories of commits that deserve none", len(after.unasked), "", 0),
        Figure(
            "replay: changed functions in their commit's memory", 100 * right / max(1, counted), "%", 98, True,
            note=f"{right} of {counted}; {gone} have another name by now",
        ),
        Figure("replay: memories twice", after.doubled, "", 0),
        Figure("replay: memories lost by a restart", len(lost), "", 0),
        Figure("replay: memories a commit", len(after.rows) / commits, "", 1.3, note=_kinds(after.rows)),
        Figure("replay: a save on the loop, 95th percentile", p95(times.saves), "ms", 2,
               note=f"processor time; a request behind it {spread(times.behind)}; at rest {spread(times.pings)}"),
        Figure("replay: hover, ratio to rest", times_rest(times.hovers, times.idle), "x", 2,
               note=f"{spread(times.hovers)}; at rest {spread(times.idle)}"),
    ]  # fmt: skip


def _at_rest(typist: Typist) -> tuple[list[float], list[float]]:
    """Durations of hovers, each in a document opened for it as in the replay, and of pings when nothing happens."""
    for file in sorted(typist.scratch.root.rglob("*.py")):
        if len(typist.hovers) >= WARM:
            break
        if file.stat().st_size < 200_000:
            path = os.path.relpath(file, typist.scratch.root)
            typist.close(path)
            typist.open(path)
            time.sleep(A_COMMIT)  # in the replay the file was opened and saved before the commit
            typist.hover_names(path, 1)
    return typist.hovers or [1.0], [typist.ping() for _ in range(WARM)]


def _kinds(rows: list[dict[str, Any]]) -> str:
    kinds = Counter(f"{row['origin']} {row['kind']}" for row in rows)
    return ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())


def _tell_more(bench: Bench, verdict: Verdict, unfound: list[str]) -> None:
    """What a person wants to look at when a figure is off."""
    made = verdict.replay.made
    for what, shas in (("no memory", verdict.missing), ("not asked for", verdict.unasked)):
        for sha in list(shas)[:10]:
            bench.said(f"{what}: {made[sha].sha[:8]} {made[sha].subject}" if sha in made else f"{what}: {sha}")
    for line in unfound[:20]:
        bench.said(f"function not found: {line}")
