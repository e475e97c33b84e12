"""Tests of the board tracing: zones, borders, cuts, routes and photos as values."""
