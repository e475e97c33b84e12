"""Depth `scores`: graveyards and the result alone."""
