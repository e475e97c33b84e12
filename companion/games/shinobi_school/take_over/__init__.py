"""A table of Shinobi School is entered as one reads it: the moment, the mansions, the field, what all remember.

Every moment between two turns can be entered, and those before the first turn; of results alone every moment but
the end. Not entered are an action already taken in the turn that is on, a round that is won and not scored yet,
points that a house ruling set, an agreement under way to sweep, entries that were given up or turned out wrong, empty
ones, a hand registered before the split, and, once somebody has placed, the number of the turn: it is the least that
it can be.
"""

from __future__ import annotations

from companion.contract.take_over import TakeOver
from companion.games.shinobi_school.take_over.fields import secret, table
from companion.games.shinobi_school.take_over.position import begin, entered, position

TAKE_OVER = TakeOver(table, secret, begin, position, entered, moment=("phase", "now"))
