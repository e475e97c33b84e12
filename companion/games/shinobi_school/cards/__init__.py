"""Shinobi School's cards as they lie: on the field, in mansions, in my heaven, and to be picked."""
