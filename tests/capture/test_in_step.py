"""Marks, documents and anchors kept in step with what a person does, through a real recorder and a real git."""

from __future__ import annotations

import pytest

from memo_lsp.capture.documents import Documents, is_curated
from memo_lsp.capture.episodes.gathering import Episodes
from memo_lsp.capture.events import FilesChanged
from memo_lsp.capture.following import Following
from memo_lsp.capture.marking import Marking
from memo_lsp.model import Anchor, Memory
from tests.capture.editing import Editing
from tests.conftest import Scratch

TAX = "def rate(country):\n    return TABLE[country]\n\n\ndef apply(order):\n    return order.total\n"
MARK = "    # DECISION: rates come from the treasury feed\n"
HOUSE = "# House\n\n## Tests\nRun them all.\n\n## Reviews\nTwo pairs of eyes.\n"


@pytest.fixture
def desk(scratch, store, clock):
    scratch.write("tax.py", TAX).commit("chore: start")
    editing = Editing(scratch, store, clock, sources=(Following(), Documents(), Marking()))
    yield editing
    editing.stop()


def held(desk, **wanted):
    """Memories that hold, by title, with where they are anchored."""
    found = [one for one in desk.memories() if one.valid_to is None]
    return {one.title: [(anchor.path, anchor.symbol) for anchor in one.anchors] for one in found}


def changed(desk, *paths):
    desk.tell(FilesChanged(tuple(desk.scratch.root / path for path in paths), desk.clock.now()))


# --- marks
def test_a_mark_comes_moves_goes_and_comes_back(desk):
    desk.edit("tax.py", "    return TABLE", MARK + "    return TABLE")
    title = "rates come from the treasury feed"
    assert held(desk) == {title: [("tax.py", "rate")]}
    (first,) = desk.memories()
    assert (first.kind, first.trust, first.confidence, first.branch) == ("decision", "owner", "high", "main")
    desk.save("tax.py", TAX.replace("    return order", MARK + "    return order"))
    assert held(desk) == {title: [("tax.py", "apply")]}
    desk.save("tax.py", TAX)
    assert held(desk) == {} and desk.memories()[0].valid_to is not None
    desk.edit("tax.py", "    return TABLE", MARK + "    return TABLE")
    assert held(desk) == {title: [("tax.py", "rate")]} and [one.id for one in desk.memories()] == [first.id]


def test_a_mark_moves_to_another_file(desk):
    desk.edit("tax.py", "    return TABLE", MARK + "    return TABLE")
    desk.save("tax.py", TAX)
    desk.save("feed.py", "def feed():\n" + MARK + "    return 1\n")
    assert held(desk) == {"rates come from the treasury feed": [("feed.py", "feed")]}


def test_what_was_there_before_and_what_is_no_comment_stay_out(desk):
    desk.save("old.py", "x = 'TODO nothing'\n")
    assert held(desk) == {}


def test_a_commit_that_takes_a_mark_out_mends_it(desk):
    desk.edit("tax.py", "    return order", "    # TODO round per line\n    return order")
    (mark,) = desk.memories()
    desk.git("commit", "-qam", "feat: a mark")
    desk.save("tax.py", TAX.replace("order.total", "round(order.total)"))
    desk.git("commit", "-qam", "fix: round")
    fixed = [one for one in desk.memories(git=True) if one.title == "fix: round"]
    edges = desk.store.graph.edges_of(mark.id)
    assert [(edge.type, edge.source, edge.target) for edge in edges] == [("fixes", fixed[0].id, mark.id)]


def test_another_branchs_mark_is_not_gone_there(desk):
    desk.edit("tax.py", "    return TABLE", MARK + "    return TABLE")
    desk.git("checkout", "-q", "-b", "side")
    desk.git("commit", "-qam", "feat: with a mark")
    desk.git("checkout", "-q", "-b", "other", "HEAD~1")
    desk.open("tax.py")
    desk.edit("tax.py", "order.total", "order.sum")
    assert list(held(desk)) == ["rates come from the treasury feed"]


def test_a_mark_goes_and_comes_back_with_its_file(desk):
    desk.edit("tax.py", "    return TABLE", MARK + "    return TABLE")
    (desk.scratch.root / "tax.py").unlink()
    changed(desk, "tax.py")
    assert held(desk) == {}
    desk.scratch.write("tax.py", desk.texts["tax.py"])
    changed(desk, "tax.py")
    assert held(desk) == {"rates come from the treasury feed": [("tax.py", "rate")]}


def test_a_mark_goes_and_comes_back_with_a_stash(desk):
    desk.edit("tax.py", "    return TABLE", MARK + "    return TABLE")
    desk.git("stash", "-q")
    desk.open("tax.py")
    assert held(desk) == {}
    desk.git("stash", "pop", "-q")
    desk.open("tax.py")
    assert held(desk) == {"rates come from the treasury feed": [("tax.py", "rate")]}


def test_a_mark_stays_in_step_when_the_project_gets_its_lasting_name(tmp_path, store, clock):
    scratch = Scratch(tmp_path / "young").init()
    scratch.write("tax.py", TAX)
    desk = Editing(scratch, store, clock, sources=(Marking(), Episodes(lambda other: True)))
    desk.edit("tax.py", "    return TABLE", MARK + "    return 2 * TABLE")
    desk.git("add", ".")
    desk.git("commit", "-qm", "feat: taxes")
    assert held(desk) == {"rates come from the treasury feed": [("tax.py", "rate")]}  # the commit took the rest
    assert {one.project for one in store.memories.export()} == {desk.project}
    desk.edit("tax.py", MARK, "")
    assert held(desk) == {}
    desk.stop()


