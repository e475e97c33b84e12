"""How a round begins and ends on phones: the split, the first field, the count."""
