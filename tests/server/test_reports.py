"""What happens in the editor becomes memory, over a real store; and what never does."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import converters, types

from memo_lsp.server import protocol
from memo_lsp.server.handlers import clock, documents, files, settings, told
from tests.conftest import Scratch

from .desk import NOW, Desk

CODE = "def rate(country):\n    return TABLE[country]\n"
MARKED = "def rate(country):\n    # NOTE rates come from the treasury feed\n    return TABLE[country]\n"
_CONVERTER = converters.get_converter()


@pytest.fixture
async def desk(tmp_path: Path, scratch: Scratch) -> AsyncIterator[Desk]:
    scratch.write("src/tax.py", CODE).write("docs/adr/0001.md", "# One file\nNo server.\n").commit("chore: start")
    async with Desk(tmp_path / "store", scratch.root) as desk:
        yield desk


def uri(scratch: Scratch, path: str = "src/tax.py") -> str:
    return (scratch.root / path).as_uri()


def change(desk: Desk, at: str, text: str) -> None:
    named = types.VersionedTextDocumentIdentifier(2, at)
    edit = types.TextDocumentContentChangeWholeDocument(text)
    documents.did_change(desk.server, types.DidChangeTextDocumentParams(named, [edit]))


def watched(desk: Desk, *paths: Path) -> None:
    changes = [types.FileEvent(path.as_uri(), types.FileChangeType.Changed) for path in paths]
    files.did_change_watched(desk.server, types.DidChangeWatchedFilesParams(changes))


async def test_at_the_start_documents_are_read(desk: Desk):
    assert desk.titles() == {"One file"}
    status = await desk.command("memo.status")
    assert (status["state"], status["pending"]) == ("idle", 0)


async def test_a_saved_mark_is_remembered(desk: Desk, scratch: Scratch):
    await desk.open(uri(scratch), CODE)
    await desk.save(uri(scratch), MARKED)
    (found,) = [one for one in desk.services.store.memories.export() if "treasury" in one.title]
    assert (found.kind, found.branch, found.origin, found.anchors[0].symbol) == ("note", "main", "vscode", "rate")
    assert (await desk.command("memo.status"))["gate"]["kept"] >= 1
    shown = await desk.hover(uri(scratch), 0, 5)
    assert "treasury" in (shown or "")


async def test_what_was_reloaded_from_disk_nobody_edited(desk: Desk, scratch: Scratch):
    await desk.open(uri(scratch), CODE)
    scratch.write("src/tax.py", MARKED)
    change(desk, uri(scratch), MARKED)
    await desk.settle()
    await desk.save(uri(scratch), MARKED.replace("TABLE", "RATES"))
    assert desk.titles() == {"One file"}


async def test_a_save_whose_file_was_written_first_is_an_edit(desk: Desk, scratch: Scratch):
    await desk.open(uri(scratch), CODE)
    change(desk, uri(scratch), MARKED)
    scratch.write("src/tax.py", MARKED)
    for _ in range(3):
        await desk.server.work.read(int)  # the look at the file has come to its end
    documents.did_save(desk.server, types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri(scratch))))
    await desk.settle()
    assert any("treasury" in title for title in desk.titles())


async def test_a_save_of_what_is_not_open_is_read_from_disk(desk: Desk, scratch: Scratch):
    scratch.write("src/tax.py", MARKED)
    documents.did_save(desk.server, types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri(scratch))))
    await desk.settle()
    assert any("treasury" in title for title in desk.titles())


@pytest.mark.parametrize(
    "at", ["untitled:Untitled-1", "git:/w/src/tax.py?%7B%22ref%22%3A%22~%22%7D", "file:///etc/elsewhere.py", "output:x"]
)
async def test_what_lies_outside_is_never_captured(desk: Desk, at: str):
    await desk.open(at, CODE)
    change(desk, at, MARKED)
    documents.did_save(desk.server, types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(at)))
    await desk.settle()
    assert desk.titles() == {"One file"}


@pytest.mark.parametrize(
    ("path", "text", "reason"),
    [
        ("app.min.js", "/* NOTE quokka */" * 200, "long lines"),
        (".env.local", "# NOTE quokka\nKEY=1\n", "a secret file"),
        ("ignored.py", "# NOTE quokka\n", "git ignores it"),
    ],
)
async def test_what_is_passed_over_is_said(desk: Desk, scratch: Scratch, path: str, text: str, reason: str):
    scratch.write(".gitignore", "ignored.py\n")
    await desk.save(uri(scratch, path), text)
    assert desk.titles() == {"One file"}
    assert (await desk.command("memo.status"))["skipped"] == {"uri": uri(scratch, path), "reason": reason}


async def test_a_commit_seen_in_watched_files(desk: Desk, scratch: Scratch):
    scratch.write("src/tax.py", CODE.replace("country]", "country.upper()]")).commit("fix: countries in capitals")
    watched(desk, scratch.root / ".git" / "logs" / "HEAD")
    await desk.settle()
    assert "fix: countries in capitals" in desk.titles()


async def test_a_file_moved_by_a_command_is_followed_when_recalled(desk: Desk, scratch: Scratch):
    await desk.remember("rates are yearly", await desk.open(uri(scratch), CODE), (0, 4))
    scratch.git("mv", "src/tax.py", "src/levy.py")
    for _ in range(2):  # the first one asks where it went
        (hit,) = (await desk.command("memo.search", text="yearly rates"))["hits"]
        await desk.settle()
    assert [(anchor["path"], anchor["state"]) for anchor in hit["anchors"]] == [("src/levy.py", "same")]


async def test_a_commit_that_nothing_told_of_is_seen_in_time(desk: Desk, scratch: Scratch):
    scratch.write("src/tax.py", MARKED).commit("feat: treasury")
    answer = await clock.move(desk.server, {"now": NOW + 60})
    assert answer == {"now": "2026-09-21T14:14:20Z"}
    assert "feat: treasury" in desk.titles()


async def test_a_commit_made_while_the_server_starts_is_news(tmp_path: Path, scratch: Scratch):
    scratch.write("src/tax.py", CODE).commit("chore: start")
    desk = Desk(tmp_path / "store", scratch.root)
    opener = desk.server._opener

    def slow(raw: Any) -> Any:
        scratch.write("src/tax.py", MARKED).commit("feat: at once")
        return opener(raw)

    desk.server._opener = slow
    async with desk:
        assert desk.titles() == {"feat: at once"}


async def test_a_document_changed_and_deleted_by_others(desk: Desk, scratch: Scratch):
    page = scratch.root / "docs" / "adr" / "0001.md"
    scratch.write("docs/adr/0001.md", "# Two files\nNo server.\n")
    watched(desk, page)
    await desk.settle()
    assert desk.titles() == {"Two files"}
    page.unlink()
    gone = types.DeleteFilesParams([types.FileDelete(page.as_uri())])
    files.did_delete(desk.server, gone)
    await desk.settle()
    assert desk.titles() == set()


async def test_anchors_follow_a_rename(desk: Desk, scratch: Scratch):
    await desk.open(uri(scratch), CODE)
    uid = await desk.remember("rates are yearly", uri(scratch), (0, 5))
    (scratch.root / "src" / "tax.py").rename(scratch.root / "src" / "rates.py")
    renamed = types.FileRename(uri(scratch), uri(scratch, "src/rates.py"))
    files.did_rename(desk.server, types.RenameFilesParams([renamed]))
    await desk.settle()
    assert desk.services.store.memories.get(uid).anchors[0].path == "src/rates.py"


async def test_anchors_follow_what_git_moved_in_a_terminal(desk: Desk, scratch: Scratch):
    await desk.open(uri(scratch), CODE)
    await desk.remember("rates are yearly", uri(scratch), (0, 5))
    scratch.git("mv", "src/tax.py", "src/rates.py")
    states = []
    for _ in range(2):  # the first to look finds the file gone, and asks git where it went
        (hit,) = (await desk.command("memo.search", text="rates yearly"))["hits"]
        states.append((hit["anchors"][0]["path"], hit["anchors"][0]["state"]))
        await desk.settle()
    assert states == [("src/tax.py", "gone"), ("src/rates.py", "same")]


async def test_of_a_notebook_the_code_counts(desk: Desk, scratch: Scratch):
    notebook, cell = uri(scratch, "n.ipynb"), "vscode-notebook-cell:/w/n.ipynb#"
    scratch.write("n.ipynb", json.dumps({"cells": [{"outputs": ["# NOTE quokka"]}]}))
    cells = [{"kind": 2, "document": f"{cell}0"}, {"kind": 1, "document": f"{cell}1"}]
    texts = [
        {"uri": f"{cell}0", "languageId": "python", "version": 1, "text": "total = 1"},
        {"uri": f"{cell}1", "languageId": "markdown", "version": 1, "text": "# NOTE quokka"},
    ]
    about = {"uri": notebook, "notebookType": "jupyter", "version": 1, "cells": cells}
    opened = {"notebookDocument": about, "cellTextDocuments": texts}
    documents.notebook_did_open(desk.server, _CONVERTER.structure(opened, types.DidOpenNotebookDocumentParams))
    await desk.settle()
    new = {
        "uri": f"{cell}2",
        "languageId": "python",
        "version": 1,
        "text": "# WHY the bank counts in cents\ntotal *= 100",
    }
    array = {"start": 1, "deleteCount": 0, "cells": [{"kind": 2, "document": f"{cell}2"}]}
    grown = {
        "notebookDocument": {"uri": notebook, "version": 2},
        "change": {"cells": {"structure": {"array": array, "didOpen": [new]}}},
    }
    documents.notebook_did_change(desk.server, _CONVERTER.structure(grown, types.DidChangeNotebookDocumentParams))
    saved = {"notebookDocument": {"uri": notebook}}
    documents.notebook_did_save(desk.server, _CONVERTER.structure(saved, types.DidSaveNotebookDocumentParams))
    await desk.settle()
    assert desk.titles() == {"One file", "the bank counts in cents"}
    (found,) = [one for one in desk.services.store.memories.export() if "cents" in one.title]
    assert found.anchors[0].path == "n.ipynb"
    assert [one.uri for one in desk.server.documents.code_cells(notebook)] == [f"{cell}0", f"{cell}2"]
    closed = {
        "notebookDocument": {"uri": notebook},
        "cellTextDocuments": [{"uri": one["uri"]} for one in (*texts, new)],
    }
    documents.notebook_did_close(desk.server, _CONVERTER.structure(closed, types.DidCloseNotebookDocumentParams))
    assert desk.server.documents.code_cells(notebook) == []


# --- paused, and not trusted


@pytest.mark.parametrize("scope", ["workspace", "global"])
async def test_nothing_while_paused_and_over_restarts(tmp_path: Path, scratch: Scratch, scope: str):
    scratch.write("src/tax.py", CODE).commit("chore: start")
    async with Desk(tmp_path / "store", scratch.root) as desk:
        assert (await desk.command("memo.pause", scope=scope))["state"] == "paused"
        assert (await desk.command("memo.status"))["pausedIn"] == [scope]
        await desk.save(uri(scratch), MARKED)
        assert desk.titles() == set()
    async with Desk(tmp_path / "store", scratch.root) as desk:
        assert (await desk.command("memo.status"))["state"] == "paused"
        await desk.open(uri(scratch), MARKED)
        await desk.save(uri(scratch), MARKED + "# NOTE quokka\n")
        assert desk.titles() == set()
        assert (await desk.command("memo.resume", scope=scope))["state"] == "idle"
        await desk.save(uri(scratch), MARKED + "# NOTE quokka\n# NOTE wombat\n")
        assert desk.titles() == {"wombat"}


async def test_both_pauses_are_told_apart(tmp_path: Path, scratch: Scratch):
    async with Desk(tmp_path / "store", scratch.root) as desk:
        await desk.command("memo.pause", scope="workspace")
        both = await desk.command("memo.pause", scope="global")
        one = await desk.command("memo.resume", scope="workspace")
        assert (both["pausedIn"], one["pausedIn"], one["state"]) == (["global", "workspace"], ["global"], "paused")
        assert (await desk.command("memo.resume", scope="global"))["pausedIn"] == []


async def test_everything_can_be_paused_where_no_folder_is_open(tmp_path: Path):
    async with Desk(tmp_path / "store") as desk:
        assert (await desk.command("memo.pause", scope="global"))["state"] == "paused"
        assert (await desk.command("memo.resume", scope="global"))["state"] == "idle"


async def test_one_folder_of_two_is_not_all(tmp_path: Path, scratch: Scratch):
    other = Scratch(tmp_path / "other").init()
    async with Desk(tmp_path / "store", scratch.root) as desk:
        await desk.command("memo.pause", scope="workspace")
        added = types.WorkspaceFolder(other.root.as_uri(), "other")
        event = types.WorkspaceFoldersChangeEvent([added], [])
        settings.did_change_folders(desk.server, types.DidChangeWorkspaceFoldersParams(event))
        await desk.settle()
        status = await desk.command("memo.status")
        assert (status["state"], status["pausedIn"]) == ("idle", [])
        await desk.save((other.root / "a.py").as_uri(), "# NOTE wombat\n")
        await desk.save((scratch.root / "a.py").as_uri(), "# NOTE quokka\n")
        assert desk.titles() == {"wombat"}


async def test_nothing_where_the_workspace_is_not_trusted(tmp_path: Path, scratch: Scratch):
    scratch.write("docs/adr/0001.md", "# One file\nNo server.\n").commit("chore: start")
    async with Desk(tmp_path / "store", scratch.root, options={"memo": {"trusted": False}}) as desk:
        await desk.save(uri(scratch), MARKED)
        assert desk.titles() == set()
        status = await desk.command("memo.status")
        assert (status["state"], status["pending"]) == ("paused", 0)
        assert "not trusted" in status["degraded"][0]["reason"]
        await desk.remember("a note is one's own word")
        assert desk.titles() == {"a note is one's own word"}


# --- what the editor tells beside LSP


async def test_what_is_told_wrongly_is_a_line_in_the_log(desk: Desk, caplog: pytest.LogCaptureFixture):
    for params in (None, {}, {"uri": 1}, {"uri": "file:///a.py", "diagnostics": [{"message": "x"}]}, []):
        told.diagnostics(desk.server, params)
    for params in (None, {"command": "pytest"}, {"command": "x", "cwd": "/w", "exitCode": "y"}, {"endedAt": "x"}):
        told.terminal(desk.server, params)
    told.activity(desk.server, None)
    assert {record.getMessage().split(":")[0] for record in caplog.records} == {protocol.DIAGNOSTICS, protocol.TERMINAL}


async def test_an_event_costs_the_loop_next_to_nothing(desk: Desk, scratch: Scratch, monkeypatch: pytest.MonkeyPatch):
    handed = []
    recorder = desk.services.recorder
    assert recorder is not None
    monkeypatch.setattr(recorder, "submit", lambda *event: handed.append(event))
    at = uri(scratch)
    told.diagnostics(desk.server, {"uri": at, "diagnostics": [{
        "range": {"start": {"line": 1, "character": 4}, "end": {"line": 1, "character": 9}},
        "message": "m", "code": {"value": 7, "target": "x:y"}, "source": "s"}]})  # fmt: skip
    told.terminal(desk.server, {
        "command": "pytest -q", "cwd": str(scratch.root), "exitCode": 1, "endedAt": "2026-03-02T09:00:00Z",
        "outputTail": "F"})  # fmt: skip
    told.terminal(desk.server, {"command": "pytest", "cwd": "/elsewhere", "exitCode": 1})
    (diagnosed, _), (ran, _) = handed
    (diagnostic,) = diagnosed.diagnostics
    assert (diagnostic.start_line, diagnostic.severity, diagnostic.code) == (2, 1, "7")
    assert (ran.exit_code, ran.output, ran.started_at == ran.ended_at) == (1, "F", True)
