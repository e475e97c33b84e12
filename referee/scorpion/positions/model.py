"""Models of Scorpion positions: what everybody sees, and what each seat alone knows.

The guards' marks, and the secret map of intruders who are partners, exist once for a side and are entered by its first
seat. Rivals have a map each (SCORPION-30.1). Hands and missions are entered by their own seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

from pydantic import Field, WrapSerializer

from referee.core.base import Value
from referee.core.game import During
from referee.scorpion.cards import Copies, GuardCard, Intruder, IntruderCard
from referee.scorpion.moves import FigureId, Letter, SeatId, Weapon, ZoneId
from referee.scorpion.parts import Few, GuardRole, Heading, Moving, Patrol, Scores, Split, Splitting, Unit
from referee.scorpion.views.view_model import Phase, SearchNote

Named = Literal["ninja", "traitor", "intruder"]
"""An intruder; `intruder` is a lone wolf whose name is not public (SCORPION-29.3)."""
Level = Annotated[int, Field(ge=0, le=3)]
Turn = Annotated[int, Field(ge=1, le=20)]


def _during(*phases: Phase) -> During:
    return During(frozenset(phases), "SCORPION-9.2")


RUNNING: Final = _during("start", "alert", "cards", "patrol", "intruders", "ended")
LATER: Final = _during("alert", "cards", "patrol", "intruders", "ended")
BEFORE_THE_END: Final = _during("start", "alert", "cards", "patrol", "intruders")
ACTED: Final = _during("cards", "patrol", "intruders", "ended")
READY: Final = _during("setup", "ended")
DUE: Final = _during("start", "ended")
ENDED: Final = _during("ended")


class OpenFigure(Value):
    """A guard figure on the map, or in the passage (`zone` is then `"passage"`). The flags apply to this turn."""

    id: FigureId
    zone: ZoneId
    weapon: Weapon = "sword"
    drunk: bool = False
    sober_in: Annotated[int, Field(ge=1, le=20)] | None = None
    """The turns until a drunk guard can act again; `None`: never."""
    carded: bool = False
    moved: bool = False
    attacked: bool = False
    woken: bool = False
    """Whether it woke in these barracks and has not left them since (OP-26)."""
    inside: Intruder | None = None
    """In Disputed Ground: the owner of the passage that it is in (SCORPION-30.6)."""


class OpenStock(Value):
    """A guard player's cards as everybody sees them; empty before turn 1."""

    role: GuardRole
    hand_size: Few = 0
    drawn_size: Few = 0
    deck_size: Few = 0
    discard: dict[GuardCard, Copies] = Field(default_factory=dict)
    front: Few = 0
    drew: bool = False
    """In the alert phase: whether nothing more is to be drawn."""
    hand_used: Few = 0


class OpenCharacter(Value):
    """What everybody knows of an intruder in its present life."""

    who: Named
    status: Literal["waiting", "hidden", "visible", "passage", "escaped", "dead", "due"] = "hidden"
    zone: ZoneId | None = None
    """The zone of the figure while it is `visible`."""
    visible: bool = False
    """In the passage: whether guards have met it there."""
    wounds: Annotated[tuple[GuardRole | Literal[""], ...], Field(max_length=2)] = ()
    """The owners of the Kenjutsu cards that mark wounds; an empty string for a wound without a card."""
    accomplished: bool = False
    hand_size: Few | None = None
    """`None` before turn 1, and while it would show which character it is."""
    played: dict[IntruderCard, Copies] = Field(default_factory=dict)
    permitted: bool = False
    """Whether the Secret Passage card lies in front of its player."""
    life: Annotated[int, Field(ge=1, le=2)] = 1
    died: Turn | None = None
    """The turn of the last death."""
    redrawn: bool = True
    """At the start of a turn: whether the new life has its mission."""


class OpenPassage(Value):
    """A secret passage with entrances known to the guards; a zone with both entrances is listed twice."""

    owner: Intruder | None = None
    found: Annotated[tuple[ZoneId, ...], Field(min_length=1, max_length=2)]


