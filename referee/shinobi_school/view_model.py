"""What a viewer sees of a table of 忍のがっこう Shinobi School."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from referee.core.game import GameView
from referee.core.values import Part, Result, Value
from referee.shinobi_school.moves import End, Options, Side

Phase = Literal["deal", "split", "reveal", "field", "start", "turn", "won", "scoring", "score", "close", "tie", "ended"]


@dataclass(frozen=True)
class Tier(Part):
    """One tier of the field: a number, and how many equal cards of it lie side by side (SCHOOL-4.1)."""

    number: int
    size: int


@dataclass(frozen=True)
class Action(Part):
    """One of the two actions of a turn (SCHOOL-7.2, 7.3). `end` is None on an empty field and for a pass."""

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
    """What an audit proved. It changes no points; the table decides (ledger section 8).

    `turn` counts the turns of the round from 1; it is that of the placement concerned, or 0 for the split. `counted`
    is the turn in which the counts were last confirmed.
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
    """How many rounds this seat has won."""
    starts: bool = False
    """Whether it is the start player of the round."""
    ready: bool = False
    """Whether the earth of this round is laid."""
    noted: bool = False
    """Whether the hand or heaven of this round is registered."""
    earth_noted: bool = False
    """Whether the earth that lies face down was noted on the phone."""
    withdrawn: bool = False
    earth: tuple[int, ...] | None = None
    """None until the earths are turned up."""
    heaven: int | None = None
    """How many cards are in heaven; None until the earths are turned up."""
    known: tuple[int, ...] = ()
    """The cards that are certainly in heaven: everybody saw them collected."""
    agrees: bool = False
    """Whether this seat agrees to sweep the first field."""
    shown: tuple[int, ...] | None = None
    """What was left in heaven, once it is shown."""
    scored: int | None = None
    """The round score, while the others are still counted."""


@dataclass(frozen=True)
class SheetRow(Part):
    """What a player held when a round ended, and its points. What is not known, or not told, is None."""

    seat: str
    points: int
    heaven: tuple[int, ...] | None = None
    earth: tuple[int, ...] | None = None
    heaven_cost: int | None = None
    earth_cost: int | None = None


@dataclass(frozen=True)
class Round(Part):
    """A round that is over. `verified` tells whether its points were counted from cards (ledger A7)."""

    round: int
    winner: str
    verified: bool = field(default=True, kw_only=True)
    rows: tuple[SheetRow, ...]


class StandingView(Value):
    """A line of the ranking. Equals share a place."""

    seat: str
    place: int
    points: int
    won: int


class PrivateView(Value):
    """What only the owner of the seat sees (and the game master)."""

    seat: str
    hand: tuple[int, ...] | None = None
    """What the player registered of the deal, until the earths are turned up."""
    laid: tuple[int, ...] | None = None
    """The earth that was noted, while it lies face down."""
    heaven: tuple[int, ...] | None = None
    """What is in heaven now, if it was registered."""
    doubted: bool = False
    """Whether what was registered has turned out wrong and binds no longer."""


class View(GameView):
    """All that one viewer may know of a match."""

    game: Literal["shinobi-school"] = "shinobi-school"
    options: Options
    phase: Phase
    round: int
    dealt: int
    """Cards each."""
    highest: int
    """The highest number in the deck."""
    stock: int
    """Undealt cards that are not on the first field."""
    start: str | None = None
    active: str | None = None
    open: tuple[Side, ...] = ()
    """The sides with which the player on turn has not acted."""
    last_placer: str | None = None
    field: tuple[Tier, ...] = ()
    """From top to bottom: the smallest number first."""
    sealed: End | None = None
    swept: int = 0
    """How many cards were swept in this round."""
    swept_cards: tuple[int, ...] | None = None
    """Which ones; None where the option leaves that to memory."""
    quiet: int = 0
    """Turns in a row without a placement."""
    may_agree: bool = False
    """Whether the table may agree to sweep the first field (open point O1)."""
    now: Turn | None = None
    turns: tuple[Turn, ...] = ()
    """The earlier turns of this round that the app shows."""
    turn: int = 0
    """The number of the turn in this round, from 1."""
    winner: str | None = None
    """Who has won the round that is not scored yet."""
    seats: tuple[SeatView, ...]
    findings: tuple[Finding, ...] = ()
    rounds: tuple[Round, ...] = ()
    standings: tuple[StandingView, ...] = ()
    private: tuple[PrivateView, ...] = ()
    """My own; everybody's for the game master, and for all once the match has ended."""
    result: Result | None = None
