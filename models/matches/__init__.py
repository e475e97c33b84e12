"""Matches and what is kept of each: `matches` finds them, `journals` holds what was done, `archive` carries them."""
