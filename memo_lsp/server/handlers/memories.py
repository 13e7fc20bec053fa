"""One memory: remember, open, edit, pin, supersede, forget, feedback."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memo_lsp.capture import curate, notes
from memo_lsp.capture.place import Place, place_of
from memo_lsp.git.project import head_commit
from memo_lsp.model import Memory
from memo_lsp.server import convert
from memo_lsp.server.syntax import Source, source_of

TOLD = ("title", "body", "kind", "channel", "topic", "tags", "trust", "confidence", "pinned")
PERSONS_WORD: dict[str, Any] = {"kind": "note", "channel": "memory", "trust": "owner", "confidence": "high"}

if TYPE_CHECKING:
    from collections.abc import Callable

    from memo_lsp.capture.place import Selection
    from memo_lsp.server.app import MemoServer
    from memo_lsp.services import Services


async def remember(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    services = await ls.services()
    marked = _marked(ls, args)
    kept = await ls.work.write(_keep, ls, services, args, marked)
    return await _as_kept(ls, services, kept.id, args) | {"new": kept.new}


def _marked(ls: MemoServer, args: dict[str, Any]) -> tuple[Source, Selection | None] | None:
    """The document and what of it is marked, as they are at this moment; None where there is no file."""
    document = ls.documents.get(args.get("uri", ""))
    if document is None or document.path is None or document.too_much() is not None:
        return None
    if "range" not in args:
        return source_of(document), None
    start, end = args["range"]
    return source_of(document), convert.selection(document, start, end, ls.client.encoding)


def _keep(
    ls: MemoServer, services: Services, args: dict[str, Any], marked: tuple[Source, Selection | None] | None
) -> notes.Kept:
    """Runs on the write thread: where the note belongs, and the note stored."""
    where = ls.places.find(services, ls.file_uri(args.get("uri")))
    place = _place(ls, where.path, marked) if where.path is not None else None
    now = services.clock.now()
    draft = Memory(
        id=services.new_id(),
        created_at=now,
        stored_at=now,
        project=where.project or None,
        branch=where.branch,
        commit=head_commit(where.repo) if where.repo else None,
        session=services.session,
        origin=ls.client.origin,
        anchors=(place.anchor,) if place else (),
        symbols=place.mentions if place else (),
        **PERSONS_WORD | {name: args[name] for name in TOLD if name in args},
    )
    return notes.remember(services.store, draft, supersedes=args.get("supersedes"))


def _place(ls: MemoServer, path: str, marked: tuple[Source, Selection | None] | None) -> Place:
    """The anchor of a note about a file; about one that is not open, the file itself."""
    if marked is None:
        return place_of(path, None, (), None)
    source, chosen = marked
    symbols = ls.syntax.of(source).symbols if chosen is not None else ()
    return place_of(path, chosen, symbols, source.language)


async def open_whole(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    services = await ls.services()
    whole = await ls.work.read(services.rows.whole, args["id"])
    if "surface" not in args:
        services.background.submit(lambda: _opened(services, args["id"]))
    return whole


def _opened(services: Services, uid: str) -> None:
    services.surfacings.opened(services.store.memories.get(uid), services.session)


async def edit(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    services = await ls.services()
    changes = {name: value for name, value in args.items() if name != "id"}
    memory = await ls.work.write(curate.edit, services.store, args["id"], changes, services.clock.now())
    return await _as_kept(ls, services, memory.id, changes)


async def _as_kept(ls: MemoServer, services: Services, uid: str, told: dict[str, Any]) -> dict[str, Any]:
    """A memory as it is kept, and what secrets were taken out of what a person told."""
    row = await ls.work.read(services.rows.row, uid)
    return row | {"secrets": list(await ls.work.read(notes.secrets_taken, told))}


async def pin(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    services = await ls.services()
    return await _changed(ls, services, curate.pin, args["id"], args.get("pinned", True))


async def supersede(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    services = await ls.services()
    return await _changed(ls, services, curate.supersede, args["old"], args["new"], services.clock.now())


async def _changed(ls: MemoServer, services: Services, change: Callable[..., Memory], *args: Any) -> dict[str, Any]:
    memory = await ls.work.write(change, services.store, *args)
    return await ls.work.read(services.rows.row, memory.id)


async def forget(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    services = await ls.services()
    row = await ls.work.read(services.rows.row, args["id"])
    if not args.get("dryRun"):
        await ls.work.write(curate.forget, services.store, args["id"])
    return row


async def feedback(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    services = await ls.services()
    await ls.work.write(curate.feedback, services.store, args["id"], args["useful"])
    return {}
