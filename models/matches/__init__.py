"""Matches and what is stored of each: `matches` finds, `journals` stores entries, `archive` exports and imports."""
