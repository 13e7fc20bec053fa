"""Text to vectors: the port every embedder serves, the model in the package, and HTTP services."""
