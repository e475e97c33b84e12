"""The vocabulary of 不忍 Shinobazu: cards, options, moves and views. The rules are in `referee.shinobazu`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from referee.core.cards import number_of, suit_of
from referee.core.game import GameOptions, GameView
from referee.core.moves import Move, also, late
from referee.core.values import Part, Result, Value, Why

Colour = Literal["black", "red", "blue"]
COLOURS: tuple[Colour, ...] = ("black", "red", "blue")
VALUES: tuple[int, ...] = (-3, 1, 2, 4, 5)
CARDS: tuple[str, ...] = tuple(f"{colour} {value}" for colour in COLOURS for value in VALUES)
"""All 15 ninja cards as strings, such as `"red 5"` or `"black -3"` (SHINOBAZU-1.2)."""
INVERTING = frozenset({2, 4})
"""The values with the inversion jutsu 異色順逆の術 (SHINOBAZU-6.3)."""
HAND = 3
END = 5
"""The points at which a match ends (SHINOBAZU-9.7)."""

Card = Annotated[str, Field(max_length=40, json_schema_extra={"examples": list(CARDS)})]
"""A card as a string. The rules check whether such a ninja card exists (SHINOBAZU-1.2)."""
SeatId = Annotated[str, Field(max_length=40)]
Seats = Annotated[tuple[SeatId, ...], Field(max_length=15)]
Cards = Annotated[tuple[Card, ...], Field(max_length=30)]
OneSeat = SeatId | Annotated[tuple[SeatId, ...], Field(min_length=2, max_length=15)] | None
"""A single seat that a rule requires. Several or none can be given, so that the rule can refuse them."""
OneCard = Card | Annotated[tuple[Card, ...], Field(min_length=2, max_length=15)] | None
Declaration = Literal["fight", "pass"]


colour_of = suit_of
value_of = number_of
"""Returns the value of a card, from −3 to 5."""


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


# Moves


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


# What a viewer sees

Phase = Literal["turns", "battle", "duel", "round_end", "ended"]


class FightCardView(Value):
    """A card in front of a player. `card` is `None` while it is face down."""

    card: Card | None = None
    laid_by: str
    carried: bool = False
    recorded: bool = False
    """Whether its player recorded it when laying it, and the record may still be right."""


class SeatView(Value):
    """What everybody sees of one seat."""

    seat: str
    name: str
    points: int
    front: tuple[FightCardView, ...] = ()
    """Carried cards first, the current one last."""
    has_current: bool = False
    declared: Declaration | None = None
    turn_over: bool = False
    leads: bool = False
    hand_size: int
    hand_entered: bool = False
    withdrawn: bool = False
    """Whether a hand was noted and withdrawn: no live checks until the next deal."""
    returned: tuple[Card, ...] = ()
    """The cards that everybody knows to be in this hand (SHINOBAZU-9.5)."""
    stays: bool = False
    """A remaining passer, who may be challenged or carries cards."""
    kept: int = 0
    """The number of carried cards in front, at both depths."""
    shown_hand: tuple[Card, ...] | None = None
    """The player's hand at the end, if shown."""


@dataclass(frozen=True)
class RankRow(Part):
    """One participant of a battle or duel, strongest first."""

    seat: str
    total: int
    cards: tuple[Card, ...]
    before: int
    after: int
    outcome: Literal["wins", "loses", "stays"]


@dataclass(frozen=True)
class Battle(Part):
    """A decided battle or duel. With an odd number of `inversions` the smaller sum is the stronger."""

    kind: Literal["battle", "duel"]
    leads: tuple[Colour, ...]
    inversions: int
    rows: tuple[RankRow, ...]
    why: tuple[Why, ...]


@dataclass(frozen=True)
class RefusedDuel(Part):
    """A refused challenge, with the target's points before and after."""

    challenger: str
    target: str
    before: int
    after: int


@dataclass(frozen=True)
class Led(Part):
    """The start player and announced colour of an earlier round of this set."""

    start: SeatId
    lead: Colour


class Finding(Value):
    """What an audit has proved. It changes no points; the table decides (ledger section 8)."""

    kind: Literal["renege", "false_lead", "double_card", "wrong_entry"]
    player: str
    set: int
    round: int
    card: Card
    lead: Colour | None = None
    proving: Card | None = None
    proved_set: int
    proved_round: int
    certainty: Literal["proved", "reported"] = "proved"


class LaidView(Value):
    """A card that the viewer laid and that is still face down."""

    to: str
    card: Card


class PrivateView(Value):
    """What only the owner of the seat and the game master see."""

    seat: str
    hand: tuple[Card, ...] | None
    """`None` until it is noted."""
    playable: tuple[Card, ...] | None = None
    """The cards of the hand that may be laid now; `None` when it is not this seat's turn to lay."""
    why: str | None = None
    """A message key for why not all of them may be laid. Its parameter `colour` is the lead colour."""
    laid: tuple[LaidView, ...] = ()
    """The cards recorded and laid in this set that are still face down in front of somebody."""
    gone: tuple[Card, ...] = ()
    """The cards recorded and laid in this set that were discarded unseen."""


@dataclass(frozen=True)
class ScoreRound(Part):
    """One battle on the score sheet, at both depths. `points` are in seat order, after the duel.

    `duel` is `None`, or `refused`, `challenger_wins`, `target_wins`, `tie` or `three`.
    """

    set: int
    round: int
    winner: str | None
    losers: tuple[str, ...]
    duel: str | None = field(default=None, kw_only=True)
    points: tuple[int, ...]


class View(GameView):
    """Everything that one viewer may know of a match."""

    game: Literal["shinobazu"] = "shinobazu"
    options: Options
    phase: Phase
    set: int
    round: int
    start: str
    active: str | None = None
    """The seat whose turn it is to lay."""
    declares: str | None = None
    """The seat that must declare."""
    reveals: tuple[str, ...] = ()
    """The seats whose current card is due to be turned over, in turn order."""
    challenger: str | None = None
    challenged: str | None = None
    accepted: bool = False
    """Whether the challenge was accepted."""
    lead: Colour | None = None
    seats: tuple[SeatView, ...]
    discards: tuple[Card, ...] = ()
    """The discards that everybody saw."""
    discards_unseen: int = 0
    unused: int = 0
    battle: Battle | None = None
    duel: Battle | None = None
    refused_duel: RefusedDuel | None = None
    next_start: str | None = None
    """Known once battle and duel are over."""
    ends: bool = False
    """Whether the match ends with this round."""
    findings: tuple[Finding, ...] = ()
    open_checks: int = 0
    """The number of lead and follow checks that public facts have not decided."""
    rounds: tuple[ScoreRound, ...] = ()
    private: tuple[PrivateView, ...] = ()
    """The viewer's own secrets; for the game master, and for everybody after the end, those of all seats."""
    result: Result | None = None
