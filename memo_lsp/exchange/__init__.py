"""Memories in and out: the history of a repository, JSON Lines, markdown."""
