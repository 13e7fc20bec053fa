"""Which memory replaces which: titles equal but for the versions they name, and nothing told of a version."""

from __future__ import annotations

import pytest

from memo_lsp.dream.passes.supersede import Supersede, subject_of
from memo_lsp.dream.plan import Link, Plan
from memo_lsp.model import Edge, Memory, Surfaced
from tests.dream.alike import DAY, HOUR, NOW, Alike, memory, still


def plan(*memories: Memory, cosine: float | None = 0.9, **values) -> Plan:
    ids = sorted(one.id for one in memories)
    close = {(a, b): (cosine, cosine) for at, a in enumerate(ids) for b in ids[at + 1 :]}
    return Supersede().plan(Alike(known=list(memories), likeness=close, **values), still)


def links(found: Plan) -> list[str]:
    """`b>a`: b replaces a."""
    edges = [edit.edge for edit in found.edits if isinstance(edit, Link)]
    assert all(edge.type == "supersedes" for edge in edges)
    return [f"{edge.source}>{edge.target}" for edge in edges]


def made(uid: str, title: str, days: float, **values) -> Memory:
    return memory(uid, title, created_at=NOW - days * DAY, **values)


@pytest.mark.parametrize(
    ("a", "b", "replaces"),
    [
        ("Bump openssl to 3.1.4", "Bump openssl to 3.2.0", True),
        ("We run Postgres 15.3 in production", "We run Postgres 16.1 in production", True),
        ("Node is pinned at v18.2", "node is pinned at 20.1", True),
        ("Node v18", "Node v20", True),
        # a pin back is an update, too
        ("Pin left-pad at 2.4", "Pin left-pad at 2.3", True),
        ("Upgrade the client from 4.5 to 5.0", "Upgrade the client from 5.0 to 5.2", True),
        ("Trainers have torch 2.3.0+cu121", "Trainers have torch 2.3.0+cu118", True),
        ("Use Go 1.21.", "Use Go 1.22", True),
        ("本番は Postgres 15.3 です", "本番は Postgres 16.1 です", True),
        # one version in two spellings
        ("Use Go 1.21", "Use Go v1.21", False),
        ("Use Go 1.21", "Use Go 1.21.0", False),
        ("Use Go 1.3", "Use Go 1.30", True),
        # other words
        ("Bump openssl to 3.1.4", "Bump libressl to 3.2.0", False),
        ("Bump openssl to 3.1.4", "Bump openssl to 3.2.0 in the image", False),
        # no version, and a measure
        ("The limit is 15", "The limit is 16", False),
        ("A frame takes 16.6 ms", "A frame takes 33.3 ms", False),
        ("The image has 1.5 GB", "The image has 2.5 GB", False),
        # pre-releases
        ("Use sqlite-utils 4.0rc1", "Use sqlite-utils 4.0rc2", False),
        ("Use sqlite-utils 4.0-beta.1", "Use sqlite-utils 4.0", False),
        # told of a version: faults, properties, what is done for it
        ("Zlib 4.6 breaks the build", "Zlib 4.10 breaks the build", False),
        ("The wheel for 3.12 is missing", "The wheel for 3.13 is missing", False),
        ("Poetry 1.7 lacks groups", "Poetry 1.8 lacks groups", False),
        ("Gradle 8.5 needs another JDK", "Gradle 8.10 needs another JDK", False),
        ("Chart 12.1 renames the secret", "Chart 13.0 renames the secret", False),
        ("Driver 535.12 eats the battery up", "Driver 550.54 eats the battery up", False),
        ("Drop Python 3.7", "Drop Python 3.8", False),
        ("Add 3.12 to CI", "Add 3.13 to CI", False),
        ("fix(api): parser on Python 3.8", "fix(api): parser on Python 3.9", False),
        ("fix: parser on Python 3.8", "fix: parser on Python 3.9", False),
        ("Release 0.4.0", "Release 0.5.0", False),
    ],
)
def test_titles(a: str, b: str, replaces: bool):
    found = plan(made("a", a, 9), made("b", b, 2))
    assert links(found) == (["b>a"] if replaces else [])


OLD, NEW = "Bump openssl to 3.1", "Bump openssl to 3.2"


@pytest.mark.parametrize(
    ("a", "b", "values", "replaces"),
    [
        ({}, {}, {}, True),
        ({}, {}, {"cosine": 0.60}, True),
        ({}, {}, {"cosine": 0.59}, False),
        ({}, {}, {"cosine": None}, False),
        ({}, {}, {"cosine": None, "limits": None}, True),
        ({"pinned": True}, {}, {}, False),
        ({"surfaced": Surfaced(drill=1)}, {}, {}, False),
        ({}, {"pinned": True}, {}, True),
        ({"session": None}, {"session": None}, {}, True),
        ({"project": "q"}, {}, {}, False),
        ({"branch": "q"}, {}, {}, False),
        ({"trust": "external"}, {}, {}, False),
        ({}, {"trust": "untrusted"}, {}, False),
        ({"trust": "external", "author": "x"}, {"trust": "external", "author": "x"}, {}, True),
        ({"created_at": NOW - 2 * DAY}, {}, {}, False),
        ({"created_at": NOW - HOUR / 2}, {"created_at": NOW - HOUR / 3}, {}, False),
        ({}, {"created_at": NOW - HOUR / 3}, {}, True),
        ({}, {}, {"apart_pairs": {frozenset("ab")}}, False),
        ({}, {}, {"links": [Edge("supersedes", "b", "a")]}, False),
        ({}, {}, {"links": [Edge("supersedes", "x", "a")]}, False),
        ({}, {}, {"links": [Edge("supersedes", "gone", "a")]}, True),
        ({}, {}, {"links": [Edge("supersedes", "reverted", "a")]}, True),
        ({}, {}, {"links": [Edge("supersedes", "a", "x")]}, True),
    ],
)
def test_rules(a: dict, b: dict, values: dict, replaces: bool):
    others = [memory("x", "Else"), memory("reverted", "Else", valid_to=NOW - DAY)]
    found = plan(made("a", OLD, 9, **{}) if not a else memory("a", OLD, **{"created_at": NOW - 9 * DAY, **a}),
                 memory("b", NEW, **{"created_at": NOW - 2 * DAY, **b}), *others, **values)  # fmt: skip
    assert links(found) == (["b>a"] if replaces else [])


def test_each_is_replaced_by_the_next_that_names_another_version():
    found = plan(
        made("a", "Use Go 1.20", 9), made("b", "Use Go 1.20", 8), made("c", "Use Go 1.22", 7),
        made("d", "Use Go 1.21", 6), made("e", "Use Rust 1.70", 5),
    )  # fmt: skip
    assert links(found) == ["c>a", "c>b", "d>c"]
    assert found.considered == 4


def test_a_link_counts_from_when_the_newer_was_made():
    (edit,) = plan(made("a", OLD, 9), made("b", NEW, 2)).edits
    assert edit == Link(Edge("supersedes", "b", "a", maker="supersede", made_at=NOW - 2 * DAY))


def test_a_circle_is_refused():
    by_hand = [Edge("supersedes", "a", "x"), Edge("supersedes", "x", "b")]
    found = plan(made("a", OLD, 9), made("b", NEW, 2), made("x", "Else", 5), links=by_hand)
    assert (links(found), found.refused) == ([], 1)


@pytest.mark.parametrize("title", ["", "3.1", "v2", "Ünïcode 3.1", "a" * 5_000 + " 3.1", "1.2.3.4.5.6", "3.1" * 2_000])
def test_any_title_can_be_read(title: str):
    subject_of(title)
