"""Commits as memories: what one becomes, what it says about others."""
