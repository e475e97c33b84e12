"""What people at a table can say of a match of 戯略 Giryaku in its middle (METSUKE-5)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field

from referee.core.position import During
from referee.core.values import Value
from referee.giryaku.cards import Card, Place
from referee.giryaku.moves import MOST, Cards
from referee.giryaku.options import ConsumeMap, Graveyard, NinShiRange, SeatId, well_named
from referee.giryaku.view_model import Action, Claim, Due, Finding, Number, Phase

Findings = Annotated[tuple[Finding, ...], Field(max_length=MOST)]


def _during(*phases: str) -> During:
    return During(frozenset(phases), "GIRYAKU-3.3")


PLAYED: Final = ("turn", "resolve", "ended")
RESULTS: Final = ("scores:turn", "scores:last_turn", "scores:count", "scores:ended")
"""The phases of depth `scores`."""
PLAY: Final = _during(*PLAYED)
OPENING: Final = _during("opening_draw", "opening_place", "opening_reveal")
DEALT: Final = _during(*OPENING.phases, *PLAYED)
BOARDS: Final = _during("opening_place", "opening_reveal", *PLAYED)
WAITING: Final = _during("resolve")


class BoardCard(Value):
    """A card on a board. `card` may be left out of one that lies down: nobody, or only its owner, knows it."""

    card: Card | None = None
    down: bool = False


class Moment(Value):
    """Where which card of a flipped board lay on a turn. Each card has a number, the same as long as it lies there."""

    turn: Number
    cards: dict[Place, Number]


class Flipped(Value):
    """What everybody has seen of a flipped board.

    Those who come from paper need only `pool`, `extra` and `gone`: the rest is for the audits (ledger section 8).
    """

    pool: Cards
    """The cards that were turned down."""
    extra: Annotated[int, Field(ge=0, le=99)] = 0
    """How many cards were placed face down since."""
    gone: Annotated[int, Field(ge=0, le=99)] = 0
    """How many were withdrawn unseen."""
    shown: Cards = ()
    """Those that were seen as they left."""
    since: Number | None = None
    """The turn in which it was turned down."""
    moments: Annotated[tuple[Moment, ...], Field(max_length=999)] = ()
    """Since the last rearrangement; the last of them is now."""
    faces: dict[Number, Card] = Field(default_factory=dict, max_length=999)
    """The cards by number that were seen since then."""
    claims: Annotated[tuple[Claim, ...], Field(max_length=999)] = ()


class OpenSeat(Value):
    """What everybody sees of one seat. Its deck is what is left of 15 cards (GIRYAKU-1.2)."""

    hand: Annotated[Annotated[int, Field(ge=0, le=3)] | None, PLAY] = None
    """Two, or what is left of the deck, where it is not said (GIRYAKU-3.5)."""
    hand_entered: Annotated[bool, PLAY] = False
    """Whether it was noted and nothing drawn since."""
    known: Annotated[Cards, _during("opening_reveal", *PLAYED)] = ()
    """The card of the opening, while everybody knows that it is still in the hand (GIRYAKU-2.9)."""
    graveyard: Annotated[Graveyard, _during(*PLAYED, *RESULTS)] = Graveyard()
    board: Annotated[dict[Place, BoardCard], BOARDS] = Field(default_factory=dict)
    flip: Annotated[Flipped | None, PLAY] = None
    turns: Annotated[Number, PLAY] = 0
    """How many turns the seat has begun."""
    extra: Annotated[Card | None, PLAY] = None
    """The own extra card, once everybody could infer it; from what lies open it is."""
    opening: Annotated[Cards | None, OPENING] = None
    """Before the first turn: the three cards shown."""
    redraws: Annotated[bool, _during("opening_draw")] = False
    count: Annotated[Annotated[int, Field(ge=0, le=99)] | None, _during(*RESULTS)] = None
    """Depth `scores`: cards on the board, if they were entered."""


class Ended(Value):
    """How the match has ended."""

    reason: Literal["empty_board", "self_emptied", "onmyoji_pair", "fewer_graveyard", "equal_graveyards"]
    winner: SeatId | None = None


class OpenTable(Value):
    """What everybody sees of a match, in the middle of it."""

    phase: Phase = "turn"
    first: SeatId | None = None
    consume_map: Annotated[ConsumeMap | None, DEALT] = None
    """What the box says of raids, and of ninja and onmyoji, where the options leave it open (GIRYAKU-8.8, 7.12)."""
    nin_shi_range: Annotated[Annotated[NinShiRange, AfterValidator(well_named)] | None, DEALT] = None
    active: Annotated[SeatId | None, _during("opening_place", "turn", "resolve", "scores:last_turn")] = None
    last: Annotated[SeatId | None, _during(*PLAYED, "scores:last_turn", "scores:count", "scores:ended")] = None
    """Who takes the last turn of the match, once that is known."""
    turn: Annotated[Number, _during(*RESULTS)] = 0
    """Depth `scores`: how often something was entered. With plays it is how many turns the seats have begun."""
    bonus: Annotated[bool, PLAY] = False
    """Whether this is a further action before the refill (GIRYAKU-8.7)."""
    chained: Annotated[bool, PLAY] = False
    """Whether raids lead from the active seat's very first turn to this one: where that forbids (GIRYAKU-9.4)."""
    due: Annotated[Due | None, WAITING] = None
    """What a running skill waits for."""
    waits_for: Annotated[SeatId | None, WAITING] = None
    """Who answers it: has to be said where it can be either."""
    seats: tuple[OpenSeat, OpenSeat] = (OpenSeat(), OpenSeat())
    action: Annotated[Action | None, PLAY] = None
    findings: Annotated[Findings, PLAY] = ()
    result: Annotated[Ended | None, _during("ended", "scores:ended")] = None
    recounted: Annotated[bool, _during("ended")] = False


class SeatSecret(Value):
    """What one seat alone knows; all of it may be left out, but for a board that the seat's phone keeps."""

    hand: Cards | None = None
    """The cards of the own hand, or some of them."""
    spied: Cards | None = None
    """The cards known in the other hand since a raid."""
    board: dict[Place, Card] = Field(default_factory=dict)
    """The own face-down cards that not everybody knows (option `flip_mode=app`)."""
    findings: Findings = ()
