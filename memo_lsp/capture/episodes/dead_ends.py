"""What was tried, saved and taken back: a pure look at the versions of one file.

A hunk is taken back when what it replaced stands again, untouched, and none of the lines it brought is left. What else
was edited meanwhile does not matter. Kept out: slips (undone within a minute, nothing else saved between), layout,
comments, output put in for debugging, lines that only moved. A hunk of which a part stays was no dead end; but of whole
definitions that came in one save, each counts by itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from memo_lsp.capture.episodes.finding import Finding, anchors_at, bounded
from memo_lsp.capture.episodes.hunks import Hunk, Lines, Replaced, Texts, is_comment, replaced, shown, telling, tokens
from memo_lsp.capture.episodes.seen import Said, Seen
from memo_lsp.code.symbols import Symbol, enclosing, symbols

SLIP_SECONDS = 60.0
MOST_FOLLOWED = 300  # hunks of a file that may still be taken back
MOST_TOLD = 5  # things tools said
MOST_LOOKED_AT = 12  # versions among which the fullest form of a try is looked for
_DEBUGGING = re.compile(
    r"(?:print|pprint|console\.(?:log|debug|dir)|debugger\b|breakpoint|import pdb|pdb\.set_trace|dbg!|e?println!|"
    r"fmt\.Print|var_dump|dd|binding\.(?:pry|irb)|puts|p |System\.out\.print|Console\.Write|printf|std::c(?:out|err)|"
    r"echo )[^\n]*$"
)


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """A try of one file. `hunks` as they were at their fullest; versions by number: `base` before it, `born` the first
    with it, `back` the first without. `symbols` are those it stood in that are there afterwards, innermost; `names` all
    it stood in."""

    hunks: tuple[Replaced, ...]
    symbols: tuple[Symbol, ...]
    names: tuple[str, ...]
    base: int
    born: int
    back: int


_Pair = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(slots=True, eq=False)
class _Hunk:
    """A hunk that may still be taken back: lines `first` to `end` of the version `base`; what counts of the lines that
    stood there and of those it brought. `now` is what these have become since, `ever` all that they were."""

    base: int
    first: int
    end: int
    old: tuple[str, ...]
    new: tuple[str, ...]
    now: set[str]
    ever: set[str]

    @property
    def born(self) -> int:
        return self.base + 1

    def ends(self, step: Sequence[_Pair]) -> bool:
        """Take in what a later save replaced; whether nothing of the hunk is left now, or what it took away came."""
        ended = False
        for gone, come in step:
            held = bool(self.now)
            if self.now.intersection(gone):
                self.now.difference_update(gone)
                self.now.update(key for key in come if key not in self.old)
                self.ever |= self.now
            ended |= held or any(key in come for key in self.old)
        return ended and not self.now


def dead_ends(versions: Sequence[Seen], language: str | None, elsewhere: Iterable[float] = ()) -> tuple[DeadEnd, ...]:
    """What was taken back within these versions, the first being what the rest counts from, all made by editing.

    `elsewhere`: when other files were saved. In order of being taken back."""
    texts = Texts(version.text for version in versions)
    found = _taken_back(texts, [version.text for version in versions], language)
    times, others = [version.at for version in versions], tuple(elsewhere)
    kept = [(one, back) for one, back in found if not _is_slip(one, back, texts, times, others)]
    grouped: dict[tuple[int, int], list[_Hunk]] = {}
    for one, back in kept:
        grouped.setdefault((one.base, back), []).append(one)
    ends = [_dead_end(group, back, versions, texts, language) for (_, back), group in grouped.items()]
    return tuple(one for one in ends if one.hunks and not any(_tells(other, one) for other in ends))


def _taken_back(texts: Texts, raw: Sequence[str], language: str | None) -> Iterator[tuple[_Hunk, int]]:
    """Hunks with the number of the version that no longer had them."""
    live: list[_Hunk] = []
    for number in range(1, len(texts)):
        step, before, after = texts.between(number - 1, number), texts.lines[number - 1].keys, texts.lines[number].keys
        gone = Counter(key for one in step for key in before[one.old_start : one.old_end])
        come = Counter(key for one in step for key in after[one.new_start : one.new_end])
        pairs = [_pair(one, texts.lines[number - 1], texts.lines[number]) for one in step]
        back = [one for one in live if one.ends(pairs) and _is_back(one, texts.between(one.base, number), after)]
        yield from ((one, number) for one in back)
        live = [one for one in live if one not in back]
        born = _born(number - 1, step, texts, gone, come, partial(symbols, raw[number], language))
        live += [one for one in born if not any(_undoes(one, other) for other in back)]
        live = live[-MOST_FOLLOWED:]


def _pair(hunk: Hunk, old: Lines, new: Lines) -> _Pair:
    """What counts of the lines a hunk replaced, and of those it brought."""
    return _counting(old.raw[hunk.old_start : hunk.old_end]), _counting(new.raw[hunk.new_start : hunk.new_end])


def _is_back(one: _Hunk, found: Sequence[Hunk], now: Sequence[str]) -> bool:
    """Whether what stood before a hunk stands again, unbroken, and no line that it ever was came anywhere."""
    if any(hunk.old_start < one.end and hunk.old_end > one.first for hunk in found):
        return False
    if any(hunk.old_start == hunk.old_end and one.first < hunk.old_start < one.end for hunk in found):
        return False
    added = {key for hunk in found for key in now[hunk.new_start : hunk.new_end]}
    return not any(key in added for key in one.ever)


def _undoes(one: _Hunk, other: _Hunk) -> bool:
    """Whether this hunk is the taking back of that one, and no try of its own."""
    return set(one.old) <= other.ever and set(one.new) <= set(other.old)


def _born(
    base: int,
    step: Sequence[Hunk],
    texts: Texts,
    gone: Counter[str],
    come: Counter[str],
    parsed: Callable[[], Sequence[Symbol]],
) -> Iterator[_Hunk]:
    """The hunks of one save that may be taken back later."""
    before, after = texts.lines[base], texts.lines[base + 1]
    for hunk in step:
        old, new = before.raw[hunk.old_start : hunk.old_end], after.raw[hunk.new_start : hunk.new_end]
        stood = _counting(old)
        if tokens(old) == tokens(new) or _moved(stood, _counting(new), gone, come):
            continue
        for brought in _parts(hunk, new, parsed):
            if stood or brought:
                yield _Hunk(base, hunk.old_start, hunk.old_end, stood, brought, set(brought), set(brought))


def _counting(lines: Iterable[str]) -> tuple[str, ...]:
    """What counts of lines: neither blank nor mere brackets, comments or output for debugging."""
    return tuple(
        "".join(line.split())
        for line in lines
        if any(char.isalnum() for char in line) and not is_comment(line) and not _DEBUGGING.match(line.strip())
    )


def _moved(old: Sequence[str], new: Sequence[str], gone: Counter[str], come: Counter[str]) -> bool:
    """Whether the same save took from elsewhere what came here, and put elsewhere what went."""
    return bool(old or new) and all(come[key] for key in old) and all(gone[key] for key in new)


def _parts(hunk: Hunk, new: Sequence[str], parsed: Callable[[], Sequence[Symbol]]) -> Iterator[tuple[str, ...]]:
    """What counts of the lines a hunk brought; of several new definitions that of each."""
    if hunk.old_start == hunk.old_end and len(_counting(new)) > 1:
        within = (one for one in parsed() if hunk.new_start < one.start_line and one.end_line <= hunk.new_end)
        whole = _outermost(one for one in within if one.kind != "variable")
        if len(whole) > 1:
            first = hunk.new_start + 1
            parts = [_counting(new[one.start_line - first : one.end_line - first + 1]) for one in whole]
            times = Counter(key for part in parts for key in set(part))
            yield from (tuple(key for key in part if times[key] == 1) for part in parts)
            return
    yield _counting(new)


def _outermost(found: Iterable[Symbol]) -> list[Symbol]:
    kept: list[Symbol] = []
    for symbol in found:  # in order of their start, the outer one first
        if not kept or symbol.start_line > kept[-1].end_line:
            kept.append(symbol)
    return kept


def _is_slip(one: _Hunk, back: int, texts: Texts, times: Sequence[float], elsewhere: Sequence[float]) -> bool:
    """Taken back within a minute, with nothing saved between but this very spot."""
    if times[back] - times[one.born] > SLIP_SECONDS:
        return False
    if any(times[one.born] < at < times[back] for at in elsewhere):
        return False
    around = [_around(one, texts, number) for number in range(one.born, back)]
    return all(beside == around[0] for beside in around)


def _around(one: _Hunk, texts: Texts, number: int) -> set[tuple[int, int, tuple[str, ...]]]:
    """What a version has changed elsewhere in the file."""
    now = texts.lines[number].keys
    return {
        (hunk.old_start, hunk.old_end, tuple(now[hunk.new_start : hunk.new_end]))
        for hunk in texts.between(one.base, number)
        if not hunk.touches(one.first, one.end)
    }


def _dead_end(
    group: Sequence[_Hunk], back: int, versions: Sequence[Seen], texts: Texts, language: str | None
) -> DeadEnd:
    base = group[0].base
    best, found = _fullest(group, back, texts)
    sides = [
        _without_what_stays(hunk, texts.between(base, back), texts.lines[best], texts.lines[back]) for hunk in found
    ]
    before, after = symbols(versions[base].text, language), symbols(versions[best].text, language)
    names = dict.fromkeys(
        name
        for old, new in sides
        for name in (_names(new, texts.lines[best], after) or _names(old, texts.lines[base], before))
    )
    there = {symbol.qualified: symbol for symbol in reversed(symbols(versions[back].text, language))}
    shown = (replaced(texts.lines[base].raw, old, texts.lines[best].raw, new) for old, new in sides)
    return DeadEnd(
        tuple(pair for pair in shown if pair is not None),
        tuple(there[name] for name in names if name in there),
        tuple(names),
        base,
        base + 1,
        back,
    )


def _without_what_stays(hunk: Hunk, stays: Sequence[Hunk], best: Lines, back: Lines) -> tuple[list[int], list[int]]:
    """The lines of a hunk, old and new by number, less those right beside the try that stayed as they had become."""
    gone = {line for one in stays for line in range(one.old_start, one.old_end)}
    kept = {key for one in stays for key in back.keys[one.new_start : one.new_end] if key}
    old = [line for line in range(hunk.old_start, hunk.old_end) if line not in gone]
    return old, [line for line in range(hunk.new_start, hunk.new_end) if best.keys[line] not in kept]


def _fullest(group: Sequence[_Hunk], back: int, texts: Texts) -> tuple[int, list[Hunk]]:
    """The version in which most of the try stood, and its hunks there."""
    base, born = group[0].base, group[0].born
    step = max(1, (back - born) // MOST_LOOKED_AT)
    looked_at = dict.fromkeys((*range(born, back, step), back - 1))
    forms = {number: [hunk for hunk in texts.between(base, number) if _of(hunk, group)]
             for number in looked_at}  # fmt: skip
    best = max(
        looked_at,
        key=lambda number: sum(len(tokens(texts.lines[number].raw[h.new_start : h.new_end])) for h in forms[number]),
    )
    return best, forms[best]


def _of(hunk: Hunk, group: Sequence[_Hunk]) -> bool:
    return any(
        hunk.old_start <= one.first <= hunk.old_end
        if one.first == one.end
        else hunk.old_start < one.end and hunk.old_end > one.first
        for one in group
    )


def _names(lines: Sequence[int], text: Lines, side: Sequence[Symbol]) -> list[str]:
    """The definitions that lie whole in these lines, and the innermost one around them."""
    within, counting = set(lines), [line for line in lines if _counting((text.raw[line],))]
    if not counting:
        return []
    whole = [one for one in side if all(line in within for line in range(one.start_line - 1, one.end_line))]
    around = [one for one in enclosing(side, counting[0] + 1) if one not in whole]
    return [one.qualified for one in (*_outermost(whole), *around[:1])]


def _tells(other: DeadEnd, one: DeadEnd) -> bool:
    """Whether a longer try holds this one."""
    if other is one or not (other.base <= one.base and one.back <= other.back):
        return False
    whole, part = (_counting(line for pair in it.hunks for line in pair.new or pair.old) for it in (other, one))
    return set(part) <= set(whole)


def dead_end_finding(path: str, end: DeadEnd, versions: Sequence[Seen]) -> Finding:
    """A dead end as it is remembered: what was tried, where, and what tools said of it meanwhile."""
    new = [line for pair in end.hunks for line in pair.new]
    old = [line for pair in end.hunks for line in pair.old]
    tried = f"`{said}`" if (said := telling(new, old)) else f"to do without `{telling(old)}`"
    where = end.names[0] if end.names else path
    told = [one.told() for one in _said_meanwhile(end, versions)]
    parts = (
        f"Tried in {', '.join(end.names[:3])} of {path}, saved, taken back:" if end.names else f"Tried in {path}:",
        shown(end.hunks),
        "\n".join(("Meanwhile:", *told)) if told else "",
    )
    return Finding(
        "dead-end",
        f"Tried {tried} in {where}, taken back",
        bounded("\n\n".join(part for part in parts if part)),
        versions[end.back].at,
        anchors_at(path, end.symbols),
        tuple(name for name in end.names if name not in {one.qualified for one in end.symbols}),
    )


def _said_meanwhile(end: DeadEnd, versions: Sequence[Seen]) -> list[Said]:
    """What tools said of the texts that had the try and not of the one before it; what they still said as it went, too,
    for they answer late."""
    before = {one.key for one in versions[end.base].said}
    told = {one.key: one for version in versions[end.born : end.back + 1] for one in version.said}
    return sorted((one for key, one in told.items() if key not in before), key=lambda one: one.severity)[:MOST_TOLD]


def is_told_by(end: DeadEnd, error: Said, gone: int, versions: Sequence[Seen]) -> bool:
    """Whether an error came with a try and went with it: no fix of its own."""
    came = error.key not in {one.key for one in versions[end.base].said}
    during = any(error.key == one.key for version in versions[end.born : end.back] for one in version.said)
    return came and during and gone >= end.back
