"""What a table may choose; the defaults are the ledger's (its section 9)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from referee.core.game import GameOptions
from referee.core.values import Value
from referee.giryaku.cards import CELLS, COLUMNS, Cell, Column

SeatId = Annotated[str, Field(min_length=1, max_length=40)]
ConsumeMap = Literal["O_raids", "S_raids", "N_raids"]
"""Which kind raids when it is consumed; the two others withdraw (GIRYAKU-8.8)."""
CONSUME_MAP: ConsumeMap = "O_raids"


CustomRange = Annotated[dict[Column, Annotated[tuple[Cell, ...], Field(max_length=40)]], Field(max_length=40)]
"""The cells of the other board that N×O strikes, by the column in which it is completed."""
NinShiRange = Literal["both_diagonals", "one_diagonal", "neighbours_only"] | CustomRange
NIN_SHI_RANGE: NinShiRange = "both_diagonals"


def misnamed(way: NinShiRange | None) -> str | None:
    """Return why a table's own range does not do: it names different cells for each of the columns (GIRYAKU-7.12)."""
    if not isinstance(way, dict):
        return None
    if not {cell for struck in way.values() for cell in struck} <= set(CELLS):
        return "giryaku.range_cells"
    if sorted(way) != list(COLUMNS) or not all(way.values()):
        return "giryaku.range_columns"
    return "giryaku.range_twice" if any(len(set(struck)) < len(struck) for struck in way.values()) else None


def well_named(way: NinShiRange) -> NinShiRange:
    if (why := misnamed(way)) is not None:
        raise ValueError(why)
    return way


class Options(GameOptions):
    """The options of a match. Each comment names the open point that it decides.

    `consume_map` and `nin_shi_range` are printed in the box: while they are None the owner of the box is asked.
    """

    first_player: SeatId | None = None  # OP-1
    consume_map: ConsumeMap | None = None  # OP-13
    nin_shi_range: Annotated[NinShiRange, AfterValidator(well_named)] | None = None  # OP-4
    opening_redraw: Literal["own", "both"] = "own"  # OP-2
    raid_extra: Literal["turn_after_refill", "action_before_refill"] = "turn_after_refill"  # OP-3
    first_turn_ban: Literal["first_turn_only", "first_turn_and_chained"] = "first_turn_only"  # OP-3b
    final_turn_extra: Literal["denied", "granted"] = "denied"  # OP-3c
    withdraw_return: Literal["shuffle", "top", "bottom"] = "shuffle"  # OP-5
    rearrange_scope: Literal["any_cells", "swap_only"] = "any_cells"  # OP-7
    facedown_pair: Literal["claim", "show"] = "claim"  # OP-8
    flip_mode: Literal["trust", "app"] = "trust"  # OP-8
    """`app`: the owner's phone notes their face-down cards. `trust`: the app learns them when they are shown."""
    self_empty_board: Literal["no_loss", "loss", "forbid"] = "no_loss"  # OP-11


class Graveyard(Value):
    """How many cards of each kind lie in a graveyard."""

    S: Annotated[int, Field(ge=0, le=99)] = 0
    N: Annotated[int, Field(ge=0, le=99)] = 0
    O: Annotated[int, Field(ge=0, le=99)] = 0  # noqa: E741


class Adjustment(Value):
    """A house ruling sets graveyards by hand; the deck makes up the difference."""

    graveyards: Annotated[dict[SeatId, Graveyard], Field(max_length=2)]
