"""A repository that looks like somebody's: a small shop, its past, and what was asked of it lately."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from memo_lsp.text.times import iso
from tests.e2e.scratch import FIRST_COMMIT, Scratch

DAY = 86_400.0
OLDER = 400  # commits before the ones that are told: enough for an import to show how far it is

IO = """\
def load(path):
    return open(path, "rb").read()


def save(path, data):
    path.write_bytes(data)
"""
BASKET = """\
class Basket:
    def __init__(self):
        self.lines = []

    def add(self, item, price):
        self.lines.append((item, price))

    def total(self):
        return round(sum(price for _, price in self.lines) + 1e-9, 2)
"""
PRICE = """\
export function gross(net: number, rate: number): number {
    return net * (1 + rate);
}
"""
ADR = """\
# Prices are gross

Net only at checkout: the shop shows gross, and so does every receipt.
"""

USED_TOGETHER = (
    "the importer drops rows without a customer number",
    "rows of the old shop carry the customer number in column nine",
    "a customer number of the old shop has a leading zero",
    "the importer needs the leading zero of customer numbers",
)


def shop(folder: Path, older: int = OLDER) -> Scratch:
    """The repository, with so many commits before those that are told; nothing of it is imported yet."""
    scratch = Scratch.make(folder)
    scratch.root = scratch.root.rename(folder / "shop")
    _older(scratch, older)
    scratch.days = OLDER // 10
    scratch.commit("feat(io): load a file", {"src/io.py": IO.replace(', "rb"', "")})
    scratch.commit(
        "fix(io): read bytes, the codec guessed wrong",
        {"src/io.py": IO},
        "Files of customers come in any encoding; decoding is the caller's business.",
    )
    scratch.commit("feat(basket): lines and a total", {"src/basket.py": BASKET.replace(" + 1e-9", "")})
    scratch.commit(
        "fix(basket): round half up, as the tax office wants it",
        {"src/basket.py": BASKET},
        "Bankers' rounding was one cent off in one receipt of three hundred.",
    )
    scratch.commit("docs: how prices are kept", {"docs/adr/0001-prices.md": ADR})
    scratch.commit("feat(web): gross prices in the browser", {"src/price.ts": PRICE, "tsconfig.json": "{}\n"})
    return scratch


def _older(scratch: Scratch, count: int) -> None:
    """The past nobody tells of, written at once."""
    lines = []
    for number in range(count):
        subject = f"chore(catalogue): article {1000 + number} is sold"
        text = f"ARTICLE_{1000 + number} = {number * 7 % 100}\n"
        when = FIRST_COMMIT + number * 8640
        lines += [
            "commit refs/heads/main",
            f"committer Dev <dev@host.invalid> {when} +0000",
            f"data {len(subject)}\n{subject}",
            f"M 644 inline src/catalogue/part_{number % 20}.py",
            f"data {len(text)}\n{text}",
        ]
    scratch.write(".git/stream", "\n".join(lines) + "\n")
    scratch.run(["sh", "-c", "git fast-import --quiet < .git/stream && rm .git/stream && git reset -q --hard"])


TO_REVIEW = (
    {"id": "01REVIEW1", "topic": "shop.tax", "title": "A request to the tax office times out after 30 s"},
    {"id": "01REVIEW2", "topic": "shop.tax.limits", "title": "A request to the tax office times out after 60 s"},
    {"id": "01REVIEW3", "title": "Never cache what total returns"},
    {"id": "01REVIEW4", "title": "Keep what total returns for a minute",
     "edges": [{"type": "contradicts", "to": "01REVIEW3"}]},
    {"id": "01REVIEW5", "title": "Only the old shop called this",
     "anchors": [{"path": "src/old.py", "symbol": "gone", "state": "gone"}]},
)  # fmt: skip


def to_review(scratch: Scratch, path: str = "src/basket.py", symbol: str = "Basket.total") -> None:
    """Notes of the last days about which only a person can tell: look-alikes, a contradiction, code that is gone."""
    anchors = [{"path": path, "symbol": symbol}]
    common = {"kind": "note", "channel": "memory", "branch": "main", "trust": "owner", "confidence": "high"}
    _import(scratch, [
        {**common, "anchors": anchors, "project": _project(scratch), **row,
         "created_at": iso(time.time() - (9 - number) * DAY)}
        for number, row in enumerate(TO_REVIEW)
    ])  # fmt: skip


def _project(scratch: Scratch) -> str:
    return str(json.loads(scratch.memo("recall", "prices", "--json", "--no-log").stdout)["query"]["project"])


def _import(scratch: Scratch, rows: list[dict[str, Any]]) -> None:
    file = scratch.root.parent / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    scratch.memo("import", "jsonl", str(file))


def used_together(scratch: Scratch) -> None:
    """Observations of the last days that were used together again and again: what the explorer shows."""
    project, now = _project(scratch), time.time()
    ids = [f"01USEDTOGETHER{number}" for number in range(len(USED_TOGETHER))]
    rows = [
        {"id": uid, "title": title, "kind": "change", "channel": "observation", "project": project, "branch": "main",
         "created_at": iso(now - (5 - number) * DAY), "session": f"session-{number}", "trust": "self"}
        for number, (uid, title) in enumerate(zip(ids, USED_TOGETHER, strict=True))
    ]  # fmt: skip
    rows += [
        {"type": "recall", "at": iso(now - DAY + number * 3600), "session": f"session-{number % 5}",
         "project": project, "surface": "search", "text": f"customer numbers {number}", "hits": ids, "used": ids}
        for number in range(12)
    ]  # fmt: skip
    _import(scratch, rows)
