"""What a viewer sees of a match of 戯略 Giryaku."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from referee.core.game import GameView
from referee.core.values import Part, Result, Value
from referee.giryaku.cards import INDEX, Card, Pair, Place
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
    """What an audit proved (ledger section 8). It changes nothing; the table decides.

    `turn` is when the rule was broken, as far as that is known, `proved` when it showed.
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
    """One cell of a board. `card` is None where it is empty or nobody but its owner knows it."""

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
    """Cards that everybody knows to be in this hand."""
    graveyard: Graveyard
    size: int
    """Cards in the graveyard."""
    board: tuple[CellView, ...]
    """Cells 1L, 1U, 2L, 2U, 3L, 3U."""
    flipped: bool
    pool: tuple[Card, ...]
    """Of a flipped board: what was turned down and has not been shown since."""
    pool_extra: int
    """How many cards were placed face down since."""
    pool_gone: int
    """How many face-down cards were withdrawn unseen since."""
    opening: tuple[Card, ...] | None
    redraws: bool
    turns: int
    first_turn: bool
    """Whether two onmyoji in a column are forbidden now (GIRYAKU-9.4)."""
    extra: Card | None
    """The player's own extra card, once it can be inferred."""
    count: int | None
    """Depth `scores`: cards on the board, if they were entered."""


@dataclass(frozen=True)
class Action(Part):
    """What was done last on a turn. `struck` are cells of the other board as they lay before they fell."""

    seat: SeatId
    what: Literal["place", "withdraw", "raid", "strike", "no_hand"]
    cell: Place | None = None
    pair: Pair | None = None
    struck: Annotated[tuple[Place, ...], Field(max_length=6)] = ()
    cards: Cards = ()

    @property
    def column(self) -> int:
        """The column of its cell; 0 where it was in none."""
        return 0 if self.cell is None else int(self.cell[0])

    @property
    def hits(self) -> tuple[int, ...]:
        """The numbers of the cells that it struck."""
        return tuple(INDEX[cell] for cell in self.struck)


@dataclass(frozen=True)
class Claim(Part):
    """A pair that was claimed of two cards, by their numbers, while one of them lay face down."""

    cards: tuple[Number, Number]
    pair: Pair
    turn: Number


class PrivateView(Value):
    """What only the owner of the seat sees (and the game master)."""

    seat: str
    hand: tuple[Card, ...] | None
    """The cards of the player's own hand that the app knows; None until any are noted."""
    spied: tuple[Card, ...] | None
    """The cards known in the other hand since a raid."""
    board: dict[str, Card]
    """The player's face-down cards, where the phone keeps them."""
    findings: tuple[Finding, ...]


class View(GameView):
    """All that one viewer may know of a match."""

    game: Literal["giryaku"] = "giryaku"
    options: Options
    phase: Phase
    first: str | None
    active: str | None
    last: str | None
    """Who takes the last turn of the match, once that is known."""
    turn: int
    bonus: bool
    due: Due | None
    """What a running skill waits for, and `waits_for` whom."""
    waits_for: str | None
    pool_left: int
    """Extra cards that stay out of the match."""
    seats: tuple[SeatView, SeatView]
    action: Action | None
    findings: tuple[Finding, ...]
    open_checks: int
    """Claims and stretches of a flip that nothing shown has decided yet."""
    private: tuple[PrivateView, ...]
    """My own; everybody's for the game master, and for all once the match has ended."""
    result: Result | None
