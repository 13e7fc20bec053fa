"""Commands that change memories: remember, edit, pin, unpin, forget, supersede, feedback."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memo_lsp.cli import asking
from memo_lsp.cli.command import Command, Parser
from memo_lsp.cli.world import World
from memo_lsp.errors import MemoError, WrongArgument
from memo_lsp.model import CHANNELS, CONFIDENCES, KINDS, TRUSTS, Anchor, Memory
from memo_lsp.text.identifiers import nfc

PATIENCE_SECONDS = 2.0
ABOUT = ("title", "body", "kind", "topic", "trust", "confidence")


def _about(parser: Parser) -> None:
    parser.add_argument("--kind", metavar="K", help=f"{', '.join(KINDS)} (note)")
    parser.add_argument("--tag", action="append", metavar="T", help="a tag; may be given several times")
    parser.add_argument("--topic", metavar="DOTTED.PATH", help="most general part first, e.g. billing.rounding")
    parser.add_argument("--trust", choices=TRUSTS, help="whose word it is")
    parser.add_argument("--confidence", choices=CONFIDENCES, help="how sure it is")


def _remember_options(parser: Parser) -> None:
    parser.add_argument("title", metavar="TITLE", help="one line that says it")
    parser.add_argument("--body", metavar="TEXT", help="the rest; without it, what is piped in (`-`: wait for that)")
    parser.add_argument("--channel", choices=CHANNELS, default="memory", help="memory unless said otherwise")
    parser.add_argument("--path", metavar="P", help="the file it belongs to")
    parser.add_argument("--symbol", metavar="S", help="the function or class in that file, e.g. Invoice.total")
    _about(parser)
    parser.add_argument("--supersedes", metavar="ID", help="the memory it replaces")
    parser.add_argument("--pin", action="store_true", help="never let it sink")


def _remember(world: World) -> None:
    from memo_lsp.capture.notes import remember, secrets_taken

    args, now = world.args, world.clock.now()
    supersedes = world.id(args.supersedes) if args.supersedes else None
    path = world.relative(args.path)
    draft = Memory(
        id=world.services.new_id(),
        title=args.title,
        body=_body(world),
        kind=args.kind or "note",
        channel=args.channel,
        created_at=now,
        stored_at=now,
        project=world.project,
        branch=world.branch,
        session=world.services.session,
        origin="cli",
        topic=args.topic,
        tags=tuple(args.tag or ()),
        trust=args.trust or "owner",
        confidence=args.confidence or "high",
        pinned=args.pin,
        anchors=(_anchor(world, path, args.symbol),) if path else (),
        symbols=(args.symbol,) if args.symbol and not path else (),
    )
    kept = remember(world.writable, draft, supersedes=supersedes)
    secrets = secrets_taken({"title": draft.title, "body": draft.body, "topic": draft.topic, "tags": draft.tags})
    _warn_of(world, secrets)
    if world.out.as_json:
        world.out.json({"id": kept.id, "new": kept.new, "secrets": secrets})
    else:
        world.out.raw(f"{kept.id}\n")
        if not kept.new:
            world.out.warn("remembered before; this is the first one's id")


def _warn_of(world: World, secrets: Sequence[str]) -> None:
    if secrets:
        world.out.warn(f"kept without what looks like a secret: {', '.join(secrets)}")


def _anchor(world: World, path: str, symbol: str | None) -> Anchor:
    """Where a note belongs; a symbol of the file as it stands now carries its hash, any other name just itself."""
    facts = world.services.standing.look(world.info.root / path) if symbol else None
    known = facts.symbols.get(nfc(symbol)) if facts and symbol else None
    return Anchor(nfc(path), symbol, known.start_line if known else None, known.hash if known else None)


def _body(world: World) -> str:
    """`--body`, else what is piped in. A terminal is not waited for, and a pipe nobody writes to not for long."""
    if world.args.body not in (None, "-"):
        return str(world.args.body)
    if world.args.body is None and not asking.is_piped():
        return ""
    if world.args.body is None and not asking.something_comes(PATIENCE_SECONDS):
        world.out.warn(f"nothing came in on stdin for {PATIENCE_SECONDS:g} s; kept without a body (`--body -` waits)")
        return ""
    return asking.piped()


def _id(parser: Parser) -> None:
    parser.add_argument("id", metavar="ID", help="the memory's id, or as much of its beginning as is unambiguous")


def _edit_options(parser: Parser) -> None:
    _id(parser)
    parser.add_argument("--title", metavar="TITLE")
    parser.add_argument("--body", metavar="TEXT", help="`-` reads it from stdin")
    _about(parser)


def _edit(world: World) -> None:
    args = world.args
    changes: dict[str, Any] = {name: value for name in ABOUT if (value := getattr(args, name)) is not None}
    if args.tag is not None:
        changes["tags"] = tuple(args.tag)
    if not changes:
        raise WrongArgument("edit", "nothing to change; give --title, --body, --kind, --tag, --topic …")
    if changes.get("body") == "-":
        changes["body"] = asking.piped()
    from memo_lsp.capture.curate import edit
    from memo_lsp.capture.notes import secrets_taken

    _warn_of(world, secrets_taken(changes))
    _changed(world, edit(world.writable, world.id(args.id), changes, world.clock.now()).id, "changed")


def _pin(world: World) -> None:
    _set_pinned(world, True)


def _unpin(world: World) -> None:
    _set_pinned(world, False)


def _set_pinned(world: World, pinned: bool) -> None:
    from memo_lsp.capture.curate import pin

    _changed(world, pin(world.writable, world.id(world.args.id), pinned).id, "pinned" if pinned else "unpinned")


def _changed(world: World, uid: str, what: str) -> None:
    """The memory after a change: its row for a program, one line for a person."""
    row = world.services.rows.row(uid)
    if world.out.as_json:
        world.out.json(row)
    else:
        world.out.line(f"{what}: {row['title']} ({uid})")


def _forget_options(parser: Parser) -> None:
    _id(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _forget(world: World) -> None:
    from memo_lsp.capture.curate import forget

    uid = world.id(world.args.id)
    row = world.services.rows.row(uid)
    if not world.args.yes and not asking.agreed(f"Forget “{row['title']}” for good?"):
        raise MemoError("nothing was forgotten")
    forget(world.writable, uid)
    if world.out.as_json:
        world.out.json(row)
    else:
        world.out.line(f"forgotten: {row['title']} ({uid})")
        world.out.line(
            "Its text is out of the store and its indexes; `memo-lsp vacuum` takes it out of the file.", "dim"
        )


def _supersede_options(parser: Parser) -> None:
    parser.add_argument("old", metavar="OLD", help="the memory that no longer holds")
    parser.add_argument("new", metavar="NEW", help="the one that holds instead")


def _supersede(world: World) -> None:
    from memo_lsp.capture.curate import supersede

    old, new = world.id(world.args.old), world.id(world.args.new)
    supersede(world.writable, old, new, world.clock.now())
    _changed(world, old, "superseded")


def _feedback_options(parser: Parser) -> None:
    _id(parser)
    parser.add_argument("word", metavar="useful|not-useful", choices=("useful", "not-useful"))


def _feedback(world: World) -> None:
    from memo_lsp.capture.curate import feedback

    uid = world.id(world.args.id)
    feedback(world.writable, uid, world.args.word == "useful")
    _changed(world, uid, f"noted as {world.args.word.replace('-', ' ')}")


COMMANDS = (
    Command("remember", "keep a note; prints its id", _remember, _remember_options),
    Command("edit", "change a memory's text or what is known about it", _edit, _edit_options),
    Command("pin", "keep a memory from ever sinking", _pin, _id),
    Command("unpin", "let a pinned memory sink again", _unpin, _id),
    Command("forget", "delete a memory for good", _forget, _forget_options),
    Command("supersede", "say that one memory replaces another", _supersede, _supersede_options),
    Command("feedback", "say that a memory was useful, or not", _feedback, _feedback_options),
)
