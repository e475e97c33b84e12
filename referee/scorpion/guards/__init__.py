"""The guards' phases (SCORPION-10 to 15, 22): one module per kind of declaration; `offers` makes the prompts."""
