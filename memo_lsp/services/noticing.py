"""What notices what happens in an editor: the sources, in the order they are told, and the recorder that tells them.

Only a server asks for it. What it needs is imported when it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memo_lsp.background import Turns
from memo_lsp.errors import MemoError
from memo_lsp.services.ground import Ground

if TYPE_CHECKING:
    from memo_lsp.capture.recorder import Recorder
    from memo_lsp.capture.sessions import Sessions
    from memo_lsp.capture.source import Source
    from memo_lsp.git.glance import Stand


@dataclass(frozen=True, slots=True)
class Listener:
    """Who is told for, and what they want to hear back; its functions are called from capture's own thread."""

    origin: Callable[[], str]
    folder_of: Callable[[Path], Path | None]  # the workspace folder that holds a path
    skipped: Callable[[Path, str], None]
    remembered: Callable[[Iterable[str]], None]
    rested: Callable[[], None]
    moved: Callable[[], None]  # HEAD did: somebody committed, switched, pulled


def recorder(ground: Ground, listener: Listener, sessions: Sessions) -> Recorder:
    """A recorder over the store, in a session that has begun. Its thread starts with the first event."""
    from memo_lsp.capture.desk import Session
    from memo_lsp.capture.events import FilesChanged
    from memo_lsp.capture.heads import Heads
    from memo_lsp.capture.recorder import Recorder

    def remembered(ids: Iterable[str]) -> None:
        ground.indexer.wake()
        listener.remembered(ids)

    session = Session(
        id=ground.session,
        store=ground.store,
        clock=ground.clock,
        settings=lambda: ground.settings,
        origin=listener.origin,
        new_id=ground.new_id,
        paused=lambda project: paused(ground, project),
        remembered=remembered,
        breathe=Turns(ground.is_busy),
    )
    made = Recorder(
        session,
        lambda: ground.projects,
        sources(sessions.alive),
        Heads(),
        folder_of=listener.folder_of,
        skipped=listener.skipped,
        rested=listener.rested,
        moved=listener.moved,
    )
    # Nobody watches code files: that one was moved by a command shows when something anchored there is recalled.
    ground.standing.missing = lambda file: made.submit(FilesChanged((file,), ground.clock.now()))
    return made


def sources(alive: Callable[[str], bool]) -> tuple[Source, ...]:
    """Who is told of what happens, in this order. `alive` tells of a session whether it still runs."""
    from memo_lsp.capture.documents import Documents
    from memo_lsp.capture.episodes.gathering import Episodes
    from memo_lsp.capture.following import Following
    from memo_lsp.capture.marking import Marking

    return (Following(), Documents(), Marking(), Episodes(alive))


def paused(ground: Ground, project: str | None) -> bool:
    """Whether a person stopped capture there. A store that cannot say so now would not take anything in either."""
    try:
        return ground.store.pauses.paused(project) is not None
    except MemoError:
        return False


def stood(ground: Ground, project: str, stand: Stand) -> None:
    """Where HEAD of a work tree stood when the session began: what came after is news, if nothing is known of it."""
    from memo_lsp.store.captured.heads import HeadSeen

    heads = ground.store.heads
    if heads.seen(stand.repo.git_dir) is None:
        heads.saw(stand.repo.git_dir, project, HeadSeen(stand.sha, stand.branch, stand.log_end))
