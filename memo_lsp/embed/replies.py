"""What embedding services answer, read with suspicion: every known shape, and no number that is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memo_lsp.embed.port import Failure
from memo_lsp.web.replies import BadReply, read_json, told

if TYPE_CHECKING:
    from memo_lsp.embed.port import Vector


def read(body: bytes, count: int) -> list[Any]:
    """The raw vectors of `count` texts, in the texts' order.

    Knows `{"embeddings": [[…], …]}`, `{"embedding": […]}` and `{"data": [{"index": 1, "embedding": […]}, …]}`."""
    reply = read_json(body)
    if not isinstance(reply, dict):
        raise BadReply(f"the reply is a JSON {type(reply).__name__}, not an object with `data` or `embeddings`")
    if isinstance(reply.get("data"), list):
        vectors = _by_index(reply["data"])
    elif isinstance(reply.get("embeddings"), list):
        vectors = _listed(reply["embeddings"])
    elif isinstance(reply.get("embedding"), list):
        vectors = _listed(reply["embedding"])
    else:
        words = told(reply)
        raise BadReply(f"the reply lacks the field `data`, `embeddings` or `embedding`{': ' * bool(words)}{words}")
    if len(vectors) != count:
        raise BadReply(f"the reply holds {len(vectors)} vectors for {count} texts")
    return vectors


def unit(raw: Any, dimension: int | None) -> Vector | Failure:
    """A raw vector as float32 at unit length, or why it is none."""
    import numpy as np

    try:
        vector = np.asarray(raw, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        return Failure("the vector is not a list of numbers", permanent=True)
    if vector.ndim != 1 or not vector.size:
        return Failure("the vector is not a list of numbers", permanent=True)
    if not np.isfinite(vector).all():
        return Failure("the vector holds something that is no finite number", permanent=True)
    if dimension is not None and vector.size != dimension:
        return Failure(f"the vector has {vector.size} numbers, not {dimension}", permanent=True)
    largest = np.abs(vector).max()  # divided out first: squares of very large or small numbers leave the range
    if not largest:
        return Failure("the vector is all zeros", permanent=True)
    vector /= largest
    result: Vector = (vector / np.linalg.norm(vector)).astype(np.float32)
    return result


def _by_index(rows: Sequence[Any]) -> list[Any]:
    """`data` in the order of its `index` fields; where no row has one, as it stands."""
    placed: dict[int, Any] = {}
    for at, row in enumerate(rows):
        if not isinstance(row, Mapping) or not isinstance(row.get("embedding"), list):
            raise BadReply(f"the reply lacks the field `data[{at}].embedding`")
        placed[_index(row, at)] = row["embedding"]
    missing = next((at for at in range(len(rows)) if at not in placed), None)
    if missing is not None:
        raise BadReply(f"no row of the reply's `data` has the index {missing}")
    return [placed[at] for at in range(len(rows))]


def _index(row: Mapping[str, Any], default: int) -> int:
    index = row.get("index", default)
    return index if isinstance(index, int) else default


def _listed(vectors: list[Any]) -> list[Any]:
    """Vectors as a list of lists; a bare list of numbers is one vector."""
    return vectors if all(isinstance(vector, list) for vector in vectors) else [vectors]
