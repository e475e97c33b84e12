"""The table display during a match: `display` draws the public map and log, `setup` the stages before turn 1."""
