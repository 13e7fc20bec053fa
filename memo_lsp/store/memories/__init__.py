"""Memories and what binds them: rows, anchors, edges, the log of what was recalled."""
