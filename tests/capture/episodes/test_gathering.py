"""Stretches of work: what is gathered, what closes them, what a commit takes, what a kill leaves."""

from __future__ import annotations

import pytest

from tests.capture.editing import Editing, error

CART = """\
class Cart:
    def add(self, item):
        self.items.append(item)

    def count(self):
        return len(self.items)
"""
STOCK = "def reserve(item, shelf):\n    shelf.take(item)\n    return item\n"
FETCH = "def fetch(url):\n    return get(url)\n\n\ndef parse(page):\n    return page.title\n"
WHY = "    # the scanner reports twice, so taking must be idempotent\n    shelf.take_once(item)\n"


@pytest.fixture
def editing(scratch, store, clock):
    for path, text in (("src/cart.py", CART), ("src/stock.py", STOCK), ("src/fetch.py", FETCH)):
        scratch.write(path, text)
    scratch.commit("chore: start")
    made = Editing(scratch, store, clock)
    yield made
    made.stop()


def places(memory):
    return [(anchor.path, anchor.symbol) for anchor in memory.anchors]


def test_twenty_minutes_count_from_the_last_save(editing):
    editing.edit("src/cart.py", "def add(self, item):", "def add(self, item, front=True):")
    editing.wait(15)
    editing.edit("src/cart.py", "append(item)", "insert(0 if front else len(self.items), item)")
    editing.wait(15)
    assert editing.memories() == []
    editing.wait(6)
    (memory,) = editing.memories()
    assert (memory.kind, memory.channel, memory.trust, memory.confidence) == ("change", "observation", "self", "medium")
    assert (memory.origin, memory.branch, memory.session, memory.topic) == ("vscode", "main", "s1", "src.cart")
    assert places(memory) == [("src/cart.py", "Cart.add")]
    assert memory.anchors[0].line == 2 and memory.anchors[0].hash
    assert memory.title.startswith("Cart.add in src/cart.py: ")
    assert "Cart.add (+2 −2)" in memory.body
    assert "def add(self, item) → def add(self, item, front=True)" in memory.body.replace("):", ")")
    assert memory.created_at == pytest.approx(editing.clock.now() - 21 * 60)


def test_a_switch_closes_it_on_the_branch_it_was_made_on(editing):
    editing.edit("src/stock.py", "    shelf.take(item)\n", WHY)
    editing.git("checkout", "-q", "-b", "feat/scan")
    (memory,) = editing.memories()
    assert memory.branch == "main"
    assert "Why: the scanner reports twice, so taking must be idempotent" in memory.body
    assert memory.title == "reserve in src/stock.py: the scanner reports twice, so taking must be idempotent"
    assert "reserve (+2 −1)" in memory.body


def test_the_end_closes_it(editing):
    editing.edit("src/stock.py", "return item", "return shelf, item")
    editing.stop()
    (memory,) = editing.memories()
    assert places(memory) == [("src/stock.py", "reserve")]


def test_layout_is_nothing(editing):
    editing.edit("src/stock.py", "def reserve(item, shelf):", "def reserve(\n        item,\n        shelf):\n")
    editing.edit("src/stock.py", "shelf.take(item)", "shelf.take( item )")
    editing.stop()
    assert editing.memories() == []


def test_back_at_the_first_text_by_a_slip_is_nothing(editing):
    editing.edit("src/stock.py", "take", "put")
    editing.edit("src/stock.py", "put", "take")
    editing.stop()
    assert editing.memories() == []


def test_many_files_are_one_memory(editing):
    for number in range(60):
        editing.save(f"storm/s{number}.py", f"def s{number}(x):\n    return x * {number}\n")
    editing.stop()
    (memory,) = editing.memories()
    assert memory.title.startswith("s0, s1 and 58 more in storm/s0.py and 59 more files")
    assert len(memory.body) < 3_000
    assert {anchor.path for anchor in memory.anchors} == {f"storm/s{number}.py" for number in range(60)}


def test_autosave_is_one_memory(editing):
    for number in range(120):
        editing.save("src/stock.py", STOCK.replace("return item", "return item" + "x" * number))
        editing.clock.move(editing.clock.now() + 0.5)
    editing.wait(21)
    assert [one.kind for one in editing.memories()] == ["change"]


# --- commits
def test_a_commit_takes_it_whole(editing):
    editing.edit("src/cart.py", "append(item)", "insert(0, item)")
    editing.edit("src/stock.py", "    shelf.take(item)\n", WHY)
    editing.git("commit", "-qam", "feat: newest first")
    assert editing.memories() == []
    (commit,) = [one for one in editing.memories(git=True) if one.title == "feat: newest first"]
    assert "Saved on the way:" in commit.body
    assert "Cart.add (+1 −1)" in commit.body and "the scanner reports twice" in commit.body
    editing.stop()
    assert editing.memories() == []


