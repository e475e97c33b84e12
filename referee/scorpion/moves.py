"""The moves, in the order of play (ledger section 5). Zones, figures and units are short strings.

A zone is its id on the board (`"B4"`), a figure `"g01"` to `"g20"`, a unit its figures in order, joined by a plus
(`"g01"`, `"g03+g04"`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from referee.core.moves import Move, late
from referee.core.values import Value
from referee.scorpion.cards import Copies, GuardCard, Intruder, IntruderCard
from referee.scorpion.options import Role

ZoneId = Annotated[str, Field(min_length=1, max_length=20)]
FigureId = Annotated[str, Field(pattern=r"^g[0-9]{2}$")]
UnitId = Annotated[str, Field(pattern=r"^g[0-9]{2}(\+g[0-9]{2}){0,19}$")]
DeclaredWay = Annotated[tuple[ZoneId, ...], Field(max_length=40)]
"""Zones in the order in which they are entered."""
SeatId = Annotated[str, Field(min_length=1, max_length=40)]
Letter = Literal["A", "B", "C", "D", "E", "F"]
Weapon = Literal["sword", "spear"]
Mark = Literal["A", "B", "C", "D", "E", "F", "T1", "T2", "H1", "H2"]
GuardHand = dict[GuardCard, Copies]
IntruderHand = dict[IntruderCard, Copies]
PASSAGE = "passage"
"""The secret passage, in place of a zone."""
OTHER_EXIT = "other"
"""The passage's exit that the guards have not found (SCORPION-25.15)."""

SETUP = late("SCORPION-9.2", "setup_over")
START = late("SCORPION-9.2", "start_only")
OTHER_PHASE = ("SCORPION-9.2", "other_phase")
NO_MOVE = late(
    "SCORPION-13.2", "no_move_open", listening="listen_first", heading="heading_first",
    reacting="hidden_sentry_first", placing="placing_first", splitting="wound_cards_first",
)  # fmt: skip

# Set-up


class SetOptions(Move, public=True, for_all=True, depth="both", during={"setup"}, late=SETUP):
    """The host changes options before the first lock; options not given stay."""

    options: dict[str, Any]


class LoadBoard(Move, public=True, for_all=True, depth="both", during={"setup"}, late=SETUP):
    """The host chooses the board: a bundled one by its id, or a whole board as data."""

    board: Annotated[str, Field(min_length=1, max_length=40)] | dict[str, Any]


class SeatPlayers(Move, public=True, for_all=True, depth="both", during={"setup"}, late=SETUP):
    """The table decides who plays what (SCORPION-2.3)."""

    roles: dict[SeatId, Role]


class DrawMissions(Move, secret=True, cites="SCORPION-2.5", notes=("ninja", "traitor"), during={"setup"}, late=SETUP):
    """The intruders' missions: drawn by the app or keyed in from the tiles (SCORPION-2.5, 30.2, 30.3). Secret."""

    ninja: Letter | None = None
    traitor: Letter | None = None


class ChooseCharacter(Move, secret=True, cites="SCORPION-29.1", during={"setup"}, late=SETUP):
    """The lone wolf's player chooses the character (SCORPION-29.1), secretly in the hidden form (29.3)."""

    intruder: Intruder


class ChooseIntruderHand(Move, secret=True, cites="SCORPION-3.4", notes=("cards",), during={"setup"}, late=SETUP):
    """An intruder's opening hand (SCORPION-3.1 to 3.4). Secret. Without `cards` when cards are only counted."""

    intruder: Intruder
    cards: IntruderHand | None = None


class SplitGuardCards(Move, secret=True, cites="SCORPION-3.6", notes=("sword", "spear"), during={"setup"}, late=SETUP):
    """Two guard players split the 36 cards into two stocks of 18 (SCORPION-3.6). Secret."""

    sword: GuardHand
    spear: GuardHand


class ChooseGuardHand(Move, secret=True, cites="SCORPION-3.5", notes=("cards",), during={"setup"}, late=SETUP):
    """A guard player's hand; the rest is their deck (SCORPION-3.5, 3.6). Secret."""

    cards: GuardHand | None = None


class PlaceSentry(Move, public=True, during={"setup"}, late=SETUP):
    """A sentry is placed on a watch post (SCORPION-4.1, 4.2)."""

    zone: ZoneId
    weapon: Weapon = "sword"


