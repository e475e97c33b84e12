"""The options of a match, and the moves of 忍のがっこう Shinobi School (ledger sections 5, 9).

A move is about the seat that declares it; where a move names a player, the table may declare it for that player.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from referee.core.game import GameOptions
from referee.core.moves import Cited, Move, late
from referee.core.values import Value
from referee.shinobi_school.cards import COPIES, HIGHEST, Deal, Heap, Number

WIN: Final = 5
"""The points of a round's winner (SCHOOL-12.1)."""
PLAYERS = range(3, 6)
SeatId = Annotated[str, Field(min_length=1, max_length=40)]
Count = Annotated[int, Field(ge=3, le=5)]
MOST_ROUNDS = 9


class Options(GameOptions):
    """The options of a match. Each comment names the open point that the option decides."""

    start: SeatId | None = None
    """The start player of the first round (SCHOOL-11.1); `None`: the table names it during play."""
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
    """The deals by the number of players; the standard one where `None` or missing."""


class Adjustment(Value):
    """A house ruling sets the new totals of the seats named."""

    points: Annotated[dict[SeatId, Annotated[int, Field(strict=True, ge=-2000, le=2000)]], Field(max_length=10)]


Side = Literal["heaven", "earth"]
End = Literal["top", "bottom"]
SIDES: tuple[Side, ...] = ("heaven", "earth")
ENDS: tuple[End, ...] = ("top", "bottom")
Spot = Annotated[str, Field(min_length=1, max_length=40)]
"""A declared place: heaven, earth, top or bottom. The rules refuse any other."""
BEFORE = ("deal", "split", "reveal", "field", "start")
"""The phases of a round before the first turn."""


def _late(clause: str, reason: str = "", /, **phases: str | Cited) -> Mapping[str, Cited]:
    """Return the refusals at the wrong moment, with those for a tie (SCHOOL-13.2) and after the end (2.6)."""
    both: dict[str, Cited] = {"tie": ("SCHOOL-13.2", "not_in_tie"), "ended": ("SCHOOL-2.6", "match_over")}
    return late(clause, reason, **both, **phases)


OVER = ("SCHOOL-2.4", "round_is_over")
UNUSED = ("SCHOOL-10.5", "stock_unused")
ACTION = _late("SCHOOL-11.2", start="who_starts", won=OVER, scoring=OVER)


class SetStartPlayer(
    Move, public=True, for_all=True, depth="both",
    during={*BEFORE, "turn", "score"}, late=_late("SCHOOL-13.1", "start_is_settled"),
):
    """The table names the start player of the first round (SCHOOL-11.1)."""

    player: SeatId


class ConfirmDeal(Move, public=True, for_all=True, during={"deal"}, late=_late("SCHOOL-1.5", "dealt_already")):
    """All cards are dealt (SCHOOL-1.2, 1.3). `cards` defaults to the right number."""

    cards: Annotated[int, Field(ge=0, le=65)] | None = None


class RegisterHand(
    Move, secret=True, told=("noted",), notes=("cards",),
    during={"deal", "split"}, late=_late("SCHOOL-6.2", "hand_too_late"),
):
    """A player notes the dealt hand secretly; the heaven is then what is not laid in the earth."""

    cards: Heap


class RegisterHeaven(
    Move, secret=True, told=("noted",), notes=("cards",), during={*BEFORE, "turn"} - {"deal"}, late=_late("SCHOOL-6.2")
):
    """A player notes the heaven secretly; from then on it is checked at once."""

    cards: Heap


class WithdrawEntry(Move, public=True, during={*BEFORE, "turn", "won", "scoring"}, late=_late("SCHOOL-6.2")):
    """A player withdraws a wrong secret entry: the cards on the table are true."""


class Left(Value):
    """A whole mansion, after the split or at the end of a round."""

    heaven: Heap = ()
    earth: Heap = ()


class LayEarth(
    Move, secret=("cards", "split"), told=("noted",), notes=("cards", "split"),
    during={"split"}, late=_late("SCHOOL-9.3", "split_is_settled", deal=("SCHOOL-9.1", "not_in_deal")),
):
    """A player has laid the earth face down and is ready (SCHOOL-9.3).

    It may be noted secretly: as `cards`, or with the heaven as the complete `split`.
    """

    cards: Heap | None = None
    split: Left | None = None


