"""Sentences: `words` makes them, `aloud` joins what is said, `announcing` tells of a table, `usable` names controls."""
