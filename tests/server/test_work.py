"""Hovers take turns, newest first; what was cancelled before it began is never begun."""

from __future__ import annotations

import asyncio
import threading

import pytest

from memo_lsp.server.work import NewestFirst, Work


async def test_the_newest_goes_first_and_the_oldest_gives_up():
    gate, order = NewestFirst(most_waiting=2), []
    first = asyncio.Event()

    async def hover(number: int) -> None:
        async with gate.turn() as mine:
            order.append((number, mine))
            if number == 0:
                await first.wait()

    tasks = [asyncio.create_task(hover(number)) for number in range(4)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    first.set()
    await asyncio.gather(*tasks)
    assert order == [(0, True), (1, False), (3, True), (2, True)]


async def test_a_cancelled_one_passes_its_turn_on():
    gate, order = NewestFirst(), []

    async def hover(number: int) -> None:
        async with gate.turn():
            order.append(number)

    async with gate.turn():
        tasks = [asyncio.create_task(hover(number)) for number in range(3)]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.sleep(0)
    await asyncio.gather(*tasks[:2])
    assert order == [1, 0]


async def test_a_turn_given_to_one_just_cancelled_is_not_lost():
    gate, order = NewestFirst(), []

    async def hover(number: int) -> None:
        async with gate.turn():
            order.append(number)

    async with gate.turn():
        tasks = [asyncio.create_task(hover(number)) for number in range(2)]
        await asyncio.sleep(0)
    tasks[1].cancel()  # it holds the turn, but has not woken yet
    await tasks[0]
    async with gate.turn() as mine:
        assert mine
    assert order == [0]


async def test_cancelled_before_it_began_is_never_begun():
    work, begun, go = Work(), [], threading.Event()
    busy = asyncio.create_task(work.hover(go.wait))
    await asyncio.sleep(0.01)
    late = asyncio.create_task(work.hover(begun.append, 1))
    await asyncio.sleep(0)
    late.cancel()
    await asyncio.sleep(0)
    go.set()
    await busy
    await work.hover(int)
    work.close()
    assert begun == []


async def test_after_the_end_nothing_is_begun():
    work = Work()
    work.close()
    with pytest.raises(asyncio.CancelledError):
        await work.read(int)


async def test_a_write_given_up_by_its_asker_is_still_written():
    work, written, go = Work(), [], threading.Event()

    def write() -> None:
        go.wait()
        written.append(1)

    task = asyncio.create_task(work.write(write))
    await asyncio.sleep(0.01)
    assert work.writing == 1
    task.cancel()
    await asyncio.sleep(0)
    assert work.writing == 1
    go.set()
    await work.drain()
    await asyncio.sleep(0)
    assert (written, work.writing) == ([1], 0)
    work.close()
