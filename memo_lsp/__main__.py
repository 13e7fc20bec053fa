"""The way in. Nothing may be imported here that a project's own files could shadow.

A `typing.py` or `pygls.py` in the working folder or on PYTHONPATH would be imported in place of the real one and end
the server before it can say so. So the interpreter is started once more with `-E -P` (environment ignored, no unsafe
path; not `-I`, which would lose installs in the user's own site-packages).
"""

import os
import sys


def isolated() -> bool:
    """Whether this interpreter already ignores PYTHON* variables and the working folder."""
    return bool(sys.flags.ignore_environment and sys.flags.safe_path)


def isolate() -> None:
    """Start the same command again, isolated; returns only where that is done already."""
    if isolated():
        return
    command = [sys.executable, "-E", "-P", "-m", "memo_lsp", *sys.argv[1:]]
    if os.name == "nt":  # exec there ends the parent that an editor waits for
        sys.exit(os.spawnv(os.P_WAIT, sys.executable, [f'"{part}"' for part in command]))
    os.execv(sys.executable, command)


def keep_to_one_core() -> None:
    """Products of matrices take one core, before anything loads what makes them: the other cores are the editor's."""
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
        os.environ.setdefault(variable, "1")


def guard_stdout() -> int:
    """Keep a duplicate of fd 1 for the protocol and point fd 1 at stderr, before anything is imported.

    A stray `print`, a write of a C library or of a child would otherwise break the message stream.
    """
    protocol = os.dup(1)
    os.dup2(2, 1)
    return protocol


def speaks_protocol(arguments: list[str]) -> bool:
    """Whether fd 1 will carry LSP messages."""
    return arguments[:1] == ["serve"] and not {"-h", "--help"} & set(arguments)


def main() -> None:
    isolate()
    keep_to_one_core()
    arguments = sys.argv[1:]
    protocol = guard_stdout() if speaks_protocol(arguments) else None
    from memo_lsp.cli.main import run

    sys.exit(run(arguments, protocol))


if __name__ == "__main__":
    main()
