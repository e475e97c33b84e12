"""Positions of Scorpion (METSUKE-5): their models, the state of a position, and the position of a state.

`OpenTable` is what everybody sees, `SeatSecret` what each seat enters. `laying` makes a state of them: `people`,
`board` and `moment` check the table, `papers` what each seat adds. `reading` makes the position of a state.

What the rules cannot have led to is refused, even if a house ruling has. A position does not hold the record and the
walks of earlier turns, on which audits and the replay rest; what is known begins with the table that is `shown`.
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
