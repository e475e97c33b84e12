"""What a table may choose before a match; the defaults are the ledger's (its section 9)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from referee.core.game import GameOptions
from referee.core.values import Value
from referee.shinobi_school.cards import Deal

SeatId = Annotated[str, Field(min_length=1, max_length=40)]
Count = Annotated[int, Field(ge=3, le=5)]
MOST_ROUNDS = 9


class Options(GameOptions):
    """The options of a match. Each comment names the open point that it decides."""

    start: SeatId | None = None
    """Who starts the first round (SCHOOL-11.1); None: the table names that seat during play."""
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 3  # O12
    first_start: Literal["table", "random"] = "table"  # O10
    empty_side: Literal["allow", "forbid"] = "allow"  # O3
    collect_into_empty: Literal["allow", "forbid"] = "allow"  # O4
    collect_own: Literal["allow", "forbid"] = "allow"  # O5
    opening_flush: Literal["none", "start_leads"] = "none"  # O1
    final_heaven: Literal["show", "cost_only"] = "show"  # O14
    final_tie: Literal["shared", "rounds_won", "table"] = "shared"  # O11
    history_visible: Literal["last_turn", "all", "none"] = "last_turn"  # O15
    deal_table: dict[Count, Deal] | None = None  # O13
    """Cards each and highest number, by the number of players; None, or a missing line: the standard one."""


class Adjustment(Value):
    """A house ruling sets points by hand: the new totals of the seats named."""

    points: Annotated[dict[SeatId, Annotated[int, Field(strict=True, ge=-2000, le=2000)]], Field(max_length=10)]
