"""What is under way is on disk: every version once, in its own episode, within bounds, gone when it closes."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memo_lsp.store import Store, open_store
from memo_lsp.store.captured import episode_texts
from memo_lsp.store.captured.episode_texts import MOST_VERSIONS, deflated
from memo_lsp.store.captured.episodes import Episode, EpisodeFile, Note, Save, Version
from tests.store.making import NOW, StillClock


def take(store: Store, path: str, at: float, before: str | None, after: str, **facts: Any) -> bool:
    return store.episodes.take("s", "p", "main", path, NOW + at, before, after, facts)


def texts(store: Store, path: str) -> list[str]:
    (episode,) = store.episodes.open_of("s", "p", "main")
    return [version.text for file in episode.files if file.path == path for version in file.versions]


def paths(store: Store) -> list[str]:
    return [file.path for episode in store.episodes.open_of("s") for file in episode.files]


def noise(seed: int, size: int) -> str:
    """A text that deflates to half its length."""
    return random.Random(seed).randbytes(size // 2).hex()


def test_versions_come_back(store: Store) -> None:
    assert take(store, "b.py", 0, "a", "b", why="first")
    assert take(store, "a.py", 1, None, "x")
    assert take(store, "b.py", 2, "not looked at", "c")
    assert store.episodes.open_of("s") == (
        Episode(
            "s", "p", "main", NOW, NOW + 2,
            (
                EpisodeFile("a.py", None, (Version(NOW + 1, "x", {}),)),
                EpisodeFile("b.py", "a", (Version(NOW, "b", {"why": "first"}), Version(NOW + 2, "c", {}))),
            ),
        ),
    )  # fmt: skip


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=st.none() | st.text(), after=st.text(), path=st.text(min_size=1))
def test_any_text_comes_back(store: Store, before: str | None, after: str, path: str) -> None:
    held = store.episodes.take("any", "p", None, path, NOW, before, after)
    assert held == (before != after)
    for episode in store.episodes.open_of("any"):
        (file,) = episode.files
        assert (file.before, file.versions[0].text) == (before, after)
    assert store.episodes.close("any", "p", None) == held


@pytest.mark.parametrize(
    ("saves", "held"),
    [
        ([("a", "a")], None),  # a save that changed nothing opens nothing
        ([("a", "b"), ("b", "b")], ["b"]),
        ([("a", "b"), ("b", "c"), ("c", "b")], ["b", "c", "b"]),
        ([("a", "b"), ("b", "a")], ["b", "a"]),  # taken back: both are evidence
        ([("", "b")], ["b"]),
        ([("a", "\udc80")], ["?"]),
    ],
)
def test_what_is_doubled_and_what_not(store: Store, saves: list[tuple[str, str]], held: list[str] | None) -> None:
    for at, (before, after) in enumerate(saves):
        take(store, "a.py", at, before, after)
    assert (texts(store, "a.py") if held else store.episodes.open_of("s")) == (held or ())


def test_the_same_text_has_the_newer_facts(store: Store) -> None:
    take(store, "a.py", 0, "a", "b", errors=2)
    take(store, "a.py", 5, "a", "b")
    take(store, "a.py", 9, "a", "b", errors=0)
    (episode,) = store.episodes.open_of("s")
    assert episode.files[0].versions == (Version(NOW, "b", {"errors": 0}),)
    assert episode.last_at == NOW + 9


def test_a_save_without_a_change_counts_as_the_last_one(store: Store) -> None:
    take(store, "a.py", 0, "a", "b")
    assert not take(store, "b.py", 60, "same", "same")
    take(store, "a.py", 30, "b", "c")  # came late
    (episode,) = store.episodes.open_of("s")
    assert (paths(store), episode.began_at, episode.last_at) == (["a.py"], NOW, NOW + 60)


WHERE = [("s", "p", "main"), ("s", "p", None), ("s", "p", "fix/ä"), ("s", "q", "main"), ("t", "p", "main")]


@pytest.fixture
def many(store: Store) -> Store:
    for number, where in enumerate(WHERE):
        store.episodes.take(*where, "a.py", NOW + number, "", "x")
    return store


@pytest.mark.parametrize(
    ("asked", "want"),
    [
        (("s",), WHERE[:4]),
        (("s", "p"), WHERE[:3]),
        (("s", "p", None), WHERE[1:2]),
        (("s", "p", "main"), WHERE[:1]),
        (("s", None, "main"), [WHERE[0], WHERE[3]]),
        (("t", "q"), []),
    ],
)
def test_one_episode_a_session_project_and_branch(many: Store, asked: tuple[Any, ...], want: list[Any]) -> None:
    found = many.episodes.open_of(*asked)
    assert [(episode.session, episode.project, episode.branch) for episode in found] == want


def test_closed_once(many: Store, tmp_path: Path) -> None:
    other = open_store(tmp_path / "home", clock=StillClock())
    assert other.episodes.close("s", "p", None)
    assert not many.episodes.close("s", "p", None)
    assert [episode.branch for episode in many.episodes.open_of("s", "p")] == ["main", "fix/ä"]
    other.close()


def test_whose_session_is_no_more(many: Store) -> None:
    assert [episode.session for episode in many.episodes.orphans(lambda session: session == "s")] == ["t"]
    assert many.episodes.orphans(lambda session: True) == ()
    assert len(many.episodes.orphans(lambda session: False)) == 5


def test_a_kill_loses_no_save_that_was_told(tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
from memo_lsp.store import open_store
from tests.store.making import StillClock
store = open_store(Path(sys.argv[1]), clock=StillClock())
for number in range(10_000):
    store.episodes.take("dead", "p", "main", f"{number % 7}.py", number, "", f"text {number}")
    print(number, flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    while process.stdout.readline() != "40\n":
        pass
    process.send_signal(signal.SIGKILL)
    told = [40, *(int(line) for line in process.stdout)]
    process.wait()
    store = open_store(tmp_path, clock=StillClock())
    (episode,) = store.episodes.orphans(lambda session: False)
    held = {version.text for file in episode.files for version in file.versions}
    assert held in [{f"text {number}" for number in range(count)} for count in (told[-1] + 1, told[-1] + 2)]
    assert all(check.ok for check in store.check())
    store.close()


def test_a_file_keeps_its_first_and_its_newest_versions(store: Store) -> None:
    for number in range(MOST_VERSIONS + 9):
        take(store, "a.py", number, "", f"v{number}")
    assert texts(store, "a.py") == ["v0", *(f"v{number}" for number in range(10, MOST_VERSIONS + 9))]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """An episode that holds a hundredth of what it usually does."""
    for name in ("MOST_BYTES", "_AFTER_ROOM"):
        monkeypatch.setattr(episode_texts, name, getattr(episode_texts, name) // 100)


@pytest.mark.usefixtures("small")
def test_the_oldest_versions_give_way(store: Store) -> None:
    big = [noise(seed, 18_000) for seed in range(12)]
    for number in range(10):
        take(store, "ab"[number % 2], number, "", big[number])
    assert texts(store, "a")[0] == big[0]
    assert (texts(store, "a")[-1], texts(store, "b")[-1]) == (big[8], big[9])
    held = sum(len(deflated(text)) for path in "ab" for text in texts(store, path))
    assert episode_texts.MOST_BYTES * 0.7 < held < episode_texts.MOST_BYTES
    assert big[2] not in texts(store, "a")


@pytest.mark.usefixtures("small")
def test_a_full_episode_holds_no_new_file_but_the_next_version_of_an_old_one(store: Store) -> None:
    big = [noise(seed, 45_000) for seed in range(5)]
    saves = [Save("p", "main", f"{number}.py", NOW + number, "", text) for number, text in enumerate(big)]
    held = store.episodes.take_many("s", saves)
    assert (held, len(paths(store))) == (3, 3)
    assert take(store, "0.py", 9, big[0], "short")
    assert texts(store, "0.py") == [big[0], "short"]
    assert store.episodes.open_of("s")[0].last_at == NOW + 9
    store.episodes.drop_files("s", "p", "main", ["0.py", "1.py"])
    assert take(store, "new.py", 10, "", big[4])


def test_a_commit_absorbs_files(store: Store) -> None:
    for path in ("a.py", "b.py", "c.py"):
        take(store, path, 0, "", "x")
    assert store.episodes.drop_files("s", "p", "main", ["a.py", "c.py", "never.py"]) == 2
    assert paths(store) == ["b.py"]
    assert store.episodes.drop_files("s", "p", "other", ["b.py"]) == 0
    store.episodes.drop_files("s", "p", "main", ["b.py"])
    assert store.episodes.open_of("s") == ()


@pytest.mark.parametrize(
    ("old", "new", "count", "want"),
    [
        ("src/a.py", "src/z.py", 1, ["lib/a.py", "src/z.py", "src/ä/b.py", "srcs.py"]),
        ("src", "lib", 2, ["lib/a.py", "lib/ä/b.py", "srcs.py"]),  # what stood at lib/a.py is overwritten
        ("src/a\u0308", "new", 1, ["lib/a.py", "new/b.py", "src/a.py", "srcs.py"]),
        ("never", "new", 0, ["lib/a.py", "src/a.py", "src/ä/b.py", "srcs.py"]),
    ],
)
def test_renamed(store: Store, old: str, new: str, count: int, want: list[str]) -> None:
    for path in ("src/a.py", "src/ä/b.py", "srcs.py", "lib/a.py"):
        take(store, path, 0, "", f"text of {path}")
    store.episodes.take("t", "p", "main", "src/a.py", NOW, "", "elsewhere")
    assert store.episodes.rename("s", "p", old, new) == count
    assert paths(store) == want
    assert "src/a.py" in [episode.files[0].path for episode in store.episodes.open_of("t")]
    assert store.database.writer.value("SELECT count(*) FROM episode_versions") == len(want) + 1


def test_notes(store: Store, clock: StillClock) -> None:
    notes = store.episodes
    notes.note("s", "p", None, "fix", "b", {"n": 1})
    notes.note("s", "p", None, "fix", "a", [1, "ä"])
    notes.note("s", "p", None, "dead-end", "b", None)
    notes.note("s", "p", None, "fix", "b", {"n": 2})
    assert notes.notes("s", "p", None, "fix") == (Note("fix", "a", [1, "ä"]), Note("fix", "b", {"n": 2}))
    (episode,) = notes.open_of("s")
    assert (episode.files, episode.began_at) == ((), clock.now())
    assert episode.notes == (Note("dead-end", "b", None), *notes.notes("s", "p", None, "fix"))
    assert notes.notes("s", "p", "main") == ()
    assert (notes.drop_notes("s", "p", None, "fix", ["a", "z"]), notes.drop_notes("s", "p", None, "fix")) == (1, 1)
    assert notes.drop_notes("s", "p", "main", "fix") == 0
    notes.drop_notes("s", "p", None, "dead-end")
    assert notes.open_of("s") == ()


def test_notes_keep_an_episode_whose_files_were_absorbed(store: Store) -> None:
    take(store, "a.py", 0, "", "x")
    store.episodes.note("s", "p", "main", "fix", "k", 1)
    store.episodes.drop_files("s", "p", "main", ["a.py"])
    (episode,) = store.episodes.open_of("s")
    assert (episode.files, episode.notes) == ((), (Note("fix", "k", 1),))
    assert store.episodes.close("s", "p", "main")
    tables = ("episodes", "episode_files", "episode_versions", "episode_notes")
    assert [store.database.writer.value(f"SELECT count(*) FROM {table}") for table in tables] == [0, 0, 0, 0]


def test_saves_do_not_touch_what_can_be_found(store: Store) -> None:
    seen = store.generation()
    take(store, "a.py", 0, "", "x")
    assert store.generation() == seen
