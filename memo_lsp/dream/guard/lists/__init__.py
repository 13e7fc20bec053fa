"""What the guard knows about words: small words, negations, opposites, synonyms, units, names; in many languages."""

from __future__ import annotations


def words(listed: str) -> frozenset[str]:
    """The words of a list, as it is easiest to read and to add to."""
    return frozenset(listed.split())
