"""The set-up (SCORPION-1 to 6): `begin.begin`, one module per kind of declaration, and `prompts`."""
