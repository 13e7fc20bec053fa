"""What words alone must find in real histories: a change of tokenizer, columns or stopwords shows here."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memo_lsp.clock import SystemClock
from memo_lsp.evaluate.run import chosen, evaluate

SHARED = Path(os.environ.get("MEMO_SHARED") or Path(__file__).parents[3] / "shared")
LEAST = {"structlog": 0.717, "llm": 0.60, "esbonio": 0.426, "jedi-language-server": 0.446, "pygls": 0.446}  # recall@5
SETS = [SHARED / "bench" / f"{name}.jsonl" for name in LEAST]


@pytest.mark.slow
@pytest.mark.skipif(not all(path.exists() for path in SETS), reason="the histories are not here")
def test_the_keyword_leg_on_five_histories():
    found = evaluate(SETS, chosen(("leg:keyword",), {}, None), embedder=None, clock=SystemClock())
    together = found.macro()["leg:keyword"]
    for figure, least in {"recall@5": 0.60, "recall@10": 0.66, "mrr": 0.57}.items():
        assert (together[figure] or 0.0) >= least, together
    for name, least in LEAST.items():
        alone = found.figures()[name]["leg:keyword"]["all"]
        assert (alone["recall@5"] or 0.0) >= least, (name, alone)
