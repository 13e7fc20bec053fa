"""Writing a file so that whoever reads it finds the old one or the new one, whole; and only its owner does."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from memo_lsp.errors import MemoError


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A new file (mode 0600) that takes the place of `path` when the block ends well. Raises MemoError."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:50]}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise MemoError(f"{path} cannot be written ({error.strerror}); name a folder that is there and yours") from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise MemoError(f"{path} cannot be written ({error.strerror})") from None
    finally:
        temporary.unlink(missing_ok=True)
