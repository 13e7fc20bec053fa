"""Which memories belong together: the published arithmetic, and the theme pass's own edges."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memo_lsp.dream.cluster import Cluster, _connected, _dbscan, edges, own, published
from memo_lsp.dream.together import Pair, Together, Use, together, uses
from memo_lsp.dream.view import Limits
from memo_lsp.model import Feedback, RecallEvent, Subject, Surfaced
from memo_lsp.text.times import parse_time

DAY = 86_400.0
SHARED = Path(os.environ.get("MEMO_SHARED") or Path(__file__).parents[3] / "shared")
TITLES = {
    "a": "The mirror list is read once",
    "b": "Mirrors are cached for the whole run",
    "c": "Nobody reloads the mirrors",
}


def subject(uid: str, day: float = 0.0, **changes) -> Subject:
    plain = Subject(
        row=0, id=uid, title=TITLES.get(uid, uid), kind="note", channel="observation", project="p", branch="main",
        sessions=frozenset({f"wrote-{uid}"}), made_at=day * DAY, stored_at=day * DAY, last_surfaced_at=None,
        stability_days=7.0, surfaced=Surfaced(), feedback=Feedback(), pinned=False, state="active", origin="person",
        author=None, trust="owner", topic=None, commit=None, anchors=(), embedded=True,
    )  # fmt: skip
    return replace(plain, **changes)


def counted(surfaced: dict[str, int], **pairs: int | tuple[int, int]) -> Together:
    """`ab=9`: a and b were together nine times, in as many sessions; `ab=(9, 1)`: in one."""
    return Together(surfaced, {(k[0], k[1]): Pair(*((n, n) if isinstance(n, int) else n)) for k, n in pairs.items()})


def check(found: Sequence[Cluster], *want: str) -> None:
    assert ["".join(cluster.members) for cluster in found] == list(want)


TWELVE = dict.fromkeys("abc", 12)


@pytest.mark.parametrize(
    ("days", "surfaced", "pairs", "options", "want"),
    [
        # together 9 of 12 and 12, two days apart: coRet 0.600, time 0.751, similarity 0.657, distance 0.343
        ((0, 2), TWELVE, {"ab": 9}, {"min_pts": 2}, ["ab"]),
        ((0, 2), TWELVE, {"ab": 9}, {"min_pts": 2, "eps": 0.3432}, ["ab"]),
        ((0, 2), TWELVE, {"ab": 9}, {"min_pts": 2, "eps": 0.3431}, []),
        # never together: 0.282, distance 0.718, and no eps however wide draws a link
        ((0, 2), TWELVE, {}, {"min_pts": 2}, []),
        ((0, 2), TWELVE, {}, {"min_pts": 2, "eps": 1.0}, []),
        # a point counts itself: two are no group of three
        ((0, 2), TWELVE, {"ab": 9}, {}, []),
        ((0, 0, 0), TWELVE, {"ab": 9, "bc": 9}, {}, ["abc"]),
        # always together, on the same instant: the distance is 0 and is not taken for "no link"
        ((0, 0), {"a": 4, "b": 4}, {"ab": 4}, {"min_pts": 2}, ["ab"]),
        ((0, 0), {"a": 4, "b": 4}, {"ab": 4}, {"min_pts": 2, "eps": 0.001}, ["ab"]),
        # the widest gap perfect co-retrieval bridges is 19.0 days with τ 7
        ((0, 18.9), {"a": 4, "b": 4}, {"ab": 4}, {"min_pts": 2}, ["ab"]),
        ((0, 19.0), {"a": 4, "b": 4}, {"ab": 4}, {"min_pts": 2}, []),
        ((0, 19.0), {"a": 4, "b": 4}, {"ab": 4}, {"min_pts": 2, "tau_days": 14.0}, ["ab"]),
        ((5, 0), TWELVE, {"ab": 12}, {"min_pts": 2}, ["ba"]),
    ],
)
def test_published_arithmetic(days, surfaced, pairs, options, want):
    subjects = [subject(uid, day) for uid, day in zip("abc", days, strict=False)]
    check(published(subjects, counted(surfaced, **pairs), **options), *want)


def test_the_distance_of_a_bond_and_the_sum_over_pairs_are_told():
    subjects = [subject("a"), subject("b", 2), subject("c", 60)]
    (found,) = published(subjects[:2], counted(TWELVE, ab=9), min_pts=2)
    (bond,) = found.bonds
    assert (bond.a, bond.b, bond.together, round(bond.distance, 3)) == ("a", "b", 9, 0.343)
    (found,) = published([subject("a"), subject("b"), subject("c")], counted(TWELVE, ab=12, bc=12, ac=1), min_pts=3)
    assert (found.together, len(found.bonds)) == (25, 2)


@pytest.mark.parametrize("change", [{"project": "q"}, {"branch": "side"}, {"project": None}, {"branch": None}])
def test_nothing_is_joined_across_projects_and_branches(change):
    log = counted(TWELVE, ab=12)
    check(published([subject("a"), subject("b", **change)], log, min_pts=2))
    check(drawn([subject("a"), subject("b", **change)], log))


def test_origins_are_pooled():
    check(published([subject("a"), subject("b", origin="mcp:tool")], counted(TWELVE, ab=12), min_pts=2), "ab")


def test_what_is_not_among_the_subjects_is_left_out():
    check(published([subject("a"), subject("c")], counted(TWELVE, ab=12, bc=12), min_pts=2))


_ids = st.sampled_from("abcdefgh")
_uses = st.lists(st.tuples(st.sampled_from("stu"), st.frozensets(_ids, min_size=1)), max_size=30)


@settings(deadline=None)  # the first one loads libraries
@given(
    _uses,
    st.lists(st.floats(0, 60), min_size=8, max_size=8),
    st.floats(0.0, 1.0),
    st.integers(1, 5),
    st.floats(0.5, 60.0),
)
def test_no_cluster_without_co_retrieval(rows, days, eps, min_pts, tau_days):
    subjects = sorted((subject(uid, day) for uid, day in zip("abcdefgh", days, strict=True)), key=lambda s: s.made_at)
    log = together([Use(float(at), session, ids) for at, (session, ids) in enumerate(rows)])
    found = published(subjects, log, eps=eps, min_pts=min_pts, tau_days=tau_days)
    _invariants(found, log, subjects)
    for cluster in found:
        for uid in cluster.members:
            assert any(uid in pair and set(pair) <= set(cluster.members) for pair in log.pairs)
    _invariants(drawn(subjects, log), log, subjects)


def _invariants(found: Sequence[Cluster], log: Together, subjects: Sequence[Subject]) -> None:
    members = [uid for cluster in found for uid in cluster.members]
    assert len(members) == len(set(members))
    made = {each.id: each.made_at for each in subjects}
    for cluster in found:
        assert len(cluster.members) > 1
        assert list(cluster.members) == sorted(cluster.members, key=lambda uid: (made[uid], uid))
        pairs = [log.pairs.get(pair) for pair in combinations(sorted(cluster.members), 2)]
        assert cluster.together == sum(pair.together for pair in pairs if pair) > 0


def test_a_log_of_nothing_makes_nothing_of_anything():
    check(published([subject("a"), subject("b")], together([]), eps=1.0, min_pts=1))
    check(drawn([subject("a"), subject("b")], together([])))


class Shown:
    """A view of memories with these cosines (1 if none is given)."""

    limits: Limits | None = Limits(0.8, 0.82, 0.6, theme=0.45)

    def __init__(self, cosines: dict[str, float | None] | None = None, apart: Iterable[str] = ()):
        self._cosines = cosines or {}
        self._apart = {frozenset(pair) for pair in apart}

    def cosines(self, pairs: Sequence[tuple[Subject, Subject]]) -> list[float | None]:
        return [self._cosines.get(f"{a.id}{b.id}", 1.0) for a, b in pairs]

    def apart(self, a: str, b: str) -> bool:
        return frozenset((a, b)) in self._apart


def drawn(subjects: Sequence[Subject], log: Together, **shown) -> list[Cluster]:
    return own(subjects, log, Shown(**shown), lambda: None)


SIX = dict.fromkeys("abc", 6)


@pytest.mark.parametrize(
    ("pairs", "want"),
    [
        ({"ab": 2}, ["ab"]),
        ({"ab": 1}, []),
        ({"ab": (6, 1)}, []),
        ({"ab": (3, 2)}, ["ab"]),
        ({"ab": 2, "bc": 2}, ["abc"]),
        ({"ab": 2, "bc": 1}, ["ab"]),
    ],
)
def test_one_shared_session_is_coincidence(pairs, want):
    check(drawn([subject(uid, 60 * n) for n, uid in enumerate("abc")], counted(SIX, **pairs)), *want)


@pytest.mark.parametrize(("surfaced", "want"), [(6, ["ab"]), (7, [])])
def test_pairs_are_together_in_a_fifth_of_their_uses(surfaced: int, want: list[str]):
    check(drawn([subject("a"), subject("b")], counted({"a": 6, "b": surfaced}, ab=2)), *want)  # 2 of 10, 2 of 11


@pytest.mark.parametrize(
    ("of_a", "of_b", "want"),
    [
        ({"s"}, {"s"}, []),
        ({"s"}, {"t"}, ["ab"]),
        ({"s", "t"}, {"s"}, ["ab"]),
        (set(), {"s"}, ["ab"]),
        (set(), set(), ["ab"]),
    ],
)
def test_what_one_session_wrote_is_not_learned_twice(of_a, of_b, want):
    subjects = [subject("a", sessions=frozenset(of_a)), subject("b", sessions=frozenset(of_b))]
    check(drawn(subjects, counted(SIX, ab=3)), *want)


@pytest.mark.parametrize(("cosine", "want"), [(0.45, ["ab"]), (0.449, []), (None, [])])
def test_pairs_read_alike(cosine: float | None, want: list[str]):
    check(drawn([subject("a"), subject("b")], counted(SIX, ab=3), cosines={"ab": cosine}), *want)


def test_an_embedder_nobody_measured_joins_nothing():
    class Unmeasured(Shown):
        limits = None

    assert own([subject("a"), subject("b")], counted(SIX, ab=3), Unmeasured(), lambda: None) == []


@pytest.mark.parametrize(
    ("pairs", "apart", "want"),
    [
        ({"ab": 3}, ["ab"], []),
        ({"ab": 3, "bc": 3}, ["ac"], ["ab"]),
        ({"ab": 3, "bc": 3, "ac": 3}, ["ab"], ["ac"]),
        ({"ac": 3, "bc": 3}, ["ab"], ["ac"]),
    ],
)
def test_no_two_that_stay_apart_meet_through_a_third(pairs, apart, want):
    subjects = [subject(uid, n) for n, uid in enumerate("abc")]
    check(drawn(subjects, counted(SIX, **pairs), apart=apart), *want)


def test_what_the_guard_holds_apart_is_counted_by_rule():
    titles = ("Sessions last 30 minutes", "Sessions last 45 minutes", "A session is cut after half an hour")
    subjects = [subject(uid, title=title) for uid, title in zip("abc", titles, strict=True)]
    found = edges(subjects, counted(SIX, ab=3, ac=3), Shown(), lambda: None)
    assert ([link[:2] for link in found.links], found.considered, found.vetoed) == ([("a", "c")], 2, {"numbers": 1})


def test_titles_of_one_template_are_no_reason_against_a_theme():
    subjects = [subject("a", title="Deploys go out on Tuesday"), subject("b", title="Deploys go out on Thursday")]
    check(drawn(subjects, counted(SIX, ab=3)), "ab")


def _lines(name: str) -> list[dict]:
    file = SHARED / "bench" / name
    if not file.exists():
        pytest.skip(f"{file} is not here")
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_a_simulated_year():
    """The pass once a week, as a year goes by: it joins planted themes, and hardly anything else."""
    np = pytest.importorskip("numpy")
    from memo_lsp.embed.bundled import BundledEmbedder

    rows = _lines("sim-small.jsonl")
    truth = json.loads((SHARED / "bench" / "sim-small-truth.json").read_text("utf-8"))
    memories = [row for row in rows if "type" not in row]
    vectors = BundledEmbedder().embed([f"{row['title']}\n{row.get('body', '')}" for row in memories])
    by_id = dict(zip((row["id"] for row in memories), vectors, strict=True))

    class Year(Shown):
        def cosines(self, pairs):
            return [float(np.dot(by_id[a.id], by_id[b.id])) for a, b in pairs]

    subjects = [
        subject(
            row["id"], parse_time(row["created_at"]) / DAY, title=row["title"], project=row["project"],
            branch=row["branch"], sessions=frozenset({row["session"]}),
        )
        for row in sorted(memories, key=lambda row: row["created_at"])
    ]  # fmt: skip
    log = [
        RecallEvent(
            place, parse_time(row["at"]), row["surface"], row.get("text", ""), row["session"],
            symbols=tuple(row.get("symbols", ())), path=row.get("path"), used=tuple(row.get("used", ())),
        )
        for place, row in enumerate(rows) if row.get("type") == "recall"
    ]  # fmt: skip
    joined = set()
    for weeks in range(52, -1, -1):
        now = parse_time(truth["now"]) - weeks * 7 * DAY
        seen = together(uses([event for event in log if now - 180 * DAY <= event.at <= now], {}))
        for cluster in own([each for each in subjects if each.made_at < now - 3600], seen, Year(), lambda: None):
            joined.update(combinations(sorted(cluster.members), 2))
    planted = [(group["type"], set(combinations(sorted(group["members"]), 2))) for group in truth["groups"]]
    false = joined - set().union(*(pairs for _, pairs in planted))
    assert sum(kind == "theme" and bool(pairs & joined) for kind, pairs in planted) >= 5
    assert len(false) <= 0.15 * len(joined)
    assert not joined & {tuple(sorted((a, b))) for a, b, _ in truth["must_not_merge"]}


@settings(deadline=None)
@given(st.sets(st.tuples(st.sampled_from("abcdefghij"), st.sampled_from("abcdefghij")).filter(lambda p: p[0] < p[1])))
def test_what_chains_join_is_dbscan_with_two_points_a_cluster(pairs: set[tuple[str, str]]):
    links = [(a, b, 0.5) for a, b in pairs]
    assert _connected(links) == _dbscan(links, 1.0, 2, lambda: None)
