"""What a player answers beside the own turn: the opening, a skill, a flipped board."""
