"""What consolidation keeps: runs, edits and their steps, verdicts, marks, who is there and who holds the lease."""
