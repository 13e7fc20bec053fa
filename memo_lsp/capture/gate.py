"""Worth keeping? A draft must say something that its anchors and its neighbours do not say yet. Pure, rules only.

A person's notes never come here. A commit only has to say something: two that read alike are still two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from memo_lsp.code.remarks import is_code
from memo_lsp.model import Memory
from memo_lsp.text.commits import says_nothing
from memo_lsp.text.identifiers import nfc, split_humps
from memo_lsp.text.prepare import STOPWORDS

KEPT = "kept"
SAYS_NOTHING = "says nothing"
VERSION_OR_DATE = "version or date alone"
OWN_OUTPUT = "own output"
RESTATED = "restated"
REPEAT = "repeat"
ALIKE = "alike"

# Thresholds. Each errs towards keeping: a repeated memory is dull, a lost one is lost.
OWN_SHARE = 0.4  # of the lines: a hover has two lines of somebody's words among five of ours, a quotation has more
ALIKE_SHARE = 0.9  # of the words, in order: one in ten may differ, and only as a typo does
ALIKE_WORDS = 6  # fewer, and one word is the whole difference
NEAR = 0.75  # of the letters of two words: `taking` and `takin`, not `take` and `drop`
LONGEST_COMPARED = 4_000  # characters of each text: two that differ later differ in what nobody reads


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether to keep a draft, and why not; `first` is the memory that says the same already, to be counted on."""

    keep: bool
    reason: str = KEPT
    first: str | None = None


def judge(draft: Memory, neighbours: Sequence[Memory], now: float) -> Verdict:
    """Judge a draft whose secrets are out already. `neighbours` is what is remembered of the same code or in the same
    words; what was retracted before `now` says nothing any more."""
    if draft.origin == "git":
        return Verdict(False, SAYS_NOTHING) if says_nothing(draft.title, draft.body) else Verdict(True)
    reason = _by_itself(draft)
    if reason is not None:
        return Verdict(False, reason)
    live = [one for one in neighbours if one.id != draft.id and _is_live(one, now) and one.project == draft.project]
    return _beside(draft, live)


def _is_live(memory: Memory, now: float) -> bool:
    return memory.valid_to is None or memory.valid_to > now


# --- by itself
def _by_itself(draft: Memory) -> str | None:
    text = f"{draft.title}\n{draft.body}"
    if _is_own_output(text):
        return OWN_OUTPUT
    if _is_version_or_date(text):
        return VERSION_OR_DATE
    if draft.channel == "observation" and (_says_nothing(draft) or _restates(draft, text)):
        return SAYS_NOTHING if _says_nothing(draft) else RESTATED
    return None


_AGO = r"(?:just now|\d+ (?:second|minute|hour|day|week|month|year)s? ago)"
_OWN_LINE = re.compile(
    rf"\*?[\w-]+ · {_AGO}(?: · .*)?\*?"  # kind, age and the rest
    rf"|- .* · {_AGO}(?: · .*)?"  # an entry of a briefing
    r"|(?:\[?\d+ more\b.* · )?\[?why these(?:\]\(.*)?|open · useful · not useful · more"
    r"|Nothing that fits; closest:|#+ Where you left off"
    r'|.*"(?:stability_days|superseded_by|commits_since|stored_at)": .*'
)
_SURELY_OWN = re.compile(
    r"\]\(command:memo\.\w|\bas noted by [\w:. -]+,[^\n]*\btrust (?:owner|self|external|untrusted)\b"
)
_OWN_BESIDE = re.compile(
    r"[🔧↩✏🚧☑⚖📖🧵📝]\ufe0f? .*|-{3,}|(?:id\s+)?[0-9A-HJKMNP-TV-Z]{26}"
    r"|#+ (?:Open todos|Decisions|Dead ends|Themes since|Also of use)"
    r"|[\[{}\]],?|(?:at|topic|tags|origin|trust|confidence|commit|created|session|project)\s{6,}\S.*"
    r'|"[a-z_]+": .*'
)


