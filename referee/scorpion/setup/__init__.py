"""The set-up (SCORPION-1 to 6): `begin.begin`, then a module for each kind of declaration; `prompts` lists them."""