def test_an_amended_commit_keeps_the_way_and_gets_the_new_words(editing):
    editing.edit("src/cart.py", "append(item)", "insert(0, item)")
    editing.git("commit", "-qam", "feat: newest first", "-m", "Because of returns.")
    editing.edit("src/stock.py", "return item", "return shelf")
    editing.git("commit", "-qa", "--amend", "-m", "feat: newest on top", "-m", "Because of refunds.")
    (commit,) = [one for one in editing.memories(git=True) if one.title.startswith("feat: newest")]
    assert commit.title == "feat: newest on top"
    assert commit.body.startswith("Because of refunds.\n\nSaved on the way:\n")
    assert "returns" not in commit.body and commit.body.count("on the way") == 1
    assert "Cart.add (+1 −1)" in commit.body and "reserve (+1 −1)" in commit.body


def test_a_save_seen_after_its_commit_is_in_it(editing, clock):
    from memo_lsp.capture.events import Saved

    text = CART.replace("append(item)", "insert(0, item)")
    editing.scratch.write("src/cart.py", text)
    editing.git("commit", "-qam", "feat: newest first")
    editing.tell(Saved(editing.scratch.root / "src/cart.py", text, "python", clock.now() - 0.5))
    editing.stop()
    assert editing.memories() == []


def test_what_was_saved_beyond_it_goes_on(editing):
    editing.edit("src/cart.py", "append(item)", "insert(0, item)")
    editing.edit("src/fetch.py", "page.title", "page.title.strip()")
    editing.git("add", "src/cart.py")
    editing.edit("src/cart.py", "return len(self.items)", "return len(set(self.items))")
    editing.git("commit", "-qm", "feat: newest first")
    editing.wait(21)
    (memory,) = editing.memories("change")
    assert set(places(memory)) == {("src/cart.py", "Cart.count"), ("src/fetch.py", "parse")}


def test_a_closed_one_stays_and_is_part_of_the_commit(editing):
    editing.edit("src/cart.py", "append(item)", "insert(0, item)")
    editing.wait(21)
    (memory,) = editing.memories()
    editing.git("commit", "-qam", "feat: newest first")
    (commit,) = [one for one in editing.memories(git=True) if one.title == "feat: newest first"]
    edges = [(edge.type, edge.source, edge.target) for edge in editing.store.graph.edges_of(commit.id)]
    assert edges == [("part_of", memory.id, commit.id)]
    editing.edit("src/cart.py", "insert(0, item)", "insert(1, item)")
    editing.git("commit", "-qam", "feat: second first")
    assert len(editing.store.graph.edges_of(memory.id)) == 1


def test_stash_and_pop_are_neither_edits_nor_second_thoughts(editing):
    editing.edit("src/cart.py", "append(item)", "insert(0, item)")
    editing.wait(3)
    for command in ("push", "pop"):
        editing.git("stash", command, "-q")
        editing.open("src/cart.py")
    editing.wait(3)
    editing.edit("src/stock.py", "return item", "return shelf")
    editing.wait(21)
    (memory,) = editing.memories()
    assert set(places(memory)) == {("src/cart.py", "Cart.add"), ("src/stock.py", "reserve")}


def test_a_checkout_takes_nothing_back(editing):
    editing.edit("src/cart.py", "append(item)", "insert(0, item)")
    editing.wait(3)
    editing.git("checkout", "-q", "--", "src/cart.py")
    editing.open("src/cart.py")
    editing.edit("src/stock.py", "return item", "return shelf")
    editing.wait(21)
    (memory,) = editing.memories()
    assert places(memory) == [("src/stock.py", "reserve")]


def test_a_renamed_file_goes_on(editing):
    editing.edit("src/cart.py", "append(item)", "insert(0, item)")
    editing.rename("src/cart.py", "src/basket.py")
    editing.edit("src/basket.py", "insert(0, item)", "insert(1, item)")
    editing.wait(21)
    (memory,) = editing.memories()
    assert places(memory) == [("src/basket.py", "Cart.add")]


# --- dead ends
def test_tried_and_taken_back(editing):
    editing.edit("src/fetch.py", "return get(url)", "return get(url, retries=9)")
    editing.diagnose("src/fetch.py", error(2, 'Unexpected keyword argument "retries"', code="call-arg"))
    editing.wait(4)
    editing.edit("src/fetch.py", "page.title", "page.title.strip()")
    editing.wait(4)
    editing.edit("src/fetch.py", "return get(url, retries=9)", "return get(url)")
    editing.diagnose("src/fetch.py")
    editing.wait(21)
    (end,) = editing.memories("dead-end")
    assert end.title == "Tried `return get(url, retries=9)` in fetch, taken back"
    assert "mypy" in end.body and 'Unexpected keyword argument "retries"' in end.body
    assert "-     return get(url)\n+     return get(url, retries=9)" in end.body
    assert "strip" not in end.body
    assert places(end) == [("src/fetch.py", "fetch")]
    assert (end.branch, end.trust) == ("main", "self")
    assert editing.memories("fix") == []
    assert [places(one) for one in editing.memories("change")] == [[("src/fetch.py", "parse")]]


