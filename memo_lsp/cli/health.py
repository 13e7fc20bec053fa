"""Commands that say how things are: status, stats, doctor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memo_lsp.cli.command import Command
from memo_lsp.cli.output import many
from memo_lsp.cli.world import World
from memo_lsp.errors import MemoError


def _status(world: World) -> None:
    from memo_lsp.server.status import Doings, snapshot

    world.told()
    found = snapshot(Doings(ready=True), world.services.status_facts([world.project]), 0)
    if world.out.as_json:
        world.out.json(found)
        return
    world.out.table(("", ""), _status_rows(world, found))
    for part in found["degraded"]:
        world.out.line(f"! {part['part']}: {part['reason']}", "yellow")


def _status_rows(world: World, found: dict[str, Any]) -> Iterator[tuple[str, object]]:
    embedding = found["embedding"]
    yield "state", found["state"]
    yield "memories", f"{found['memories']:,}"
    yield "of this project", f"{world.store.memories.count(world.project):,}"
    yield "waiting for a vector", f"{embedding['waiting']:,}"
    if embedding["quarantined"]:
        yield "given up on", f"{embedding['quarantined']:,} (`memo-lsp doctor` says why)"
    yield "store", world.store.path
    yield "project", world.project
    yield "branch", world.branch or "none"


def _doctor(world: World) -> int:
    checks = world.services.doctor(world.folder)
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
    project = world.args.project
    found = world.services.stats(project)
    if world.out.as_json:
        world.out.json(found)
        return
    memories = found["memories"]
    world.out.line(many(memories["total"], "memory"), "bold")
    for name in ("state", "kind", "channel", "origin"):
        rows = [(f"  {value}", count) for value, count in sorted(memories[name].items(), key=lambda each: -each[1])]
        world.out.line(name, "bold")
        world.out.table(("", ""), rows)
    log = found["dream"]["log"]
    world.out.line("recall log", "bold")
    world.out.line(f"  {many(log['events'], 'question')}, {log['bytes'] / 1e6:.1f} MB" if log["on"] else "  off")


COMMANDS = (
    Command("status", "what is stored, what waits, what does not work", _status),
    Command("stats", "counts of memories by state, kind, channel and origin; the recall log", _stats),
    Command("doctor", "check everything, and say how to mend what is wrong", _doctor),
)
