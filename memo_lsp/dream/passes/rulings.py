"""What a language model says of pairs of decisions: one replaces, contradicts or refines the other, or neither."""

from __future__ import annotations

from collections.abc import Iterable

from memo_lsp.dream.plan import Breathe
from memo_lsp.dream.verdicts import Decline, Judge, Ruling
from memo_lsp.dream.view import Near, View
from memo_lsp.model import Edge


def rulings(judge: Judge, pairs: Iterable[Near], view: View, breathe: Breathe) -> tuple[list[Edge], int]:
    """Edges from the newer to the older memory of each pair (`a` is the older) the model has a word on, with its
    confidence; and how many answers were no good. What was answered before is not asked again."""
    sitting = judge.sitting(breathe)
    found: list[Edge] = []
    refused = 0
    for near in pairs:
        if sitting.over:
            break
        breathe()
        whole = view.memories((near.a.id, near.b.id))
        ruling = sitting.pair(whole[near.a.id], whole[near.b.id]) if len(whole) == 2 else None
        refused += isinstance(ruling, Decline)
        if isinstance(ruling, Ruling) and ruling.relation != "unrelated":
            found.append(
                Edge(
                    ruling.relation, near.b.id, near.a.id, "supersede", confidence=ruling.confidence,
                    made_at=near.b.made_at,
                )
            )  # fmt: skip
    return found, refused
