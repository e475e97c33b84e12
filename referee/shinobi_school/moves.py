"""Cards, what a table may choose, and what may be declared in 忍のがっこう Shinobi School (ledger 5, 9).

What may be declared in 忍のがっこう Shinobi School (ledger section 5). Whoever declares a move is its player;
where a move names one, the table may declare it for that player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from referee.core.game import GameOptions
from referee.core.moves import Cited, Move, late
from referee.core.values import Value

COPIES: Final = 5
"""How many cards of each number there are (SCHOOL-1.1)."""
HIGHEST: Final = 13
WIN: Final = 5
"""What the winner of a round scores (SCHOOL-12.1)."""
PLAYERS = range(3, 6)
UNKNOWN: Final = 0
"""A card that was swept before the match was taken over, and whose number nobody entered."""

Number = Annotated[int, Field(strict=True, ge=0, le=99)]
"""A number as it is declared; which of them are in the deck the rules say (SCHOOL-1.1, 1.3)."""
Cards = tuple[int, ...]
"""Some cards, by their numbers."""
Heap = Annotated[tuple[Number, ...], Field(max_length=COPIES * HIGHEST)]
"""Cards as they are declared, in any order."""


class Deal(Value):
    """How many cards each player gets, and the highest number in the deck."""

    cards: Annotated[int, Field(strict=True, ge=1, le=20)]
    highest: Annotated[int, Field(strict=True, ge=2, le=HIGHEST)]


DEAL_TABLE: Mapping[int, Deal] = {
    3: Deal(cards=15, highest=11),
    4: Deal(cards=13, highest=13),
    5: Deal(cards=11, highest=13),
}
"""Cards each by the number of players (SCHOOL-1.2, 1.3)."""


def heap(cards: Iterable[int]) -> Cards:
    return tuple(sorted(cards))


def of_number(number: int, size: int) -> Cards:
    """Return a set: some cards of one number (SCHOOL-3.1)."""
    return (number,) * size


def less(cards: Cards, taken: Iterable[int]) -> Cards | None:
    """Return what is left of some cards; None when they do not hold all that is taken."""
    left = list(cards)
    for number in taken:
        if number not in left:
            return None
        left.remove(number)
    return tuple(left)


def too_many(cards: Iterable[int]) -> int | None:
    """Return the first number of which there are more than five cards, if any (SCHOOL-1.1)."""
    return next((number for number, n in sorted(Counter(cards).items()) if n > COPIES), None)


def triangle(count: int) -> int:
    """Return what a group of equal cards costs: 1, 3, 6, 10, 15 (SCHOOL-12.3)."""
    return count * (count + 1) // 2


def cost(cards: Iterable[int]) -> int:
    """Return what one side of a mansion costs: the sum over its groups of equal cards (SCHOOL-12.2, 12.3)."""
    return sum(map(triangle, Counter(cards).values()))


def lost(heaven: Iterable[int], earth: Iterable[int]) -> int:
    """Return the round score of a player who did not win: minus the larger cost of the two sides (SCHOOL-12.5)."""
    return -max(cost(heaven), cost(earth))


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


Side = Literal["heaven", "earth"]
End = Literal["top", "bottom"]
SIDES: tuple[Side, ...] = ("heaven", "earth")
ENDS: tuple[End, ...] = ("top", "bottom")
Spot = Annotated[str, Field(min_length=1, max_length=40)]
"""A place on the table as it is declared: heaven, earth, top, bottom. Any other the rules refuse."""
BEFORE = ("deal", "split", "reveal", "field", "start")
"""The phases of a round before its first turn."""


def _late(clause: str, reason: str = "", /, **phases: str | Cited) -> Mapping[str, Cited]:
    """Say what refuses a move out of order, beside a tie that must be broken (SCHOOL-13.2), and the end (2.6)."""
    both: dict[str, Cited] = {"tie": ("SCHOOL-13.2", "not_in_tie"), "ended": ("SCHOOL-2.6", "match_over")}
    return late(clause, reason, **both, **phases)


OVER = ("SCHOOL-2.4", "round_is_over")
UNUSED = ("SCHOOL-10.5", "stock_unused")
ACTION = _late("SCHOOL-11.2", start="who_starts", won=OVER, scoring=OVER)


class SetStartPlayer(
    Move, public=True, for_all=True, depth="both",
    during={*BEFORE, "turn", "score"}, late=_late("SCHOOL-13.1", "start_is_settled"),
):
    """The table names who starts the first round (SCHOOL-11.1)."""

    player: SeatId


class ConfirmDeal(Move, public=True, for_all=True, during={"deal"}, late=_late("SCHOOL-1.5", "dealt_already")):
    """Everybody has been dealt their cards (SCHOOL-1.2, 1.3). Without `cards`: as many as there should be."""

    cards: Annotated[int, Field(ge=0, le=65)] | None = None


class RegisterHand(
    Move, secret=True, told=("noted",), notes=("cards",),
    during={"deal", "split"}, late=_late("SCHOOL-6.2", "hand_too_late"),
):
    """A player notes their deal secretly; their heaven is then what they do not lay in earth."""

    cards: Heap


class RegisterHeaven(
    Move, secret=True, told=("noted",), notes=("cards",), during={*BEFORE, "turn"} - {"deal"}, late=_late("SCHOOL-6.2")
):
    """A player notes their heaven secretly; from then on it is checked at once."""

    cards: Heap


class WithdrawEntry(Move, public=True, during={*BEFORE, "turn", "won", "scoring"}, late=_late("SCHOOL-6.2")):
    """A player whose secret entry was wrong gives it up: what lies on the table is true."""


class Left(Value):
    """A whole mansion: what a player holds after the split, or when a round ends."""

    heaven: Heap = ()
    earth: Heap = ()


class LayEarth(
    Move, secret=("cards", "split"), told=("noted",), notes=("cards", "split"),
    during={"split"}, late=_late("SCHOOL-9.3", "split_is_settled", deal=("SCHOOL-9.1", "not_in_deal")),
):
    """A player has laid the earth face down and is ready (SCHOOL-9.3).

    What it is may be noted secretly: as `cards`, or with the heaven as the whole `split`.
    """

    cards: Heap | None = None
    split: Left | None = None


class RevealEarths(
    Move, public=True, notes=("earths",), for_all=True,
    during={"reveal"}, late=_late("SCHOOL-9.3", "revealed_already", deal="not_in_deal", split="not_in_split"),
):
    """All turn up their earths at once (SCHOOL-9.3): those that nobody noted, and those that were noted wrongly."""

    earths: Annotated[dict[SeatId, Heap], Field(max_length=10)] = Field(default_factory=dict)


class FirstField(
    Move, public=True, notes=("cards",), for_all=True,
    during={"field"}, late=_late("SCHOOL-9.1", start=UNUSED, turn=UNUSED, won=UNUSED, scoring=UNUSED),
):
    """The cards turned from the stock for the first field, in order (SCHOOL-10.1 to 10.4)."""

    cards: Heap


class Place(Move, public=True, during={"turn"}, late=ACTION):
    """The player on turn places one set from a side of the mansion (SCHOOL-4.2 to 4.5, 7.2, 7.3).

    The end of the field follows from the number; one that is given must agree. A list of numbers can be written and
    is never a set (SCHOOL-3.1).
    """

    side: Spot
    number: Number | Heap
    size: Annotated[int, Field(strict=True, ge=0, le=65)]
    end: Spot | None = None


class Collect(Move, public=True, during={"turn"}, late=ACTION):
    """The player on turn collects the whole tier at one end into a side of the mansion (SCHOOL-4.6 to 4.8).

    A size that is given must be that of the tier. A list of ends can be written and is never collected (SCHOOL-4.6).
    """

    side: Spot
    end: Spot | Annotated[tuple[Spot, ...], Field(max_length=COPIES * HIGHEST)]
    size: Annotated[int, Field(strict=True, ge=0, le=65)] | None = None


class PassAction(Move, public=True, during={"turn"}, late=ACTION):
    """The player on turn does nothing with one side (SCHOOL-7.5)."""

    side: Spot


class EndTurn(Move, public=True, during={"turn"}, late=ACTION):
    """The player on turn ends it; what is open counts as passed (SCHOOL-7.3)."""


class CheckMove(Move, secret=True, during={"turn"}, late=ACTION):
    """A player asks secretly whether the field and their cards allow a move. It changes nothing."""

    move: Annotated[Place | Collect, Field(discriminator="type")]


class CountHeaven(
    Move, public=True, notes=("size",), for_all=True, during={"field", "start", "turn"}, late=_late("SCHOOL-9.2")
):
    """The table counts a player's heaven: the last point at which the counts were confirmed (ledger A4)."""

    player: SeatId
    size: Annotated[int, Field(strict=True, ge=0, le=65)]


