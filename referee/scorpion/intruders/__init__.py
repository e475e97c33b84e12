"""The intruders' phase (SCORPION-16 to 22, 25, 26): paths, cards, searches; `offers` makes the prompts."""
