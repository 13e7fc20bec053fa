"""Text made ready for the keyword index, and a question taken apart into its words.

The index splits at everything that is neither letter nor digit, folds case and accents, and stems. Scripts that write
without spaces are set apart letter by letter; a run of them in a question then becomes a phrase of single letters.
Whatever a person types stays data: words go out quoted, never as query syntax.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from memo_lsp.text.identifiers import is_code_shaped, nfc, split_humps

_STOPPED = """
a about above after again against all also am an and any are aren't as at be because been before being below
between both but by can can't cannot could couldn't did didn't do does doesn't doing don't done down during each either
else ever every few for from further had hadn't has hasn't have haven't having he her here hers herself him himself his
how how's however i i'd i'll i'm i've if in into is isn't it it's its itself just let let's like may me might more most
must my myself neither no nor not now of off on once only or other ought our ours ourselves out over own per please
same shall shan't she should shouldn't since so some such tell than that that's the their theirs them themselves then
there there's these they they're this those though through thus to too under until up upon us very via was wasn't we
we'll we're we've were weren't what what's when where where's whether which while who whom whose why will with within
without won't would wouldn't yet you you'd you'll you're you've your yours yourself"""
STOPWORDS = frozenset(_STOPPED.split())
_TIME_WORDS = frozenset(("version", "versions", "latest", "current", "currently", "release", "releases"))
MOST_WORDS = 512  # of one question; what follows in a pasted log adds nothing
_MOST_LETTERS = 100_000

# Written without spaces between words: Thai to Khmer, kana, bopomofo, hangul, ideographs.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U0001b000-\U0001b16f\U00020000-\U0003ffff々〆〇"
)
_LETTER_APART = re.compile(f"[{UNSPACED}]")
_APART_RUN = re.compile(f"[{UNSPACED}]+")
_UNWANTED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u2028\u2029\ufffe\uffff\ud800-\udfff]")
_INVISIBLE = re.compile("[\u00ad\u200c-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_TOKEN = re.compile(r"[\w$]+(?:['’]\w+)*")
_PIECE = re.compile(r"[^\W_]+")
_MAYBE_HUMPED = re.compile(  # most words of a text have no hump, and need not be taken apart
    r"(?<![A-Za-z0-9])[A-Za-z0-9]*?(?:[a-z0-9][A-Z]|[A-Z][A-Z][a-z]|[0-9][a-z])[A-Za-z0-9]*"
)
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a question; `phrase` is what must stand side by side, usually the word alone."""

    text: str
    phrase: tuple[str, ...]


def clean(text: str) -> str:
    """NFC without NUL, controls, lone surrogates and invisible characters: safe to store and to show."""
    if text.isascii() and text.isprintable():
        return text
    return nfc(_INVISIBLE.sub("", _UNWANTED.sub(" ", text)))


def index_text(text: str) -> str:
    """What the keyword index is fed: clean text with the letters of unspaced scripts set apart.

    `重跑gen-itgc后清零` becomes `重 跑 gen-itgc 后 清 零`.
    """
    text = clean(text)
    if text.isascii():
        return text
    return re.sub(r" {2,}", " ", _LETTER_APART.sub(r" \g<0> ", text)).strip()


def hump_text(text: str) -> str:
    """The words within camelCase names, which the index cannot split: `parseHTTPBody` gives `parse http body`."""
    text = clean(text)
    found: dict[str, None] = {}
    for match in (_MAYBE_HUMPED if text.isascii() else _PIECE).finditer(text):
        if len(parts := split_humps(match.group())) > 1:
            found.update(dict.fromkeys(parts))
    return " ".join(found)


def query_words(text: str) -> tuple[Word, ...]:
    """The distinct content words of a question, in order; stopwords only if there is nothing else.

    Names are asked whole and by their parts (`getPrice`: getPrice, get, price), as the index holds them. Any text is
    welcome; one without a letter or digit gives no words.
    """
    words: dict[str, Word] = {}
    stops: dict[str, Word] = {}
    for word in _words(clean(text[:_MOST_LETTERS])):
        key = word.text.casefold()
        (stops if key.replace("’", "'") in STOPWORDS else words).setdefault(key, word)
        if len(words) >= MOST_WORDS:
            break
    return tuple((words or stops).values())


def _words(text: str) -> Iterator[Word]:
    for match in _TOKEN.finditer(text):
        token = _POSSESSIVE.sub("", match.group())
        if token.casefold().replace("’", "'") in STOPWORDS:
            yield Word(token, tuple(re.split("['’]", token)))
        elif token.isascii() and token.isalpha() and (token.islower() or token.isupper()):
            yield Word(token, (token,))
        else:
            yield from _pieces(token)


def _pieces(token: str) -> Iterator[Word]:
    """A token as the index splits it: at `_` and `$`, at script boundaries, at humps."""
    for piece in re.split("[_$]+", token):
        at = 0
        for run in _APART_RUN.finditer(piece):
            yield from _humps(piece[at : run.start()])
            yield Word(run.group(), tuple(run.group()))
            at = run.end()
        yield from _humps(piece[at:])


def _humps(piece: str) -> Iterator[Word]:
    phrase = tuple(part for part in re.split("['’]", piece) if part)
    if not phrase:
        return
    yield Word(piece, phrase)
    if len(phrase) == 1 and len(parts := split_humps(piece)) > 1:
        yield from (Word(part, (part,)) for part in parts)


def quote(term: str) -> str:
    """A term as FTS5 takes it for data: in double quotes, inner quotes doubled."""
    return '"' + term.replace("\x00", " ").replace('"', '""') + '"'


@lru_cache(maxsize=256)
def rare_words(text: str) -> tuple[str, ...]:
    """The distinctive plain words of a question, case folded: four letters or digits and more, no stopwords.

    Code-shaped tokens are left to the identifier boost; version, latest, current and release say nothing.
    """
    found: dict[str, None] = {}
    for token in re.split(r"[^\w.:/'’]+", clean(text)):
        if is_code_shaped(token):
            continue
        for word in re.findall(r"[^\W_]+", _POSSESSIVE.sub("", token)):
            folded = word.casefold()
            if len(word) >= 4 and not {folded, token.casefold()} & (STOPWORDS | _TIME_WORDS) and not _apart(word):
                found.setdefault(folded)
    return tuple(found)


def _apart(word: str) -> bool:
    return not word.isascii() and _APART_RUN.search(word) is not None


def words_in(text: str) -> frozenset[str]:
    """Every whole plain word of a text, case folded: where `rare_words` are looked up."""
    return frozenset(word.casefold() for word in re.findall(r"[^\W_]+", clean(text)))