def _is_own_output(text: str) -> bool:
    """Whether what we showed was pasted back: a hover, an answer at a terminal or to an assistant, a briefing."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    own = sum(1 for line in lines if _OWN_LINE.fullmatch(line))
    beside = sum(1 for line in lines if _OWN_BESIDE.fullmatch(line))
    return _SURELY_OWN.search(text) is not None or (own > 0 and own + beside >= OWN_SHARE * len(lines))


_TOKEN = re.compile(r"\w+(?:[.:/+-]\w+)*")
_VERSION = re.compile(r"v?\d+(?:[.:/+-]\w+)*|v\d\w*", re.IGNORECASE)
_BESIDE_A_VERSION = frozenset(
    (
        "version", "versions", "release", "released", "bump", "bumped", "tag", "to", "from", "the", "of", "on",
        "at", "date", "today", "dated", "rc", "alpha", "beta", "january", "february", "march", "april", "may",
        "june", "july", "august", "september", "october", "november", "december", "jan", "feb", "mar", "apr",
        "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "monday", "tuesday", "wednesday", "thursday",
        "friday", "saturday", "sunday", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "am", "pm", "utc",
        "gmt",
    )
)  # fmt: skip


def _is_version_or_date(text: str) -> bool:
    tokens = [token.lower() for token in _TOKEN.findall(text)]
    plain = [token for token in tokens if not _VERSION.fullmatch(token)]
    return len(plain) < len(tokens) and all(token in _BESIDE_A_VERSION for token in plain)


_EMPTY = frozenset(
    (
        "change", "changes", "check", "clean", "cleanup", "document", "fix", "fixme", "hack", "implement",
        "improve", "later", "me", "misc", "nothing", "ok", "optimise", "optimize", "placeholder", "please",
        "refactor", "remove", "rewrite", "soon", "something", "stuff", "tbd", "temp", "temporary", "test",
        "tests", "tmp", "todo", "ugly", "update", "wip", "xxx",
    )
)  # fmt: skip


_TELLING = frozenset(("not", "no", "without", "before", "after", "until", "only"))


def _says_nothing(draft: Memory) -> bool:
    """`wip`, `fix this later`, `???`: no word of its own in title and body."""
    words = [word.lower() for word in re.findall(r"\w+", f"{draft.title} {draft.body}")]
    if not any(char.isalpha() for word in words for char in word):
        return True
    if any(word in _TELLING or word not in _EMPTY | STOPWORDS for word in words):
        return False
    return not draft.body.strip() or len(words) <= ALIKE_WORDS


def _restates(draft: Memory, text: str) -> bool:
    """Whether it says but the names of the place it is anchored at, or, as a note or decision, is nothing but code."""
    words = {word.lower() for word in re.findall(r"[^\W_]+", text)}
    names = {part for anchor in draft.anchors for part in _names(anchor.path, anchor.symbol)}
    if words and words <= names | _ABOUT_A_PLACE and words & names:
        return True
    lines = [line for line in text.split("\n") if line.strip()]
    return draft.kind in ("note", "decision") and all(is_code(line) and _SIGNS.search(line) for line in lines)


_ABOUT_A_PLACE = frozenset(("file", "function", "class", "method", "module", "in", "the", "of", "this", "def", "at"))
_SIGNS = re.compile(r"[=;(){}\[\]<>]")


def _names(path: str, symbol: str | None) -> Iterable[str]:
    """Every word a place is named with, whole and in its humps."""
    for name in re.findall(r"[^\W_]+", f"{path} {symbol or ''}"):
        yield name.lower()
        yield from split_humps(name)


# --- beside what is known
def _beside(draft: Memory, neighbours: Sequence[Memory]) -> Verdict:
    same = [
        one for one in neighbours if one.kind == draft.kind and one.channel == draft.channel and one.origin != "git"
    ]
    told = _tokens(_text(draft))
    for one in same:
        if _tokens(_text(one)) == told:
            return Verdict(False, REPEAT, one.id)
    if draft.channel == "observation":
        for one in same:
            if _share_a_place(draft, one) and _are_alike(told, _tokens(_text(one))):
                return Verdict(False, ALIKE, one.id)
    return Verdict(True)


def _text(memory: Memory) -> str:
    return f"{memory.title}\n{memory.body}"[:LONGEST_COMPARED]


@lru_cache(maxsize=256)
def _tokens(text: str) -> tuple[str, ...]:
    """Words and signs, without case and layout; signs that only end a sentence are left out."""
    return tuple(token for token in re.findall(r"\w+|[^\w\s]", nfc(text).casefold()) if token not in ".,;:!")


def _share_a_place(one: Memory, other: Memory) -> bool:
    places = ({(anchor.path, anchor.symbol) for anchor in memory.anchors} for memory in (one, other))
    first, second = places
    return bool(first & second) or not (first or second)


_TURNING = frozenset(
    (
        "not", "no", "never", "none", "nor", "neither", "without", "cannot", "don", "doesn", "isn", "aren",
        "won", "can", "only", "always", "all", "any", "must", "may", "should", "before", "after", "above",
        "below", "more", "less", "on", "off", "in", "out", "up", "down", "first", "last", "over", "under",
        "until", "since", "from", "to", "t",
    )
)  # fmt: skip


def _are_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two texts differ as a typo or a filling word does, not by a number, a sign or what turns the sense."""
    short, long = sorted((len(one), len(other)))
    if short < ALIKE_WORDS or short < ALIKE_SHARE * long:
        return False
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    if matcher.quick_ratio() < ALIKE_SHARE or matcher.ratio() < ALIKE_SHARE:
        return False
    return all(_is_slight(one[i:j], other[k:m]) for code, i, j, k, m in matcher.get_opcodes() if code != "equal")


def _is_slight(old: Sequence[str], new: Sequence[str]) -> bool:
    if len(old) == len(new):
        return all(_is_near(before, after) for before, after in zip(old, new, strict=True))
    return all(token in STOPWORDS and token not in _TURNING for token in (*old, *new))


def _is_near(before: str, after: str) -> bool:
    if not (before.isalpha() and after.isalpha()) or {before, after} & _TURNING:
        return False
    if before in STOPWORDS and after in STOPWORDS:
        return True
    return min(len(before), len(after)) > 3 and SequenceMatcher(None, before, after).ratio() >= NEAR
