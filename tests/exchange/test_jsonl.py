from __future__ import annotations

import io
import json
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memo_lsp.errors import MemoError
from memo_lsp.exchange.jsonl import export_jsonl, import_jsonl
from memo_lsp.exchange.report import Report
from memo_lsp.model import Edge, Memory


def lines(*rows: object) -> bytes:
    return b"".join((row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in rows)


def take(store, clock, data: bytes) -> Report:
    return import_jsonl(store, io.BytesIO(data), clock=clock)


def titles(store) -> list[str]:
    return [memory.title for memory in store.memories.export()]


def test_bad_lines_are_named_and_the_good_ones_stand(store, clock):
    data = lines({"title": "one"}, b"{oops", {"title": "two"}, {"body": "no title"}, b"[1]", b"", b"\xff\xfe{}")
    report = take(store, clock, data)
    assert titles(store) == ["one", "two"]
    assert [line for line, _ in report.skipped] == [2, 4, 5, 7]
    assert report.told().startswith("4 of 6 lines skipped: 2, 4, 5, 7 (first: not JSON (")
    assert [why for _, why in report.skipped][1:] == ["title: is missing or empty", "not a JSON object", "not UTF-8"]


def test_a_long_list_of_bad_lines_stays_one_line(store, clock):
    report = take(store, clock, lines({"title": "one"}, *(b"x" for _ in range(50))))
    assert "21 and 30 more (first:" in report.told() and report.told().startswith("50 of 51 lines skipped: 2, 3,")


def test_no_bad_line_nothing_said(store, clock):
    assert take(store, clock, lines({"title": "one"})).told() == ""


REFUSED = {
    "prose": b"# Notes\n\nNothing here is JSON.\n",
    "an array": b'[{"title": "x"}]',
    "indented JSON": b'{\n  "title": "x"\n}\n',
    "binary": bytes(range(256)) * 8,
    "utf-16": '{"title": "x"}\n'.encode("utf-16"),
}


@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_jsonl_is_refused_whole(store, clock, data):
    with pytest.raises(MemoError, match="not JSON Lines"):
        take(store, clock, data)
    assert titles(store) == []


def test_a_line_over_four_megabytes_refuses_all(store, clock):
    fits = {"title": "x", "body": "b" * (4 * 1024 * 1024 - 40)}
    assert take(store, clock, lines(fits)).stored == 1
    with pytest.raises(MemoError, match=r"line 2 is longer than 4 MB; nothing was imported"):
        take(store, clock, lines({"title": "good"}, {"title": "x", "body": "b" * 4 * 1024 * 1024}))
    assert titles(store) == ["x"]


@pytest.mark.parametrize(
    "data",
    [
        b'\xef\xbb\xbf{"title": "one"}\r\n{"title": "two"}\r\n',
        b'{"title": "one"}\n\n  \n{"title": "two"}',
        '{"title": "one"}\n{"title": "two", "body": "a\u2028b\u0085c\x0b"}'.replace("\x0b", "\\u000b").encode(),
        b'{"title": "one"}\n{"title": "two", "body": "\\ud800"}\n',
    ],
)
def test_marks_and_line_ends(store, clock, data):
    assert take(store, clock, data).told() == ""
    assert titles(store) == ["one", "two"]


def test_nested_and_odd_numbers_are_bad_lines(store, clock):
    deep = b'{"title": "x", "odd": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    middling = b'{"title": "x", "odd": ' + b"[" * 200 + b"]" * 200 + b"}"
    data = lines({"title": "one"}, deep, middling, b'{"title": "x", "odd": NaN}', b'{"title": "x", "k": 1e999}')
    report = take(store, clock, data + b'{"title": "x", "odd": ' + b"9" * 5000 + b"}\n")
    assert [line for line, _ in report.skipped] == [2, 3, 4, 5, 6]
    assert titles(store) == ["one"]


def test_ids_are_kept_and_twice_is_once(store, clock):
    data = lines({"id": "a", "title": "one"}, {"title": "no id"}, {"id": "b", "title": "two", "edges": []})
    assert take(store, clock, data).stored == 3
    again = take(store, clock, data)
    assert (again.stored, again.known, again.skipped) == (0, 3, [])
    assert store.memories.get("a").title == "one"


def test_the_same_id_twice_in_a_file(store, clock):
    one, other = {"id": "a", "title": "one"}, {"id": "a", "title": "other"}
    report = take(store, clock, lines(one, one, other))
    assert (report.stored, report.known) == (1, 1)
    assert report.skipped == [(3, "id: a is already that of line 1")]
    assert titles(store) == ["one"]


def test_what_is_known_is_left_as_it_is(store, clock):
    take(store, clock, lines({"id": "a", "title": "one", "edges": [{"type": "refines", "to": "b"}]}))
    store.memories.update("a", title="edited")
    store.graph.unmake(store.graph.edges_of("a"), 5.0)
    take(store, clock, lines({"id": "a", "title": "one", "edges": [{"type": "refines", "to": "b"}]}))
    assert store.memories.get("a").title == "edited"
    assert store.graph.edges_of("a") == []


def test_what_was_forgotten_does_not_come_back(store, clock):
    data = lines({"id": "a", "title": "one", "edges": [{"type": "refines", "to": "b"}]})
    take(store, clock, data)
    store.memories.forget("a")
    report = take(store, clock, data)
    assert (report.stored, report.known, titles(store)) == (0, 1, [])
    assert store.graph.edges_of("a") == []


def test_edges_to_what_comes_later_or_never(store, clock, tmp_path):
    edges = [{"type": "supersedes", "to": "b"}, {"type": "fixes", "to": "nowhere"}]
    one = {"id": "a", "title": "one", "edges": edges, "created_at": 5}
    take(store, clock, lines(one, {"id": "b", "title": "two"}))
    assert store.graph.successors(["b"])["b"][0] == "a"
    export_jsonl(store, tmp_path / "out")
    assert json.loads((tmp_path / "out").read_text().splitlines()[0])["edges"] == edges
    take(store, clock, lines({"id": "nowhere", "title": "three"}))
    assert [edge.source for edge in store.graph.edges_of("nowhere")] == ["a"]


def test_links_are_made_as_capture_would_have(store, clock):
    sha = "a" * 40
    rows = [
        {"id": "r", "title": 'Revert "x"', "body": f"This reverts commit {sha}.", "created_at": 30, "project": "p"},
        {"id": "x", "title": "x", "commit": sha, "created_at": 10, "project": "p"},
        {"id": "n", "title": "Bump ruff from 1.1 to 1.2", "created_at": 20, "project": "p"},
        {"id": "o", "title": "Bump ruff from 1.0 to 1.1", "created_at": 10, "project": "p"},
        {"id": "q", "title": "Bump ruff from 0.1 to 0.2", "created_at": 5, "project": "other"},
        {"id": "f", "title": "Bump ruff from 0.1 to 0.2", "created_at": 5},
    ]
    take(store, clock, lines(*rows))
    found = {(e.type, e.source, e.target) for row in rows for e in store.graph.edges_of(row["id"])}
    assert found == {("reverts", "r", "x"), ("supersedes", "n", "o")}
    assert store.memories.get("x").valid_to == 30.0


def test_questions_are_passed_over_and_events_rebuild_the_log(store, clock):
    event = {"type": "recall", "at": 50, "surface": "search", "text": "q", "hits": ["a", "zz"], "used": ["a"]}
    data = lines(event, {"type": "query", "id": "q1", "text": "x"}, {"id": "a", "title": "one"}, {"type": "recall"})
    report = take(store, clock, data)
    assert (report.stored, report.events, report.skipped) == (1, 1, [(4, "at: is missing")])
    (kept,) = store.log.events()
    assert (kept.at, kept.text, kept.hits, kept.used) == (50.0, "q", ("a",), ("a",))
    assert store.memories.get("a").surfaced.total == 0
    assert take(store, clock, data).events == 0
    assert len(list(store.log.events())) == 1


def test_from_a_path_a_text_stream_and_nothing(store, clock, tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_bytes(lines({"title": "one"}))
    assert import_jsonl(store, path, clock=clock).stored == 1
    assert import_jsonl(store, io.StringIO('{"title": "zwei ü"}'), clock=clock).stored == 1
    assert import_jsonl(store, io.BytesIO(b""), clock=clock).total == 0
    for missing in (tmp_path / "none", tmp_path):
        with pytest.raises(MemoError, match="cannot be read"):
            import_jsonl(store, missing, clock=clock)


def test_export_is_private_whole_and_of_one_project(store, clock, tmp_path, monkeypatch):
    archived = Memory(id="b", title="ü", project="q", state="archived")
    store.memories.add([Memory(id="a", title="one", project="p"), archived])
    target = tmp_path / "out.jsonl"
    target.write_text("old")
    assert export_jsonl(store, target, "p") == 1
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert export_jsonl(store, target) == 2
    assert "ü" in target.read_text("utf-8")
    before = target.read_bytes()
    monkeypatch.setattr("memo_lsp.exchange.jsonl.to_row", lambda *_: {"x": object()})
    with pytest.raises(TypeError):
        export_jsonl(store, target)
    assert target.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".out")] == []
    with pytest.raises(MemoError, match="cannot be written"):
        export_jsonl(store, tmp_path / "no" / "folder")


def test_a_store_goes_through_a_file_unchanged(new_store, clock, tmp_path):
    one, other = new_store(), new_store()
    memory = Memory(id="a", title=" t ", body="b\r\n", project="p", created_at=1.5, valid_to=9.0, extra={"k": 1})
    one.memories.add([memory, Memory(id="b", title="two", project="p", created_at=2.0)])
    one.graph.add([Edge("supersedes", "b", "a", maker="person", confidence=0.5, made_at=7.0)])
    one.graph.add([Edge("refines", "b", "a", maker="x", made_at=3.0)])
    one.graph.unmake([Edge("refines", "b", "a")], 4.0)
    export_jsonl(one, tmp_path / "f")
    assert import_jsonl(other, tmp_path / "f", clock=clock).told() == ""
    export_jsonl(other, tmp_path / "g")
    assert (tmp_path / "f").read_bytes() == (tmp_path / "g").read_bytes()
    assert other.graph.edges_among("ab", unmade=True) == one.graph.edges_among("ab", unmade=True)
    assert other.memories.get("a") == replace(one.memories.get("a"), stored_at=other.memories.get("a").stored_at)


LINE = st.one_of(st.binary(max_size=40), st.sampled_from([b'{"title":"x"}', b"{}", b"null", b'"a"']))


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(LINE, max_size=6))
def test_no_bytes_are_too_odd(store, clock, parts):
    try:
        report = take(store, clock, b"\n".join(parts))
    except MemoError:
        return
    assert report.stored + report.known + len(report.skipped) == report.total


def test_report_of_a_path(tmp_path: Path):
    report = Report(total=3, skipped=[("a.md", "not UTF-8")], unit="files")
    assert report.told() == "1 of 3 files skipped: a.md (first: not UTF-8)"
