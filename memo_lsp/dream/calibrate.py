"""Where an embedder's thresholds come from: labelled pairs, measured with the guard in force.

Of all pairs of duplicate thresholds those are taken that keep look-alikes apart first, and find most restatements
second. The thresholds for replacing and for themes are floors: what lies above them is judged by others."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memo_lsp.dream.guard import RULES, Rule, veto
from memo_lsp.dream.view import Limits
from memo_lsp.errors import MemoError

if TYPE_CHECKING:
    from memo_lsp.embed.port import Embedder, Vector

PRECISION = 0.99  # of what is folded, that must be one fact
NOISE = 0.02  # cosines of two builds of one model differ by as much: precision must hold that far below, too
UPDATES = 0.85  # of pairs of which one replaces the other, that lie above the threshold to ask a judge
UNRELATED = 0.05  # of pairs with nothing in common, that may lie above the one for themes
_BATCH = 32  # texts between two reports of progress


@dataclass(frozen=True, slots=True)
class Pair:
    """Two memories' titles and whole texts; `fold`: they tell one fact."""

    titles: tuple[str, str]
    texts: tuple[str, str]
    label: str
    fold: bool
    replaces: bool


@dataclass(frozen=True, slots=True)
class Measured:
    """What embedder and guard say of a pair: two cosines, and the rule that keeps it apart."""

    pair: Pair
    title: float
    memory: float
    rule: Rule | None


@dataclass(frozen=True, slots=True)
class Score:
    """How thresholds do on a set. `vetoed`: by rule, pairs rightly and wrongly kept apart, whatever their cosines."""

    folded: int
    false: int
    precision: float | None  # null where nothing was folded
    recall: float | None  # of pairs that tell one fact
    vetoed: dict[str, dict[str, int]]

    def to_json(self) -> dict[str, Any]:
        fold = {"folded": self.folded, "false": self.false, "precision": self.precision, "recall": self.recall}
        return {"fold": fold, "vetoed": self.vetoed}


def read(path: Path) -> list[Pair]:
    """A set of pairs, a JSON object a line: `a` and `b` with `title` and `body`, `fold`, `label`, `link`.

    Raises MemoError for what is no such set, naming the line."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as trouble:
        raise MemoError(f"{path} cannot be read ({trouble})") from None
    pairs = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                pairs.append(_pair(json.loads(line)))
            except (ValueError, KeyError, TypeError, AttributeError):
                raise MemoError(
                    f"{path}, line {number}: wants two memories `a` and `b`, and whether they `fold`"
                ) from None
    if len({pair.fold for pair in pairs}) < 2:
        raise MemoError(f"{path}: wants pairs that tell one fact and pairs that do not")
    return pairs


def _pair(row: dict[str, Any]) -> Pair:
    titles = row["a"]["title"], row["b"]["title"]
    if not (isinstance(row["fold"], bool) and all(isinstance(title, str) and title.strip() for title in titles)):
        raise ValueError
    texts = _text(row["a"]), _text(row["b"])
    label = str(row.get("label") or "")
    return Pair(titles, texts, label, row["fold"], row.get("link") == "supersedes" or label == "update")


def _text(memory: dict[str, Any]) -> str:
    """As a memory is embedded."""
    return "\n".join(part for part in (memory["title"], memory.get("description"), memory.get("body")) if part)


def measure(
    pairs: Sequence[Pair], embedder: Embedder, progress: Callable[[int, int], None] = lambda done, total: None
) -> list[Measured]:
    """Cosines and vetoes of every pair. Raises EmbedderDown; MemoError if a text gets no vector."""
    vectors = _vectors((text for pair in pairs for text in (*pair.titles, *pair.texts)), embedder, progress)
    return [
        Measured(
            pair,
            float(vectors[pair.titles[0]] @ vectors[pair.titles[1]]),
            float(vectors[pair.texts[0]] @ vectors[pair.texts[1]]),
            veto(*pair.titles),
        )
        for pair in pairs
    ]


def _vectors(texts: Iterable[str], embedder: Embedder, progress: Callable[[int, int], None]) -> dict[str, Vector]:
    """The mean direction of each text's windows, as the store has it of a memory."""
    import numpy as np

    from memo_lsp.embed.port import Failure

    wanted = list(dict.fromkeys(texts))
    found: dict[str, Vector] = {}
    for at in range(0, len(wanted), _BATCH):
        progress(at, len(wanted))
        windows = [(text, window.text) for text in wanted[at : at + _BATCH] for window in embedder.windows(text)]
        for (text, _), vector in zip(windows, embedder.embed([piece for _, piece in windows]), strict=True):
            if isinstance(vector, Failure):
                raise MemoError(f"no vector for {text[:60]!r}: {vector.reason}")
            found[text] = found[text] + vector if text in found else vector
    progress(len(wanted), len(wanted))
    return {
        text: (vector / max(float(np.linalg.norm(vector)), 1e-12)).astype(np.float32) for text, vector in found.items()
    }


