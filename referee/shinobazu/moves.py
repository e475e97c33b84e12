"""The options of a match, and the moves of 不忍 Shinobazu (ledger section 9).

A move states in which phases it may be declared, and by which clause it is refused at another time.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from referee.core.game import GameOptions
from referee.core.moves import Move, also, late
from referee.core.values import Value
from referee.shinobazu.cards import Card, Cards, Colour

END = 5
"""The points at which a match ends (SHINOBAZU-9.7)."""

SeatId = Annotated[str, Field(max_length=40)]
Seats = Annotated[tuple[SeatId, ...], Field(max_length=15)]
OneSeat = SeatId | Annotated[tuple[SeatId, ...], Field(min_length=2, max_length=15)] | None
"""A single seat that a rule requires. Several or none can be given, so that the rule can refuse them."""
OneCard = Card | Annotated[tuple[Card, ...], Field(min_length=2, max_length=15)] | None
Declaration = Literal["fight", "pass"]


def _single_lead(value: Any) -> Any:
    """Convert the name that the second value of this option has in older journals."""
    return "laid_by_neighbour" if value == "laid_by_him" else value


class Options(GameOptions):
    """The table's options; the defaults are the ledger's (its section 9)."""

    rules_version: Literal["provisional-2014-04"] = "provisional-2014-04"
    start: SeatId | None = None
    """The start player (SHINOBAZU-2.3); by default the first seat."""
    after_push_back: Literal["from_receiver", "from_pusher"] = "from_receiver"
    single_lead: Annotated[
        Literal["in_front", "laid_by_neighbour"], BeforeValidator(_single_lead), also({"const": "laid_by_him"})
    ] = "in_front"
    single_three: Literal["leaves", "three_applies"] = "leaves"
    forced_stay_passers: Literal["no", "yes"] = "no"
    refused_cards: Literal["discard", "carry"] = "discard"
    refused_shown: Literal["no", "yes"] = "no"
    duel_lead: Literal["current", "loser_names", "all"] = "current"
    duel_three: Literal["off", "on"] = "off"
    start_tie: Literal["include_start", "exclude_start"] = "include_start"


class Configure(
    Move, public=True, for_all=True, depth="both", during={"untouched"}, late=late("SHINOBAZU-2.3", "already_begun")
):
    """The table enters the start player, before the first card (SHINOBAZU-2.3)."""

    start: OneSeat = None


class EnterHand(Move, secret=True, told=("count",), notes=("cards",), during={"turns"}):
    """A player notes their own hand secretly; from then on plays are checked at once."""

    cards: Cards = ()

    @property
    def count(self) -> int:
        """The number of cards."""
        return len(self.cards)


class WithdrawHand(Move, public=True):
    """A player who noted a wrong hand gives up the live checks until the next deal."""


class Lead(Move, secret=("card",), told=("to", "colour", "declare"), notes=("card",), during={"turns"}):
    """The start player lays the first card and announces its colour (SHINOBAZU-4.1).

    Laid before the player's own seat it is a fight, with or without `declare` (SHINOBAZU-4.8).
    """

    to: OneSeat = None
    colour: Colour | None = None
    card: OneCard = None
    declare: Declaration | None = None


class Lay(Move, secret=("card",), told=("to", "declare"), notes=("card",), during={"turns"}):
    """A later player lays a card. Before their own seat, the declaration may be included (SHINOBAZU-4.6)."""

    to: OneSeat = None
    card: OneCard = None
    declare: Declaration | None = None


class Declare(Move, public=True, during={"turns"}):
    """The owner of a fight card declares fight or pass (SHINOBAZU-4.6)."""

    choice: Declaration | None = None


class Reveal(Move, public=True, notes=("card",), for_all=True):
    """A due card is turned over: the current card of `owner`, by its owner or by the table.

    Without `card` it is the one that was recorded when it was laid.
    """

    owner: SeatId | None = None
    card: Card | None = None


class TurnOver(
    Move, public=True, for_all=True, during={"turn_over"}, late=late(turns=("SHINOBAZU-5.1", "reveal_too_early"))
):
    """All due cards that are recorded are turned over at once (SHINOBAZU-5.1)."""


NO_DUEL = late(
    declined=("SHINOBAZU-8.7", "challenge_declined"),
    several_lost=("SHINOBAZU-8.5", "no_duel_losers"),
    nobody_passed=("SHINOBAZU-8.5", "no_duel_passers"),
    duel=("SHINOBAZU-8.6", "one_challenge"),
    round_end=("SHINOBAZU-8.6", "one_challenge"),
)


class DuelChallenge(Move, public=True, during={"duel_challenge"}, late=NO_DUEL):
    """The loser challenges one passer (SHINOBAZU-8.6)."""

    target: OneSeat = None


class DuelDecline(Move, public=True, during={"duel_challenge"}, late=NO_DUEL):
    """The loser challenges nobody (SHINOBAZU-8.7)."""


class DuelAnswer(
    Move, public=True, during={"duel_answer"},
    late=late(duel_challenge=("SHINOBAZU-8.8", "nobody_challenged"), duel=("SHINOBAZU-8.8", "answered_already")),
):
    """The challenged player accepts or refuses (SHINOBAZU-8.8)."""

    answer: Literal["accept", "refuse"] | None = None


class ChooseDuelLead(Move, public=True, during={"accepted"}):
    """The loser names the duel's lead colour (only with the option `duel_lead=loser_names`)."""

    colour: Colour | None = None


class EndRound(Move, public=True, for_all=True, depth="both", during={"round_end"}):
    """The table goes on to the next round, set or the end (SHINOBAZU-9.1 to 9.9)."""


class ShowHand(Move, public=True, notes=("cards",), during={"ended"}, late=late("SHINOBAZU-2.1", "only_in_ended")):
    """After the end a player shows the remaining hand, for the last audit."""

    cards: Cards = ()


class BattleResult(Move, public=True, for_all=True, depth="scores", during={"battle"}):
    """At the depth `scores`: the result of a battle."""

    passers: Seats = ()
    winner: OneSeat = None
    losers: Seats = ()
    three: bool = False
    start_pushed: bool = False


class DuelResult(Move, public=True, for_all=True, depth="scores", during={"duel_result"}, late=NO_DUEL):
    """At the depth `scores`: the result of a duel. `k` is the number of cards of a target who refused.

    `three` requires the option `duel_three=on`: the other passers joined, and `winner` and `losers` are those of the
    battle of all of them.
    """

    target: OneSeat = None
    outcome: Literal["refused", "challenger_wins", "target_wins", "tie", "three"] | None = None
    k: Annotated[int, Field(ge=0, le=99)] | None = None
    winner: OneSeat = None
    losers: Seats = ()


class NoDuel(Move, public=True, for_all=True, depth="scores", during={"duel_result"}, late=NO_DUEL):
    """At the depth `scores`: the loser challenges nobody."""


class Adjustment(Value):
    """A house ruling sets the points of the seats named."""

    points: dict[SeatId, Annotated[int, Field(ge=-99, le=99)]]