def test_a_dead_end_on_the_way_to_a_commit_is_part_of_it(editing):
    editing.edit("src/fetch.py", "return get(url)", "return get(url, retries=9)")
    editing.wait(2)
    editing.edit("src/fetch.py", "return get(url, retries=9)", "return fetch_all(url)")
    editing.edit("src/fetch.py", "return fetch_all(url)", "return get(url)")
    editing.edit("src/fetch.py", "page.title", "page.name")
    editing.git("commit", "-qam", "feat: names")
    (end,) = editing.memories("dead-end")
    (edge,) = editing.store.graph.edges_of(end.id)
    assert edge.type == "part_of"
    assert editing.memories("change") == []


def test_tried_again_and_again_counts_on_the_first(editing):
    for _ in range(3):
        editing.edit("src/fetch.py", "get(url)", "get(url, retries=9)")
        editing.wait(2)
        editing.edit("src/fetch.py", "get(url, retries=9)", "get(url)")
        editing.wait(2)
    editing.wait(21)
    assert len(editing.memories("dead-end")) == 1


def test_autosaves_in_plenty_lose_no_dead_end(editing):
    editing.edit("src/fetch.py", "get(url)", "get(url, retries=9)")
    for number in range(60):
        editing.wait(1)
        editing.edit("src/fetch.py", "page.title", f"page.title + '{number}'")
    editing.edit("src/fetch.py", "get(url, retries=9)", "get(url)")
    editing.wait(21)
    assert [one.title for one in editing.memories("dead-end")] == [
        "Tried `return get(url, retries=9)` in fetch, taken back"
    ]


# --- fixes
def test_an_error_that_an_edit_mended(editing):
    message = '"Cart" has no attribute "items"'
    editing.open("src/cart.py")
    editing.diagnose("src/cart.py", error(3, message), error(6, "label is too short", severity=2))
    editing.save("src/cart.py")
    editing.wait(2)
    editing.edit("src/cart.py", "self.items.append", "self.things.append")
    editing.diagnose("src/cart.py")
    editing.save("src/cart.py")
    editing.wait(21)
    (fix,) = editing.memories("fix")
    assert fix.title == f"Fixed in Cart.add: {message}"
    assert "attr-defined" in fix.body and "mypy" in fix.body
    assert "-         self.items.append(item)\n+         self.things.append(item)" in fix.body
    assert places(fix) == [("src/cart.py", "Cart.add")]


def test_known_before_the_episode_and_said_to_be_gone_after_the_save(editing):
    editing.open("src/cart.py")
    editing.diagnose("src/cart.py", error(3, "no items"))
    editing.edit("src/cart.py", "self.items.append", "self.things.append")
    editing.diagnose("src/cart.py")
    editing.wait(21)
    assert [one.kind for one in editing.memories()] == ["fix", "change"]


def test_said_to_be_gone_after_a_later_save(editing):
    """As tools do: they answer when the text was saved already, and this was not the first one saved."""
    editing.open("src/cart.py")
    editing.diagnose("src/cart.py", error(3, "no items"))
    editing.edit("src/cart.py", "class Cart", "# things\n\nclass Cart")
    editing.diagnose("src/cart.py", error(5, "no items"))
    editing.edit("src/cart.py", "self.items.append", "self.things.append")
    editing.diagnose("src/cart.py")
    editing.wait(21)
    assert [(one.kind, one.title) for one in editing.memories("fix")] == [("fix", "Fixed in Cart.add: no items")]


def test_what_is_said_while_typing_is_no_fix(editing):
    editing.edit("src/cart.py", "append(item)", "append(item, 1)")
    editing.diagnose("src/cart.py", error(3, "'(' was never closed"), saved=False)
    editing.diagnose("src/cart.py", saved=False)
    editing.edit("src/cart.py", "append(item, 1)", "append(item, 2)")
    editing.wait(21)
    assert editing.memories("fix") == []


# --- the terminal
FAILED = """\
E       ValueError: invalid literal for int() with base 10: ''
FAILED tests/test_parse.py::test_parse_empty - ValueError: invalid literal for int() with base 10: ''
1 failed, 1 passed in 0.03s
"""


