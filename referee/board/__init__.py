"""Boards of zones, borders and a patrol route; `reading` reads and checks board files."""
