"""The boards as they lie on the table, and what is struck on them."""
