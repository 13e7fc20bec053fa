"""The passes: each looks at what is remembered and plans edits; none of them writes."""
