"""Attacks, each a program: what a hostile or unlucky phone does to others, and that it comes to nothing."""
