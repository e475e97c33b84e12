"""The tests, after the three packages."""
