"""What the tables of all games share.

A game describes its own part in a `TableScreen` and gets its table's component from `table_of`. Its screens are drawn
from a `Context`, and use the docks of `frame`, the sheets' `head` and the panels here.
"""