class AgreeFlush(Move, public=True, for_all=True, during={"turn"}, late=_late("SCHOOL-8.6", won=OVER, scoring=OVER)):
    """A player agrees to sweep a first field on which nobody places (open point O1); the table: all agree."""


class ScoreRound(
    Move, public=True, for_all=True, during={"won"}, late=_late("SCHOOL-2.4", "not_won", scoring="scored_already")
):
    """A mansion is empty, and the table goes on: the round is scored (SCHOOL-12). Until then its field lies there."""


class ShowHeaven(
    Move, public=True, notes=("cards",), for_all=True,
    during={"scoring"}, late=_late("SCHOOL-12.2", "not_won", won="not_in_won"),
):
    """A player who did not win shows what is left in their heaven (SCHOOL-12.2); the table for `player`."""

    cards: Heap
    player: SeatId | None = None


class BreakTie(Move, public=True, for_all=True, depth="both", during={"tie"}, late=_late("SCHOOL-13.2", "no_tie")):
    """The table says who of those with equal totals has won (option `final_tie=table`)."""

    player: SeatId


class RoundCards(
    Move, public=True, notes=("left",), for_all=True, depth="scores",
    during={"score"}, late=_late("SCHOOL-2.6", close="all_rounds_entered"),
):
    """Depth `scores`: who won a round, and what the others still hold."""

    winner: SeatId
    left: Annotated[dict[SeatId, Left], Field(max_length=10)]


class RoundPoints(
    Move, public=True, for_all=True, depth="scores",
    during={"score"}, late=_late("SCHOOL-2.6", close="all_rounds_entered"),
):
    """Depth `scores`: who won a round, and the round scores of the others, counted by hand."""

    winner: SeatId
    points: Annotated[dict[SeatId, Annotated[int, Field(strict=True, ge=-999, le=999)]], Field(max_length=10)]


class CloseGame(
    Move, public=True, for_all=True, depth="scores", during={"close"}, late=_late("SCHOOL-2.6", score="rounds_missing")
):
    """Depth `scores`: all rounds are entered, and the match ends."""
