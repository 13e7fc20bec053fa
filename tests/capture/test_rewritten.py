"""The memory follows its commit: amended, rebased, squashed, picked, taken back."""

from __future__ import annotations

import pytest

from tests.capture.watched import PLAIN, Watched, add, begin, titles
from tests.conftest import Scratch


@pytest.fixture
def begun(scratch: Scratch) -> Scratch:
    return begin(scratch)


@pytest.fixture
def tree(begun: Scratch, store, clock) -> Watched:
    found = Watched(begun.root, store, clock)
    assert found.began == []
    return found


def three(scratch: Scratch, tree: Watched) -> dict[str, str]:
    """Three commits on `topic`, one more on main; HEAD on topic. Ids by title."""
    scratch.git("checkout", "-q", "-b", "topic")
    for name in ("one", "two", "three"):
        add(scratch, name)
    scratch.git("checkout", "-q", "main")
    add(scratch, "another")
    scratch.git("checkout", "-q", "topic")
    tree.news()
    assert {memory.branch for title, memory in tree.memories().items() if title != "feat: another"} == {"topic"}
    return {title: memory.id for title, memory in tree.memories().items()}


def test_amends_replace_even_two_between_looks(begun, tree):
    add(begun, "b", "fix: b")
    tree.news()
    before = tree.memories()["fix: b"]
    begun.git("commit", "-q", "--amend", "-m", "fix: b, once more")
    begun.write("c.py", PLAIN.format("c")).commit("fix: b and c\n\nBoth.", "--amend")
    (news,) = tree.news()
    (after,) = tree.memories().values()
    assert (news.move, news.commits[0][1], after.id) == ("amend", before.id, before.id)
    assert (after.title, after.body, after.commit) == ("fix: b and c", "Both.", begun.git("rev-parse", "HEAD"))
    assert {anchor.symbol for anchor in after.anchors} == {"b", "c"}


def test_an_amend_before_anybody_looked_and_one_that_nobody_saw_begin(begun, tree, store):
    begun.commit("chore: start anew", "--amend")
    assert tree.moves() == ["amend"]
    add(begun, "b")
    begun.commit("feat: b better", "--amend")
    assert tree.moves() == ["commit"]
    assert titles(tree) == {"chore: start anew", "feat: b better"}


def test_what_a_person_rewrote_stays_theirs_and_what_was_forgotten_forgotten(begun, tree, store):
    add(begun, "b")
    add(begun, "c")
    tree.news()
    store.memories.update(tree.memories()["feat: c"].id, title="The c we needed")
    store.memories.forget(tree.memories()["feat: b"].id)
    begun.commit("feat: c again", "--amend")
    assert tree.moves() == ["amend"]
    begun.git("reset", "-q", "--soft", "HEAD~1")
    begun.commit("feat: b anew", "--amend")
    tree.news()
    assert titles(tree) == {"The c we needed"}


def test_a_rebase_is_one_move_and_no_new_memory(begun, tree):
    before = three(begun, tree)
    kept = tree.desk.store.gate.counts()
    begun.git("rebase", "-q", "main")
    (news,) = tree.news()
    after = tree.memories()
    assert (news.move, news.old_branch, news.new_branch, news.commits) == ("rebase", "topic", "topic", ())
    assert {title: memory.id for title, memory in after.items()} == before
    assert after["feat: three"].commit == begun.git("rev-parse", "HEAD")
    assert (after["feat: one"].branch, after["feat: another"].branch) == ("topic", "main")
    assert tree.desk.store.gate.counts() == kept


def test_a_rebase_of_what_was_never_seen_makes_nothing_new(begun, store, clock):
    begun.git("checkout", "-q", "-b", "topic")
    add(begun, "one")
    begun.git("checkout", "-q", "main")
    add(begun, "another")
    begun.git("checkout", "-q", "topic")
    tree = Watched(begun.root, store, clock)
    begun.git("rebase", "-q", "main")
    assert tree.moves() == ["rebase"]
    assert tree.memories()["feat: another"].branch == "main"
    assert titles(tree) == {"feat: another"}


@pytest.mark.parametrize(
    ("script", "left"),
    [
        ("2s/pick/squash/", {"feat: one", "feat: three"}),
        ("2s/pick/fixup/;3s/pick/fixup/", {"feat: one"}),
        ("2d", {"feat: one", "feat: two", "feat: three"}),
        ("1{h;d};2G", {"feat: one", "feat: two", "feat: three"}),
    ],
)
def test_an_interactive_rebase(begun, tree, store, script, left):
    before = three(begun, tree)
    begun.git("rebase", "-q", "-i", "main", GIT_SEQUENCE_EDITOR=f"sed -i '{script}'", GIT_EDITOR="true")
    assert tree.moves() == ["rebase"]
    after = tree.memories()
    assert set(after) == left | {"feat: another"}
    assert {title: memory.id for title, memory in after.items()} == {title: before[title] for title in after}
    for folded in set(before) - set(after):
        (edge,) = store.graph.edges_of(before[folded])
        assert (edge.type, edge.target) == ("archived_into", before["feat: one"])
    if "two" in after["feat: one"].body:
        assert {anchor.symbol for anchor in after["feat: one"].anchors} == {"one", "two"}


