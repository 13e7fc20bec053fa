"""What starting costs before a server does anything: pygls alone."""

from __future__ import annotations

from pygls.lsp.server import LanguageServer

if __name__ == "__main__":
    LanguageServer("empty", "0").start_io()
