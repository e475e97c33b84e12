"""Positions of Ninja Scroll Trick (METSUKE-5): their `model`, `laying` one, and the checks of its `cards`."""
