"""A memory for programmers that lives inside the editor."""

__version__ = "0.1.0"