class PlacePatrol(Move, public=True, during={"setup"}, late=SETUP):
    """A patrol of two is placed on the route (SCORPION-4.3, 4.4).

    `behind` is the route zone behind it, `None` if every route neighbour lies ahead. `facing` may be given instead if
    it is unambiguous.
    """

    zone: ZoneId
    behind: ZoneId | None = None
    facing: ZoneId | None = None
    weapons: Annotated[tuple[Weapon, ...], Field(max_length=20)] = ("sword", "sword")


class LiftUnit(Move, public=True, during={"setup"}, late=SETUP):
    """During the set-up, a sentry or patrol is taken off the board."""

    unit: UnitId


class RecordSleepers(Move, secret=True, cites="SCORPION-5.1", notes=("sleepers",), during={"setup"}, late=SETUP):
    """Where guards sleep, at most two in a barracks (SCORPION-5.1). Secret; replaces an earlier record."""

    sleepers: dict[ZoneId, Copies]


class RecordMarks(Move, secret=True, cites="SCORPION-5.2", notes=("marks",), during={"setup"}, late=SETUP):
    """Where the objectives, traps and hidden sentries are (SCORPION-5.2 to 5.7). Secret; replaces an earlier record."""

    marks: dict[Mark, ZoneId]


class SetStart(Move, secret=True, cites="SCORPION-1.5", during={"setup"}, late=SETUP):
    """An intruder's start zone (SCORPION-6.1 to 6.6). Secret."""

    intruder: Intruder
    zone: ZoneId


class SetPassage(
    Move, secret=True, cites="SCORPION-6.8", notes=("entrances",),
    during={"setup"}, late=late("SCORPION-23.5", "passage_stays"),
):
    """Both entrances of the secret passage (SCORPION-6.8, 6.9). Secret.

    If two intruder players share it, the other one confirms by declaring the same; in Disputed Ground each declares
    their own (30.6).
    """

    entrances: Annotated[tuple[ZoneId, ...], Field(max_length=20)]
    intruder: Intruder | None = None


class SetEntrance(
    Move, secret=True, cites="SCORPION-6.10", notes=("zone",),
    during={"setup"}, late=late("SCORPION-23.5", "passage_stays"),
):
    """One entrance by each intruder player, if they do not agree (SCORPION-6.10). Secret."""

    zone: ZoneId


class LockSetup(Move, public=True, during={"setup"}, late=SETUP):
    """A side's part of the set-up is complete and can no longer change."""


# The start of a turn


class Respawn(Move, secret=True, cites="SCORPION-23.3", notes=("cards",), during={"start"}, late=START):
    """A character returns: start zone and new hand (SCORPION-23.1 to 23.6). Secret."""

    intruder: Intruder
    zone: ZoneId
    cards: IntruderHand | None = None


class RedrawMission(Move, secret=True, cites="SCORPION-23.7", notes=("letter",), during={"start"}, late=START):
    """The returned character's new mission (SCORPION-23.7). Secret."""

    intruder: Intruder
    letter: Letter


class BonusCards(
    Move, secret=True, cites="SCORPION-23.9", notes=("deck", "discard", "deck_count"), during={"start"}, late=START
):
    """The guards take cards from deck and discard pile after a return (SCORPION-23.9). Secret except for their number.

    `deck_count` is used when cards are only counted, instead of `deck`.
    """

    deck: GuardHand = Field(default_factory=dict)
    discard: GuardHand = Field(default_factory=dict)
    deck_count: Annotated[int, Field(ge=0, le=40)] | None = None


class BonusSleepers(Move, secret=True, cites="SCORPION-23.10", notes=("sleepers",), during={"start"}, late=START):
    """Three more guards sleep (SCORPION-23.10). Secret."""

    sleepers: dict[ZoneId, Copies]


# Alert phase


class DrawCards(Move, secret=True, told=("n",), cites="SCORPION-10.4", notes=("cards",), during={"alert"}):
    """A guard player draws by the alert level (SCORPION-10.4 to 10.7). The kinds are secret, their number is not."""

    n: Annotated[int, Field(ge=0, le=40)]
    cards: GuardHand | None = None


class AgreeSplit(Move, public=True, during={"start", "alert", "cards"}):
    """Two guard players split draws, hand cards or bonus cards (SCORPION-10.7, 14.1, 23.9); the other confirms."""

    what: Literal["draw", "hand_cards", "bonus"]
    sword: Annotated[int, Field(ge=0, le=40)]
    spear: Annotated[int, Field(ge=0, le=40)]

    @property
    def phase(self) -> str:
        """The phase to which it applies."""
        return {"draw": "alert", "hand_cards": "cards", "bonus": "start"}[self.what]


