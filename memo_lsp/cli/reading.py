"""Commands that read: recall, show, timeline, briefing, topics."""

from __future__ import annotations

from dataclasses import replace

from memo_lsp.cli import views
from memo_lsp.cli.command import Command, Parser, count, instant
from memo_lsp.cli.world import World
from memo_lsp.model import EDGE_TYPES, Query
from memo_lsp.settings import PROFILES

SURFACES = ("hover", "search", "drill", "briefing", "mcp")


def _recall_options(parser: Parser) -> None:
    parser.add_argument(
        "text", metavar="TEXT", nargs="*", help="the question; filters like kind:fix since:30d may stand in it"
    )
    parser.add_argument(
        "--symbol", action="append", default=[], metavar="S", help="an identifier it is about; several times"
    )
    parser.add_argument("--path", metavar="P", help="the file it is asked from")
    parser.add_argument("--branch", metavar="B", help="the branch it is asked from (else the one checked out)")
    parser.add_argument("--as-of", type=instant, metavar="T", help="answer as of this time")
    parser.add_argument("-k", type=count, default=10, metavar="N", help="hits wanted (10)")
    parser.add_argument("--profile", choices=PROFILES, help="the ranking (else the setting)")
    parser.add_argument("--surface", choices=SURFACES, default="search", help="what it counts as (search)")
    parser.add_argument("--no-log", action="store_true", help="leave no trace: neither in the log nor on the memories")


def _recall(world: World) -> None:
    from memo_lsp.recall.answer import to_json

    args = world.args
    query = Query(
        text=" ".join(args.text),
        symbols=tuple(args.symbol),
        path=world.relative(args.path),
        project=world.project,
        branch=args.branch or world.branch,
        as_of=args.as_of,
        k=args.k,
        profile=args.profile,
        surface=args.surface,
        session=world.services.session,
    )
    services = world.services
    answer = services.recall.answer(query)
    answer = replace(answer, hits=services.standing.renewed(answer.hits, query.branch))
    if not args.no_log:
        services.background.submit(lambda: services.surfacings.answered(answer))
    found = to_json(answer)
    if world.out.as_json:
        world.out.json(found)
    else:
        world.out.show(*views.answer(found, world.clock.now()))


def _show_options(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", help="the memory's id, or as much of its beginning as is unambiguous")
    parser.add_argument(
        "--related", nargs="?", const="any", choices=("any", *EDGE_TYPES), metavar="TYPE",
        help="the memories it is linked with instead; only by links of this type, if one is given",
    )  # fmt: skip


def _show(world: World) -> None:
    uid = world.id(world.args.id)
    if world.args.related:
        return _related(world, uid)
    row = world.services.rows.whole(uid)
    world.services.surfacings.opened(world.store.memories.get(uid), world.services.session)
    if world.out.as_json:
        world.out.json(row)
    else:
        world.out.show(*views.memory(row, world.clock.now()))
    return None


def _related(world: World, uid: str) -> None:
    wanted = EDGE_TYPES if world.args.related == "any" else (world.args.related,)
    edges = {
        edge["to"] if edge["from"] == uid else edge["from"]: edge
        for edge in views.live(world.services.rows.whole(uid)["edges"])
        if edge["type"] in wanted
    }
    rows = [{**world.services.rows.row(other), "edge": edge} for other, edge in edges.items()]
    if world.out.as_json:
        world.out.json(rows)
        return
    if not rows:
        world.out.line("Linked with nothing.", "dim")
    for row in rows:
        world.out.line(views.edge_words(row["edge"], uid)[0], "dim")
        world.out.show(*views.hit(row, world.clock.now()))


def _timeline_options(parser: Parser) -> None:
    parser.add_argument(
        "place", metavar="PATH[::SYMBOL]", nargs="?", default="", help="a file, or a function or class in it"
    )
    parser.add_argument("--limit", type=count, default=100, metavar="N", help="the newest so many (100)")


def _timeline(world: World) -> None:
    path, _, symbol = world.args.place.partition("::")
    rows = world.services.rows.timeline(world.project, world.relative(path), symbol or None, world.args.limit)
    if world.out.as_json:
        world.out.json(rows)
    elif rows:
        world.out.show(*views.timeline(rows, world.clock.now()))
    else:
        world.out.line(f"Nothing is remembered about {world.args.place or 'this project'}.", "dim")


def _briefing_options(parser: Parser) -> None:
    parser.add_argument("text", metavar="TEXT", nargs="*", help="what you are about to do; fills what room is left")
    parser.add_argument("--budget", type=count, metavar="N", help="its length in tokens (else the setting)")


def _briefing(world: World) -> None:
    from memo_lsp.recall.briefing import Occasion, to_json

    services = world.services
    found = services.briefings.brief(
        Occasion(
            project=world.project,
            branch=world.branch,
            text=" ".join(world.args.text),
            budget=world.args.budget or world.settings.briefing.tokens,
            session=services.session,
            anywhere=world.project != world.info.key,
        )
    )
    if found.entries:
        services.background.submit(lambda: services.surfacings.answered(found.answer))
    if world.out.as_json:
        world.out.json(to_json(found))
    else:
        world.out.show(*views.briefing(to_json(found), world.clock.now()))


def _topics_options(parser: Parser) -> None:
    parser.add_argument("prefix", metavar="PREFIX", nargs="?", default="", help="the topic whose children are wanted")


def _topics(world: World) -> None:
    rows = world.store.memories.topics(world.project, world.args.prefix)
    if world.out.as_json:
        world.out.json(rows)
    elif rows:
        world.out.table(("topic", "here", "beneath"), ([row[n] for n in row] for row in rows), ("here", "beneath"))
    else:
        world.out.line("No topics there.", "dim")


COMMANDS = (
    Command("recall", "ask the memory", _recall, _recall_options, "`--` before a TEXT that begins with a dash."),
    Command("show", "one memory whole", _show, _show_options),
    Command("timeline", "memories by date", _timeline, _timeline_options),
    Command("briefing", "where you left off", _briefing, _briefing_options),
    Command("topics", "the topics there are, a level at a time", _topics, _topics_options),
)
