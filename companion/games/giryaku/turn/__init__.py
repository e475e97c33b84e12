"""My turn as it is chosen: what a tap chooses, and what it would do."""
