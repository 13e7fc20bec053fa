"""The explorer over a store: what a dream would find, in figures and as a picture. Nothing is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memo_lsp.dream.explorer import Exploration, Parameters
    from memo_lsp.dream.plan import Breathe
    from memo_lsp.store import Store


def explored(
    store: Store, now: float, parameters: Parameters, breathe: Breathe, project: str | None = None
) -> Exploration:
    """What belongs together in one project, or in all. Raises StoreTrouble, and what `breathe` raises."""
    from memo_lsp.dream.explorer import explore
    from memo_lsp.dream.look import Look

    return explore(Look(store, now, breathe), store.log.info(), parameters, breathe, project)


def preview(store: Store, now: float, parameters: Parameters, breathe: Breathe) -> dict[str, Any]:
    """The explorer's result with its picture as `svg`."""
    from memo_lsp.dream.explorer import to_json
    from memo_lsp.dream.picture import svg

    found = explored(store, now, parameters, breathe)
    return to_json(found) | {"svg": svg(found, now)}
