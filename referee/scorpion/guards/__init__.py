"""The guards' phases (SCORPION-10 to 15, 22): a module each for what is declared; `offers` and `prompts` list it."""
