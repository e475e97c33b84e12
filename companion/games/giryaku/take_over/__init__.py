"""A Giryaku table is entered as it lies: whose turn it is, then graveyard and board of each player (METSUKE-5).

Any moment between two turns can be entered, before the last turn and in it; of results alone every moment but the
count. From another moment the boards and graveyards are entered as they lie, as if the turn began. What is history is
not asked for: what was done last, what audits found, how a flipped board lay before.
"""

from __future__ import annotations

from companion.contract.take_over import TakeOver
from companion.games.giryaku.take_over.fields import secret, table
from companion.games.giryaku.take_over.position import begin, entered, position

TAKE_OVER = TakeOver(
    table=table, secret=secret, begin=begin, position=position, entered=entered, moment=("phase", "action")
)
