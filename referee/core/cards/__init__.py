"""What card games have in common: `tricks`, what is `certain` of hidden cards, and the `analysis` of a match."""
