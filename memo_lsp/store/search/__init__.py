"""What finds memories: words, vectors, and which of them may compete."""
