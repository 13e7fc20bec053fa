"""What a title is about: its content words, in one normal form each, and the language they are in."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from memo_lsp.dream.guard.lists.small import ABOUT, ENGLISH, HAN_SMALL, IGNORED, PARTICLES, SMALL, TYPES
from memo_lsp.dream.guard.lists.synonyms import FORMS, GROUPS, PHRASES, WHOLE

_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "“": '"', "”": '"', "−": "-", "‐": "-", "‑": "-"})
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff々〆"
_KATAKANA = "\u30a0-\u30ff"
_HIRAGANA = "\u3040-\u309f"
_HANGUL = "\uac00-\ud7a3"
_ENDLESS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer: no spaces between words
_TOKEN = re.compile(
    f"[{_HAN}]+|[{_KATAKANA}]+|[{_HIRAGANA}]+|[{_HANGUL}]+|[{_ENDLESS}]+"
    f"|(?:(?![{_HAN}{_KATAKANA}{_HIRAGANA}{_HANGUL}{_ENDLESS}])[^\\W_])[\u0300-\u036f\u0610-\u065f\u0900-\u0963]*"
    f"(?:(?![{_HAN}{_KATAKANA}{_HIRAGANA}{_HANGUL}{_ENDLESS}])(?:[^\\W_]|[\u0300-\u036f\u0610-\u065f\u0900-\u0963])"
    f"|'(?=[^\\W_]))*"
)
_CYRILLIC, _ARABIC, _GREEK, _DEVANAGARI = (
    ("\u0400", "\u04ff"),
    ("\u0600", "\u06ff"),
    ("\u0370", "\u03ff"),
    ("\u0900", "\u097f"),
)
_SCRIPTS = ((_CYRILLIC, "russian"), (_ARABIC, "arabic"), (_GREEK, "greek"), (_DEVANAGARI, "hindi"))
_STEMMED = frozenset(SMALL) - {"vietnamese"}
_ELIDED = re.compile(r"^(?:[dlnstmcj]|qu|dell|all|nell|sull|un)'(?=\w{2})")
_DOER = 6  # letters of a word in -er that may name who does something
_TYPE = re.compile(rf"^(?:{'|'.join(sorted(TYPES))})(?=(?:\([^)]*\))?!?:\s)", re.IGNORECASE)
_ITSELF = re.compile(rf"^(?:{'|'.join(sorted(TYPES - ABOUT))})(?=(?:\([^)]*\))?!?:\s)", re.IGNORECASE)
_SHORTENED = re.compile(r"n't$|'(?:s|re|ve|ll|d|m)$")


Phrases = tuple[tuple[str, re.Pattern[str], str], ...]


@dataclass(frozen=True, slots=True)
class Words:
    """Content words in order: `keys` are compared, `plain` is how they were written, lower case."""

    keys: tuple[str, ...]
    plain: tuple[str, ...]
    inflected: bool = False  # in a language whose words have more forms than its stemmer knows


def folded(title: str) -> str:
    """A title in one spelling of its signs: compatibility forms, quotes and dashes; case is kept."""
    return unicodedata.normalize("NFKC", title).translate(_QUOTES)


def tokens(text: str) -> list[str]:
    """Words, lower case, in order; scripts without spaces in stretches of one script."""
    return _TOKEN.findall(text.lower())


def votes(found: list[str], text: str) -> dict[str, float]:
    """How much each language's small words speak for it; a script that has one language decides.

    Short words (`ci`, `no`, `an`) say half as much: they are names of other things as well."""
    for (low, high), language in _SCRIPTS:
        if sum(low <= char <= high for char in text) * 2 > sum(char.isalpha() for char in text):
            return {language: 100.0}
    pieces = [piece.rstrip("'") for token in found for piece in token.replace("'", "' ").split()]
    weighed = [(piece, 0.5 if len(piece) < 3 and piece.isascii() else 1.0) for piece in pieces]
    said = {name: sum(weight for piece, weight in weighed if piece in small) for name, small in SMALL.items()}
    return {name: votes for name, votes in said.items() if votes}


def phrases(listed: Iterable[tuple[str, str, str]]) -> Phrases:
    """Phrases ready to be looked for: a part they hold, what is said, the word for it."""
    return tuple((part, re.compile(said, re.IGNORECASE), word) for part, said, word in listed)


def phrased(text: str, phrases: Phrases) -> str:
    """A text with one word for each of the phrases in it. Most hold not even a part of any: that is asked first."""
    lower = text.lower()
    for part, said, word in phrases:
        if part in lower:
            text = said.sub(word, text)
    return text


_PHRASES = phrases(PHRASES)


def untyped(text: str) -> str:
    """A title without the type of a conventional commit, if that says nothing but the kind of change."""
    return _ITSELF.sub("", text)


def content(text: str, language: str) -> Words:
    """The content words of what is left of a title once names and figures are out. Same words give the same keys."""
    small = ENGLISH | SMALL[language] if language != "english" else ENGLISH
    text = _TYPE.sub("", text)
    text = phrased(text, _PHRASES)
    keys, plain = [], []
    for token in tokens(text):
        for word in _split(token):
            bare = _bare(word)
            if word in small or bare in small or bare in IGNORED or (len(bare) < 2 and bare.isascii()):
                continue
            keys.append(key(bare, language))
            plain.append(bare)
    return Words(tuple(keys), tuple(plain), language != "english")


def _bare(word: str) -> str:
    if "'" not in word:
        return word
    return _ELIDED.sub("", _SHORTENED.sub("", word)).strip("'")


def _split(token: str) -> Iterator[str]:
    """A stretch of a script without spaces as pairs of characters; any other token as it is."""
    first = token[0]
    if "\u3040" <= first <= "\u309f":
        return  # Japanese endings and particles
    if first >= "\u3400" and not ("\uac00" <= first <= "\ud7a3"):
        for run in re.split(f"[{''.join(HAN_SMALL)}]+", token):
            yield from _pairs(run)
    elif "\uac00" <= first <= "\ud7a3":
        yield next(
            (token[: -len(end)] for end in PARTICLES if token.endswith(end) and len(token) > len(end) + 1), token
        )
    elif (
        "\u0e00" <= first <= "\u17ff"
        and not first.isspace()
        and first > "\u0e00"
        and not ("\u10a0" <= first <= "\u177f")
    ):
        yield from _pairs(token)
    else:
        yield token


def _pairs(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
    for at in range(len(run) - 1):
        yield run[at : at + 2]


@lru_cache(maxsize=32_768)
def key(word: str, language: str) -> str:
    """What two forms of one word have in common; of English ones with one meaning, too."""
    bare = stem(word, language)
    if language != "english":
        return bare
    if word in WHOLE:
        return WHOLE[word]
    if bare in _same():
        return same(bare)
    if len(bare) >= _DOER and bare.endswith("er"):  # a linter lints
        bare = stem(_undoubled(bare.removesuffix("er")), language)
    elif len(bare) >= _DOER and bare.endswith("li"):  # slowly is slow
        bare = bare.removesuffix("li")
    return same(bare)


def base(word: str, language: str) -> str:
    """A word's stem, irregular English forms brought together, but not its synonyms."""
    bare = stem(word, language)
    return _forms().get(bare, bare) if language == "english" else bare


