"""Episodes: what a stretch of saves amounted to, and the dead ends, fixes and passing tests found in it."""
