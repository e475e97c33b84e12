"""What the library adds for those who call it from Python: seats by their names, errors in words, sentences."""