def same(stem: str) -> str:
    """The stem that stands for all English ones with this meaning."""
    return _same().get(stem, stem)


def _undoubled(word: str) -> str:
    return word[:-1] if word[-1] == word[-2] else word


@lru_cache(maxsize=1)
def _same() -> dict[str, str]:
    found: dict[str, str] = {}
    for group in GROUPS:
        first = base(group[0], "english")
        for word in group:
            found.setdefault(base(word, "english"), first)
    return {**found, **{form: found.get(plain, plain) for form, plain in _forms().items()}}


@lru_cache(maxsize=1)
def _forms() -> dict[str, str]:
    return {stem(form, "english"): stem(forms[0], "english") for forms in FORMS for form in forms[1:]}


@lru_cache(maxsize=32_768)
def stem(word: str, language: str) -> str:
    """A word without its ending; in a language with no stemmer, the word."""
    return str(_stemmer(language).stemWord(word)) if language in _STEMMED else word


@lru_cache(maxsize=32)
def _stemmer(language: str) -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer(language)


def akin(one: str, other: str) -> bool:
    """Whether two words may be forms of one, by their ends alone: for languages whose stemmers leave forms apart."""
    if _strong(one, other):
        return True
    one, other = _plain(one), _plain(other)
    same = next((at for at, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), min(len(one), len(other)))
    rest = max(len(one), len(other)) - same
    return rest <= _ENDING and same >= max(2 * rest, 3)


def _plain(word: str) -> str:
    """A German participle without its beginning, a deed in -ung without its ending: `geprüft`, `Prüfung`; a French
    participle without its ending: `publiées`."""
    if word.endswith(_PAST):
        return word.rstrip("es").removesuffix("é")
    word = word.removesuffix("en").removesuffix("ung") if word.endswith(("ung", "ungen")) and len(word) > 6 else word
    return word[2:] if word.startswith("ge") and word.endswith(("t", "en")) and len(word) > 6 else word


def _strong(one: str, other: str) -> bool:
    """Whether two German words are forms of one strong verb, which changes its vowel: `verwerfen`, `verworfen`."""
    begins = one.startswith(_VERBAL) + other.startswith(_VERBAL)
    if not (one.endswith("en") and other.endswith("en") and begins):
        return False
    if begins == 1 and not (one.startswith("ge") or other.startswith("ge")):
        return False
    one, other = one.removeprefix("ge"), other.removeprefix("ge")
    return one[:1] == other[:1] and _bones(one) == _bones(other) and len(_bones(one)) > _ENDING


def _bones(word: str) -> str:
    """Its consonants, none twice in a row."""
    return "".join(char for char, _ in groupby(word) if char not in "aeiouäöü")


_PAST = ("é", "ée", "és", "ées")
_VERBAL = ("ge", "be", "ver", "er", "ent", "zer")


_ENDING = 3  # letters of an ending, at most
