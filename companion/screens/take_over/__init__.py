"""Entering the table as it stands, before a match goes on from there: the host what lies open, each seat its own."""
