"""Models of a view of 忍のがっこう Shinobi School."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from referee.core.game import GameView
from referee.core.values import Part, Result, Value
from referee.shinobi_school.moves import End, Options, Side

Phase = Literal["deal", "split", "reveal", "field", "start", "turn", "won", "scoring", "score", "close", "tie", "ended"]


@dataclass(frozen=True)
class Tier(Part):
    """One tier of the field: a number, and how many equal cards of it lie there (SCHOOL-4.1)."""

    number: int
    size: int


@dataclass(frozen=True)
class Action(Part):
    """One of the two actions of a turn (SCHOOL-7.2, 7.3). `end` is `None` on an empty field and for a pass."""

    kind: Literal["place", "collect", "pass"]
    side: Side
    number: int | None = None
    size: int = 0
    end: End | None = None


@dataclass(frozen=True)
class Turn(Part):
    """One turn of a round. `swept` tells whether the field was swept before it (SCHOOL-8.2)."""

    seat: str
    actions: tuple[Action, ...] = ()
    swept: bool = False


class Finding(Value):
    """What an audit has proved. It changes no points; the table decides (ledger section 8).

    `turn` counts the turns of the round from 1: that of the placement concerned, or 0 for the split. `counted` is the
    turn in which the counts were last confirmed.
    """

    kind: Literal["supply", "capacity", "heaven", "count", "entry"]
    round: int
    player: str | None = None
    number: int | None = None
    turn: int | None = None
    size: int | None = None
    counted: int | None = None


class SeatView(Value):
    """What everybody sees of one seat."""

    seat: str
    name: str
    points: int
    scores: tuple[int, ...] = ()
    """The round scores so far."""
    won: int = 0
    """The number of rounds that this seat has won."""
    starts: bool = False
    """Whether it is the start player of the round."""
    ready: bool = False
    """Whether the earth of this round is laid."""
    noted: bool = False
    """Whether the hand or heaven of this round is registered."""
    earth_noted: bool = False
    """Whether the face-down earth was noted on the phone."""
    withdrawn: bool = False
    earth: tuple[int, ...] | None = None
    """`None` until the earths are turned up."""
    heaven: int | None = None
    """The number of cards in heaven; `None` until the earths are turned up."""
    known: tuple[int, ...] = ()
    """The cards certainly in heaven, since everybody saw them collected."""
    agrees: bool = False
    """Whether this seat agrees to sweep the first field."""
    shown: tuple[int, ...] | None = None
    """The remaining heaven, once it is shown."""
    scored: int | None = None
    """The round score, while others are still counted."""


@dataclass(frozen=True)
class SheetRow(Part):
    """A player's cards at the end of a round, and its points. Unknown or undisclosed values are `None`."""

    seat: str
    points: int
    heaven: tuple[int, ...] | None = None
    earth: tuple[int, ...] | None = None
    heaven_cost: int | None = None
    earth_cost: int | None = None


@dataclass(frozen=True)
class Round(Part):
    """A past round. `verified` tells whether its points were counted from cards (ledger A7)."""

    round: int
    winner: str
    verified: bool = field(default=True, kw_only=True)
    rows: tuple[SheetRow, ...]


class StandingView(Value):
    """A line of the ranking. Ties share a place."""

    seat: str
    place: int
    points: int
    won: int


class PrivateView(Value):
    """What only the owner of the seat and the game master see."""

    seat: str
    hand: tuple[int, ...] | None = None
    """The registered hand, until the earths are turned up."""
    laid: tuple[int, ...] | None = None
    """The noted earth, while it is face down."""
    heaven: tuple[int, ...] | None = None
    """The present heaven, if registered."""
    doubted: bool = False
    """Whether the entry proved wrong and is no longer used."""


class View(GameView):
    """Everything that one viewer may know of a match."""

    game: Literal["shinobi-school"] = "shinobi-school"
    options: Options
    phase: Phase
    round: int
    dealt: int
    """The number of cards dealt to each player."""
    highest: int
    """The highest number in the deck."""
    stock: int
    """The number of undealt cards that are not on the first field."""
    start: str | None = None
    active: str | None = None
    open: tuple[Side, ...] = ()
    """The sides with which the active player has not acted."""
    last_placer: str | None = None
    field: tuple[Tier, ...] = ()
    """From top to bottom, smallest number first."""
    sealed: End | None = None
    swept: int = 0
    """The number of cards swept in this round."""
    swept_cards: tuple[int, ...] | None = None
    """The swept cards; `None` if the option leaves them to memory."""
    quiet: int = 0
    """The number of consecutive turns without a placement."""
    may_agree: bool = False
    """Whether sweeping the first field may be agreed on (open point O1)."""
    now: Turn | None = None
    turns: tuple[Turn, ...] = ()
    """The earlier turns of this round that the app shows."""
    turn: int = 0
    """The number of the turn in this round, from 1."""
    winner: str | None = None
    """The winner of the round that is not scored yet."""
    seats: tuple[SeatView, ...]
    findings: tuple[Finding, ...] = ()
    rounds: tuple[Round, ...] = ()
    standings: tuple[StandingView, ...] = ()
    private: tuple[PrivateView, ...] = ()
    """The viewer's own secrets; for the game master, and for everybody after the end, those of all seats."""
    result: Result | None = None
