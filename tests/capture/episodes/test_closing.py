"""What an episode comes to, as a value: work and findings from versions alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.capture.episodes.closing import MOST_THINNED, findings_of, outcome, thinned, work_of, work_since
from memo_lsp.capture.episodes.finding import Finding, from_plain
from memo_lsp.capture.episodes.seen import Said, facts, runs
from memo_lsp.model import Anchor
from memo_lsp.store.captured.episodes import Episode, EpisodeFile, Note, Version

BASE = "def fetch(url):\n    return get(url)\n\n\ndef parse(page):\n    return page.title\n"
TRIED = BASE.replace("get(url)", "get(url, retries=9)")
OTHER = BASE.replace("page.title", "page.name")


def file(path: str, before: str | None, *texts: str, run: int = 0, step: float = 300.0) -> EpisodeFile:
    versions = (Version(number * step, text, facts(run, ())) for number, text in enumerate(texts, start=1))
    return EpisodeFile(path, before, tuple(versions))


def episode(*files: EpisodeFile, notes: tuple[Note, ...] = ()) -> Episode:
    last = max((version.at for one in files for version in one.versions), default=0.0)
    return Episode("s1", "p", "main", 0.0, last, files, notes)


def came_to(*files: EpisodeFile, notes: tuple[Note, ...] = ()):
    found = outcome(episode(*files, notes=notes), (), {})
    return found.work.title if found.work else "", [one.title for one in found.findings]


def test_work_and_what_was_tried():
    title = "Tried `return get(url, retries=9)` in fetch, taken back"
    assert came_to(file("a.py", BASE, TRIED, BASE, OTHER)) == ("parse in a.py: return page.name", [title])
    assert came_to(file("a.py", BASE, TRIED, BASE)) == ("", [title])
    assert came_to() == ("", [])


def test_noted_findings_are_not_found_twice():
    (finding,) = findings_of(file("a.py", BASE, TRIED, BASE), episode())
    note = Note("finding", "k", finding.plain())
    assert from_plain(note.value) == finding
    assert came_to(file("a.py", BASE, TRIED, BASE), notes=(note,))[1] == [finding.title]
    other = Note("finding", "k", Finding("fix", "f", "b", 1.0, (Anchor("a.py"),)).plain())
    assert came_to(file("a.py", BASE, TRIED, BASE), notes=(other,))[1] == ["f", finding.title]


def test_nothing_is_taken_back_across_what_git_did():
    versions = (
        *file("a.py", BASE, TRIED).versions,
        Version(600.0, BASE, facts(1, ())),
        Version(900.0, OTHER, facts(1, ())),
        Version(1200.0, TRIED, facts(2, ())),
    )
    found = EpisodeFile("a.py", BASE, versions)
    assert [[one.text for one in run] for run in runs(found)] == [[BASE, TRIED], [BASE, OTHER], [TRIED]]
    title, findings = came_to(found)
    assert "fetch" in title and "parse" in title
    assert findings == []


def test_a_file_of_which_nothing_is_known_before():
    assert came_to(file("a.py", None, TRIED, BASE))[0] == "fetch in a.py: return get(url)"


def test_work_since_a_time_and_up_to_a_text():
    one = file("a.py", BASE, TRIED, TRIED.replace("page.title", "page.name"))
    assert [worked.name for worked in work_of(one, ()).worked] == ["fetch", "parse"]
    assert [worked.name for worked in work_of(one, (), since=300.0).worked] == ["parse"]
    assert [worked.name for worked in work_of(one, (), until=TRIED).worked] == ["fetch"]
    assert not work_since(episode(one), 600.0, ())
    assert work_since(episode(one), None, ()).paths == ["a.py"]


def test_known_before_the_first_save():
    error = Said(1, "no title", "E", "mypy", "parse", 6)
    versions = (Version(1.0, OTHER, facts(0, (), (error,))),)
    assert [one.title for one in findings_of(EpisodeFile("a.py", BASE, versions), episode())] == [
        "Fixed in parse: no title"
    ]


def test_thinned_out():
    versions = file("a.py", BASE, *(f"x = {n}\n" for n in range(40))).versions
    some = [
        *versions[:20],
        Version(9e9, "y", facts(1, ())),
        *(Version(v.at, v.text, facts(1, ())) for v in versions[20:]),
    ]
    few = thinned(some)
    assert len(few) <= MOST_THINNED + 3
    assert {id(some[0]), id(some[19]), id(some[20]), *(id(one) for one in some[-5:])} <= {id(one) for one in few}
    assert thinned(versions[:3]) == list(versions[:3])


bodies = st.lists(
    st.sampled_from(["x = 1", "y = 2", "if a:", "    return b", "", "# why we do this", "z()"]), max_size=6
)


@given(st.lists(bodies, max_size=5), st.floats(0.01, 59))
def test_slips_that_end_at_the_first_text_come_to_nothing(tries, seconds):
    texts = [(base, 0.0) for base in ()]
    for number, body in enumerate(tries):
        text = BASE + "\n".join(body)
        if text != BASE:
            at = (number + 1) * 600.0
            texts += [(text, at), (BASE, at + seconds)]
    if texts:
        versions = tuple(Version(at, text, facts(0, ())) for text, at in texts)
        assert came_to(EpisodeFile("a.py", BASE, versions)) == ("", [])


@given(st.lists(st.sampled_from([BASE, TRIED, OTHER, "", "# nothing\n"]), min_size=1, max_size=8))
def test_any_versions_come_to_something_sayable(texts):
    title, findings = came_to(file("a.py", BASE, *texts), file("b.txt", "", *texts))
    assert all("\n" not in one for one in (title, *findings))
