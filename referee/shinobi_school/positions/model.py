"""A table of Shinobi School as people can describe it, and when a field of it says anything."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import Field

from referee.core.game import During, check_phase
from referee.core.judging import firm
from referee.core.values import Value
from referee.shinobi_school.moves import COPIES, HIGHEST, MOST_ROUNDS, Heap, SeatId
from referee.shinobi_school.view_model import Phase, Tier, Turn

Count = Annotated[int, Field(strict=True, ge=0, le=9999)]
Score = Annotated[int, Field(strict=True, ge=-999, le=999)]
Total = Annotated[int, Field(strict=True, ge=-20000, le=20000)]

IN_SCORES: Final = frozenset({"score", "close", "tie", "ended"})
OVER: Final = frozenset({"close", "tie", "ended"})
"""All rounds are scored."""
HIDDEN: Final = frozenset({"deal", "split", "reveal"})
PLAYED: Final = frozenset({"turn", "won", "scoring"})
LIES: Final = PLAYED | {"start"}
"""A field was made."""
OPEN: Final = LIES | {"field"}
"""The earths are turned up."""
ROUND: Final = HIDDEN | OPEN


class OpenSeat(Value):
    """What everybody sees of one seat."""

    seat: SeatId
    scores: Annotated[tuple[Score, ...], Field(max_length=MOST_ROUNDS)] = ()
    """Its score in each round that is over."""
    points: Total | None = None
    """The total where a house ruling has set it; None: the sum of the scores."""
    ready: Annotated[bool, During({"split"}, "SCHOOL-9.3")] = False
    """While the cards are split: whether the earth is laid."""
    withdrawn: Annotated[bool, During(ROUND, "SCHOOL-6.2")] = False
    """Whether the seat gave up what it had registered in this round."""
    earth: Annotated[Heap | None, During(OPEN, "SCHOOL-9.3", must=OPEN)] = None
    """From the common reveal on."""
    heaven: Annotated[Count | None, During(OPEN, "SCHOOL-9.3", must=OPEN)] = None
    """How many cards, from the common reveal on."""
    known: Annotated[Heap, During(PLAYED, "SCHOOL-6.3")] = ()
    """Cards that everybody saw collected and that are still in heaven."""
    heaven_changed: Annotated[bool, During(PLAYED, "SCHOOL-6.3")] = False
    """Whether the heaven has placed or collected in this round; cards that are known say so as well."""
    agrees: Annotated[bool, During({"turn"}, "SCHOOL-8.6")] = False
    """Whether it agrees to sweep the first field."""
    shown: Annotated[Heap | None, During({"scoring"}, "SCHOOL-12.2")] = None
    """What was left in heaven, once it is shown."""
    scored: Annotated[Score | None, During({"scoring"}, "SCHOOL-12.2")] = None
    """The score of a round whose others are still counted; with the shown cards it follows from them."""


class OpenTable(Value):
    """What everybody sees."""

    phase: Phase
    round: Annotated[int, Field(strict=True, ge=1, le=MOST_ROUNDS)] = 1
    start: SeatId | None = None
    """Who starts the round; of later rounds the winner of the one before."""
    seats: Annotated[tuple[OpenSeat, ...], Field(max_length=5)]
    """Clockwise, as the match names them."""
    stock: Annotated[Count | None, During(ROUND, "SCHOOL-1.4", must=LIES)] = None
    """Cards that were neither dealt nor turned for the first field."""
    field: Annotated[tuple[Tier, ...], Field(max_length=HIGHEST), During(LIES, "SCHOOL-10.1", must={"start"})] = ()
    """From top to bottom."""
    swept_cards: Annotated[Heap, During(PLAYED, "SCHOOL-8.5")] = ()
    """Those whose numbers are remembered, or were looked up in the pile."""
    swept_unknown: Annotated[int, Field(strict=True, ge=0, le=COPIES * HIGHEST), During(PLAYED, "SCHOOL-8.5")] = 0
    """How many more cards were swept, whose numbers nobody entered."""
    last_placer: Annotated[SeatId | None, During(PLAYED, "SCHOOL-8.1")] = None
    quiet: Annotated[Count | None, During(PLAYED, "SCHOOL-8.1")] = None
    """Turns in a row without a placement; None where the last placer or the number of the turn says it."""
    turn: Annotated[Count | None, During(PLAYED, "SCHOOL-7.1")] = None
    """The number of the turn in this round, from 1; None: the least that it can be."""
    now: Annotated[Turn | None, During(PLAYED, "SCHOOL-7.1", must=PLAYED)] = None
    """The turn that is on, or that has won the round."""
    chosen: Annotated[SeatId | None, During({"ended"}, "SCHOOL-13.2")] = None
    """Whom the table chose among equals."""


class SeatSecret(Value):
    """What a seat alone knows: what it registered, if anything."""

    hand: Annotated[Heap | None, During(HIDDEN, "SCHOOL-6.2")] = None
    """What was dealt, until the earths are turned up."""
    laid: Annotated[Heap | None, During(HIDDEN - {"deal"}, "SCHOOL-9.3")] = None
    """The earth, while it lies face down."""
    heaven: Annotated[Heap | None, During(ROUND - {"deal"}, "SCHOOL-6.2")] = None
    """What is in heaven now."""
    contradicted: Annotated[bool, During(OPEN, "SCHOOL-6.2")] = False
    """Whether the heaven cannot be true beside what lies open: its owner was told."""
    doubted: Annotated[bool, During(ROUND - {"deal"}, "SCHOOL-6.2")] = False
    """Whether an entry turned out wrong and binds no longer."""


def check_fields(part: OpenTable | OpenSeat | SeatSecret, path: str, phase: str) -> None:
    """Refuse what a phase does not know, and the lack of what it must know."""
    not_now, missing = "shinobi_school.position.not_now", "shinobi_school.position.missing"
    check_phase(part, path, phase, not_now, missing, private=isinstance(part, SeatSecret))


def need(condition: object, clause: str, reason: str, field: str, **params: Any) -> None:
    """Refuse for all to see."""
    firm(condition, clause, f"shinobi_school.{reason}", field=field, **params)


def need_own(condition: object, clause: str, reason: str, field: str, **params: Any) -> None:
    """Refuse to the seat alone that has entered it."""
    firm(condition, clause, f"shinobi_school.{reason}", private=True, field=field, **params)