def score(measured: Sequence[Measured], limits: Limits) -> Score:
    """How these thresholds and the guard do on the pairs."""
    folded = [one.pair.fold for one in measured if one.rule is None and _may_fold(one, limits)]
    facts = sum(one.pair.fold for one in measured)
    vetoed: dict[str, dict[str, int]] = {rule: {"right": 0, "wrong": 0} for rule in RULES}
    for one in measured:
        if one.rule is not None:
            vetoed[one.rule]["wrong" if one.pair.fold else "right"] += 1
    true = sum(folded)
    return Score(len(folded), len(folded) - true, _share(true, len(folded)), _share(true, facts), vetoed)


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def find(measured: Sequence[Measured]) -> Limits:
    """The thresholds these pairs speak for. Raises MemoError if none keep 99 of 100 folds right."""
    title, memory = _duplicate(measured)
    updates = [one.memory for one in measured if one.pair.replaces]
    unrelated = [one.memory for one in measured if one.pair.label == "unrelated"]
    return Limits(title, memory, _above(updates, UPDATES, memory), _below(unrelated, UNRELATED, memory))


def _duplicate(measured: Sequence[Measured]) -> tuple[float, float]:
    """In steps of .01: those that are precise, also a little lower; then that find most; then the strictest."""
    import numpy as np

    true, false = np.zeros((101, 101)), np.zeros((101, 101))
    for one in measured:
        if one.rule is None and min(one.title, one.memory) >= 0:
            (true if one.pair.fold else false)[_step(one.title), _step(one.memory)] += 1
    true, false = _from_here_on(true), _from_here_on(false)
    precise = true / np.maximum(true + false, 1) >= PRECISION
    noise = round(NOISE * 100)
    lower = np.maximum(np.arange(101) - noise, 0)
    finds = np.where(precise & precise[np.ix_(lower, lower)], true, 0)
    if finds.max() == 0:
        raise MemoError("no thresholds keep 99 of 100 folds right on these pairs; nothing was changed")
    best = max(zip(*np.nonzero(finds == finds.max()), strict=True), key=lambda at: (at[0] + at[1], at[1]))
    return float(best[0]) / 100, float(best[1]) / 100


def _step(cosine: float) -> int:
    return min(int(cosine * 100 + 1e-6), 100)


def _from_here_on(counts: Any) -> Any:
    """For each pair of thresholds, how many lie at or above both."""
    return counts[::-1, ::-1].cumsum(0).cumsum(1)[::-1, ::-1]


def _above(cosines: Sequence[float], share: float, otherwise: float) -> float:
    """The highest threshold that so many lie above."""
    for step in range(100, -1, -1):
        if cosines and sum(cosine >= step / 100 for cosine in cosines) >= share * len(cosines):
            return step / 100
    return otherwise


def _below(cosines: Sequence[float], share: float, otherwise: float) -> float:
    """The lowest threshold that no more than so many lie above."""
    for step in range(101):
        if cosines and sum(cosine >= step / 100 for cosine in cosines) <= share * len(cosines):
            return step / 100
    return otherwise


def evidence(measured: Sequence[Measured], limits: Limits) -> dict[str, Any]:
    """What the thresholds let through on the pairs: by label, the share above each, and the guard's part in it."""
    by_label: dict[str, list[Measured]] = {}
    for one in measured:
        by_label.setdefault(one.pair.label or ("same" if one.pair.fold else "other"), []).append(one)
    return {
        label: {
            "pairs": len(ones),
            "folded": sum(_may_fold(one, limits) and one.rule is None for one in ones),
            "vetoed": sum(_may_fold(one, limits) and one.rule is not None for one in ones),
            "supersede": _share(sum(one.memory >= limits.supersede for one in ones), len(ones)),
            "theme": _share(sum(one.memory >= limits.theme for one in ones), len(ones)),
        }
        for label, ones in by_label.items()
    }


def _may_fold(one: Measured, limits: Limits) -> bool:
    return one.title >= limits.duplicate_title and one.memory >= limits.duplicate_memory