class FoundRope(Value):
    """A rope that the guards have found (SCORPION-31.6)."""

    a: ZoneId
    b: ZoneId


class OpenListening(Value):
    """A listen waits for the Traitor's answer (SCORPION-12.9)."""

    kind: Literal["listening"]
    unit: Unit
    cause: Literal["sentry_listen", "patrol_listen", "focus"]
    role: GuardRole


class NamedSearch(Value):
    """A declared search without an answer."""

    intruder: Named
    zone: ZoneId


class OpenSentry(Value):
    """A hidden sentry was found: the searcher reacts, or the guards place it (SCORPION-19.3, 19.4)."""

    kind: Literal["reacting", "placing"]
    intruder: Named
    zone: ZoneId
    queue: Annotated[tuple[NamedSearch, ...], Field(max_length=3)] = ()
    """The searches to be answered afterwards."""


def _with_kind(question: Any, written: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    """Write the kind of a question in any case: a position leaves out what is as declared, and is read by it."""
    return {"kind": question.kind, **written(question)}


OpenQuestion = Annotated[
    OpenListening | Moving | Heading | OpenSentry | Splitting,
    Field(discriminator="kind"),
    WrapSerializer(_with_kind),
]


class Proposal(Value):
    """A side's proposal of values for unknown facts."""

    side: Literal["guards", "intruders"]
    options: dict[str, Any]


class OpenTable(Value):
    """What everybody sees."""

    phase: Phase = "alert"
    turn: Turn = 1
    alert: Annotated[Level, RUNNING] = 0
    ready: Annotated[tuple[Literal["guards", "intruders"], ...], Field(max_length=2), READY] = ()
    """Before turn 1: the sides whose set-up is locked."""
    figures: Annotated[tuple[OpenFigure, ...], Field(max_length=40)] = ()
    """In the order in which they were placed."""
    patrols: Annotated[tuple[Patrol, ...], Field(max_length=20)] = ()
    stocks: Annotated[tuple[OpenStock, ...], Field(max_length=2)] = ()
    characters: Annotated[tuple[OpenCharacter, ...], Field(max_length=2)] = ()
    """The characters taking part, the Ninja first; only one while it is not public which a lone wolf plays."""
    passages: Annotated[tuple[OpenPassage, ...], Field(max_length=2), RUNNING] = ()
    ropes: Annotated[tuple[FoundRope, ...], Field(max_length=24), RUNNING] = ()
    pending: Annotated[tuple[OpenQuestion, ...], Field(max_length=6), BEFORE_THE_END] = ()
    """The questions left open by declarations; the last is answered first."""
    drawn_at: Annotated[Level, RUNNING] = 0
    """The alert level that determines this turn's draw."""
    cards_used: Annotated[Few, LATER] = 0
    """Guard cards used this turn, including Kenjutsu."""
    kenjutsu_used: Annotated[Few, LATER] = 0
    hand_used: Few = 0
    """At the depth `scores`: hand cards used this turn; otherwise the stocks hold it."""
    focused: Annotated[tuple[GuardRole, ...], Field(max_length=2), ACTED] = ()
    searches: Annotated[tuple[Named, ...], Field(max_length=4), _during("intruders", "ended")] = ()
    """The searchers of this turn, one entry for each zone."""
    splits: Annotated[tuple[Split, ...], Field(max_length=4), RUNNING] = ()
    bonus_cards_due: Annotated[dict[GuardRole, Few], DUE] = Field(default_factory=dict)
    bonus_sleepers_due: Annotated[Few, DUE] = 0
    passage_entries: Annotated[int, Field(ge=0, le=400), RUNNING] = 0
    """The number of entries of guards into the passage; used where each card admits only once (OP-23)."""
    passage_swords: Annotated[int, Field(ge=0, le=400), RUNNING] = 0
    found: Annotated[tuple[SearchNote, ...], Field(max_length=80), RUNNING] = ()
    """What the searches so far have found (SCORPION-18.14)."""
    proposed_unknown: Proposal | None = None
    conceded: Annotated[Literal["guards", "intruders"] | None, ENDED] = None
    conceding: Annotated[tuple[SeatId, ...], Field(max_length=2)] = ()
    revealed: Annotated[bool, ENDED] = False
    scores: Scores | None = None
    """Only at the depth `scores`."""


class MarksSecret(Value):
    """The guards' secret marks; before turn 1 without objectives until they are recorded."""

    objectives: dict[Letter, ZoneId] = Field(default_factory=dict)
    traps: Annotated[tuple[ZoneId, ...], Field(max_length=2)] = ()
    hidden: Annotated[tuple[ZoneId, ...], Field(max_length=2)] = ()
    """The hidden sentries that have not been found."""
    sleepers: dict[ZoneId, Copies] = Field(default_factory=dict)


class PlaceSecret(Value):
    """One intruder on a secret map."""

    zone: ZoneId | None = None
    """A zone or `"passage"`; required unless it is public."""
    start: ZoneId | None = None
    noise: Annotated[int, Field(ge=0, le=3)] = 0
    locked: bool = False
    """Whether this turn's path is locked."""
    touched: Annotated[tuple[ZoneId, ...], Field(max_length=4)] = ()
    """The zones entered or left this turn, which may be searched (SCORPION-18.2)."""
    shadow: bool = False
    """Whether Shadow Walk covers the rest of this turn (OP-12)."""
    decoy: Annotated[int, Field(ge=0, le=20)] = 0
    """The turn in which a bluff put the figure into the passage; 0 if it is really there (OP-24)."""
    permitted: bool = False
    """With a decoy: whether a Secret Passage card really lies in front."""
    mission_entered: bool = False
    """Whether the mission's zone was entered in this life; used where that raises the alert (OP-30)."""


class RopeSecret(Value):
    """A rope over the wall between two zones."""

    a: ZoneId
    b: ZoneId
    owner: Intruder
    found: bool = False
    new: bool = False
    """Whether it was hung this turn (OP-11)."""


class MapSecret(Value):
    """A secret map: of both intruders, or of one rival."""

    places: dict[Intruder, PlaceSecret] = Field(default_factory=dict)
    ropes: Annotated[tuple[RopeSecret, ...], Field(max_length=24)] = ()
    entrances: Annotated[tuple[ZoneId, ...], Field(max_length=2)] = ()


class CharacterSecret(Value):
    """What only an intruder's own player knows."""

    mission: Letter | None = None
    hand: dict[IntruderCard, Copies] | None = None
    """`None` if kinds are not entered, and before a hand is chosen."""
    chosen: bool = False
    """Before turn 1, if kinds are not entered: whether the hand is chosen."""


class SeatSecret(Value):
    """What one seat enters; every field may be omitted until it is known."""

    marks: MarksSecret | None = None
    hand: dict[GuardCard, Copies] | None = None
    drawn: dict[GuardCard, Copies] = Field(default_factory=dict)
    listed: dict[GuardCard, Copies] | None = None
    """All cards of one of two guard players by kind, if they have split them (SCORPION-3.6)."""
    chosen: bool = False
    """Before turn 1, if kinds are not entered: whether the guards' hand is chosen."""
    map: MapSecret | None = None
    characters: dict[Intruder, CharacterSecret] = Field(default_factory=dict)
    plays: Intruder | None = None
    """The character that a hidden lone wolf plays (SCORPION-29.3)."""
    named: bool = False
    """Before turn 1: whether this seat has set or confirmed the passage (SCORPION-6.9)."""
    locked: bool = False
    """Before turn 1: whether this seat's part of the set-up is locked while its partner's is not."""
    done: bool = False
    """Whether this rival has ended the intruders' phase."""
