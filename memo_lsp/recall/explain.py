"""Why a hit stands where it does, in words a person reads."""

from __future__ import annotations

from memo_lsp.recall.answer import Hit
from memo_lsp.recall.pool import Step

_LEGS = {
    "vector": "by meaning",
    "keyword": "by its words",
    "newest": "by its date",
    "anchor": "because it belongs to this code",
    "name": "because it names this identifier",
    "period": "because it tells of the time you asked about",
}
_FACTORS = {
    "identifier": "it names an identifier you asked about",
    "rare_token": "it holds a distinctive word of the question",
    "branch": "it was written on this branch",
    "recency": "its age counts in this ranking",
    "recency_behind": "it stays behind the first ten, whose age was looked at",
    "superseded": "it has been replaced",
    "trust": "for who said it",
    "confidence": "for how sure it is",
    "usage": "for what became of it in use",
    "tide": "nobody has come back to it for a while",
    "period": "what sums that time up comes first",
    "diversity": "another hit is from the same file",
}


def explain(hit: Hit) -> list[str]:
    """The trace of a hit, one sentence a step; what changed nothing is no reason."""
    said = [sentence for step in hit.trace if (sentence := _sentence(step))]
    if hit.superseded_by is not None:
        said.append(f"Replaced by “{hit.superseded_by.title}”.")
    return said


def _sentence(step: Step) -> str:
    if step.stage in _LEGS and step.rank is not None:
        return f"Found {_LEGS[step.stage]}: place {step.rank}, {step.value or 0:.3f}."
    if step.stage == "fuse":
        return f"Together: {step.value:.3f}."
    if step.factor is not None:
        told = f"{step.factor:.3f}"
        return "" if told == "1.000" else f"× {told}: {_FACTORS.get(step.stage, step.stage)}."
    if step.stage == "cut":
        return f"Place {step.rank} with {step.value:.3f}."
    return ""
