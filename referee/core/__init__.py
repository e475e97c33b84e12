"""What all games share: a match and its journal, acts, undo, corrections, offers, and the `Game` protocol."""
