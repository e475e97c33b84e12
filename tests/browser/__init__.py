"""Whole matches in real browsers: `phones` taps and reads one phone as a person does."""
