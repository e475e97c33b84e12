"""Paper: a board to play on, a secret sheet for each seat, and a running match as such sheets.

Everything is black on white with greys, in millimetres, and is laid out from data that its reader may know: a sheet is
made of one viewer's view and of nothing else.
"""
