"""What capture keeps between two events: open episodes, heads and patches, mirrored files, pauses, counts."""
