"""recall, show, timeline, briefing, topics: what is asked and what comes back."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import NOW, Memo


def titles(memo: Memo, *arguments: str) -> list[str]:
    return [hit["title"] for hit in memo("recall", "--json", *arguments).json["hits"]]


@pytest.fixture
def filled(memo: Memo) -> Memo:
    """A project with a few notes, on branch `main`."""
    subprocess.run(["git", "init", "-q"], check=True)
    Path("src").mkdir()
    Path("src/basket.py").write_text("class Basket:\n    def add(self):\n        pass\n")
    memo("remember", "prices are gross", "--path", "src/basket.py", "--symbol", "Basket.add", "--topic", "shop.prices")
    memo("remember", "release on Tuesdays, never before a holiday", "--kind", "decision", "--topic", "release")
    memo("remember", "the basket rounds once", "--body", "at the end, half to even", "--topic", "shop.prices.rounding")
    return memo


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        (("release holiday",), "release on Tuesdays, never before a holiday"),
        (("release", "holiday"), "release on Tuesdays, never before a holiday"),
        (("--no-log", "-k", "100", "--", "release"), "release on Tuesdays, never before a holiday"),
        (("half to even",), "the basket rounds once"),
        (("--symbol", "Basket.add", ""), "prices are gross"),
        (("--symbol", "Basket.add"), "prices are gross"),
        (("kind:decision",), "release on Tuesdays, never before a holiday"),
        (("basket", "--profile", "legacy"), "the basket rounds once"),
        (("basket", "--as-of", "2001-01-01"), None),
        (("basket", "--project", "another"), None),
        (("-k", "1", "basket"), "the basket rounds once"),
        (("",), None),
        ((), None),
    ],
)
def test_recall(arguments: tuple[str, ...], first: str | None, filled: Memo) -> None:
    found = titles(filled, *arguments)
    assert (found[0] if found else None) == first


@pytest.mark.parametrize("text", ["'", '"', "NEAR( AND * foo::bar C++ 😋 -", "\\", "x" * 10_000, "kind:", "-", "漢字"])
def test_any_text_is_a_question(text: str, filled: Memo) -> None:
    assert filled("recall", "--json", "--", text).code == 0


def test_an_answer_says_where_it_was_asked(filled: Memo) -> None:
    found = filled("recall", "--json", "--now", NOW, "basket").json
    assert found["query"]["branch"] == "main" and found["query"]["project"]
    assert found["profile"] == "v2" and found["confident"] is True
    away = filled("recall", "--json", "basket", "--project", "another").json["query"]
    assert (away["branch"], away["project"]) == (None, "another")


def test_text_for_people(filled: Memo) -> None:
    shown = filled("recall", "basket rounds").out
    assert re.search(r"(?m)^ 1  the basket rounds once$", shown) and "note · just now · main" in shown
    assert "Nothing" in filled("recall", "quokka zeppelin marmalade").out


@pytest.mark.parametrize(("arguments", "grows"), [((), 1), (("--no-log",), 0)])
def test_no_log_leaves_no_trace(arguments: tuple[str, ...], grows: int, filled: Memo) -> None:
    def traces() -> tuple[int, int]:
        uid = filled("recall", "basket rounds", "--json", "--no-log").json["hits"][0]["id"]
        surfaced = filled("export", "jsonl", "-").out.split(uid)[1].split("\n")[0]
        return filled("stats", "--json").json["dream"]["log"]["events"], '"search": 1' in surfaced

    before = traces()
    assert filled("recall", "basket rounds", *arguments).code == 0
    assert traces() == (before[0] + grows, bool(grows))


def test_show_counts_as_a_drill(filled: Memo) -> None:
    uid = filled("recall", "gross", "--json").json["hits"][0]["id"]
    shown = filled("show", uid).out
    assert "src/basket.py::Basket.add" in shown and "shop.prices" in shown and uid in shown
    whole = filled("show", uid, "--json").json
    assert whole["surfaced"]["drill"] == 1 and whole["edges"] == [] and whole["history"] == []
    Path("src/basket.py").write_text("class Basket:\n    pass\n")
    assert filled("show", uid, "--json").json["anchors"][0]["state"] == "gone"
    assert "no longer in the code" in filled("show", uid).out


@pytest.mark.parametrize(
    ("place", "count"),
    [
        ((), 3),
        (("src/basket.py",), 1),
        (("src",), 1),
        (("./src/../src/basket.py",), 1),
        (("src/basket.py::Basket.add",), 1),
        (("src/basket.py::Basket",), 0),
        (("elsewhere.py",), 0),
        (("--limit", "2"), 2),
        ((".",), 3),
    ],
)
def test_timeline(place: tuple[str, ...], count: int, filled: Memo) -> None:
    rows = filled("timeline", *place, "--json").json
    assert len(rows) == count
    assert rows == sorted(rows, key=lambda row: row["created_at"], reverse=True)
    text = filled("timeline", *place).out
    assert len(re.findall(r"(?m)^      \w{26}$", text)) == count
    assert bool(count) != ("Nothing is remembered" in text)


def test_a_path_is_of_the_project_wherever_one_stands(filled: Memo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("src")
    assert len(filled("timeline", "basket.py", "--json").json) == 1
    assert len(filled("timeline", "..", "--json").json) == 3


@pytest.mark.parametrize(
    ("arguments", "sections"),
    [
        ((), ["Decisions"]),
        (("half to even",), ["Decisions", "Also of use"]),
        (("half", "to", "even", "--budget", "30"), ["Decisions"]),
        (("--budget", "1"), []),
        (("--project", "another"), []),
    ],
)
def test_briefing(arguments: tuple[str, ...], sections: list[str], filled: Memo) -> None:
    found = filled("briefing", *arguments, "--json").json
    assert [item["section"] for item in found["items"]] == sections
    assert all(f"## {section}" in found["markdown"] for section in sections)
    text = filled("briefing", *arguments).out
    assert all(section in text for section in sections) if sections else "Nothing is remembered" in text


@pytest.mark.parametrize(
    ("prefix", "rows"),
    [
        ((), [("release", 1, 0), ("shop", 0, 2)]),
        (("shop",), [("shop.prices", 1, 1)]),
        (("shop.prices",), [("shop.prices.rounding", 1, 0)]),
        (("sho",), []),
    ],
)
def test_topics(prefix: tuple[str, ...], rows: list[tuple[str, int, int]], filled: Memo) -> None:
    assert [tuple(row.values()) for row in filled("topics", *prefix, "--json").json] == rows
    text = filled("topics", *prefix).out
    assert all(topic in text for topic, _, _ in rows) if rows else "No topics" in text
