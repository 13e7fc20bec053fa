"""What becomes a memory while working: a person's notes, their place in the code, changes made to memories."""
