"""What finished matches come to: the page of a person, of a game, and the host's archive."""
