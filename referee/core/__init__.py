"""What all games share: the `Game` protocol and what every rule uses, and rooms for what a match is made of."""
