"""Models of a view of 不忍 Shinobazu."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from referee.core.game import GameView
from referee.core.values import Part, Result, Value, Why
from referee.shinobazu.cards import Card, Colour
from referee.shinobazu.moves import Declaration, Options, SeatId

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
