"""What a seat alone knows in the middle of a Scorpion match, and who of a side enters what.

The guards' marks, and the secret map of intruders who are partners, are one sheet of paper: the first seat of the
side enters it. Rivals keep a map each (SCORPION-30.1). Hands and missions are entered by their own seat.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from referee.core.base import Value
from referee.scorpion.cards import Copies, GuardCard, Intruder, IntruderCard
from referee.scorpion.moves import Letter, ZoneId


class MarksSecret(Value):
    """The guards' secret marks; before turn 1 without letters while they are not recorded."""

    objectives: dict[Letter, ZoneId] = Field(default_factory=dict)
    traps: Annotated[tuple[ZoneId, ...], Field(max_length=2)] = ()
    hidden: Annotated[tuple[ZoneId, ...], Field(max_length=2)] = ()
    """The hidden sentries that nobody has found yet."""
    sleepers: dict[ZoneId, Copies] = Field(default_factory=dict)


class PlaceSecret(Value):
    """One intruder on the secret map."""

    zone: ZoneId | None = None
    """A zone or `"passage"`; needed unless everybody sees it."""
    start: ZoneId | None = None
    noise: Annotated[int, Field(ge=0, le=3)] = 0
    locked: bool = False
    """Whether this turn's path is locked."""
    touched: Annotated[tuple[ZoneId, ...], Field(max_length=4)] = ()
    """The zones entered or left this turn, which may be searched (SCORPION-18.2)."""
    shadow: bool = False
    """Whether Shadow Walk covers the rest of this turn (OP-12)."""
    decoy: Annotated[int, Field(ge=0, le=20)] = 0
    """The turn in which a thrown Secret Passage card put the figure into the passage; 0: it is there (OP-24)."""
    permitted: bool = False
    """Behind a decoy: whether a Secret Passage card truly lies in front."""
    mission_entered: bool = False
    """Whether the zone of the mission was entered in this life; counts where that raises the alert (OP-30)."""


class RopeSecret(Value):
    """A rope over the wall between two zones."""

    a: ZoneId
    b: ZoneId
    owner: Intruder
    found: bool = False
    new: bool = False
    """Whether it was hung in this turn (OP-11)."""


class MapSecret(Value):
    """A secret map: of both intruders, or of one rival."""

    places: dict[Intruder, PlaceSecret] = Field(default_factory=dict)
    ropes: Annotated[tuple[RopeSecret, ...], Field(max_length=24)] = ()
    entrances: Annotated[tuple[ZoneId, ...], Field(max_length=2)] = ()


class CharacterSecret(Value):
    """What an intruder's own player holds."""

    mission: Letter | None = None
    hand: dict[IntruderCard, Copies] | None = None
    """None where kinds are not entered, and before a hand is chosen."""
    chosen: bool = False
    """Before turn 1, where kinds are not entered: whether the hand is chosen."""


class SeatSecret(Value):
    """What one seat enters; all of it may be left out until it is known."""

    marks: MarksSecret | None = None
    hand: dict[GuardCard, Copies] | None = None
    drawn: dict[GuardCard, Copies] = Field(default_factory=dict)
    listed: dict[GuardCard, Copies] | None = None
    """All cards of one of two guard players by kind, where they have split them so (SCORPION-3.6)."""
    chosen: bool = False
    """Before turn 1, where kinds are not entered: whether the guards' hand is chosen."""
    map: MapSecret | None = None
    characters: dict[Intruder, CharacterSecret] = Field(default_factory=dict)
    plays: Intruder | None = None
    """Which character a hidden lone wolf plays (SCORPION-29.3)."""
    named: bool = False
    """Before turn 1: whether this seat has set the passage or confirmed it (SCORPION-6.9)."""
    locked: bool = False
    """Before turn 1: whether this part of the set-up is locked, though not yet the partner's."""
    done: bool = False
    """Whether this rival has ended the intruders' phase."""
