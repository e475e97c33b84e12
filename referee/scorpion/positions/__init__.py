"""Scorpion tables in the middle of a match (METSUKE-5): their models, laying one, and reading one from a state.

`open_table` is what everybody sees, `secrets` what each seat enters. `laying` makes a state of them: `people`, `board`
and `moment` check the table, `papers` what each seat adds, `results` a table without secrets. `reading` is the way
back, `missing` says how much is entered.

What the rules cannot have led to is refused, also where a house ruling has. Not laid again are the record, and the
walks of earlier turns: audits and the replay rest on them, and what is known begins with what is `shown`.
"""

from __future__ import annotations

from referee.core.game import Positions
from referee.scorpion.positions.laying import contradiction, lay
from referee.scorpion.positions.model import OpenTable, SeatSecret
from referee.scorpion.positions.people import progress, unchecked
from referee.scorpion.positions.reading import position_of

POSITIONS = Positions(
    table=OpenTable,
    secret=SeatSecret,
    lay=lay,
    position_of=position_of,
    progress=progress,
    contradiction=contradiction,
    unchecked=unchecked,
    left_out=("record", "reasoning", "intruders.characters.*.walks"),
)
