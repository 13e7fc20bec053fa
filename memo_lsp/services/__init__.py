"""The composition root: builds everything behind the surfaces once, and hands it to each other."""

from __future__ import annotations

from memo_lsp.services.build import Services, open_services

__all__ = ["Services", "open_services"]
