"""Prints the measurements against their targets.

python -m tests.bench [--quick] [--only MEASURE]... [--repo REPO] [--keep FOLDER]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from .corpus import shared
from .measures import MEASURES, ONLY_ASKED, QUICK, Bench, Sizes
from .table import Figure, table


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure against the targets.")
    parser.add_argument(
        "--quick", action="store_true", help="small sizes, seconds: shows that it runs, measures nothing"
    )
    parser.add_argument("--only", action="append", choices=MEASURES, metavar="MEASURE", help=", ".join(MEASURES))
    parser.add_argument("--repo", type=Path, help="a repository whose history is imported and done again")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave the stores here and use them again")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="memo-bench-") as scratch:
        folder = (args.keep or Path(scratch)).absolute()
        bench = Bench(folder, QUICK if args.quick else Sizes(), args.repo and args.repo.absolute(), _tell, _say)
        print(_about(bench))
        figures: list[Figure] = []
        for name in args.only or [name for name in MEASURES if name not in ONLY_ASKED]:
            figures += MEASURES[name](bench)
        _tell("")
    print(table(figures))


def _about(bench: Bench) -> str:
    source = (
        f"messages from {shared()}" if bench.corpus.real else "no real histories found (MEMO_SHARED): own small set"
    )
    return (
        f"{len(bench.corpus.rows):,} {source}, recombined; {len(bench.corpus.questions):,} questions; "
        f"vectors mixed from {bench.sizes.distinct:,} embedded texts"
    )


def _tell(what: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{what}")


def _say(what: str) -> None:
    _tell("")
    sys.stderr.write(f"{what}\n")


if __name__ == "__main__":
    main()
