"""The guard: what keeps two memories that read alike from being taken for one.

Cosines find, the guard decides: opposites and other versions read closer to each other than true restatements. It
looks at the two titles only, is pure and symmetric, and says which rule spoke.
"""

from __future__ import annotations

from memo_lsp.dream.guard.veto import RULES, Rule, veto

__all__ = ["RULES", "Rule", "veto"]
