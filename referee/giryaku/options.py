"""What a table may choose; the defaults are the ledger's (its section 9)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from referee.core.values import Value
from referee.giryaku.cards import CELLS, COLUMNS, OWNED

SeatId = Annotated[str, Field(min_length=1, max_length=40)]
ConsumeMap = Literal["O_raids", "S_raids", "N_raids"]
"""Which kind raids when it is consumed; the two others withdraw (GIRYAKU-8.8)."""
CONSUME_MAP: ConsumeMap = "O_raids"


def _whole(cells: dict[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
    if set(cells) != set(COLUMNS):
        raise ValueError("has to name the cells of each of the columns 1, 2 and 3")
    for struck in cells.values():
        if not struck or len(set(struck)) < len(struck) or not set(struck) <= set(CELLS):
            raise ValueError(f"has to name different cells of {', '.join(CELLS)}, at least one a column")
    return cells


CustomRange = Annotated[
    dict[Annotated[int, Field(ge=1, le=3)], Annotated[tuple[str, ...], Field(max_length=6)]], AfterValidator(_whole)
]
"""The cells of the other board that N×O strikes, by the column in which it is completed."""
NinShiRange = Literal["both_diagonals", "one_diagonal", "neighbours_only"] | CustomRange
NIN_SHI_RANGE: NinShiRange = "both_diagonals"


class Options(Value):
    """The options of a match. Each comment names the open point that it decides.

    `consume_map` and `nin_shi_range` are printed in the box: while they are None the owner of the box is asked.
    """

    depth: Literal["plays", "scores"] = "plays"
    first_player: SeatId | None = None  # OP-1
    consume_map: ConsumeMap | None = None  # OP-13
    nin_shi_range: NinShiRange | None = None  # OP-4
    opening_redraw: Literal["own", "both"] = "own"  # OP-2
    raid_extra: Literal["turn_after_refill", "action_before_refill"] = "turn_after_refill"  # OP-3
    first_turn_ban: Literal["first_turn_only", "first_turn_and_chained"] = "first_turn_only"  # OP-3b
    final_turn_extra: Literal["denied", "granted"] = "denied"  # OP-3c
    withdraw_return: Literal["shuffle", "top", "bottom"] = "shuffle"  # OP-5
    rearrange_scope: Literal["any_cells", "swap_only"] = "any_cells"  # OP-7
    facedown_pair: Literal["claim", "show"] = "claim"  # OP-8
    flip_mode: Literal["trust", "app"] = "trust"  # OP-8
    """`app`: the owner notes his face-down cards on his phone. `trust`: the app learns them when they are shown."""
    self_empty_board: Literal["no_loss", "loss", "forbid"] = "no_loss"  # OP-11


class Graveyard(Value):
    """How many cards of each kind lie in a graveyard."""

    S: Annotated[int, Field(ge=0, le=OWNED)] = 0
    N: Annotated[int, Field(ge=0, le=OWNED)] = 0
    O: Annotated[int, Field(ge=0, le=OWNED)] = 0  # noqa: E741


class Adjustment(Value):
    """A house ruling sets graveyards by hand; the deck makes up the difference."""

    graveyards: Annotated[dict[SeatId, Graveyard], Field(max_length=2)]
