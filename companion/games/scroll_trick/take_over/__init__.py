"""A Scroll Trick table is entered as it lies: the moment, what was captured, open cards, the scrolls on them.

Every moment from the first deal to the last trick can be entered, also within a trick; not the set-up and not the end.
Of the tricks that are over only the cards are entered: who played them, what audits found and who gave up an entry is
left out.
"""

from __future__ import annotations

from companion.contract.take_over import TakeOver
from companion.games.scroll_trick.take_over.fields import secret, table
from companion.games.scroll_trick.take_over.position import begin, entered, position

TAKE_OVER = TakeOver(table=table, secret=secret, begin=begin, position=position, entered=entered)
