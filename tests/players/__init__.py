"""Random players of each game who play whole matches, and twins: matches that differ only in secrets."""
