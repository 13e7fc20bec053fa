"""What an episode comes to when it closes: one piece of work, and what was learnt on the way. Pure.

All of it is read from what the store holds of the episode, so an episode whose server was killed comes to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from memo_lsp.capture.episodes.dead_ends import dead_end_finding, dead_ends, is_told_by
from memo_lsp.capture.episodes.finding import Finding
from memo_lsp.capture.episodes.finding import from_plain as finding_from
from memo_lsp.capture.episodes.fixes import fix_finding, fixes
from memo_lsp.capture.episodes.seen import Seen, language, runs
from memo_lsp.capture.episodes.telling import FileWork, Work, file_work
from memo_lsp.code.symbols import symbols
from memo_lsp.store.captured.episodes import Episode, EpisodeFile, Save, Version
from memo_lsp.text.secrets import redact

FINDING, FAILING = "finding", "failing"  # kinds of an episode's notes
MOST_THINNED = 15  # versions of a file left when it is thinned out
_NEWEST = 5  # of which these are its newest


@dataclass(frozen=True, slots=True)
class Outcome:
    """`findings` in order of their coming about."""

    work: Work
    findings: tuple[Finding, ...]


def outcome(
    episode: Episode, marks: Sequence[str], current: Mapping[str, str], breathe: Callable[[], None] = lambda: None
) -> Outcome:
    """What an episode comes to. `current`: texts of its files as they stand, unredacted, of those that are known.
    `breathe` is called between two files."""
    noted = [finding_from(note.value) for note in episode.notes if note.kind == FINDING]
    known = {(one.kind, one.title) for one in noted}
    found = [one for file in _each(episode.files, breathe) for one in findings_of(file, episode)]
    everything = [*noted, *(one for one in found if (one.kind, one.title) not in known)]
    files = _each(episode.files, breathe)
    work = Work(_placed(work_of(file, marks), file, current.get(file.path)) for file in files)
    return Outcome(work, tuple(sorted(everything, key=lambda one: one.at)))


def _each(files: Iterable[EpisodeFile], breathe: Callable[[], None]) -> Iterator[EpisodeFile]:
    for file in files:
        breathe()
        yield file


def findings_of(file: EpisodeFile, episode: Episode) -> Iterator[Finding]:
    """Dead ends and fixes of one file."""
    spoken = language(file)
    elsewhere = [version.at for other in episode.files if other.path != file.path for version in other.versions]
    for run in runs(file):
        ends = dead_ends(run, spoken, elsewhere)
        yield from (dead_end_finding(file.path, end, run) for end in ends)
        for fix in fixes(run, spoken):
            if not any(is_told_by(end, fix.error, fix.gone, run) for end in ends):
                yield fix_finding(file.path, fix, run)


def work_of(file: EpisodeFile, marks: Sequence[str], since: float | None = None, until: str | None = None) -> FileWork:
    """What was done to a file: since a time if given, up to a text if given. Nothing if it is as it was."""
    spans = [_since(run, since) for run in runs(file)]
    texts = [(run[0].text, run[-1].text) for run in spans if run]
    if until is not None and texts:
        texts = [*texts[:-1], (texts[-1][0], until)]
    if not texts or texts[0][0] == texts[-1][1]:
        return FileWork(file.path)
    return file_work(file.path, texts, language(file), marks)


def _since(run: Sequence[Seen], at: float | None) -> Sequence[Seen]:
    """The versions from the last one that was saved by then."""
    if at is None:
        return run
    later = next((number for number, one in enumerate(run[1:], start=1) if one.at > at), None)
    return () if later is None else run[later - 1 :]


def work_since(episode: Episode, at: float | None, marks: Sequence[str]) -> Work:
    """What was edited after a time; all of it without one."""
    return Work(work_of(file, marks, at) for file in episode.files)


def _placed(work: FileWork, file: EpisodeFile, text: str | None) -> FileWork:
    """Anchors of a text that holds secrets: by its real lines and tokens, of which only a hash is kept."""
    held = file.versions[-1].text
    if text is None or not work.worked or text == held or redact(text) != held:
        return work
    there = {symbol.qualified: symbol for symbol in reversed(symbols(text, language(file)))}
    return replace(work, worked=tuple(replace(one, symbol=there.get(one.name, one.symbol)) for one in work.worked))


def saves(episode: Episode, file: EpisodeFile, before: str | None, versions: Iterable[Version]) -> list[Save]:
    """A file to be put into its episode anew, with this text to count from and these versions."""
    place = (episode.project, episode.branch, file.path)
    return [Save(*place, one.at, before, one.text, one.facts) for one in versions]


def thinned(versions: Sequence[Version]) -> list[Version]:
    """A few of many versions: the first and the newest of each run of editing, and some between."""
    numbered = list(enumerate(versions))
    edges = {
        0,
        len(versions) - 1,
        *(n for n, one in numbered[1:] if one.facts.get("run") != versions[n - 1].facts.get("run")),
    }
    edges |= {number - 1 for number in edges if number}
    step = max(1, len(versions) // (MOST_THINNED - _NEWEST))
    return [one for n, one in numbered if n in edges or n % step == 0 or n >= len(versions) - _NEWEST]
