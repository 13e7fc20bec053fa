"""`config`: every setting, its value, where that came from, and what it means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from memo_lsp.cli.command import Command, Parser
from memo_lsp.cli.output import clean
from memo_lsp.cli.world import World
from memo_lsp.settings import DECLARATION, Setting

if TYPE_CHECKING:
    from rich.text import Text


def _options(parser: Parser) -> None:
    parser.add_argument(
        "--markdown", action="store_true", help="print the reference of all settings as a markdown page"
    )


def _config(world: World) -> None:
    if world.args.markdown:
        from memo_lsp.settings.reference import markdown

        world.out.raw(markdown())
    elif world.out.as_json:
        settings = [_row(world, setting) for setting in DECLARATION]
        world.out.json({"settings": settings, "thresholds": _thresholds(world), "problems": world.problems()})
    else:
        _text(world)


def _row(world: World, setting: Setting) -> dict[str, Any]:
    value = world.settings.value(setting.name)
    return {
        "name": setting.name,
        "value": setting.kind.show(value) if isinstance(value, str) else value,
        "source": world.settings.sources.get(setting.name, "default"),
        "default": setting.default,
        "doc": setting.doc,
        "scope": setting.scope,
        "env": setting.env,
    }


def _thresholds(world: World) -> dict[str, Any] | None:
    """From which cosines on memories may be joined, and where that comes from; None where nobody measured it."""
    from dataclasses import asdict

    from memo_lsp.dream.limits import limits, measurement

    embedder = world.embedder()
    found = limits(embedder, world.home)
    if embedder is None or found is None:
        return None
    kept = measurement(embedder.fingerprint, world.home)
    source = {"source": "measured", "date": kept.get("date"), "set": kept.get("set")} if kept else {"source": "shipped"}
    return {"embedder": embedder.fingerprint, **asdict(found), **source}


def _text(world: World) -> None:
    """A line a setting where programs read it; at a terminal, where such a line would be folded, a few."""
    rows = []
    for setting in DECLARATION:
        source = world.settings.sources.get(setting.name)
        origin = f"{source} (default {_shown(setting, setting.default) or 'unset'})" if source else ""
        rows.append((setting.name, _shown(setting, world.settings.value(setting.name)), origin, setting.doc))
    if world.out.console.is_terminal:
        world.out.show(*_entries(rows))
    else:
        world.out.table(("setting", "value", "from", "meaning"), rows)
    world.out.line()
    if found := _thresholds(world):
        numbers = ", ".join(f"{name} {value:.2f}" for name, value in found.items() if isinstance(value, float))
        origin = f"measured on {found['set']}, {found['date']}" if found["source"] == "measured" else "as shipped"
        world.out.line(f"Thresholds of {found['embedder']}, {origin}: {numbers}.")
    world.out.line(f"The store is {world.home}; `--json` tells the variables too.")
    for problem in world.problems():
        world.out.line(f"! {problem}", "yellow")


def _entries(rows: Iterable[tuple[str, str, str, str]]) -> Iterator[Text]:
    from rich.text import Text

    for name, value, origin, meaning in rows:
        yield (
            Text()
            .append(name, "bold")
            .append(f" = {clean(value)}" if value else "")
            .append(f"  from {origin}" if origin else "", "dim")
        )
        yield Text(f"    {meaning}")


def _shown(setting: Setting, value: Any) -> str:
    return "" if value in (None, ()) else setting.kind.show(value)


COMMANDS = (Command("config", "every setting: name, value, where it came from, meaning", _config, _options),)
