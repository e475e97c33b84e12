"""Boards of zones, borders and a patrol route: `reading.read_board` checks a file, `bundled` has those of Metsuke."""
