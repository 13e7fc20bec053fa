"""Taken back: exactly what was there before, in any order, whatever came in between, and not done again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memo_lsp.capture import curate
from memo_lsp.dream.plan import Fold, Sink
from memo_lsp.errors import WrongArgument
from memo_lsp.model import Surfaced
from memo_lsp.store import open_store
from memo_lsp.store.memories.memories import Reinforcement
from tests.dream.scene import Scene, digest, link, old, theme, visible
from tests.store.making import DAY, NOW, StillClock

WORDS = ("alpha", "beta", "gamma", "same")


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    clock = StillClock()
    store = open_store(tmp_path, clock=clock)
    made = Scene(store, clock)
    made.put(
        *(
            old(uid, f"same {word}", surfaced=Surfaced(n, 1, 0))
            for n, (uid, word) in enumerate(zip("abcd", WORDS, strict=True))
        )
    )
    yield made
    store.close()


EDITS = [
    [Fold("a", ("b", "c"))],
    [theme("T", "a", "b", cited=("c",))],
    [link("a", "b")],
    [Sink("a")],
    [digest("D", "words", ["a"])],
    [digest("D", "one", ["a"]), digest("D", "two", ["a"]), digest("D", "three", ["b"])],
    [Fold("a", ("b",)), Fold("c", ("a",)), theme("T", "c", "d")],
    [Sink("a"), Fold("b", ("a",)), link("b", "d")],
    [theme("T", "a", "b"), theme("U", "T", "c"), Fold("U", ("d",))],
]


@pytest.mark.parametrize("edits", EDITS)
@pytest.mark.parametrize("order", ["newest first", "oldest first", "all"])
def test_as_it_was(scene: Scene, edits: list[Any], order: str) -> None:
    before = visible(scene, WORDS)
    numbers = [scene.make(edit) for edit in edits]
    assert None not in numbers
    runs = [run.id for run in scene.store.runs.newest()]
    if order == "all":
        scene.undo()
    else:
        for run in runs if order == "newest first" else reversed(runs):
            scene.undo(run=run)
    assert visible(scene, WORDS) == before
    assert all(run.undone_at is not None for run in scene.store.runs.newest())
    marks = scene.store.marks.every()
    assert scene.undo() == []
    assert (visible(scene, WORDS), scene.store.marks.every()) == (before, marks)
    for edit in edits:
        assert scene.make(edit) is None
    scene.store.marks.lift()
    assert scene.make(edits[0]) is not None


@pytest.mark.parametrize(
    ("selectors", "undone"),
    [
        ({}, "TLFS"),
        ({"theme": "T"}, "T"),
        ({"theme": "a"}, ""),
        ({"pass_name": "fold"}, "F"),
        ({"pass_name": "theme", "members": ("e",)}, "T"),
        ({"pass_name": "theme", "members": ("a",)}, ""),
        ({"members": ("b",)}, "F"),
        ({"members": ("a",)}, "FS"),
        ({"members": ("g",)}, "L"),
        ({"members": ("T",)}, "T"),
        ({"run": 1}, "F"),
        ({"since": NOW + 3}, "LS"),
        ({"since": NOW + 3, "pass_name": "tide"}, "S"),
        ({"since": NOW + 30}, ""),
        ({"run": 1, "theme": "T"}, ""),
    ],
)
def test_what_is_chosen(scene: Scene, selectors: dict[str, Any], undone: str) -> None:
    scene.put(*(old(uid) for uid in "efg"))
    edits = {"F": Fold("a", ("b",)), "T": theme("T", "e", "f"), "L": link("c", "g"), "S": Sink("a")}
    numbers = {scene.make(edit): name for name, edit in edits.items()}
    assert "".join(sorted(numbers[one.made.id] for one in scene.undo(**selectors))) == "".join(sorted(undone))


def test_one_member_of_a_fold(scene: Scene) -> None:
    scene.make(Fold("a", ("b", "c")))
    (taken,) = scene.undo(members=("b",))
    assert (taken.members, taken.whole, taken.pairs) == (("b",), False, (("a", "b"), ("b", "c")))
    assert scene.states() == {"a": "active", "b": "active", "c": "archived", "d": "active"}
    assert scene.store.memories.get("a").surfaced == Surfaced(2, 2, 0)
    (taken,) = scene.undo(members=("c",))
    assert (taken.whole, scene.store.memories.get("a").surfaced) == (True, Surfaced(0, 1, 0))


def test_the_last_member_takes_the_theme_along(scene: Scene) -> None:
    scene.make(theme("T", "a", "b", cited=("c",)))
    scene.undo(members=("a",))
    assert scene.states() == {"a": "active", "b": "archived", "c": "active", "d": "active", "T": "active"}
    scene.undo(members=("b", "c"))
    assert "T" not in scene.states()


Hand = Callable[[Scene], Any]


@pytest.mark.parametrize(
    "own",
    [
        lambda s: s.store.memories.update("T", body="my own words"),
        lambda s: s.store.memories.update("T", pinned=True),
        lambda s: curate.supersede(s.store, "d", "T", s.clock.now()),
    ],
)
def test_a_theme_a_person_made_their_own_stays(scene: Scene, own: Hand) -> None:
    scene.make(theme("T", "a", "b"))
    scene.clock.at += 5
    own(scene)
    scene.undo(theme="T")
    assert scene.states() == {"a": "active", "b": "active", "c": "active", "d": "active", "T": "active"}
    assert not any(kind == "part_of" for kind, *_ in scene.links())


def test_a_person_who_says_what_a_pass_said_has_said_it(scene: Scene) -> None:
    scene.make(link("a", "b"))
    curate.supersede(scene.store, "b", "a", NOW)
    scene.undo()
    assert scene.links() == {("supersedes", "a", "b", "person")}


def test_a_person_who_says_the_opposite_is_right(scene: Scene) -> None:
    scene.make(link("a", "b"))
    scene.make(link("b", "c"))
    curate.supersede(scene.store, "a", "c", scene.clock.now())
    assert ("supersedes", "c", "a", "person") in scene.links()
    assert len(scene.links()) == 1
    scene.undo()
    assert scene.links() == {("supersedes", "c", "a", "person")}


def test_what_woke_under_a_fold_is_awake(scene: Scene) -> None:
    scene.make(Sink("a"))
    scene.make(Fold("b", ("a",)))
    scene.store.memories.surfaced([Reinforcement("a", NOW + 50, search=1)])
    scene.undo(pass_name="fold")
    assert scene.states()["a"] == "active"


@pytest.mark.parametrize(
    ("edit", "forgotten", "states"),
    [
        (Fold("a", ("b", "c")), "a", {"b": "active", "c": "active", "d": "active"}),
        (Fold("a", ("b", "c")), "b", {"a": "active", "c": "archived", "d": "active"}),
        (theme("T", "a", "b"), "a", {"b": "active", "c": "active", "d": "active"}),
        (theme("T", "a", "b"), "T", {"a": "active", "b": "active", "c": "active", "d": "active"}),
    ],
)
def test_forgetting(scene: Scene, edit: Any, forgotten: str, states: dict[str, str]) -> None:
    scene.make(edit)
    scene.store.memories.forget(forgotten)
    assert scene.states() == states
    assert bool(scene.store.marks.every()) == (forgotten == "T")
    scene.undo()
    assert set(scene.states().values()) == {"active"}
    assert all(one.surfaced.search == 1 for one in scene.store.memories.export())


def test_no_word_of_a_digest_that_quoted_it_stays(scene: Scene) -> None:
    scene.make(digest("D", "alpha was tried", ["a"]))
    scene.make(digest("D", "nothing", ["b"]))
    scene.store.memories.forget("a")
    with scene.store.database.read() as connection:
        assert connection.value("SELECT count(*) FROM changes WHERE instr(before || after, 'alpha')") == 0
    scene.undo()
    assert "D" not in scene.states()


def test_old_words_of_a_digest_are_let_go(scene: Scene) -> None:
    for number in range(12):
        assert scene.make(digest("D", f"words{number}", ["a"])) is not None
    with scene.store.database.read() as connection:
        assert connection.value("SELECT count(*) FROM changes WHERE instr(before, 'words')") == 8
    runs = [run.id for run in scene.store.runs.newest()]
    for run in runs[:3]:
        scene.undo(run=run)
    assert scene.store.memories.get("D").body == "words8"
    scene.undo()
    assert "D" not in scene.states()


# --- any order of anything
ID = st.sampled_from("abcdefgh")
IDS = st.lists(ID, min_size=2, max_size=4, unique=True)
STEP = st.one_of(
    st.tuples(st.just("fold"), IDS),
    st.tuples(st.just("theme"), IDS),
    st.tuples(st.just("over"), IDS),
    st.tuples(st.just("link"), IDS),
    st.tuples(st.just("sink"), ID),
    st.tuples(st.just("digest"), st.integers(0, 9)),
    st.tuples(st.just("add"), ID),
    st.tuples(st.just("surface"), ID),
    st.tuples(st.just("open"), ID),
    st.tuples(st.just("pin"), ID),
    st.tuples(st.just("unpin"), ID),
    st.tuples(st.just("edit"), ID),
    st.tuples(st.just("told"), ID),
    st.tuples(st.just("repeat"), ID),
    st.tuples(st.just("forget"), ID),
    st.tuples(st.just("supersede"), IDS),
    st.tuples(st.just("undo run"), st.integers(1, 12)),
    st.tuples(st.just("undo member"), ID),
    st.tuples(st.just("undo pass"), st.sampled_from(("fold", "theme", "supersede", "tide", "digest"))),
    st.tuples(st.just("lift"), st.none()),
)


class Story:
    """Passes and persons at one store; a twin that only persons are at."""

    def __init__(self, home: Path):
        self.clock = StillClock()
        self.real = Scene(open_store(home / "real", clock=self.clock), self.clock)
        self.twin = Scene(open_store(home / "twin", clock=self.clock), self.clock)
        self.themes: list[str] = []
        self.both(
            lambda s: s.put(*(old(uid, f"same {WORDS[n % 3]} {uid}", session=uid) for n, uid in enumerate("abcd")))
        )

    def both(self, act: Hand) -> None:
        for scene in (self.real, self.twin):
            act(scene)

    def take(self, what: str, arg: Any) -> None:
        self.clock.at += 60
        if what in ("fold", "theme", "over", "link", "sink", "digest"):
            self.real.make(self._edit(what, arg))
        elif what.startswith("undo"):
            self.real.undo(
                **{"undo run": {"run": arg}, "undo member": {"members": (arg,)}, "undo pass": {"pass_name": arg}}[what]
            )
        elif what == "lift":
            self.real.store.marks.lift()
        elif what == "add":
            made = NOW - DAY + self.clock.at - NOW
            self.both(lambda s: s.put(old(arg, f"same {WORDS[ord(arg) % 3]} {arg}", created_at=made, stored_at=made)))
        else:
            self._person(what, arg)

    def _edit(self, what: str, arg: Any) -> Any:
        if what == "fold":
            return Fold(arg[0], tuple(arg[1:]))
        if what == "theme":
            self.themes.append(f"T{len(self.themes)}")
            return theme(self.themes[-1], *arg[:2], cited=arg[2:], title="same theme")
        if what == "over":  # what an earlier pass wrote, into something else
            return (
                Fold(arg[0], tuple(self.themes[-1:]))
                if len(arg) % 2
                else Fold(self.themes[-1] if self.themes else "a", (arg[0],))
            )
        if what == "link":
            return link(arg[0], arg[1])
        return Sink(arg) if what == "sink" else digest("D", f"same digest {arg}", ["a"])

    def _person(self, what: str, arg: Any) -> None:
        ids = [arg] if isinstance(arg, str) else arg[:2]
        if not set(ids) <= self.twin.states().keys():
            return
        uid, at = ids[0], self.clock.at
        hands: dict[str, Hand] = {
            "surface": lambda s: s.store.memories.surfaced([Reinforcement(uid, at, auto=1, stability_days=9.0)]),
            "open": lambda s: s.store.memories.surfaced([Reinforcement(uid, at, drill=1)]),
            "pin": lambda s: s.store.memories.update(uid, pinned=True),
            "unpin": lambda s: s.store.memories.update(uid, pinned=False),
            "edit": lambda s: curate.edit(s.store, uid, {"title": f"same beta {at:.0f}"}, at),
            "told": lambda s: s.store.memories.told(uid, True),
            "repeat": lambda s: s.store.memories.repeated(uid, at),
            "forget": lambda s: s.store.memories.forget(uid),
            "supersede": lambda s: curate.supersede(s.store, *ids, at),
        }
        try:
            hands[what](self.twin)
        except WrongArgument:
            return
        hands[what](self.real)

    def close(self) -> None:
        self.both(lambda s: s.store.close())


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(STEP, max_size=25), st.permutations(range(1, 14)))
def test_whatever_happened_all_undone_is_as_if_no_pass_had_been(steps: list[tuple[str, Any]], order: list[int]) -> None:
    with TemporaryDirectory() as folder:
        story = Story(Path(folder))
        try:
            for step in steps:
                story.take(*step)
                states = story.real.states()
                living = story.real.store.graph.survivors(states)
                assert {uid for uid, state in states.items() if state == "archived"} == living.keys()
                assert all(states[into] != "archived" for into in living.values())
            for run in order:
                story.real.undo(run=run)
            story.real.undo()
            assert visible(story.real, WORDS) == visible(story.twin, WORDS)
            assert all(check.ok for check in story.real.store.check())
        finally:
            story.close()
