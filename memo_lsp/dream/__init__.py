"""Dreaming: what piled up is read again while nobody works, and folded where it belongs together."""
