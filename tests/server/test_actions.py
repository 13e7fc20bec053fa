"""Code actions and lenses, and hovers on errors that were mended before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from memo_lsp.capture.episodes.messages import fingerprint
from memo_lsp.model import Anchor, Memory
from memo_lsp.server.handlers import actions, lens, told
from tests.conftest import Scratch

from .desk import NOW, Desk

CODE = """\
class Order:
    def total(self, item):
        return item.unit_price * 2


def refund(line):
    return line.net_price  # reason
"""
ERROR = '"Line" has no attribute "net_price"'
SAME = '"Item" has no attribute "unit_price"'
NAMES = {"code": "attr-defined", "source": "mypy"}


@pytest.fixture
async def desk(tmp_path: Path, scratch: Scratch) -> AsyncIterator[Desk]:
    scratch.write("src/order.py", CODE).commit("start")
    settings = {"lens": {"enabled": True}}
    async with Desk(tmp_path / "store", scratch.root, settings=settings) as desk:
        await desk.open((scratch.root / "src/order.py").as_uri(), CODE)
        yield desk


def uri(desk: Desk) -> str:
    return next(iter(desk.server.documents)).uri


def mended(desk: Desk, **changes: Any) -> Memory:
    """A fix of the same error in other code, half a year ago."""
    fix = Memory(
        desk.services.new_id(), f"Fixed in Cart.sum: {SAME}", f"{SAME}\nmypy\n\n- item.unit_price\n+ item.price",
        kind="fix", created_at=NOW - 180 * 86_400, stored_at=NOW, trust="self", confidence="medium",
        project=desk.server.reports.projects[0], anchors=(Anchor("src/cart.py", "Cart.sum"),),
        symbols=(fingerprint(SAME, "attr-defined", "mypy"),),
    )  # fmt: skip
    fix = replace(fix, **changes)
    desk.services.store.memories.add([fix])
    return fix


def place(line: int, start: int, end: int | None = None) -> types.Range:
    return types.Range(types.Position(line, start), types.Position(line, start if end is None else end))


def shown(message: str = ERROR, severity: int = 1) -> types.Diagnostic:
    return types.Diagnostic(
        place(6, 16, 25), message, types.DiagnosticSeverity(severity), code="attr-defined", source="mypy"
    )


async def ask(
    desk: Desk, at: types.Range, diagnostics: Sequence[types.Diagnostic] = (), **context: Any
) -> list[types.CodeAction]:
    params = types.CodeActionParams(
        types.TextDocumentIdentifier(uri(desk)), at, types.CodeActionContext(list(diagnostics), **context)
    )
    return await actions.code_action(desk.server, params) or []


def titles(found: Sequence[types.CodeAction]) -> list[str]:
    return [one.title for one in found]


# --- code actions


async def test_how_an_error_was_fixed_before(desk: Desk):
    assert actions.FIXED_BEFORE not in titles(await ask(desk, place(6, 20), [shown()]))
    fix = mended(desk)
    (found,) = await ask(desk, place(6, 20), [shown(), shown("something else")], only=["quickfix"])
    assert (found.title, found.command.command, found.command.arguments) == (  # type: ignore[union-attr]
        actions.FIXED_BEFORE, "memo.open", [{"id": fix.id}],
    )  # fmt: skip
    assert found.diagnostics == [shown()]
    automatic = await ask(desk, place(6, 20), [shown()], trigger_kind=types.CodeActionTriggerKind.Automatic)
    assert titles(automatic) == [actions.FIXED_BEFORE]


async def test_an_error_that_the_client_does_not_name_is_one_it_was_told_to_show(desk: Desk):
    fix = mended(desk)
    tell(desk, shown())
    for at in (place(6, 20), place(6, 0), types.Range(types.Position(5, 0), types.Position(6, 3))):
        first = (await ask(desk, at))[0]
        assert (first.title, first.diagnostics) == (actions.FIXED_BEFORE, None)
        assert first.command.arguments == [{"id": fix.id}]  # type: ignore[union-attr]
    assert actions.FIXED_BEFORE not in titles(await ask(desk, place(5, 4)))
    assert actions.FIXED_BEFORE not in titles(await ask(desk, place(6, 20), [shown("something else")]))


@pytest.mark.parametrize(
    ("at", "title", "symbols"),
    [
        (place(1, 10), "total", ["total"]),
        (place(2, 8, 34), "return item.unit_price * 2", []),
        (types.Range(types.Position(2, 34), types.Position(5, 10)), "def refund", []),
        (place(6, 16, 25), "net_price", ["net_price"]),
    ],
)
async def test_remember_and_ask_about_what_is_meant(desk: Desk, at: types.Range, title: str, symbols: list[str]):
    remember, known = await ask(desk, at)
    assert titles([remember, known]) == [actions.REMEMBER, actions.KNOWN]
    (told_to,), (asked,) = remember.command.arguments, known.command.arguments  # type: ignore[union-attr, misc]
    assert (told_to["title"], told_to["uri"]) == (title, uri(desk))
    assert asked == {"text": title, "symbols": symbols, "uri": uri(desk)}
    uid = (await desk.command(remember.command.command, **told_to))["id"]  # type: ignore[union-attr]
    assert desk.services.store.memories.get(uid).title == title


@pytest.mark.parametrize(
    "at", [place(3, 0), place(1, 4), place(90, 0), types.Range(types.Position(3, 0), types.Position(4, 0))]
)
async def test_of_nothing_nothing_is_offered(desk: Desk, at: types.Range):
    assert await ask(desk, at) == []


async def test_nothing_is_offered_unasked_or_as_another_kind(desk: Desk):
    assert await ask(desk, place(1, 10), trigger_kind=types.CodeActionTriggerKind.Automatic) == []
    assert await ask(desk, place(1, 10), only=["refactor"]) == []


# --- hover on an error


def tell(desk: Desk, *diagnostics: types.Diagnostic) -> None:
    raw = [
        {
            "range": {
                "start": {"line": one.range.start.line, "character": one.range.start.character},
                "end": {"line": one.range.end.line, "character": one.range.end.character},
            },
            "message": one.message,
            **NAMES,
        }
        for one in diagnostics
    ]
    told.diagnostics(desk.server, {"uri": uri(desk), "diagnostics": raw})


async def test_a_past_fix_comes_first(desk: Desk):
    mended(desk)
    await desk.remember("refund is asked for by the bank", uri(desk), (5, 5))
    tell(desk, shown())
    on_error, on_line = await desk.hover(uri(desk), 6, 18), await desk.hover(uri(desk), 6, 12)
    for found in (on_error, on_line):
        assert found is not None
        assert found.startswith("you fixed this on 25 March\n")
        assert "+ item.price" in found
    both = await desk.hover(uri(desk), 5, 5)
    assert both is not None
    assert "fixed this" not in both  # another line
    tell(desk)
    assert await desk.hover(uri(desk), 6, 18) is None


@pytest.mark.parametrize(
    ("changes", "told_as"),
    [
        ({"trust": "external", "author": "Ann"}, "Ann fixed this on 25 March\n"),
        ({"created_at": NOW - 600 * 86_400}, "you fixed this on 29 January 2025\n"),
        ({"created_at": None}, "you fixed this before\n"),
    ],
)
async def test_who_and_when(desk: Desk, changes: dict[str, Any], told_as: str):
    mended(desk, **changes)
    tell(desk, shown())
    assert (await desk.hover(uri(desk), 6, 18) or "").startswith(told_as)


async def test_an_error_nobody_mended_is_no_reason_to_speak(desk: Desk):
    tell(desk, shown("quite another message"))
    assert await desk.hover(uri(desk), 6, 18) is None


async def test_flags_are_those_of_the_anchor_hovered_on(desk: Desk):
    uid = await desk.remember("prices are gross", uri(desk), (1, 8))
    memory = desk.services.store.memories.get(uid)
    gone = Anchor("src/order.py", "lost", hash="1")
    desk.services.store.memories.set_anchors(uid, [gone, *memory.anchors])
    found = await desk.hover(uri(desk), 1, 9)
    assert "no longer" not in (found or "no longer")
    changed = replace(memory.anchors[0], hash="2")
    desk.services.store.memories.set_anchors(uid, [replace(gone, symbol="Order"), changed])
    assert "code changed since" in (await desk.hover(uri(desk), 1, 9) or "")


# --- lenses


async def lenses(desk: Desk) -> list[tuple[int, str]]:
    found = await lens.code_lens(desk.server, types.CodeLensParams(types.TextDocumentIdentifier(uri(desk)))) or []
    return [(one.range.start.line, one.command.title) for one in found]  # type: ignore[union-attr]


async def test_a_lens_above_what_memories_are_anchored_at(desk: Desk):
    assert await lenses(desk) == []
    for title in ("one thing", "another"):
        await desk.remember(title, uri(desk), (1, 8))
    await desk.remember("of the refund", uri(desk), (5, 5))
    assert await lenses(desk) == [(1, "2 memories"), (5, "1 memory")]
    uid = await desk.remember("to be forgotten", uri(desk), (5, 5))
    await desk.command("memo.forget", id=uid)
    await desk.open(uri(desk), CODE.replace("* 2", "* 3"))
    assert await lenses(desk) == [(1, "2 memories · changed since"), (5, "1 memory")]


async def test_a_client_is_told_when_lenses_are_not_what_they_were(desk: Desk):
    await desk.remember("one thing", uri(desk), (1, 8))
    desk.server.client = replace(desk.server.client, refreshes_lenses=True)
    await desk.remember("another", uri(desk), (1, 8))
    await asyncio.sleep(0)
    for _ in range(100):
        if "workspace/codeLens/refresh" in [message.get("method") for message in desk.told]:
            return
        await asyncio.sleep(0.01)
    pytest.fail("it did not come")


async def test_lenses_are_off_unless_turned_on(desk: Desk):
    await desk.remember("one thing", uri(desk), (1, 8))
    desk.services.configure(None)
    assert await lenses(desk) == []
