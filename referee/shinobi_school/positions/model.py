"""Models of Shinobi School positions, and the phases in which their fields may be set."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final

from pydantic import Field

from referee.core.game import During, check_phase
from referee.core.judging import firm
from referee.core.values import Value
from referee.shinobi_school.cards import COPIES, HIGHEST, Heap
from referee.shinobi_school.moves import MOST_ROUNDS, SeatId
from referee.shinobi_school.view_model import Phase, Tier, Turn

Count = Annotated[int, Field(strict=True, ge=0, le=9999)]
Score = Annotated[int, Field(strict=True, ge=-999, le=999)]
Total = Annotated[int, Field(strict=True, ge=-20000, le=20000)]

IN_SCORES: Final = frozenset({"score", "close", "tie", "ended"})
OVER: Final = frozenset({"close", "tie", "ended"})
"""The phases in which all rounds are scored."""
HIDDEN: Final = frozenset({"deal", "split", "reveal"})
PLAYED: Final = frozenset({"turn", "won", "scoring"})
LIES: Final = PLAYED | {"start"}
"""The phases with a field."""
OPEN: Final = LIES | {"field"}
"""The phases with open earths."""
ROUND: Final = HIDDEN | OPEN


class OpenSeat(Value):
    """What everybody sees of one seat."""

    seat: SeatId
    scores: Annotated[tuple[Score, ...], Field(max_length=MOST_ROUNDS)] = ()
    """Its scores in past rounds."""
    points: Total | None = None
    """The total if a house ruling has set it; `None`: the sum of the scores."""
    ready: Annotated[bool, During({"split"}, "SCHOOL-9.3")] = False
    """During the split: whether the earth is laid."""
    withdrawn: Annotated[bool, During(ROUND, "SCHOOL-6.2")] = False
    """Whether the seat has withdrawn its entry in this round."""
    earth: Annotated[Heap | None, During(OPEN, "SCHOOL-9.3", must=OPEN)] = None
    """The earth, from the common reveal on."""
    heaven: Annotated[Count | None, During(OPEN, "SCHOOL-9.3", must=OPEN)] = None
    """The number of cards in heaven, from the common reveal on."""
    known: Annotated[Heap, During(PLAYED, "SCHOOL-6.3")] = ()
    """The cards that everybody saw collected and that are still in heaven."""
    heaven_changed: Annotated[bool, During(PLAYED, "SCHOOL-6.3")] = False
    """Whether cards were placed from or collected into heaven in this round; `known` cards imply it."""
    agrees: Annotated[bool, During({"turn"}, "SCHOOL-8.6")] = False
    """Whether it agrees to sweep the first field."""
    shown: Annotated[Heap | None, During({"scoring"}, "SCHOOL-12.2")] = None
    """The remaining heaven, once it is shown."""
    scored: Annotated[Score | None, During({"scoring"}, "SCHOOL-12.2")] = None
    """The score of a round in which others are still counted; with shown cards it is derived."""


class OpenTable(Value):
    """What everybody sees."""

    phase: Phase
    round: Annotated[int, Field(strict=True, ge=1, le=MOST_ROUNDS)] = 1
    start: SeatId | None = None
    """The start player of the round; in later rounds the winner of the one before."""
    seats: Annotated[tuple[OpenSeat, ...], Field(max_length=5)]
    """Clockwise, in the order of the match."""
    stock: Annotated[Count | None, During(ROUND, "SCHOOL-1.4", must=LIES)] = None
    """The number of cards neither dealt nor turned for the first field."""
    field: Annotated[tuple[Tier, ...], Field(max_length=HIGHEST), During(LIES, "SCHOOL-10.1", must={"start"})] = ()
    """From top to bottom."""
    swept_cards: Annotated[Heap, During(PLAYED, "SCHOOL-8.5")] = ()
    """The swept cards whose numbers are remembered, or were looked up."""
    swept_unknown: Annotated[int, Field(strict=True, ge=0, le=COPIES * HIGHEST), During(PLAYED, "SCHOOL-8.5")] = 0
    """The number of other swept cards, whose numbers nobody entered."""
    last_placer: Annotated[SeatId | None, During(PLAYED, "SCHOOL-8.1")] = None
    quiet: Annotated[Count | None, During(PLAYED, "SCHOOL-8.1")] = None
    """The number of consecutive turns without a placement; `None` if it follows from the last placer or the turn."""
    turn: Annotated[Count | None, During(PLAYED, "SCHOOL-7.1")] = None
    """The number of the turn in this round, from 1; `None`: the smallest possible."""
    now: Annotated[Turn | None, During(PLAYED, "SCHOOL-7.1", must=PLAYED)] = None
    """The present turn, or the one that has won the round."""
    chosen: Annotated[SeatId | None, During({"ended"}, "SCHOOL-13.2")] = None
    """The winner that the table chose among tied players."""


class SeatSecret(Value):
    """What a seat alone knows: its entries, if any."""

    hand: Annotated[Heap | None, During(HIDDEN, "SCHOOL-6.2")] = None
    """The dealt hand, until the earths are turned up."""
    laid: Annotated[Heap | None, During(HIDDEN - {"deal"}, "SCHOOL-9.3")] = None
    """The earth, while it is face down."""
    heaven: Annotated[Heap | None, During(ROUND - {"deal"}, "SCHOOL-6.2")] = None
    """The present heaven."""
    contradicted: Annotated[bool, During(OPEN, "SCHOOL-6.2")] = False
    """Whether public cards contradict the heaven, of which its owner was told."""
    doubted: Annotated[bool, During(ROUND - {"deal"}, "SCHOOL-6.2")] = False
    """Whether an entry proved wrong and is no longer used."""


def check_fields(part: OpenTable | OpenSeat | SeatSecret, path: str, phase: str) -> None:
    """Refuse fields that a phase does not have, and missing fields that it requires."""
    not_now, missing = "shinobi_school.position.not_now", "shinobi_school.position.missing"
    check_phase(part, path, phase, not_now, missing, private=isinstance(part, SeatSecret))


def need(condition: object, clause: str, reason: str, field: str, *, private: bool = False, **params: Any) -> None:
    """Refuse unless the condition holds; `private`: only to the seat that entered the field."""
    firm(condition, clause, f"shinobi_school.{reason}", private=private, field=field, **params)


need_own = partial(need, private=True)