class EndAlertPhase(Move, public=True, during={"alert"}):
    """Drawn cards join the hand (SCORPION-10.10)."""


# Guards


class PlaySentryListen(Move, public=True, during={"alert", "cards"}):
    """A sentry listens (SCORPION-12.1)."""

    guard: FigureId


class PlayPatrolListen(Move, public=True, during={"alert", "cards"}):
    """A patrol listens (SCORPION-12.1)."""

    unit: UnitId


class FocusListen(Move, public=True, during={"cards"}):
    """One unit listens without a card (SCORPION-14.4 to 14.6)."""

    unit: UnitId


class AnswerCat(
    Move, secret=True, cites="SCORPION-12.9", during={"listening"}, late=late("SCORPION-26.1", "no_listen")
):
    """The Traitor's player lets the listen be answered, or plays the Cat (SCORPION-12.9, 26.1).

    Asked after every listen, whatever its answer. Secret until the answer is public.
    """

    use: bool


class PlaySentrySearch(Move, public=True, during={"alert", "cards"}):
    """A sentry, or one guard who leaves a patrol, searches (SCORPION-13.1, 13.10).

    `way` and `stop` are as in `guard_step`: card and way are one declaration and are refused together.
    """

    guard: FigureId
    way: DeclaredWay = ()
    stop: bool = False


class PlayPatrolSearch(Move, public=True, during={"alert", "cards"}):
    """A patrol searches (SCORPION-13.1, 13.8). `way` and `stop` are as in `guard_step`.

    `behind` is the zone behind the patrol where it stops, if that is on the route (7.8).
    """

    unit: UnitId
    way: DeclaredWay = ()
    stop: bool = False
    behind: ZoneId | None = None


class PlayAwaken(Move, public=True, during={"alert", "cards"}):
    """A sleeping guard wakes (SCORPION-5.1, 13.1, 24.2), by option two in one barracks.

    `way` and `stop` are as in `guard_step`, if one unit wakes.
    """

    zone: ZoneId
    weapons: Annotated[tuple[Weapon, ...], Field(max_length=20)] = ("sword",)
    together: bool = False
    """Whether two who wake form a patrol."""
    heading: ZoneId | None = None
    """The facing of such a patrol in its barracks, if that is on the route."""
    way: DeclaredWay = ()
    stop: bool = False


class PlayGuardPassage(Move, public=True, during={"alert", "cards"}):
    """The guards unlock a place in the passage (SCORPION-25.19, 25.20); by option `guard` enters at once."""

    guard: FigureId | None = None


class GuardStep(
    Move, public=True, during={"moving", "patrol"},
    late=NO_MOVE | late(setup=OTHER_PHASE, start=OTHER_PHASE, intruders=OTHER_PHASE),
):
    """The moving unit enters a zone, `"passage"`, or from there an exit zone or `"other"` (SCORPION-13, 15.4, 25).

    A list is a whole way: it is checked completely, then walked until something ends it. With `stop` the move ends
    afterwards, otherwise only when it is used up. `unit` chooses the patrol in the patrol phase and may be omitted in
    other phases.
    """

    to: ZoneId | DeclaredWay
    unit: UnitId | None = None
    stop: bool = False


class GuardStop(Move, public=True, during={"moving", "heading"}, late=NO_MOVE):
    """The moving unit stops (SCORPION-13.2); a patrol on the route declares its facing (7.8)."""

    behind: ZoneId | None = None
    facing: ZoneId | None = None


class AttackIntruder(Move, public=True, during={"alert", "cards", "patrol"}):
    """A guard attacks a visible intruder in the same zone with a Kenjutsu card (SCORPION-22.6 to 22.10)."""

    guard: FigureId
    intruder: Intruder | Literal["intruder"]


class MergeUnits(Move, public=True, during={"alert", "cards", "patrol"}):
    """Guards who share a zone form one patrol (SCORPION-7.6 to 7.11)."""

    guards: Annotated[tuple[FigureId, ...], Field(max_length=20)]
    behind: ZoneId | None = None
    facing: ZoneId | None = None


class AssignWoundCards(
    Move, public=True, during={"wound_cards"}, late=late("SCORPION-22.13", "no_wound_cards")
):
    """Two guard players divide wound cards between their discard piles (SCORPION-20.5, 22.13)."""

    sword: Annotated[int, Field(ge=0, le=40)]
    spear: Annotated[int, Field(ge=0, le=40)]


class EndCardPhase(Move, public=True, during={"cards"}):
    """The guards play no more cards (SCORPION-9.2)."""


