"""The clauses of each game, restated in our own words."""
