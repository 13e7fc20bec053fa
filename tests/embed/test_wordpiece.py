"""The own tokenizer gives the ids of the `tokenizers` library, whatever a person types."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from memo_lsp.embed.wordpiece import VOCABULARY, bundled_wordpiece, words

POOLS = (
    "the quick brown fox jumps over unbelievable tokenization embeddings",
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    " \t\n\r\x00\x01\x0b\x0c\x1c\x1f\x7f\x85\u00a0\u2003\u2028\u2029\u3000",
    "\u200b\u200d\u00ad\ufeff\ufffd\ue000",
    "日本語漢字清零データカタカナひらがな한국어中文測試㐀豈",
    "éèüñçÅøßİıΣςσÄÖÜÉÀŁđ\u0301\u0308\u0338ﬁ½²",
    "😀👨‍👩‍👧🇩🇪❤️🎉🚀",
    ".,;:!?()[]{}<>+-*/=~^`|\\'\"$%&@#_—–…“”«»¿¡、。·≠≈→\u037e",
    "привет мир Ёж йод κόσμος שלום مرحبا हिन्दी สวัสดี",
)
SPECIAL = ("[CLS]", "[SEP]", "[UNK]", "[PAD]", "[MASK]", "##ing", "[unused1]")


@cache
def oracle() -> Tokenizer:
    pieces = VOCABULARY.read_text(encoding="utf-8").split("\n")[:-1]
    model = models.WordPiece(
        {piece: number for number, piece in enumerate(pieces)}, unk_token="[UNK]", max_input_chars_per_word=100
    )
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer


def check(*texts: str) -> None:
    for text in texts:
        assert bundled_wordpiece().ids(text) == oracle().encode(text, add_special_tokens=False).ids, ascii(text)


def scramble(chance: random.Random) -> str:
    parts = [chance.choice(chance.choice(POOLS)) for _ in range(chance.randint(0, 60))]
    if chance.random() < 0.2:
        parts.insert(chance.randint(0, len(parts)), chance.choice(SPECIAL))
    return "".join(parts)


def test_scrambled_scripts_read_as_the_library_reads_them():
    chance = random.Random(7)
    check(*(scramble(chance) for _ in range(6000)))


def test_every_piece_of_the_vocabulary_reads_alike():
    check(*VOCABULARY.read_text(encoding="utf-8").split("\n"))


@given(st.lists(st.one_of(*(st.text(pool, max_size=12) for pool in POOLS), st.sampled_from(SPECIAL)), max_size=12))
def test_any_mixture_reads_alike(parts: list[str]):
    check("".join(parts))


@given(st.text(st.characters(max_codepoint=0x5FF, exclude_characters="\u061d", exclude_categories=["Cn"]), max_size=80))
def test_any_text_of_the_old_alphabets_reads_alike(text: str):
    check(text)


@pytest.mark.parametrize("letter", ["a", "ab", "é", "漢", "Σ", "_", "가"])
@pytest.mark.parametrize("length", [1, 17, 99, 100, 101, 250, 5000])
def test_long_words_read_alike(letter: str, length: int):
    check(letter * length, letter * length + " and more", "so " + letter * length)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("   \n\t", []),
        ("HTTPBody", ["httpbody"]),
        ("[CLS] x", ["[", "cls", "]", "x"]),
        ("naïve CAFÉ", ["naive", "cafe"]),
        ("a\x00b\u200bc", ["abc"]),
        ("foo.bar()", ["foo", ".", "bar", "(", ")"]),
        ("清零 now", ["清", "零", "now"]),
        ("ΟΔΟΣ", ["οδοσ"]),
    ],
)
def test_words(text: str, expected: list[str]):
    assert [word for word in words(text) if word] == expected


def test_lone_surrogates_are_dropped():
    assert bundled_wordpiece().ids("a \ud800 b") == bundled_wordpiece().ids("a b")


@given(st.text(max_size=200))
def test_count_is_the_number_of_ids(text: str):
    assert bundled_wordpiece().count(text) == len(bundled_wordpiece().ids(text))
