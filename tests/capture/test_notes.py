"""Notes as they may be kept."""

from __future__ import annotations

import pytest

from memo_lsp.capture.curate import carry_along, edit
from memo_lsp.capture.notes import LONGEST_TITLE, cleaned, remember
from memo_lsp.clock import MovableClock
from memo_lsp.errors import WrongArgument
from memo_lsp.model import Memory
from memo_lsp.store import Store, open_store

KEY = "AKIA" + "Q7ZT" * 4


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"title": " two\n  lines "}, {"title": "two lines"}),
        ({"title": f"the key {KEY}", "body": f"again {KEY}"}, {"title": "the key [secret:aws-access-key]"}),
        ({"title": "t", "body": "\n\n  kept as it stands\n\n"}, {"body": "  kept as it stands"}),
        ({"title": "t", "kind": "  "}, {"kind": "note"}),
        ({"title": "t", "tags": ("a", " a ", "", "b c")}, {"tags": ("a", "b c")}),
        ({"title": "t", "topic": "src/billing::rounding"}, {"topic": "src.billing.rounding"}),
    ],
)
def test_cleaned(given: dict[str, str], kept: dict[str, object]):
    note = cleaned(Memory("1", **given))  # type: ignore[arg-type]
    for name, value in kept.items():
        found = getattr(note, name)
        assert found == value or (KEY in str(given) and "[secret:" in found)
    assert KEY not in f"{note.title}{note.body}"


def test_a_whole_text_as_title_is_kept_whole():
    text = "word " * 200
    note = cleaned(Memory("1", text, "more"))
    assert len(note.title) <= LONGEST_TITLE + 2
    assert note.body == f"{text.strip()}\nmore"


@pytest.mark.parametrize("title", ["", " \n\t"])
def test_an_empty_title_is_refused(title: str):
    with pytest.raises(WrongArgument, match="title"):
        cleaned(Memory("1", title))


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("decision", "decision"),
        ("Fix ", "fix"),
        ("dead end", "dead-end"),
        (" ", "note"),
        ("noteXYZ", None),
        ("a\nb", None),
    ],
)
def test_a_kind_is_one_of_those_there_are(word: str, kind: str | None, store: Store):
    def given() -> str:
        return store.memories.get(remember(store, Memory(word, f"said of {word}", kind=word)).id).kind

    if kind is None:
        with pytest.raises(WrongArgument, match=r"kind: wants one of note, decision, .*, not "):
            given()
    else:
        assert given() == kind


def test_a_kind_of_its_own_is_kept_and_given_to_no_other(store: Store):
    store.memories.add([Memory("1", "imported", kind="gotcha"), Memory("2", "mine")])
    assert edit(store, "1", {"kind": "gotcha", "title": "renamed"}, 2_000_000_000.0).kind == "gotcha"
    with pytest.raises(WrongArgument, match="kind"):
        edit(store, "2", {"kind": "gotcha"}, 2_000_000_000.0)
    assert edit(store, "1", {"kind": "Dead End"}, 2_000_000_000.0).kind == "dead-end"


@pytest.fixture
def store(tmp_path):
    opened = open_store(tmp_path, clock=MovableClock(1_790_000_000.0))
    yield opened
    opened.close()


def test_the_same_note_again_can_still_replace_another(store: Store):
    remember(store, Memory("1", "prices are net"))
    first = remember(store, Memory("2", "prices are gross"))
    again = remember(store, Memory("3", "prices are gross"), supersedes="1")
    assert (first.new, again.new, again.id) == (True, False, "2")
    assert store.graph.successors(["1"]) == {"1": ("2", "prices are gross")}


def test_an_edit_that_changes_nothing_leaves_the_memory_alone(store: Store):
    remember(store, Memory("1", "a note", tags=("x",)))
    before = store.memories.get("1")
    assert edit(store, "1", {"title": " a  note", "tags": ("x", "x")}, 2_000_000_000.0) == before
    assert edit(store, "1", {"kind": "decision"}, 2_000_000_000.0).updated_at == 2_000_000_000.0


def test_memories_of_former_keys_move(store: Store):
    store.memories.add([Memory("1", "old", project="/folder"), Memory("2", "other", project="else")])
    assert carry_along(store, "abc123", ("/folder", "never")) == 1
    assert store.memories.get("1").project == "abc123"
    assert store.memories.get("2").project == "else"
    assert carry_along(store, "abc123", ("/folder",)) == 0
