"""Ids for what has none of its own."""

from __future__ import annotations

import hashlib


def made_id(text: str) -> str:
    """An id for what has none of its own: 26 letters and digits, the same for the same text."""
    number = int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest(), "big")
    digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    return "".join(digits[number >> shift & 31] for shift in range(125, -1, -5))
