"""The steps of a ranking: each a pure function from pool to pool, with its constants as fields."""
