"""Recall: one question, one ranked answer, every step of it explainable."""
