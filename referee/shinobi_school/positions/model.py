"""A table of Shinobi School as people can describe it; the names are those of the view."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from referee.core.values import Value
from referee.shinobi_school.cards import COPIES, HIGHEST, Heap
from referee.shinobi_school.options import MOST_ROUNDS, SeatId
from referee.shinobi_school.view_model import Phase, Tier, Turn

Count = Annotated[int, Field(strict=True, ge=0, le=9999)]
Score = Annotated[int, Field(strict=True, ge=-999, le=999)]
Total = Annotated[int, Field(strict=True, ge=-20000, le=20000)]


class OpenSeat(Value):
    """What everybody sees of one seat."""

    seat: SeatId
    scores: Annotated[tuple[Score, ...], Field(max_length=MOST_ROUNDS)] = ()
    """Its score in each round that is over."""
    points: Total | None = None
    """The total where a house ruling has set it; None: the sum of the scores."""
    ready: bool = False
    """While the cards are split: whether the earth is laid."""
    withdrawn: bool = False
    """Whether the seat gave up what it had registered in this round."""
    earth: Heap | None = None
    """From the common reveal on."""
    heaven: Count | None = None
    """How many cards, from the common reveal on."""
    known: Heap = ()
    """Cards that everybody saw collected and that are still in heaven."""
    heaven_changed: bool = False
    """Whether the heaven has placed or collected in this round; cards that are known say so as well."""
    agrees: bool = False
    """Whether it agrees to sweep the first field."""
    shown: Heap | None = None
    """What was left in heaven, once it is shown."""
    scored: Score | None = None
    """The score of a round whose others are still counted; with the shown cards it follows from them."""


class OpenTable(Value):
    """What everybody sees."""

    phase: Phase
    round: Annotated[int, Field(strict=True, ge=1, le=MOST_ROUNDS)] = 1
    start: SeatId | None = None
    """Who starts the round; of later rounds the winner of the one before."""
    seats: Annotated[tuple[OpenSeat, ...], Field(max_length=5)]
    """Clockwise, as the match names them."""
    stock: Count | None = None
    """Cards that were neither dealt nor turned for the first field."""
    field: Annotated[tuple[Tier, ...], Field(max_length=HIGHEST)] = ()
    """From top to bottom."""
    swept_cards: Heap = ()
    """Those whose numbers are remembered, or were looked up in the pile."""
    swept_unknown: Annotated[int, Field(strict=True, ge=0, le=COPIES * HIGHEST)] = 0
    """How many more cards were swept, whose numbers nobody entered."""
    last_placer: SeatId | None = None
    quiet: Count | None = None
    """Turns in a row without a placement; None where the last placer or the number of the turn says it."""
    turn: Count | None = None
    """The number of the turn in this round, from 1; None: the least that it can be."""
    now: Turn | None = None
    """The turn that is on, or that has won the round."""
    chosen: SeatId | None = None
    """Whom the table chose among equals."""


class SeatSecret(Value):
    """What a seat alone knows: what it registered, if anything."""

    hand: Heap | None = None
    """What was dealt, until the earths are turned up."""
    laid: Heap | None = None
    """The earth, while it lies face down."""
    heaven: Heap | None = None
    """What is in heaven now."""
    contradicted: bool = False
    """Whether the heaven cannot be true beside what lies open: its owner was told."""
    doubted: bool = False
    """Whether an entry turned out wrong and binds no longer."""
