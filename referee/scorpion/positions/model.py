"""Positions of a Scorpion table in the middle of a match: what lies open, and what each seat alone knows.

The guards' marks, and the secret map of intruders who are partners, are one sheet of paper: the first seat of the side
enters it. Rivals keep a map each (SCORPION-30.1). Hands and missions are entered by their own seat.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from referee.core.base import Value
from referee.core.game import During
from referee.scorpion.cards import Copies, GuardCard, Intruder, IntruderCard
from referee.scorpion.moves import FigureId, Letter, SeatId, Weapon, ZoneId
from referee.scorpion.trackers import Scores
from referee.scorpion.views.view_model import Phase, SearchNote

GuardRole = Literal["guards", "sword", "spear"]
Named = Literal["ninja", "traitor", "intruder"]
"""An intruder; `intruder` is a lone wolf whose name nobody has heard (SCORPION-29.3)."""
Few = Annotated[int, Field(ge=0, le=40)]
Level = Annotated[int, Field(ge=0, le=3)]
Turn = Annotated[int, Field(ge=1, le=20)]
Unit = Annotated[tuple[FigureId, ...], Field(min_length=1, max_length=20)]


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
    """A guard figure on the map, or in the passage (`zone` is then `"passage"`). The flags are this turn's."""

    id: FigureId
    zone: ZoneId
    weapon: Weapon = "sword"
    drunk: bool = False
    sober_in: Annotated[int, Field(ge=1, le=20)] | None = None
    """Turns until a drunk guard can act again; None: never."""
    carded: bool = False
    moved: bool = False
    attacked: bool = False
    woken: bool = False
    """Whether it was woken in these barracks and has not left them since (OP-26)."""
    inside: Intruder | None = None
    """In Disputed Ground, in the passage: whose passage it is in (SCORPION-30.6)."""


class OpenPatrol(Value):
    """Guards who move as one. `behind` is the route zone at their back, if not all is ahead."""

    members: Unit
    behind: ZoneId | None = None


class OpenStock(Value):
    """A guard player's cards as everybody sees them lie; empty before turn 1."""

    role: GuardRole
    hand_size: Few = 0
    drawn_size: Few = 0
    deck_size: Few = 0
    discard: dict[GuardCard, Copies] = Field(default_factory=dict)
    front: Few = 0
    drew: bool = False
    """In the alert phase: whether nothing is to be drawn any more."""
    hand_used: Few = 0


class OpenCharacter(Value):
    """What everybody knows of an intruder, in the present life."""

    who: Named
    status: Literal["waiting", "hidden", "visible", "passage", "escaped", "dead", "due"] = "hidden"
    zone: ZoneId | None = None
    """Where the figure stands while it is `visible`."""
    visible: bool = False
    """In the passage: whether guards have met it there."""
    wounds: Annotated[tuple[GuardRole | Literal[""], ...], Field(max_length=2)] = ()
    """Whose Kenjutsu cards lie as wounds; empty text for a wound without a card."""
    accomplished: bool = False
    hand_size: Few | None = None
    """None while it would tell which character it is, and before turn 1."""
    played: dict[IntruderCard, Copies] = Field(default_factory=dict)
    permitted: bool = False
    """Whether the Secret Passage card lies in front."""
    life: Annotated[int, Field(ge=1, le=2)] = 1
    died: Turn | None = None
    """The turn of the last death."""
    redrawn: bool = True
    """At the start of a turn: whether the new life has its mission."""


class OpenPassage(Value):
    """A secret passage of which the guards know an entrance, one found twice where both lie in one zone."""

    owner: Intruder | None = None
    found: Annotated[tuple[ZoneId, ...], Field(min_length=1, max_length=2)]


class FoundRope(Value):
    """A rope that the guards have found (SCORPION-31.6)."""

    a: ZoneId
    b: ZoneId


class OpenSplit(Value):
    """How two guard players share something; agreed on once both are in `by`."""

    what: Literal["draw", "hand_cards", "bonus", "wounds"]
    sword: Few
    spear: Few
    by: Annotated[tuple[Literal["sword", "spear"], ...], Field(min_length=1, max_length=2)]


class OpenListening(Value):
    """A listen waits for the Traitor's answer (SCORPION-12.9)."""

    kind: Literal["listening"]
    unit: Unit
    cause: Literal["sentry_listen", "patrol_listen", "focus"]
    role: GuardRole


