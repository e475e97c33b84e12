"""Boards as the app keeps, draws and edits them: `library` lists, `drawing` measures, `workshop` edits them."""