def test_a_fixup_finds_its_target_and_a_reword_its_commit(begun, tree, store):
    before = three(begun, tree)
    begun.write("one.py", PLAIN.format("one") + "# done\n").commit("fixup! feat: one")
    tree.news()
    editor = "sed -i 's/^feat: two$/feat: two reworded/'"
    script = "sed -i 's/^pick \\(.*feat: two\\)$/reword \\1/'"
    begun.git("rebase", "-q", "-i", "--autosquash", "main", GIT_SEQUENCE_EDITOR=script, GIT_EDITOR=editor)
    assert tree.moves() == ["rebase"]
    after = {title: memory.id for title, memory in tree.memories().items()}
    assert after == {
        "feat: another": before["feat: another"],
        "feat: one": before["feat: one"],
        "feat: two reworded": before["feat: two"],
        "feat: three": before["feat: three"],
    }


def test_nothing_while_a_rebase_is_under_way_and_a_restart_amid_it(begun, tree, store, clock):
    before = three(begun, tree)
    begun.git("rebase", "-q", "-i", "main", GIT_SEQUENCE_EDITOR="sed -i '2s/pick/edit/'")
    assert tree.news() == []
    begun.commit("feat: two and a half", "--amend")
    assert tree.news() == []
    again = Watched(begun.root, store, clock)
    assert again.began == again.news() == []
    begun.git("rebase", "--continue", GIT_EDITOR="true")
    assert [one.move for one in again.heads.moved(again.desk, clock.now(), quiet=False)] == ["rebase"]
    assert tree.moves() == ["rebase"]
    after = {title: memory.id for title, memory in tree.memories().items()}
    assert after["feat: two and a half"] == before["feat: two"]
    assert len(after) == 4


def test_a_rebase_begun_before_one_looked_and_one_given_up(begun, store, clock):
    before = Watched(begun.root, store, clock)
    add(begun, "one")
    add(begun, "two")
    before.news()
    begun.git("rebase", "-q", "-i", "--root", GIT_SEQUENCE_EDITOR="sed -i 's/pick/edit/'")
    begun.git("rebase", "--abort")
    assert before.news() == []
    begun.git("rebase", "-q", "-i", "--root", GIT_SEQUENCE_EDITOR="sed -i '2s/pick/edit/'")
    with store.write() as connection:
        connection.execute("DELETE FROM heads")
    tree = Watched(begun.root, store, clock)
    begun.commit("feat: one anew", "--amend")
    begun.git("rebase", "--continue", GIT_EDITOR="true")
    assert [one.move for one in tree.heads.moved(tree.desk, clock.now(), quiet=False)] == ["rebase"]
    assert titles(tree) == {"feat: one anew", "feat: two"}


def test_a_cherry_pick_is_no_second_memory(begun, tree):
    begun.git("checkout", "-q", "-b", "side")
    sha = add(begun, "b")
    begun.git("checkout", "-q", "main")
    add(begun, "c")
    begun.clock += 60
    begun.git("cherry-pick", sha)
    news = tree.news()
    assert [one.move for one in news] == ["switch", "commit", "switch", "commit", "cherry-pick"]
    memory = tree.memories()["feat: b"]
    assert (news[-1].commits[0][1], memory.commit, memory.branch) == (memory.id, sha, "side")
    assert tree.desk.store.gate.counts() == (2, {"same patch": 1})


def test_a_commit_taken_back_and_made_anew_keeps_its_memory(begun, tree):
    add(begun, "b")
    tree.news()
    before = tree.memories()["feat: b"]
    begun.git("reset", "-q", "--soft", "HEAD~1")
    begun.commit("feat: b, better told")
    begun.git("reflog", "expire", "--expire=now", "refs/heads/main")
    assert tree.moves() == ["reset", "commit"]
    (after,) = tree.memories().values()
    assert (after.id, after.title) == (before.id, "feat: b, better told")


def test_reverts_take_away_and_give_back(begun, tree, store):
    add(begun, "b")
    add(begun, "c")
    begun.clock += 60
    begun.git("revert", "--no-edit", "HEAD~1")
    assert tree.moves() == ["commit", "commit", "revert"]
    assert titles(tree) == {"feat: c", 'Revert "feat: b"'}
    begun.clock += 60
    begun.git("revert", "--no-edit", "HEAD")
    tree.news()
    assert {"feat: b", "feat: c"} < titles(tree)
    begun.write("c.py", "x = 1\n").commit("fix: c\n\nFixes: " + begun.git("rev-parse", "HEAD~2"))
    tree.news()
    (edge,) = (edge for edge in store.graph.edges_of(tree.memories()["fix: c"].id) if edge.type == "fixes")
    assert (edge.target, edge.maker) == (tree.memories()["feat: c"].id, "capture:git")


def test_a_title_alone_says_what_is_reverted_and_bumps_link_to_the_newest(begun, tree, store):
    for title in ("feat: b", "Bump ruff to 1.0", "Bump ruff to 1.1", 'Revert "feat: b" (#12)', "Bump ruff to 1.2"):
        begun.write("a.py", f"x = '{title}'\n").commit(title)
        tree.news()
    known = {memory.title: memory.id for memory in store.memories.export()}
    first, second, newest = (known[f"Bump ruff to 1.{number}"] for number in range(3))
    assert "feat: b" not in tree.memories()
    assert {edge.target for edge in store.graph.edges_of(newest)} == {first, second}
    between = {(edge.source, edge.target) for edge in store.graph.edges_of(second)}
    assert between == {(newest, second), (second, first)}
