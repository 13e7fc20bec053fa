"""What recall, dreaming and the indexer ask of an embedder, whichever it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from memo_lsp.errors import ServiceDown
from memo_lsp.model import Window

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.float32]

Kind = Literal["passage", "query"]
Patience = Literal["interactive", "background"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Plain cosines (not halved similarities) that mean something with one embedder, and nothing with another."""

    hover: float  # a vector alone is evidence for a hover from here on
    search_floor: float  # below it, and with few of the question's words covered, nothing fits
    duplicate_title: float  # the titles of two memories that may be one; both thresholds must hold
    duplicate_memory: float  # the same for title and body together
    supersede: float  # worth asking whether one replaces the other
    theme: float  # reads alike: a floor against the unrelated


# Of an embedder nobody measured: no vector alone makes a hover or joins two memories, and no question is turned away.
UNMEASURED = Thresholds(
    hover=1.01, search_floor=-1.0, duplicate_title=1.01, duplicate_memory=1.01, supersede=1.01, theme=1.01
)


@dataclass(frozen=True, slots=True)
class Failure:
    """One text that got no vector. `permanent`: another try of the same text would end the same way."""

    reason: str
    permanent: bool


class EmbedderDown(ServiceDown):
    """The whole embedder does not work right now."""


class Embedder(Protocol):
    """Makes unit vectors. Safe to call from several threads; loads nothing before the first `embed`."""

    @property
    def name(self) -> str: ...

    @property
    def revision(self) -> str:
        """Changes with anything that changes vectors: the model's file, the prefixes."""
        ...

    @property
    def fingerprint(self) -> str:
        """`name@revision`: only vectors of one fingerprint and dimension may be compared."""
        ...

    @property
    def dimension(self) -> int | None:
        """Numbers in a vector; None as long as an HTTP service has not shown one."""
        ...

    @property
    def thresholds(self) -> Thresholds: ...

    def windows(self, text: str) -> list[Window]:
        """The stretches of a text that are embedded one by one; none for blank text."""
        ...

    def embed(
        self, texts: Sequence[str], kind: Kind = "passage", patience: Patience = "background"
    ) -> list[Vector | Failure]:
        """A float32 unit vector of shape (dimension,) or a `Failure` for each text, in their order.

        `interactive` gives up early because a person waits. Raises EmbedderDown if the fault is not a text's."""
        ...
