"""How a Shinobazu table is entered: the round, what lies before whom, what was discarded, points and turn.

Every moment of the turns can be entered, and the beginning of a battle; of a battle or duel that is going on or
decided, its beginning. With results alone it is the beginning of a round. Not entered are the past that audits would
need (who laid which discard, who led the earlier rounds) and records of cards that lie open or were discarded unseen.
"""

from __future__ import annotations

from companion.contract.take_over import TakeOver
from companion.games.shinobazu.take_over.fields import secret, table
from companion.games.shinobazu.take_over.position import begin, entered, position

TAKE_OVER = TakeOver(
    table=table,
    secret=secret,
    begin=begin,
    position=position,
    entered=entered,
    moment=("phase", "challenged", "accepted"),
)
