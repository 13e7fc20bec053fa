"""Commands that say how things are: status, stats, doctor."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from memo_lsp.cli.command import Command
from memo_lsp.cli.output import many
from memo_lsp.cli.world import World
from memo_lsp.errors import MemoError
from memo_lsp.text.times import ago, parse_time


def _status(world: World) -> None:
    from memo_lsp.server.status import Doings, snapshot, told_by

    world.told()
    found = snapshot(Doings(ready=True), told_by(world.services, [world.project]), 0)
    if world.out.as_json:
        world.out.json(found)
        return
    world.out.table(("", ""), _status_rows(world, found))
    for part in found["degraded"]:
        world.out.line(f"! {part['part']}: {part['reason']}", "yellow")


def _last_words(world: World, last: dict[str, Any] | None) -> str:
    from memo_lsp.services.housekeeping import came_to

    if last is None:
        return "none yet"
    when = ago(parse_time(last["endedAt"]), world.clock.now())
    return f"{last['pass']}, {when}: {came_to(last)}"


def _status_rows(world: World, found: dict[str, Any]) -> Iterator[tuple[str, object]]:
    embedding = found["embedding"]
    yield "state", found["state"]
    yield "memories", f"{found['memories']:,}"
    yield "of this project", f"{world.store.memories.count(world.project):,}"
    yield "waiting for a vector", f"{embedding['waiting']:,}"
    if embedding["quarantined"]:
        yield "given up on", f"{embedding['quarantined']:,} (`memo-lsp doctor` says why)"
    yield "last pass", _last_words(world, found["lastRun"])
    yield "next pass", _next_words(found["next"])
    by = found["summarizer"]
    yield "themes by", f"a language model ({by})" if by != "none" else "nobody (memo.summarize.provider)"
    yield "store", world.store.path
    yield "project", world.project
    yield "branch", world.branch or "none"


def _doctor(world: World) -> int:
    from memo_lsp.services.health import doctor

    checks = doctor(world.services, world.folder)
    if world.out.as_json:
        world.out.json(checks)
    else:
        for check in checks:
            mark, style = ("✓", "green") if check["ok"] else ("✗", "red")
            world.out.line(f"{mark} {check['name']}: {check['detail']}", style if not check["ok"] else "")
            if check["fix"] and not check["ok"]:
                world.out.line(f"    {check['fix']}", "bold")
    world.told()
    bad = [check["name"] for check in checks if not check["ok"]]
    if bad:
        raise MemoError(f"{len(bad)} of {len(checks)} checks failed ({', '.join(bad)}); the fixes stand beside them")
    return 0


def _stats(world: World) -> None:
    from memo_lsp.services.health import stats

    found = stats(world.services, world.args.project)
    if world.out.as_json:
        world.out.json(found)
        return
    memories = found["memories"]
    world.out.line(many(memories["total"], "memory"), "bold")
    for name in ("state", "kind", "channel", "origin"):
        rows = [(f"  {value}", count) for value, count in sorted(memories[name].items(), key=lambda each: -each[1])]
        world.out.line(name, "bold")
        world.out.table(("", ""), rows)
    _housekeeping(world, found)
    _inputs(world, found["dream"])


def _housekeeping(world: World, found: dict[str, Any]) -> None:
    world.out.line("housekeeping", "bold")
    rows = []
    for row in found["housekeeping"]:
        last = row["last"]["outcome"] if row["last"] else "never ran"
        by = ", ".join(f"{name} {value}" for name, value in row["thresholds"].items() if value is not None)
        told = (f"  {row['pass']}", row["cadence"] if row["on"] else "off", last, _done(row), by)
        rows.append(told)
    world.out.table(("  pass", "runs", "last time", "until now", "thresholds"), rows)
    world.out.line(f"  next: {_next_words(found['next'])}")


_DONE = {"supersede": "linked", "theme": "live", "digest": "written", "tide": "sunk"}


def _done(row: dict[str, Any]) -> str:
    """What a pass came to in all, and how much of it a person took back."""
    if row["pass"] == "tend":
        return ""
    undone = f", {row['undone']:,} undone" if row["undone"] else ""
    return f"{row['changed']:,} {_DONE.get(row['pass'], 'folded')}{undone}"


def _next_words(coming: dict[str, Any] | None) -> str:
    """What comes next, and what holds it back, in words."""
    if coming is None:
        return "no pass is on"
    held = "; held by " + ", ".join(coming["heldBy"]) if coming["heldBy"] else ""
    seconds = coming["inSeconds"]
    when = "" if seconds is None else " now" if not seconds else f" in {math.ceil(seconds / 60)} min"
    return f"{coming['pass']}{when}{held}"


def _inputs(world: World, dream: dict[str, Any]) -> None:
    log = dream["log"]
    world.out.line("recall log", "bold")
    world.out.line(f"  {many(log['events'], 'question')}, {log['bytes'] / 1e6:.1f} MB" if log["on"] else "  off")
    if log["on"]:
        covered = f"{many(dream['covered'], 'observation')} ({dream['share']:g} % of all)"
        world.out.line(f"  {many(dream['pairs'], 'pair')} used together, among {covered}")


COMMANDS = (
    Command("status", "what is stored, what waits, what does not work", _status),
    Command("stats", "counts of memories by state, kind, channel and origin; the recall log", _stats),
    Command("doctor", "check everything, and say how to mend what is wrong", _doctor),
)
