"""What all games share: the `Game` protocol, helpers for rules, and the packages for journals, offers and rulebooks."""
