"""Positions of Shinobazu (METSUKE-5): their `model`, `laying` one, and `results` of the depth `scores`."""
