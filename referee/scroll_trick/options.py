"""What a table may choose before a match; the defaults are the ledger's (its section 9)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from referee.core.game import GameOptions
from referee.core.values import Value
from referee.scroll_trick.cards import KINDS, NUMBERS, Kinds, Numbers, Tile, TileCounts

SeatId = Annotated[str, Field(min_length=1, max_length=40)]


class Options(GameOptions):
    """The options of a match. Each comment names the open point that it decides."""

    start: SeatId | None = None
    """Who has met ninja most recently (SCROLL-2.10); None: the table names the start player when it begins."""
    follow_open: Literal["open_first", "any_card"] = "open_first"  # O1
    next_lead: Literal["winner", "marker"] = "winner"  # O2
    rank_ties_round3: Literal["dense", "skip"] = "dense"  # O3
    low_tie: Literal["left_of_marker", "holder_keeps", "table"] = "left_of_marker"  # O4
    final_tie: Literal["shared", "table"] = "shared"  # O5
    kinds: Kinds = KINDS  # O6
    """The names of the five kinds; the words of the app call the standard ones by their crests."""
    numbers: Numbers = NUMBERS  # O6
    tile_counts: TileCounts | None = None  # O7
    """How many scrolls of each value the box holds; None until its owner has counted them."""
    shadow_seat: Literal["after_second", "after_start"] = "after_second"  # O8
    shadow_low: Literal["humans_only", "shadow_leads"] = "humans_only"  # O11
    shadow_rank: Literal["ranked_silent", "ranked_turns", "humans_only"] = "ranked_silent"  # O12
    shadow_tie: Literal["strict", "tie_ends"] = "strict"  # O13
    shadow_final: Literal["can_win", "humans_only"] = "can_win"  # O14
    revoke_remedy: Literal["report", "rewind"] = "report"  # O18
    history_visible: Literal["last_trick", "all", "none"] = "last_trick"  # O19


class Adjustment(Value):
    """A house ruling sets by hand which scrolls seats have captured: points come from scrolls alone (SCROLL-1.3)."""

    captured: dict[SeatId, Annotated[tuple[Tile, ...], Field(max_length=45)]]
