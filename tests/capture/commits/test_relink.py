from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memo_lsp.capture.commits.relink import relink
from memo_lsp.model import Edge, Memory


def memories(*titles: str) -> list[Memory]:
    return [
        Memory(id=f"m{n}", title=title, project="p", created_at=1000.0 + n, commit=f"{n + 1:07x}".ljust(40, "0"))
        for n, title in enumerate(titles)
    ]


def state(store) -> tuple[set[str], dict[str, float]]:
    """The live edges and what is invalid from when on."""
    known = list(store.memories.export())
    edges = store.graph.edges_among([memory.id for memory in known])
    return (
        {f"{edge.source} {edge.type} {edge.target}" for edge in edges},
        {memory.id: memory.valid_to for memory in known if memory.valid_to is not None},
    )


TITLES = st.sampled_from(
    ["feat: alpha", "feat: beta", 'Revert "feat: alpha"', 'Revert "Revert "feat: alpha""', 'Reapply "feat: alpha"',
     "Bump ruff to 1.0", "Bump ruff to 1.2", "Bump ruff to 1.1", 'Revert "Bump ruff to 1.2"']
)  # fmt: skip


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TITLES, min_size=1, max_size=10), st.data())
def test_whatever_the_batches_the_links_end_the_same(new_store, titles, data):
    told = memories(*titles)
    at_once, piecemeal = new_store(), new_store()
    at_once.memories.add(told)
    relink(at_once, "p", "import:git")
    left = data.draw(st.permutations(told))
    while left:
        size = data.draw(st.integers(1, len(left)))
        piecemeal.memories.add(left[:size])
        relink(piecemeal, "p", "import:git")
        left = left[size:]
    assert state(piecemeal) == state(at_once)


def test_twice_is_once(store):
    store.memories.add(memories("feat: x", 'Revert "feat: x"'))
    assert relink(store, "p", "import:git") == 1
    before = state(store)
    assert relink(store, "p", "import:git") == 0
    assert state(store) == before == ({"m1 reverts m0"}, {"m0": 1001.0})


def test_what_a_person_unmade_or_retracted_is_theirs(store):
    store.memories.add(memories("Bump a to 1.0", "Bump a to 2.0", "feat: x", 'Revert "feat: x"'))
    relink(store, "p", "import:git")
    store.graph.unmake([Edge("supersedes", "m1", "m0")], at=5000.0)
    store.memories.invalidate("m2", 7000.0)
    relink(store, "p", "import:git")
    assert state(store) == ({"m3 reverts m2"}, {"m2": 7000.0})


def test_a_link_by_hand_stays(store):
    by_hand = Edge("supersedes", "m2", "m1", maker="person")
    store.memories.add(memories("Bump a to 1.0", "Bump a to 2.0", "x"), [by_hand])
    relink(store, "p", "import:git")
    assert state(store)[0] == {"m1 supersedes m0", "m2 supersedes m1"}


def test_projects_do_not_mix(store):
    other = Memory(id="o", title="feat: x", project="q", created_at=1.0)
    free = Memory(id="f", title='Revert "feat: x"', created_at=2.0)
    store.memories.add([other, free, *memories('Revert "feat: x"')])
    for project in ("p", "q", None):
        assert relink(store, project, "import:git") == 0
