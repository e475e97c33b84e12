"""Checks that every game must pass, by random matches played from its prompts alone.

`report.check` runs all of them, as `python -m referee check GAME` does; each check is also a function of its own.
"""
