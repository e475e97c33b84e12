"""Live matches: judging, committing, telling phones, presence, waits; `tables.Tables` holds them."""
