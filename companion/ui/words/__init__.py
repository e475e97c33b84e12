"""What is said: `sentences` of messages, `aloud` joins them, `announcing` tells of a table, `usable` names controls."""
