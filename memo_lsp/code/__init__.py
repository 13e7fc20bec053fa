"""Symbols and their hashes from source text, by tree-sitter."""
