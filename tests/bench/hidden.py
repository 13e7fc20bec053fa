"""Secrets planted wherever capture looks, and the search for a byte of them in all that is kept, logged and sent."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from memo_lsp.text.times import iso
from tests.e2e.editor import Editor
from tests.e2e.planting import LOOK_ALIKES, START, Planting, everything, kept, leaks, made, missing, seen
from tests.e2e.scratch import Scratch
from tests.embed.embedding_stub import serving

from .table import Figure

if TYPE_CHECKING:
    from .measures import Bench

LOOKING = 200  # look-alikes


def hidden(bench: Bench) -> list[Figure]:
    """How many secrets left a byte, and how many look-alikes were taken for one."""
    folder = bench.folder / "secrets"
    shutil.rmtree(folder, ignore_errors=True)
    scratch = Scratch.make(folder)
    scratch.commit("chore: start", {"README.txt": "A shop.\n"})
    secrets = made(bench.sizes.planted)
    harmless = list(dict.fromkeys(LOOK_ALIKES))[: max(LOOKING, 2 * bench.sizes.planted)]
    with serving() as stub:
        env = {"MEMO_EMBED_PROVIDER": "http", "MEMO_EMBED_URL": stub.url(), "MEMO_EMBED_MODEL": "any"}

        def start(now: float) -> Editor:
            return Editor(scratch, client="Bench", arguments=("--now", iso(now) or ""), env=env)

        bench.told(f"planting {len(secrets)} secrets")
        planting = Planting(scratch, start(START), secrets, harmless)
        planting.work()
        planting.editor.process.kill()  # with an episode open: its versions lie in the store
        planting.editor.process.wait(10)
        found = leaks(secrets, everything(scratch, planting.editor, stub.asked))
        planting.editor = start(planting.now)
        planting.rest()
        planting.editor.check()
        found += leaks(secrets, everything(scratch, planting.editor, stub.asked))
        sent = sum(len(texts) for texts in stub.texts)
    rows = kept(scratch)
    lost = missing(harmless, rows)
    for leak in found:
        bench.said(f"secrets: {leak}")
    for text in lost:
        bench.said(f"secrets: taken for one: {text}")
    kinds = f"{len(secrets)} planted, {len({secret.kind for secret in secrets})} kinds"
    looked = f"{len(rows)} memories, taken out of {', '.join(sorted(seen(rows)))}; {sent} texts sent to be embedded"
    return [
        Figure("secrets: found again", len(found), "", 0, note=f"{kinds}; {looked}"),
        Figure("secrets: look-alikes lost", len(lost), "", 0, note=f"{len(harmless)} planted"),
    ]
