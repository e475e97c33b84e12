"""The judge of games: what every game is held to, by matches that are played at random from its prompts alone.

`check` in `report` runs all of it, as `python -m referee check GAME` does; each check is a function of its own.
"""
