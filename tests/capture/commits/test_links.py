from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memo_lsp.capture.commits.links import links
from memo_lsp.model import Memory

A, B, C, D = "a" * 40, "b" * 40, "c" * 40, "d" * 40


def history(*messages: str | tuple[str, str]) -> list[Memory]:
    """Memories m0, m1 … one second apart; a message is a title, or (title, body); their commits are a…a, b…b …"""
    made = []
    for n, message in enumerate(messages):
        title, body = message if isinstance(message, tuple) else (message, "")
        made.append(Memory(id=f"m{n}", title=title, body=body, created_at=float(n), commit="abcdef"[n % 6] * 40))
    return made


def check(memories: list[Memory], edges: set[str], invalid: dict[str, float]) -> None:
    found = links(memories, "import:git")
    assert {f"{edge.source} {edge.type} {edge.target}" for edge in found.edges} == edges
    assert dict(found.invalid) == invalid


REVERTS = [
    ([("feat: x", ""), ('Revert "feat: x"', f"This reverts commit {A}.")], {"m1 reverts m0"}, {"m0": 1.0}),
    ([("feat: x", ""), ("Take x back", f"This reverts commit {A[:10]}.")], {"m1 reverts m0"}, {"m0": 1.0}),
    (["feat: x", 'Revert "feat: x"'], {"m1 reverts m0"}, {"m0": 1.0}),
    (["feat: x", "feat: x", 'Revert "feat: x"'], {"m2 reverts m1"}, {"m1": 2.0}),
    (["feat: x", 'Revert "feat: x"', "feat: x"], {"m1 reverts m0"}, {"m0": 1.0}),
    (["Handle prompts, refs #12", 'Revert "Handle prompts, refs #12"'], {"m1 reverts m0"}, {"m0": 1.0}),
    (["Handle prompts", 'Revert "Handle prompts, closes #3" (#4)'], {"m1 reverts m0"}, {"m0": 1.0}),
    (["Reuse the embeddings of hashed content", 'Revert "Reuse the embeddings of…"'], {"m1 reverts m0"}, {"m0": 1.0}),
    (["refactor(server): move a", 'Revert "refactor(server): move b"'], set(), {}),
    (["Short", 'Revert "Sho"'], set(), {}),
    ([("x", ""), ("y", ""), ('Revert "y"', f"This reverts commit {A}.")], {"m2 reverts m0"}, {"m0": 2.0}),
    ([("y", ""), ('Revert "y"', f"This reverts commit {D}.")], {"m1 reverts m0"}, {"m0": 1.0}),
    ([('Revert "x"', f"This reverts commit {A}.")], set(), {}),
]


@pytest.mark.parametrize(("messages", "edges", "invalid"), REVERTS)
def test_reverts(messages, edges, invalid):
    check(history(*messages), edges, invalid)


@pytest.mark.parametrize("again", ['Revert "Revert "feat: x""', 'Reapply "feat: x"'])
def test_a_revert_of_a_revert_restores_the_first(again):
    memories = history("feat: x", 'Revert "feat: x"', again)
    check(memories, {"m1 reverts m0", "m2 reverts m1"}, {"m1": 2.0})
    third = [*memories, Memory(id="m3", title="third", body=f"This reverts commit {C}.", created_at=3.0)]
    check(third, {"m1 reverts m0", "m2 reverts m1", "m3 reverts m2"}, {"m0": 1.0, "m2": 3.0})


BUMPS = [
    (["Bump ruff from 1.0 to 1.1", "Bump ruff from 1.1 to 1.2", "Bump ruff from 1.2 to 1.10"],
     {"m2 supersedes m0", "m2 supersedes m1", "m1 supersedes m0"}),
    (["Bump ruff to 1.1", "Bump mypy to 1.2"], set()),
    (["Bump ruff to 2.0", "Bump ruff to 1.9"], set()),
    (["Bump ruff to 2.0", "Bump ruff to 1.9", "Bump ruff to 1.9.5"], {"m2 supersedes m1"}),
    (["Bump ruff to 2.0", "Bump ruff to 1.9", "Bump ruff to 2.1"], {"m2 supersedes m0", "m2 supersedes m1"}),
    (["Bump ruff to 1.0", "Bump ruff to 1.0"], {"m1 supersedes m0"}),
    (["Bump ruff to 1.0", "Bump ruff to 1.1", "Bump ruff to 1.2", 'Revert "Bump ruff to 1.2"'],
     {"m1 supersedes m0", "m3 reverts m2"}),
]  # fmt: skip


@pytest.mark.parametrize(("titles", "edges"), BUMPS)
def test_version_bumps_point_at_the_newest_and_the_next(titles, edges):
    check(history(*titles), edges, {"m2": 3.0} if len(titles) == 4 else {})


def test_fixes_trailers_and_when_links_are_made():
    memories = history("feat: x", ("fix: y", f"Why.\n\nFixes: {A[:12]} (feat: x)\nFixes: #12"))
    check(memories, {"m1 fixes m0"}, {})
    (edge,) = links(memories, "import:git").edges
    assert (edge.made_at, edge.maker) == (1.0, "import:git")


def test_short_commit_ids_as_evaluation_sets_have_them():
    memories = [Memory(id="old", title="x", commit=A[:12], created_at=0.0)]
    memories += [Memory(id="new", title="y", body=f"This reverts commit {A}.", created_at=1.0)]
    check(memories, {"new reverts old"}, {"old": 1.0})


def test_without_dates():
    memories = [Memory(id="x", title="feat: x", stored_at=9.0), Memory(id="y", title='Revert "feat: x"', stored_at=9.0)]
    check(memories, {"y reverts x"}, {"x": 9.0})


def test_a_circle_of_reverts_ends():
    first = Memory(id="p", title="one", body=f"This reverts commit {B}", commit=A, created_at=1.0)
    second = Memory(id="q", title="two", body=f"This reverts commit {A}", commit=B, created_at=2.0)
    assert len(links([first, second]).edges) == 2


WORDS = st.sampled_from(
    ["feat: alpha", "feat: beta", 'Revert "feat: alpha"', 'Revert "Revert "feat: alpha""', 'Revert "feat: beta"',
     "Bump ruff to 1.0", "Bump ruff to 1.2", "Bump ruff to 1.1", 'Revert "Bump ruff to 1.2"']
)  # fmt: skip


@settings(max_examples=150)
@given(st.lists(st.tuples(WORDS, st.integers(0, 5), st.integers(0, 11)), max_size=12), st.randoms())
def test_the_order_of_arrival_does_not_matter(rows, shuffle):
    commits = [f"{n:07x}".ljust(40, "0") for n in range(12)]
    memories = [
        Memory(id=f"m{n}", title=title, body=f"Fixes: {commits[other]}", commit=commits[n], created_at=float(at))
        for n, (title, at, other) in enumerate(rows)
    ]
    mixed = list(memories)
    shuffle.shuffle(mixed)
    assert links(mixed) == links(memories)
