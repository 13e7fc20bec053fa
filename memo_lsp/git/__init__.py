"""The only door to git: whose project a file is, on which branch, and what its history says."""
