"""What is settled before anything else is imported."""

from __future__ import annotations

import os

import pytest

from memo_lsp import __main__ as main


def test_matrices_keep_to_one_core_unless_somebody_said_otherwise(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    for variable in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
        monkeypatch.setenv(variable, "")
        monkeypatch.delenv(variable)
    main.keep_to_one_core()
    assert (os.environ["OPENBLAS_NUM_THREADS"], os.environ["OMP_NUM_THREADS"]) == ("1", "3")
