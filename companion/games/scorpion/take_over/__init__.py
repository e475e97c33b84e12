"""Entering a Scorpion position: the moment, the guards on the map, cards, intruders, what was done and found.

Any moment between two phases of a turn can be entered and, within a phase, what has been used, moved and searched so
far; but not what a declaration has left open, nor proposals. The set-up is not entered: such a match is started again.
In depth `scores` zones with names of their own are not entered.
"""

from __future__ import annotations

import re

from companion.contract.game_ui import Entering, TakeOver
from companion.games.scorpion.take_over.fields import who
from companion.games.scorpion.take_over.position import begin, entered, position
from companion.games.scorpion.take_over.table import secret, table
from referee.scorpion.setup.begin import board_of


def key_of(entering: Entering, path: str) -> str:
    """Return the key of a patrol's or an intruder's field, by the path of its value."""
    match re.findall(r"\w+", path):
        case ["table", "patrols", n, *_]:
            return f"patrol.{n}"
        case ["table", "characters", n, name]:
            return f"{name}.{who(entering.options, entering.table)[int(n)]}"
        case [*_, name]:
            return str(name)
    return path


TAKE_OVER = TakeOver(
    table=table,
    secret=secret,
    begin=begin,
    position=position,
    entered=entered,
    board=board_of,
    moment=("phase", "pending"),
    key_of=key_of,
)
