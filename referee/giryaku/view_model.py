"""Models of a view of 戯略 Giryaku."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from referee.core.game import GameView
from referee.core.values import Part, Result, Value
from referee.giryaku.cards import INDEX, Card, CellId, Pair
from referee.giryaku.moves import Cards, Graveyard, Options, SeatId

Phase = Literal[
    "setup", "opening_draw", "opening_place", "opening_reveal", "turn", "resolve", "last_turn", "count", "ended"
]
Number = Annotated[int, Field(ge=0, le=9999)]
Due = Literal[
    "claim_skill",
    "pick_hand",
    "reveal_lost",
    "choose_diagonal",
    "rearrange",
    "declare_flip",
    "reveal_board",
    "raid_take",
    "extra_turn",
]


class Finding(Value):
    """What an audit has proved (ledger section 8). It changes nothing; the table decides.

    `turn` is when the rule was broken, if known, `proved` when it was found.
    """

    kind: Literal[
        "wrong_deck", "wrong_decks", "swapped_card", "raid_contradicted", "flip_cards", "stayed_down", "false_claim",
        "recount", "unchecked",
    ]  # fmt: skip
    player: str | None
    turn: int | None
    proved: int
    cards: tuple[Card, ...] = ()
    certainty: Literal["proved", "reported"] = "proved"


class CellView(Value):
    """One cell of a board. `card` is `None` if it is empty or the card is not public."""

    cell: str
    filled: bool = False
    down: bool = False
    card: Card | None = None


class SeatView(Value):
    """What everybody sees of one seat."""

    seat: str
    name: str
    deck: int
    hand: int
    hand_entered: bool
    known: tuple[Card, ...]
    """The cards that everybody knows to be in this hand."""
    graveyard: Graveyard
    size: int
    """The number of cards in the graveyard."""
    board: tuple[CellView, ...]
    """The cells 1L, 1U, 2L, 2U, 3L, 3U."""
    flipped: bool
    pool: tuple[Card, ...]
    """Of a flipped board: the cards that were turned down and have not been shown since."""
    pool_extra: int
    """The number of cards placed face down since."""
    pool_gone: int
    """The number of face-down cards withdrawn unseen since."""
    opening: tuple[Card, ...] | None
    redraws: bool
    turns: int
    first_turn: bool
    """Whether two onmyoji in a column are forbidden now (GIRYAKU-9.4)."""
    extra: Card | None
    """The player's own extra card, once it can be inferred."""
    count: int | None
    """At the depth `scores`: cards on the board, if entered."""


@dataclass(frozen=True)
class Action(Part):
    """The last action of a turn. `struck` are cells of the other board before cards fell."""

    seat: SeatId
    what: Literal["place", "withdraw", "raid", "strike", "no_hand"]
    cell: CellId | None = None
    pair: Pair | None = None
    struck: Annotated[tuple[CellId, ...], Field(max_length=6)] = ()
    cards: Cards = ()

    @property
    def column(self) -> int:
        """The column of its cell; 0 without a cell."""
        return 0 if self.cell is None else int(self.cell[0])

    @property
    def hits(self) -> tuple[int, ...]:
        """The indices of the struck cells."""
        return tuple(INDEX[cell] for cell in self.struck)


@dataclass(frozen=True)
class Claim(Part):
    """A pair claimed of two cards, given by their ids, while one of them lay face down."""

    cards: tuple[Number, Number]
    pair: Pair
    turn: Number


@dataclass(frozen=True)
class Moment(Part):
    """The places of a flipped board's cards on a turn. A card keeps its number as long as it lies there."""

    turn: Number
    cards: dict[CellId, Number]


@dataclass(frozen=True)
class Flipped(Part):
    """What everybody has seen of a flipped board.

    For a take-over from paper `pool`, `extra` and `gone` suffice; the rest serves audits (ledger section 8).
    """

    pool: Cards
    """The cards that were turned down."""
    extra: Annotated[int, Field(ge=0, le=99)] = 0
    """The number of cards placed face down since."""
    gone: Annotated[int, Field(ge=0, le=99)] = 0
    """The number of cards withdrawn unseen."""
    shown: Cards = ()
    """The cards known to be gone: shown when they were lost, or withdrawn although known to all."""
    since: Number | None = None
    """The turn in which it was turned down."""
    moments: Annotated[tuple[Moment, ...], Field(max_length=999)] = ()
    """Since the last rearrangement; the last moment is the present."""
    faces: Annotated[dict[Number, Card], Field(max_length=999)] = field(default_factory=dict)
    """The cards seen since then, by number."""
    claims: Annotated[tuple[Claim, ...], Field(max_length=999)] = ()


End = Literal["empty_board", "self_emptied", "onmyoji_pair", "fewer_graveyard", "equal_graveyards"]


@dataclass(frozen=True)
class Ended(Part):
    """How the match has ended."""

    reason: End
    winner: SeatId | None = None


class PrivateView(Value):
    """What only the owner of the seat and the game master see."""

    seat: str
    hand: tuple[Card, ...] | None
    """The known cards of the player's own hand; `None` until any are noted."""
    spied: tuple[Card, ...] | None
    """The cards known in the other hand since a raid."""
    board: dict[str, Card]
    """The player's face-down cards, if the phone records them."""
    findings: tuple[Finding, ...]


class View(GameView):
    """Everything that one viewer may know of a match."""

    game: Literal["giryaku"] = "giryaku"
    options: Options
    phase: Phase
    first: str | None
    active: str | None
    last: str | None
    """The seat that takes the last turn of the match, once determined."""
    turn: int
    bonus: bool
    due: Due | None
    """The answer that a running skill waits for, from the seat `waits_for`."""
    waits_for: str | None
    pool_left: int
    """The number of extra cards outside the match."""
    seats: tuple[SeatView, SeatView]
    action: Action | None
    findings: tuple[Finding, ...]
    open_checks: int
    """The number of claims and flips that nothing shown has verified yet."""
    private: tuple[PrivateView, ...]
    """The viewer's own secrets; for the game master, and for everybody after the end, those of all seats."""
    result: Result | None
