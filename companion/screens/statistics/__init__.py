"""Statistics of finished matches: the page of a person, of a game, and the host's archive."""
