"""Settings: declared once, read from layers, never fatal."""

from __future__ import annotations

from memo_lsp.settings.parse import Layer, parse
from memo_lsp.settings.places import (
    config_folder,
    editor,
    environment,
    layers,
    load,
    project_file,
    store_folder,
    user_file,
)
from memo_lsp.settings.tree import DECLARATION, PROFILES, Setting, Settings

__all__ = [
    "DECLARATION",
    "PROFILES",
    "Layer",
    "Setting",
    "Settings",
    "config_folder",
    "editor",
    "environment",
    "layers",
    "load",
    "parse",
    "project_file",
    "store_folder",
    "user_file",
]
