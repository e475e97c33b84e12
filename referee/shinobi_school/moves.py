"""What may be declared in 忍のがっこう Shinobi School (ledger section 5).

Whoever declares a move is its player; where a move names one, the table may declare it for him.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from referee.core.values import Value
from referee.shinobi_school.cards import Heap, Number
from referee.shinobi_school.options import SeatId

Side = Literal["heaven", "earth"]
End = Literal["top", "bottom"]
SIDES: tuple[Side, ...] = ("heaven", "earth")


class SetStartPlayer(Value):
    """The table names who starts the first round (SCHOOL-11.1)."""

    type: Literal["set_start_player"] = "set_start_player"
    player: SeatId


class ConfirmDeal(Value):
    """Everybody has been dealt his cards (SCHOOL-1.2, 1.3). Without `cards`: as many as there should be."""

    type: Literal["confirm_deal"] = "confirm_deal"
    cards: Annotated[int, Field(ge=0, le=65)] | None = None


class RegisterHand(Value):
    """A player notes secretly what he was dealt; his heaven is then what he does not lay in earth."""

    type: Literal["register_hand"] = "register_hand"
    cards: Heap


class RegisterHeaven(Value):
    """A player notes his heaven secretly; from then on it is checked at once."""

    type: Literal["register_heaven"] = "register_heaven"
    cards: Heap


class WithdrawEntry(Value):
    """A player whose secret entry was wrong gives it up: what lies on the table is true."""

    type: Literal["withdraw_entry"] = "withdraw_entry"


class LayEarth(Value):
    """A player has laid his earth face down and is ready (SCHOOL-9.3); he may note secretly what it is."""

    type: Literal["lay_earth"] = "lay_earth"
    cards: Heap | None = None


class RevealEarths(Value):
    """All turn up their earths at once (SCHOOL-9.3): those that nobody noted, and those that were noted wrongly."""

    type: Literal["reveal_earths"] = "reveal_earths"
    earths: Annotated[dict[SeatId, Heap], Field(max_length=10)] = Field(default_factory=dict)


class FirstField(Value):
    """The cards turned from the stock for the first field, in order (SCHOOL-10.1 to 10.4)."""

    type: Literal["first_field"] = "first_field"
    cards: Heap


class Place(Value):
    """The player on turn places one set from a side of his mansion (SCHOOL-4.2 to 4.5, 7.2, 7.3).

    The end of the field follows from the number; one that is given must agree.
    """

    type: Literal["place"] = "place"
    side: Side
    number: Number
    size: Annotated[int, Field(strict=True, ge=0, le=65)]
    end: End | None = None


class Collect(Value):
    """The player on turn collects the whole tier at one end into a side of his mansion (SCHOOL-4.6 to 4.8)."""

    type: Literal["collect"] = "collect"
    side: Side
    end: End


class PassAction(Value):
    """The player on turn does nothing with one side (SCHOOL-7.5)."""

    type: Literal["pass_action"] = "pass_action"
    side: Side


class EndTurn(Value):
    """The player on turn ends it; what is open counts as passed (SCHOOL-7.3)."""

    type: Literal["end_turn"] = "end_turn"


class CheckMove(Value):
    """A player asks secretly whether the field and his cards allow a move. It changes nothing."""

    type: Literal["check_move"] = "check_move"
    move: Annotated[Place | Collect, Field(discriminator="type")]


class CountHeaven(Value):
    """The table counts a player's heaven: the last point at which the counts were confirmed (ledger A4)."""

    type: Literal["count_heaven"] = "count_heaven"
    player: SeatId
    size: Annotated[int, Field(strict=True, ge=0, le=65)]


class AgreeFlush(Value):
    """A player agrees to sweep a first field on which nobody places (open point O1); the table: all agree."""

    type: Literal["agree_flush"] = "agree_flush"


class ShowHeaven(Value):
    """A player who did not win shows what is left in his heaven (SCHOOL-12.2); the table for `player`."""

    type: Literal["show_heaven"] = "show_heaven"
    cards: Heap
    player: SeatId | None = None


class BreakTie(Value):
    """The table says who of those with equal totals has won (option `final_tie=table`)."""

    type: Literal["break_tie"] = "break_tie"
    player: SeatId


class Left(Value):
    """What a player holds when a round ends."""

    heaven: Heap = ()
    earth: Heap = ()


class RoundCards(Value):
    """Depth `scores`: who won a round, and what the others still hold."""

    type: Literal["round_cards"] = "round_cards"
    winner: SeatId
    left: Annotated[dict[SeatId, Left], Field(max_length=10)]


class RoundPoints(Value):
    """Depth `scores`: who won a round, and the round scores of the others, counted by hand."""

    type: Literal["round_points"] = "round_points"
    winner: SeatId
    points: Annotated[dict[SeatId, Annotated[int, Field(strict=True, ge=-999, le=999)]], Field(max_length=10)]


class CloseGame(Value):
    """Depth `scores`: all rounds are entered, and the match ends."""

    type: Literal["close_game"] = "close_game"


Move = Annotated[
    SetStartPlayer
    | ConfirmDeal
    | RegisterHand
    | RegisterHeaven
    | WithdrawEntry
    | LayEarth
    | RevealEarths
    | FirstField
    | Place
    | Collect
    | PassAction
    | EndTurn
    | CheckMove
    | CountHeaven
    | AgreeFlush
    | ShowHeaven
    | BreakTie
    | RoundCards
    | RoundPoints
    | CloseGame,
    Field(discriminator="type"),
]
MOVE: TypeAdapter[Any] = TypeAdapter(Move)
