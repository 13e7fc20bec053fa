"""One SQLite file a person: everything remembered, and what is derived from it. The only room that speaks SQL."""

from memo_lsp.store.care.opening import open_store
from memo_lsp.store.care.upkeep import restore
from memo_lsp.store.store import Store

__all__ = ["Store", "open_store", "restore"]
