"""Depth `scores`: what a battle and a duel came to."""