class OpenMoving(Value):
    """A unit may step on. `start` is where it set out, `made` how many zones it has walked."""

    kind: Literal["moving"]
    unit: Unit
    cause: Literal["listen", "sentry_search", "patrol_search", "awaken", "passage", "patrol"]
    role: GuardRole
    left: Annotated[int, Field(ge=0, le=2)]
    start: ZoneId
    made: Annotated[int, Field(ge=0, le=2)] = 0


class OpenHeading(Value):
    """A patrol on the route has to say what lies behind it (SCORPION-7.8)."""

    kind: Literal["heading"]
    unit: Unit
    role: GuardRole


class NamedSearch(Value):
    """A search that is named and not answered yet."""

    intruder: Named
    zone: ZoneId


class OpenSentry(Value):
    """A hidden sentry is found: the searcher reacts, or the guards place it (SCORPION-19.3, 19.4)."""

    kind: Literal["reacting", "placing"]
    intruder: Named
    zone: ZoneId
    queue: Annotated[tuple[NamedSearch, ...], Field(max_length=3)] = ()
    """The searches that are answered after it."""


class OpenSplitting(Value):
    """Two guard players say whose discard pile gets wound cards (SCORPION-20.5, 22.13)."""

    kind: Literal["splitting"]
    roles: Annotated[tuple[Literal["sword", "spear"], ...], Field(min_length=1, max_length=3)]
    """Whose cards they were, one a card."""
    late: bool = False
    """Whether the discard piles have gone into the decks since (SCORPION-10.2)."""


OpenQuestion = Annotated[
    OpenListening | OpenMoving | OpenHeading | OpenSentry | OpenSplitting, Field(discriminator="kind")
]


class Proposal(Value):
    """What one side wants to fill in of what was unknown."""

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
    """In the order in which they came."""
    patrols: Annotated[tuple[OpenPatrol, ...], Field(max_length=20)] = ()
    stocks: Annotated[tuple[OpenStock, ...], Field(max_length=2)] = ()
    characters: Annotated[tuple[OpenCharacter, ...], Field(max_length=2)] = ()
    """Those who take part, the Ninja first; one while nobody knows which the lone wolf plays."""
    passages: Annotated[tuple[OpenPassage, ...], Field(max_length=2), RUNNING] = ()
    ropes: Annotated[tuple[FoundRope, ...], Field(max_length=24), RUNNING] = ()
    pending: Annotated[tuple[OpenQuestion, ...], Field(max_length=6), BEFORE_THE_END] = ()
    """What a declaration has left open; the last is answered first."""
    drawn_at: Annotated[Level, RUNNING] = 0
    """The alert level at which this turn's cards are drawn."""
    cards_used: Annotated[Few, LATER] = 0
    """Guard cards used in this turn, Kenjutsu included."""
    kenjutsu_used: Annotated[Few, LATER] = 0
    hand_used: Few = 0
    """Depth `scores`: hand cards used in this turn. Else the stocks say it."""
    focused: Annotated[tuple[GuardRole, ...], Field(max_length=2), ACTED] = ()
    searches: Annotated[tuple[Named, ...], Field(max_length=4), _during("intruders", "ended")] = ()
    """Who has searched this turn, one a zone."""
    splits: Annotated[tuple[OpenSplit, ...], Field(max_length=4), RUNNING] = ()
    bonus_cards_due: Annotated[dict[GuardRole, Few], DUE] = Field(default_factory=dict)
    bonus_sleepers_due: Annotated[Few, DUE] = 0
    passage_entries: Annotated[int, Field(ge=0, le=400), RUNNING] = 0
    """How often a guard has entered the passage; counts where each card admits only once (OP-23)."""
    passage_swords: Annotated[int, Field(ge=0, le=400), RUNNING] = 0
    found: Annotated[tuple[SearchNote, ...], Field(max_length=80), RUNNING] = ()
    """What the searches so far have found (SCORPION-18.14)."""
    proposed_unknown: Proposal | None = None
    conceded: Annotated[Literal["guards", "intruders"] | None, ENDED] = None
    conceding: Annotated[tuple[SeatId, ...], Field(max_length=2)] = ()
    revealed: Annotated[bool, ENDED] = False
    scores: Scores | None = None
    """Depth `scores` alone."""


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
