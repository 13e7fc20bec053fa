"""Care of the file: opened or made, checked, mended, saved from damage, copied, tidied."""
