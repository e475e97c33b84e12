"""A turn on a player's phone: heaven and earth act."""
