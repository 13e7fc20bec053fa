"""Asking a language model for a few lines, if the person set one up: behind one port."""
