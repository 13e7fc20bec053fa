"""What the passes did until now, and what comes next: for the status, for `stats`, and for whoever wonders why nothing
happens. A pass that never ran, one that did not look, and one that found nothing read differently."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from memo_lsp.dream.idle import Next, Situation, Waiting, next_of
from memo_lsp.dream.plan import PassName
from memo_lsp.dream.rules import WRITTEN
from memo_lsp.dream.schedule import Scheduled
from memo_lsp.dream.view import Limits
from memo_lsp.services.dreamer import HOURLY, IDLE
from memo_lsp.services.rows import run_row
from memo_lsp.text.times import iso

if TYPE_CHECKING:
    from memo_lsp.services.build import Services
    from memo_lsp.store.dreamt.journal import Run

NO_WINDOW = "no editor is open"


def last_run(services: Services) -> dict[str, Any] | None:
    """The run that ended last, as the status has it."""
    run = next((run for run in services.store.runs.newest() if run.ended_at is not None), None)
    if run is None:
        return None
    return {
        "pass": run.pass_name,
        "endedAt": iso(run.ended_at),
        "changed": run.changed,
        "skipped": run.skipped,
        "chores": run.chores,
    }


def rows(services: Services) -> list[dict[str, Any]]:
    """One a pass: whether it is on, when it runs, by which thresholds, its last run and what it came to in all."""
    settings, totals, latest = services.settings, services.store.edits.totals(), services.store.runs.latest()
    minutes = settings.idle.minutes
    return [
        {
            "pass": name,
            "on": settings.dream.enabled and getattr(settings.dream, name),
            "cadence": "hourly" if name in HOURLY else f"after {minutes:g} idle minutes",
            "thresholds": thresholds(services, name),
            "last": _last(latest.get(name)),
            "changed": totals.get(name, {}).get("standing", 0),
            "undone": totals.get(name, {}).get("undone", 0),
        }
        for name in (*HOURLY, *IDLE)
    ]


def _last(run: Run | None) -> dict[str, Any] | None:
    if run is None:
        return None
    return {**run_row(run), "outcome": "running" if run.ended_at is None else came_to(run_row(run))}


def came_to(run: Mapping[str, Any]) -> str:
    """What a run came to, in a few words, from its `changed`, `chores` and `skipped`."""
    upkeep = sum(run["chores"].values())
    done = [f"changed {run['changed']:,}"] * bool(run["changed"]) + [f"tended {upkeep:,}"] * bool(upkeep)
    if run["skipped"] is not None:
        done.append(f"skipped: {run['skipped']}")
    return ", ".join(done) or "found nothing"


def coming(services: Services) -> dict[str, Any] | None:
    """What comes next and what holds it back, as the window that dreams would say; None if no pass is on."""
    schedule, now = services.dreamer.schedule, services.clock.monotonic()
    found = schedule.next(services.dreamer.announced()) if schedule.started else _from_outside(services, now)
    return found.to_json(now) if found is not None else None


def _from_outside(services: Services, now: float) -> Next | None:
    """What a command line can know of it: from the windows that are open, and the runs there were."""
    dreamer, latest = services.dreamer, services.store.runs.latest()
    others = dreamer.presence.others()

    def waiting(one: Scheduled) -> Waiting:
        run = latest.get(one.name)
        ran_at = None if run is None else now - max(0.0, services.clock.now() - run.started_at)
        return Waiting(one.name, one.needs_idle, ran_at, run is not None and dreamer.settled(one.name))

    situation = Situation(
        now=now,
        started_at=now,
        active_at=now - min((other.idle for other in others), default=now),
        idle_seconds=dreamer.idle_seconds(),
        holds=() if others else (NO_WINDOW,),
    )
    return next_of(map(waiting, dreamer.announced()), situation)


def thresholds(services: Services, name: PassName) -> dict[str, Any]:
    """The numbers a pass goes by; cosines are null where there is no embedder, or one that nobody measured."""
    from memo_lsp.dream import cluster
    from memo_lsp.dream.limits import limits
    from memo_lsp.dream.passes import dedup, tide

    measured = limits(services.embedder(), services.store.path.parent)
    cosines = asdict(measured) if measured else dict.fromkeys(field.name for field in fields(Limits))
    same = {"title": cosines["duplicate_title"], "memory": cosines["duplicate_memory"]}
    found: dict[PassName, dict[str, Any]] = {
        "dedup": {"common_words": dedup.LEAST_COMMON, **same},
        "fold": same,
        "supersede": {"memory": cosines["supersede"]},
        "theme": {
            "edges": services.settings.dream.edges,
            "memory": cosines["theme"],
            "co_retrieval": cluster.LEAST_CO_RECALL,
            "sessions": cluster.LEAST_SESSIONS,
        },
        "tide": {"buoyancy": tide.SUNK, "days": tide.OLDEST_AFLOAT},
    }
    return found.get(name, {})


def inputs(services: Services, project: str | None) -> dict[str, Any]:
    """What dreaming has to work with: the recall log, how many pairs were used together, and how many observations, of
    which share in percent, that covers."""
    from memo_lsp.dream.explorer import percent
    from memo_lsp.dream.together import together, uses

    store = services.store
    counts = store.memories.stats(project)
    observations = counts["channel"].get("observation", 0) - sum(counts["kind"].get(kind, 0) for kind in WRITTEN)
    log, events = store.log.info(), list(store.log.events(project=project)) if store.log.enabled else []
    seen = together(uses(events, store.graph.survivors({uid for event in events for uid in event.hits})))
    covered = {uid for pair in seen.pairs for uid in pair}
    return {
        "log": {
            "on": store.log.enabled,
            "bytes": log.bytes,
            "limit": log.limit,
            "events": log.events,
            "oldest": iso(log.oldest),
            "newest": iso(log.newest),
        },
        "pairs": len(seen.pairs),
        "covered": len(covered),
        "share": percent(len(covered), observations),
    }
