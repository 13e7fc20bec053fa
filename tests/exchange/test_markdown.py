from __future__ import annotations

import contextlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memo_lsp.errors import MemoError
from memo_lsp.exchange.markdown import export_markdown, import_markdown, parse, render
from memo_lsp.exchange.rows import from_row, to_row
from memo_lsp.model import Anchor, Edge, Memory

FULL = Memory(
    id="a/b.c", title='fix: "quotes" # and: more', body="---\n# Heading\n\ntext  \n\n", project="h/o/n", kind="fix",
    created_at=1.5, tags=("no", "1.0"), topic="src.a", trust="owner", confidence="low", pinned=True,
    anchors=(Anchor("a.py", "A.m", 3, "1e5"),), symbols=("null", "清零"), extra={"when": "2026-01-02", "n": [1, None]},
)  # fmt: skip


def test_a_store_goes_through_a_folder_unchanged(new_store, clock, tmp_path):
    one, other = new_store(), new_store()
    edge = Edge("fixes", "a/b.c", "b", made_at=1.5)
    one.memories.add([FULL, Memory(id="b", title="two", body="", project="p")], [edge])
    assert export_markdown(one, tmp_path / "out") == 2
    assert export_markdown(one, tmp_path / "mine", "p") == 1
    report = import_markdown(other, tmp_path / "out", clock=clock)
    assert (report.total, report.stored, report.skipped) == (2, 2, [])
    for uid in ("a/b.c", "b"):
        there = other.memories.get(uid)
        assert there == replace(one.memories.get(uid), stored_at=there.stored_at)
        assert other.graph.edges_of(uid) == one.graph.edges_of(uid)
    again = import_markdown(other, tmp_path / "out", clock=clock)
    assert (again.stored, again.known) == (0, 2)


def test_a_changed_title_keeps_its_file(store, tmp_path):
    store.memories.add([Memory(id="a", title="One thing"), Memory(id="b", title="One thing")])
    export_markdown(store, tmp_path)
    before = sorted(path.name for path in tmp_path.iterdir() if path.suffix == ".md")
    assert before == ["one-thing.a.md", "one-thing.b.md"]
    store.memories.update("a", title="Another")
    export_markdown(store, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix == ".md") == before
    assert "title: Another" in (tmp_path / "one-thing.a.md").read_text()
    assert (tmp_path / "one-thing.a.md").stat().st_mode & 0o777 == 0o600


FOREIGN = [
    ("# A title\n\nThe text.\n", ("A title", "The text.")),
    ("Intro.\n\n## Later title\n\nThe text.", ("Later title", "Intro.\n\n## Later title\n\nThe text.")),
    ("```\n# no title\n```\n# Title #\n", ("Title", "```\n# no title\n```\n# Title #")),
    ("just text", ("name", "just text")),
    ("---\ntitle: T\ntags: [a]\n---\ntext\n", ("T", "text")),
    ("---\r\ntitle: T\r\n---\r\n\r\ntext\r\n", ("T", "text")),
    ("\ufeff---\ntitle: T\n---", ("T", "")),
    ("---\n\nA rule, no front matter.", ("name", "---\n\nA rule, no front matter.")),
    ("---\n---\n# T\n", ("T", "")),
    ("---\nid: x\n---\n\n# T\n\nbody\n", ("T", "body")),
]


@pytest.mark.parametrize(("text", "expected"), FOREIGN)
def test_files_of_other_makers(text, expected):
    row = parse(text, "name")
    assert (row["title"], row["body"]) == expected


BAD = {
    "yaml.md": (b"---\ntitle: [\n---\nx\n", "not YAML"),
    "bomb.md": (b"---\na: &a [x, x]\nb: *a\n---\n", "aliases are not taken"),
    "list.md": (b"---\n- a\n---\n", "not a list of fields"),
    "field.md": (b"---\ntitle: T\npinned: maybe\n---\n", "pinned"),
    "tag.md": (b"---\ntitle: !!python/object:os.system x\n---\n", "not YAML"),
    "set.md": (b"---\ntitle: T\nodd: !!binary aGk=\n---\n", "JSON"),
    "latin.md": (b"gr\xf6\n", "not UTF-8"),
    "huge.md": (b"x" * (4 * 1024 * 1024 + 1), "over 4 MB"),
    "blank.md": (b"---\ntitle: ''\n---\n", "title"),
}


def test_what_cannot_be_used_is_named(store, clock, tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "good.md").write_text("# Good\n\nIts created_at: 2026-01-02\n")
    for name, (data, _) in BAD.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / ".hidden.md").write_text("# Hidden")
    (tmp_path / "link.md").symlink_to(tmp_path / "sub" / "good.md")
    report = import_markdown(store, tmp_path, clock=clock)
    why = dict(report.skipped)
    assert set(why) == set(BAD)
    for name, (_, expected) in BAD.items():
        assert expected in why[name], (name, why[name])
    assert (report.total, report.stored) == (len(BAD) + 1, 1)
    assert report.told().startswith(f"{len(BAD)} of {len(BAD) + 1} files skipped: blank.md, bomb.md")


def test_dates_in_front_matter_are_times(store, clock, tmp_path):
    (tmp_path / "a.md").write_text("---\ntitle: T\ncreated_at: 2026-01-02T03:04:05Z\nseen: 2026-01-02\n---\n")
    import_markdown(store, tmp_path, clock=clock)
    (memory,) = store.memories.export()
    assert (memory.created_at, memory.extra) == (1_767_323_045.0, {"seen": "2026-01-02"})


def test_no_such_folder(store, clock, tmp_path):
    with pytest.raises(MemoError, match="no such folder"):
        import_markdown(store, tmp_path / "none", clock=clock)
    (tmp_path / "file").write_text("x")
    with pytest.raises(MemoError, match="no folder to write to"):
        export_markdown(store, tmp_path / "file")


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@settings(max_examples=200, deadline=None)
@given(TEXT, TEXT, TEXT, st.lists(TEXT, max_size=3))
def test_any_text_comes_back(title, body, tag, names):
    memory = Memory(id="x", title="t" + title, body=body, tags=(tag,), symbols=tuple(names), extra={"k": {tag: names}})
    told = from_row(to_row(memory), 0.0)[0]  # without secrets
    assert from_row(parse(render(to_row(told)), "name"), 0.0)[0] == told


@given(st.text(max_size=80), st.text(max_size=40))
def test_any_file_is_a_row_or_a_value_error(front, body):
    with contextlib.suppress(ValueError):
        parse(f"---\n{front}\n---\n{body}", "name")
