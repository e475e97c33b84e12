"""Live matches: judging, committing, telling, presence, waits; `table.Tables` holds them."""