def test_a_failing_command_that_passes_after_an_edit(editing):
    editing.run("pytest -q", FAILED, 1)
    editing.wait(1)
    editing.edit("src/fetch.py", "page.title", "page.name")
    editing.run("pytest  -q", "2 passed in 0.02s")
    editing.run("ls missing", "no such file", 2)
    editing.run("ls missing")
    editing.run("make build", "main.c:3: error: quokka undeclared", 2)
    editing.wait(21)
    (fix,) = editing.memories("fix")
    assert fix.title == "pytest -q passes again: tests/test_parse.py::test_parse_empty"
    assert "ValueError: invalid literal" in fix.body
    assert "src/fetch.py: parse (+1 −1)" in fix.body
    assert places(fix) == [("src/fetch.py", "parse")]
    assert not [one for one in editing.memories() if "quokka" in one.body]


@pytest.mark.parametrize(
    ("second", "count"),
    [("pytest -q tests/test_parse.py", 1), ("pytest -q tests/test_other.py", 0), ("pytest", 1), ("jest", 0)],
)
def test_another_command_that_has_the_failing_test_in_it(editing, second, count):
    editing.run("pytest -q", FAILED, 1)
    editing.edit("src/fetch.py", "page.title", "page.name")
    editing.run(second)
    editing.wait(21)
    assert len(editing.memories("fix")) == count


def test_it_passes_without_an_edit(editing):
    editing.edit("src/fetch.py", "page.title", "page.name")
    editing.run("pytest -q", FAILED, 1)
    editing.run("pytest -q")
    editing.wait(21)
    assert editing.memories("fix") == []


@pytest.mark.parametrize("between", ["idle", "commit"])
def test_what_was_edited_before_the_episode_closed_counts(editing, between):
    editing.run("pytest -q", FAILED, 1)
    editing.edit("src/fetch.py", "page.title", "page.name")
    editing.wait(21) if between == "idle" else editing.git("commit", "-qam", "fix: names")
    editing.edit("src/stock.py", "return item", "return shelf")
    editing.run("pytest -q")
    editing.wait(21)
    (fix,) = editing.memories("fix")
    assert set(places(fix)) == {("src/fetch.py", "parse"), ("src/stock.py", "reserve")}


# --- kills
def test_an_episode_of_a_dead_session_closes_at_the_next_start(editing, clock):
    editing.edit("src/stock.py", "return item", "return shelf")
    clock.move(clock.now() + 600)
    next_one = Editing(editing.scratch, editing.store, clock, "s2", dead=["s1"], origin="neovim")
    (memory,) = next_one.memories()
    assert memory.origin == "vscode"  # it was made there, whoever closed it
    assert (memory.session, memory.branch, places(memory)) == ("s1", "main", [("src/stock.py", "reserve")])
    assert memory.created_at < clock.now() - 500
    Editing(editing.scratch, editing.store, clock, "s3", dead=["s1"])
    assert len(next_one.memories()) == 1


def story(editing):
    """A bit of everything."""
    editing.diagnose("src/cart.py", error(3, "no items"))
    editing.open("src/cart.py")
    editing.save("src/cart.py")
    editing.run("pytest -q", FAILED, 1)
    editing.edit("src/fetch.py", "get(url)", "get(url, retries=9)")
    editing.wait(2)
    editing.edit("src/cart.py", "self.items.append", "self.things.append")
    editing.diagnose("src/cart.py")
    editing.edit("src/fetch.py", "get(url, retries=9)", "get(url)")
    editing.edit("src/stock.py", "    shelf.take(item)\n", WHY)
    editing.run("pytest -q")


def told(memories):
    return sorted((one.kind, one.title, one.body, one.anchors) for one in memories)


def test_a_kill_changes_nothing_of_what_is_remembered(editing, scratch, new_store, clock):
    story(editing)
    other = Editing(scratch, editing.store, clock, "s2", dead=["s1"])
    killed = told(other.memories())
    assert {kind for kind, *_ in killed} == {"change", "dead-end", "fix"}
    scratch.git("checkout", "-q", "--", ".")
    whole = Editing(scratch, new_store(), clock, "s1")
    story(whole)
    whole.stop()
    assert told(whole.memories()) == killed


def test_no_secret_is_in_what_waits(editing):
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    editing.edit("src/stock.py", "return item", f'token = "{secret}"\n    return shelf')
    (episode,) = editing.store.episodes.open_of("s1")
    assert secret not in repr(episode)
    editing.run("pytest -q", f"FAILED tests/a.py::test_x - {secret}", 1)
    (episode,) = editing.store.episodes.open_of("s1")
    assert secret not in repr(episode)
    editing.stop()
    (memory,) = editing.memories()
    assert secret not in repr(memory)
    assert memory.anchors[0].line == 1
