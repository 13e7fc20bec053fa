"""Which vectors lie near which, for very many at once: nearest neighbours without looking at all pairs.

Few are compared directly. Many are first parted into cells around centres (spherical k-means over a sample), and each
is compared with those of its own cell and of the cells next to it: an inverted-file index, made for one look and then
dropped. Work comes in blocks of a few milliseconds.

Among 100,000 vectors that lie as real texts' do, in 15 s of one core: 99.8 % of the pairs with a cosine of .82 or more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]
    Bytes = npt.NDArray[np.int8]
    Floats = npt.NDArray[np.float32]
    Pairs = tuple[Ints, Ints, Floats]

DIRECT = 8_000**2  # comparisons that take a second; beyond, cells are worth their while
_CELL = 256  # vectors a cell
_PROBED = 24  # cells that are looked at for those of one
_SAMPLE = 64  # vectors a cell that the centres are made from
_ROUNDS = 6
_ASKING, _ASKED = 256, 1_024  # a block of comparisons

Breathe = Callable[[], None]


def nearest(vectors: Bytes, wanted: Ints, least: float, most: int, breathe: Breathe) -> Iterator[Pairs]:
    """Pairs of rows of `vectors` (rows, dimension) with at least one of them wanted: for each wanted row at most `most`
    others whose cosine is `least` or more. Blocks of first rows, second rows, cosines; no pair comes twice."""
    import numpy as np

    others = np.full((len(vectors), most), -1, dtype=np.int32)
    cosines = np.zeros((len(vectors), most), dtype=np.float32)
    for asking, asked in _groups(vectors, wanted, breathe):
        for at in range(0, len(asking), _ASKING):
            block = asking[at : at + _ASKING]
            others[block], cosines[block] = _best(vectors, block, asked, least, most, breathe)
    for at in range(0, len(wanted), _ASKED):
        breathe()
        yield _once(others, cosines, wanted[at : at + _ASKED])


def _once(others: Any, cosines: Floats, rows: Ints) -> Pairs:
    """What these rows found; of two that found each other, only what the first of them did."""
    import numpy as np

    places, ranks = np.nonzero(others[rows] >= 0)
    a = rows[places]
    b = others[a, ranks].astype(np.int64)
    fresh = (a < b) | ~(others[b] == a[:, np.newaxis]).any(axis=1)
    return a[fresh], b[fresh], cosines[a[fresh], ranks[fresh]]


def units(vectors: Bytes) -> Floats:
    """The same directions with length 1."""
    import numpy as np

    floats = vectors.astype(np.float32)
    floats /= np.maximum(np.sqrt(np.einsum("ij,ij->i", floats, floats)), 1)[:, np.newaxis]
    return floats


def _best(vectors: Bytes, asking: Ints, asked: Ints, least: float, most: int, breathe: Breathe) -> tuple[Any, Floats]:
    """For each of a block of rows its best others among those it is compared with, and their cosines; the others are
    -1 from where nothing more is near enough. Both of shape (asking, most)."""
    import numpy as np

    questions = units(vectors[asking])
    rows = np.full((len(asking), most), -1, dtype=np.int64)
    best = np.full((len(asking), most), -2.0, dtype=np.float32)
    for at in range(0, len(asked), _ASKED):
        breathe()
        others = asked[at : at + _ASKED]
        cosines = questions @ units(vectors[others]).T
        cosines[asking[:, np.newaxis] == others] = -2.0  # never itself
        better = np.flatnonzero((cosines >= np.maximum(least, best[:, -1:])).any(axis=1))
        rows[better], best[better] = _merged(rows[better], best[better], others, cosines[better])
    rows[best < least] = -1
    return rows, best


def _merged(rows: Ints, best: Floats, others: Ints, cosines: Floats) -> tuple[Ints, Floats]:
    """The best of what was found before and of a new block."""
    import numpy as np

    most = rows.shape[1]
    every = np.concatenate([best, cosines], axis=1)
    chosen = np.argpartition(-every, most - 1, axis=1)[:, :most]
    found = np.take_along_axis(every, chosen, axis=1)
    order = np.argsort(-found, axis=1, kind="stable")
    chosen = np.take_along_axis(chosen, order, axis=1)
    known = np.concatenate([rows, np.broadcast_to(others, cosines.shape)], axis=1)
    return np.take_along_axis(known, chosen, axis=1), np.take_along_axis(found, order, axis=1)


def _groups(vectors: Bytes, wanted: Ints, breathe: Breathe) -> Iterator[tuple[Ints, Ints]]:
    """Wanted rows, and the rows that they are compared with."""
    import numpy as np

    if len(wanted) * len(vectors) <= DIRECT:
        return iter([(wanted, np.arange(len(vectors)))])
    return _cells(vectors, wanted, breathe)


def _cells(vectors: Bytes, wanted: Ints, breathe: Breathe) -> Iterator[tuple[Ints, Ints]]:
    """Wanted rows by their cell, each with the rows of this cell and of those next to it."""
    import numpy as np

    centres = _centres(vectors, len(vectors) // _CELL + 1, breathe)
    cells = _assigned(vectors, np.arange(len(vectors)), centres, breathe)
    order = np.argsort(cells, kind="stable")
    starts = np.searchsorted(cells[order], np.arange(len(centres) + 1))
    members = [order[starts[cell] : starts[cell + 1]] for cell in range(len(centres))]
    is_wanted = np.zeros(len(vectors), dtype=bool)
    is_wanted[wanted] = True
    for cell, own in enumerate(members):
        asking = own[is_wanted[own]]
        if len(asking):
            next_to = np.argsort(-(centres @ centres[cell]), kind="stable")[:_PROBED]
            yield asking, np.concatenate([members[other] for other in next_to])


def _centres(vectors: Bytes, count: int, breathe: Breathe) -> Floats:
    """Spherical k-means (Dhillon & Modha, 2001) over a sample, always the same one; unit vectors."""
    import numpy as np

    sample = np.random.default_rng(0).permutation(len(vectors))[: count * _SAMPLE]
    centres = units(vectors[sample[:count]])
    for _ in range(_ROUNDS):
        cells = _assigned(vectors, sample, centres, breathe)
        sums = np.zeros_like(centres)
        for at in range(0, len(sample), _ASKED):
            breathe()
            np.add.at(sums, cells[at : at + _ASKED], units(vectors[sample[at : at + _ASKED]]))
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        centres = np.where(lengths > 0, sums / np.maximum(lengths, 1e-9), centres)
    return centres


def _assigned(vectors: Bytes, rows: Ints, centres: Floats, breathe: Breathe) -> Ints:
    """The nearest centre of each row."""
    import numpy as np

    cells = np.empty(len(rows), dtype=np.int64)
    for at in range(0, len(rows), _ASKING):
        breathe()
        cells[at : at + _ASKING] = np.argmax(units(vectors[rows[at : at + _ASKING]]) @ centres.T, axis=1)
    return cells