class WalkPatrols(Move, public=True, during={"patrol"}):
    """A player's patrols walk on, one `guard_step` after another, until there is a choice (SCORPION-15.5)."""


class EndPatrolPhase(Move, public=True, during={"patrol"}):
    """Every patrol on the route has moved (SCORPION-15.1)."""


# Intruders

MOVEMENTS = frozenset({"walk", "rope_new", "rope_old", "enter_passage", "leave_passage", "exit_map"})
"""The steps that cost one zone of movement; all others are used where the intruder is."""


class _Step(Value):
    """One item of a path: a movement of one zone, or a card used in place."""

    intruder: Intruder | None = None
    """The intruder of the step, in a list of both intruders."""


class GoTo(_Step):
    """A movement to a zone."""

    do: Literal["walk", "rope_new", "rope_old", "leave_passage"]
    to: ZoneId | None = None


class GoOff(_Step):
    """A movement off the zones of the map: into the passage, or out of the match."""

    do: Literal["enter_passage", "exit_map"]


class Cover(_Step):
    """Shadow Walk, after the movement that it covers."""

    do: Literal["shadow_walk"]


class Strike(_Step):
    """Kenjutsu on a guard; `value` is the number on the card."""

    do: Literal["kenjutsu"]
    guards: Annotated[tuple[FigureId, ...], Field(max_length=20)] = ()
    value: Literal[1, 2] | None = None


class Aim(_Step):
    """Shuriken or Potent Sake on guards."""

    do: Literal["shuriken", "sake"]
    guards: Annotated[tuple[FigureId, ...], Field(max_length=20)] = ()


class Bluff(_Step):
    """A card that is played without effect."""

    do: Literal["bluff"]
    card: IntruderCard | None = None


Movement = GoTo | GoOff
Use = Cover | Strike | Aim | Bluff
Step = Annotated[Movement | Use, Field(discriminator="do")]
STEP: TypeAdapter[Movement | Use] = TypeAdapter(Step)
"""One item of a path, discriminated by `do`."""


class LockPath(Move, secret=True, private=True, cites="SCORPION-17.2", during={"intruders"}):
    """An intruder's whole path with the cards used on the way (SCORPION-17). Secret.

    A player of both may interleave their steps; then each step names its intruder, and both are locked.
    """

    intruder: Intruder | None = None
    steps: Annotated[tuple[Step, ...], Field(max_length=60)] = ()


class Search(Value):
    """One zone that an intruder searches."""

    intruder: Intruder | None = None
    """`None` for a lone wolf whose name is not public (SCORPION-29.5)."""
    zone: ZoneId


class DeclareSearches(Move, secret=True, private=True, cites="SCORPION-18.8", during={"intruders"}):
    """All zones to be searched, before the first answer (SCORPION-18.2 to 18.8). The notices make them public."""

    searches: Annotated[tuple[Search, ...], Field(max_length=60)]


class AnswerHiddenSentry(Move, secret=True, private=True, cites="SCORPION-19.3", during={"intruders"}):
    """The searcher kills the hidden sentry just found, or not (SCORPION-19.3)."""

    use: Literal["none"] | IntruderCard


class PlaceHiddenSentry(Move, public=True, during={"intruders"}):
    """The guards place a hidden sentry: its weapon, or which guard moves here, or none (SCORPION-19.4, 24.4)."""

    weapon: Weapon | None = None
    replace: FigureId | None = None
    decline: bool = False


class PlayIntruderCard(
    Move, secret=True, told=("card",), private=True, cites="SCORPION-16.2", during={"intruders"}
):
    """A card used before or after the path (SCORPION-16.2), or as a bluff (26.2), which looks the same to others."""

    intruder: Intruder
    card: IntruderCard
    guards: Annotated[tuple[FigureId, ...], Field(max_length=20)] = ()
    bluff: bool = False


class EndIntruderPhase(Move, secret=True, cites="SCORPION-9.1", during={"intruders"}):
    """The turn is over (SCORPION-9.1)."""


# At any time


class SetUnknown(Move, public=True, depth="both"):
    """A value for a fact that no source gives is set during play by agreement of both sides (ledger 5.5). Public."""

    options: dict[str, Any]


class Concede(Move, public=True, depth="both"):
    """A side gives up; the other has won by concession."""


class RevealAll(
    Move, public=True, for_all=True, depth="both", during={"ended"}, late=late("SCORPION-28.1", "not_over")
):
    """After the end, everything is revealed."""