class RevealEarths(
    Move, public=True, notes=("earths",), for_all=True,
    during={"reveal"}, late=_late("SCHOOL-9.3", "revealed_already", deal="not_in_deal", split="not_in_split"),
):
    """All earths are turned up at once (SCHOOL-9.3); `earths` names those not noted, or noted wrongly."""

    earths: Annotated[dict[SeatId, Heap], Field(max_length=10)] = Field(default_factory=dict)


class FirstField(
    Move, public=True, notes=("cards",), for_all=True,
    during={"field"}, late=_late("SCHOOL-9.1", start=UNUSED, turn=UNUSED, won=UNUSED, scoring=UNUSED),
):
    """The cards turned from the stock for the first field, in order (SCHOOL-10.1 to 10.4)."""

    cards: Heap


class Place(Move, public=True, during={"turn"}, late=ACTION):
    """The active player places one set from a side of the mansion (SCHOOL-4.2 to 4.5, 7.2, 7.3).

    The end of the field follows from the number; `end`, if given, must agree. Several numbers can be written, but are
    never a set (SCHOOL-3.1).
    """

    side: Spot
    number: Number | Heap
    size: Annotated[int, Field(strict=True, ge=0, le=65)]
    end: Spot | None = None


class Collect(Move, public=True, during={"turn"}, late=ACTION):
    """The active player collects the whole tier at one end into a side of the mansion (SCHOOL-4.6 to 4.8).

    `size`, if given, must be that of the tier. Several ends can be written, but are never collected (SCHOOL-4.6).
    """

    side: Spot
    end: Spot | Annotated[tuple[Spot, ...], Field(max_length=COPIES * HIGHEST)]
    size: Annotated[int, Field(strict=True, ge=0, le=65)] | None = None


class PassAction(Move, public=True, during={"turn"}, late=ACTION):
    """The active player does nothing with one side (SCHOOL-7.5)."""

    side: Spot


class EndTurn(Move, public=True, during={"turn"}, late=ACTION):
    """The active player ends the turn; remaining actions count as passed (SCHOOL-7.3)."""


class CheckMove(Move, secret=True, during={"turn"}, late=ACTION):
    """A player asks secretly whether the field and their own cards allow a move. It changes nothing."""

    move: Annotated[Place | Collect, Field(discriminator="type")]


class CountHeaven(
    Move, public=True, notes=("size",), for_all=True, during={"field", "start", "turn"}, late=_late("SCHOOL-9.2")
):
    """The table counts a player's heaven, which confirms the declarations so far (ledger A4)."""

    player: SeatId
    size: Annotated[int, Field(strict=True, ge=0, le=65)]


class AgreeFlush(Move, public=True, for_all=True, during={"turn"}, late=_late("SCHOOL-8.6", won=OVER, scoring=OVER)):
    """A player agrees to sweep a first field on which nobody places (open point O1); for the table: all agree."""


class ScoreRound(
    Move, public=True, for_all=True, during={"won"}, late=_late("SCHOOL-2.4", "not_won", scoring="scored_already")
):
    """A mansion is empty and the round is scored (SCHOOL-12). Until then its field stays on the table."""


class ShowHeaven(
    Move, public=True, notes=("cards",), for_all=True,
    during={"scoring"}, late=_late("SCHOOL-12.2", "not_won", won="not_in_won"),
):
    """A player who did not win shows the remaining heaven (SCHOOL-12.2), or the table does for `player`."""

    cards: Heap
    player: SeatId | None = None


class BreakTie(Move, public=True, for_all=True, depth="both", during={"tie"}, late=_late("SCHOOL-13.2", "no_tie")):
    """The table decides which of the tied players has won (option `final_tie=table`)."""

    player: SeatId


class RoundCards(
    Move, public=True, notes=("left",), for_all=True, depth="scores",
    during={"score"}, late=_late("SCHOOL-2.6", close="all_rounds_entered"),
):
    """At the depth `scores`: the winner of a round, and the cards that the others still hold."""

    winner: SeatId
    left: Annotated[dict[SeatId, Left], Field(max_length=10)]


class RoundPoints(
    Move, public=True, for_all=True, depth="scores",
    during={"score"}, late=_late("SCHOOL-2.6", close="all_rounds_entered"),
):
    """At the depth `scores`: the winner of a round, and the others' round scores, counted by hand."""

    winner: SeatId
    points: Annotated[dict[SeatId, Annotated[int, Field(strict=True, ge=-999, le=999)]], Field(max_length=10)]


class CloseGame(
    Move, public=True, for_all=True, depth="scores", during={"close"}, late=_late("SCHOOL-2.6", score="rounds_missing")
):
    """At the depth `scores`: all rounds are entered, and the match ends."""