def test_a_forgotten_mark_does_not_come_back(desk):
    desk.edit("tax.py", "    return TABLE", MARK + "    return TABLE")
    desk.store.memories.forget(desk.memories()[0].id)
    desk.edit("tax.py", "order.total", "order.sum")
    assert desk.memories() == []


# --- documents
@pytest.mark.parametrize(
    ("path", "curated"),
    [
        (".memo/a.md", True), ("docs/adr/0001-x.md", True), ("adr/x.md", True), ("AGENTS.md", True),
        ("packages/api/AGENTS.md", True), ("CLAUDE.md", True), (".github/copilot-instructions.md", True),
        ("skills/x/SKILL.md", True), ("README.md", False), ("docs/guide.md", False), (".memo/sub/a.txt", False),
        ("docs/adr/x.txt", False),
    ],
)  # fmt: skip
def test_what_is_curated(path, curated):
    assert is_curated(path) is curated
    assert is_curated("docs/guide.md", ("docs/*.md",))


def test_documents_in_step(desk):
    desk.save("AGENTS.md", HOUSE)
    assert set(held(desk)) == {"Tests", "Reviews"}
    tests = next(one for one in desk.memories() if one.title == "Tests")
    assert (tests.channel, tests.kind, tests.trust, tests.description) == ("memory", "reference", None, "House")
    desk.edit("AGENTS.md", "Run them all.", "Run the affected ones.")
    assert desk.store.memories.get(tests.id).body == "Run the affected ones."
    desk.edit("AGENTS.md", "## Tests", "## Testing")
    assert desk.store.memories.get(tests.id).title == "Testing"
    desk.scratch.write("AGENTS.md", "# House\n\n## Testing\nRun the affected ones.\n")
    changed(desk, "AGENTS.md")
    assert set(held(desk)) == {"Testing"}
    desk.scratch.write("AGENTS.md", HOUSE)
    changed(desk, "AGENTS.md")
    assert set(held(desk)) == {"Tests", "Reviews"} and len(desk.memories()) == 3
    (desk.scratch.root / "AGENTS.md").unlink()
    changed(desk, "AGENTS.md")
    assert held(desk) == {}


def test_front_matter_is_obeyed_as_far_as_it_makes_sense(desk):
    desk.save(".memo/x.md", "---\ntopic: a/b\ntags: [one, 2]\ntrust: external\nconfidence: sure\n---\n# X\ntext\n")
    (memory,) = desk.memories()
    assert (memory.topic, memory.tags, memory.trust, memory.confidence) == ("a.b", ("one", "2"), "external", None)


def test_a_skill_and_an_adr(desk):
    desk.save("skills/pack/SKILL.md", "# Pack\nHow to pack.\n")
    desk.save("docs/adr/0001-wal.md", "# 1. WAL\n\n## Decision\nOne file.\n")
    assert {(one.title, one.channel, one.kind) for one in desk.memories()} == {
        ("Pack", "skill", "reference"), ("Decision", "memory", "decision"),
    }  # fmt: skip


def test_what_changed_while_no_editor_was_open(scratch, store, clock, desk):
    desk.save("AGENTS.md", HOUSE)
    desk.stop()
    scratch.write("AGENTS.md", "# House\n\n## Tests\nNone.\n")
    again = Editing(scratch, store, clock, session="s2", sources=(Documents(),))
    assert held(again) == {"Tests": [("AGENTS.md", None)]}
    again.stop()


# --- anchors
def note(desk, symbol):
    memory = Memory("note", "a note", project=desk.project, anchors=(Anchor("tax.py", symbol, 1, "h"),))
    desk.store.memories.add([memory])
    return lambda: [(anchor.path, anchor.symbol) for anchor in desk.store.memories.get("note").anchors]


def test_anchors_follow_a_symbol_renamed_in_one_edit(desk):
    where = note(desk, "rate")
    desk.edit("tax.py", "def rate(", "def tariff(")
    assert where() == [("tax.py", "tariff")]


def test_anchors_follow_files(desk):
    where = note(desk, "apply")
    desk.rename("tax.py", "src/money/tax.py")
    assert where() == [("src/money/tax.py", "apply")]
    desk.rename("src/money", "src/cash")
    assert where() == [("src/cash/tax.py", "apply")]


def test_anchors_follow_git(desk):
    where = note(desk, "apply")
    desk.git("mv", "tax.py", "levy.py")
    changed(desk, "tax.py")  # not committed: git is asked because the file is gone
    assert where() == [("levy.py", "apply")]
    desk.git("commit", "-qm", "refactor: levy")
    desk.git("mv", "levy.py", "duty.py")
    desk.git("commit", "-qm", "refactor: duty")
    assert where() == [("duty.py", "apply")]


def test_anchors_follow_a_symbol_to_another_file_in_one_commit(desk):
    where = note(desk, "apply")
    left, _, right = TAX.partition("\n\n\ndef apply")
    desk.scratch.write("tax.py", left + "\n").write("orders.py", "def apply" + right)
    desk.git("add", ".")
    desk.git("commit", "-qm", "refactor: orders by themselves")
    assert where() == [("orders.py", "apply")]


def test_a_document_is_no_edit_beside_its_sections(scratch, store, clock):
    scratch.write(".memo/pay.md", "# Refunds\nWithin fourteen days.\n").commit("chore: start")
    both = Editing(scratch, store, clock, sources=(Documents(), Episodes(lambda other: True)))
    both.edit(".memo/pay.md", "fourteen", "thirty")
    both.stop()
    assert [(one.title, one.body) for one in both.memories()] == [("Refunds", "Within thirty days.")]
