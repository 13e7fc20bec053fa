"""The file itself: SQLite, connections to it, its shape and how that changed."""
