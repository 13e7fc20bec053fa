"""What a language model answered when that joined nothing, so that it is not asked the same again the next night.

Kept by a digest of all it was shown: no word of a memory stays here when the memory is forgotten.
"""

from __future__ import annotations

from memo_lsp.store.file.connection import Part

KEPT_SECONDS = 180 * 86_400.0  # as long as dreaming looks back; what is older is asked anew if it comes up at all


class Verdicts(Part):
    """Answers by digest."""

    def of(self, digest: str) -> tuple[str, float] | None:
        """The answer to what has this digest and when it was given, epoch seconds; None if there is none."""
        with self._database.read() as connection:
            found = connection.first("SELECT answer, at FROM verdicts WHERE digest = ?", (digest,))
        return None if found is None else (found[0], found[1])

    def remember(self, digest: str, answer: str) -> None:
        """Keep an answer, in the place of an earlier one; those kept too long go."""
        now = self._clock.now()
        with self._database.write() as connection:
            connection.execute("DELETE FROM verdicts WHERE at < ?", (now - KEPT_SECONDS,))
            connection.execute(
                """
                INSERT INTO verdicts(digest, answer, at) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET answer = excluded.answer, at = excluded.at
                """,
                (digest, answer, now),
            )
