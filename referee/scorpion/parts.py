"""What everybody may know whole: patrols, open questions, agreements, public events, and the trackers of scores.

States, views and positions share them.

At the depth `scores` (ledger section 5.6) the secrets stay on paper. What both depths have is in `State` itself: phase
(`setup`, `cards` while the match runs, `ended`), turn, alert, the level of this turn's draw, the cards used and zones
searched this turn, the guards' discard pile and Secret Passage cards, and for each character its status, wounds,
accomplishment, played cards and hand size, and whether it is in the passage. The rest is in `Scores`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import Field

from referee.core.base import Part, Value
from referee.scorpion.moves import FigureId, ZoneId

if TYPE_CHECKING:  # the rules handle them as texts; a position is read with these values alone
    GuardRole: TypeAlias = str
    GuardPlayer: TypeAlias = str
    Cause: TypeAlias = str
else:
    GuardRole = Literal["guards", "sword", "spear"]
    GuardPlayer = Literal["sword", "spear"]
    Cause = Literal["listen", "sentry_search", "patrol_search", "awaken", "passage", "patrol"]
Few = Annotated[int, Field(ge=0, le=40)]
Unit = Annotated[tuple[FigureId, ...], Field(min_length=1, max_length=20)]


@dataclass(frozen=True)
class Patrol(Part):
    """Two or more guards who move together, in the order of their ids.

    `behind` is the route zone behind them; `None` if all route neighbours are ahead, and off the route.
    """

    members: Unit
    behind: ZoneId | None = None


@dataclass(frozen=True)
class Moving(Part):
    """A unit may move on (Q4). `start` is where it set out, `made` the number of zones it has moved."""

    kind: Literal["moving"] = field(default="moving", kw_only=True)
    unit: Unit
    cause: Cause
    role: GuardRole
    left: Annotated[int, Field(ge=0, le=2)]
    start: ZoneId
    made: Annotated[int, Field(ge=0, le=2)] = 0


@dataclass(frozen=True)
class Heading(Part):
    """A patrol on the route must declare its facing after a card's move (SCORPION-7.8, OP-39)."""

    kind: Literal["heading"] = field(default="heading", kw_only=True)
    unit: Unit
    role: GuardRole


@dataclass(frozen=True)
class Splitting(Part):
    """Two guard players must share wound cards (SCORPION-20.5, 22.13)."""

    kind: Literal["splitting"] = field(default="splitting", kw_only=True)
    roles: Annotated[tuple[GuardPlayer, ...], Field(min_length=1, max_length=3)]
    """The owner of each card."""
    late: bool = False
    """Whether the discard piles have been shuffled into the decks since (SCORPION-10.2)."""


@dataclass(frozen=True)
class Split(Part):
    """How two guard players share something; they have agreed once both are in `by` (SCORPION-10.7)."""

    what: Literal["draw", "hand_cards", "bonus", "wounds"]
    sword: Few
    spear: Few
    by: Annotated[tuple[GuardPlayer, ...], Field(min_length=1, max_length=2)]

    @property
    def shares(self) -> tuple[int, int]:
        return self.sword, self.spear


class Event(Value):
    """One public event. `kind` names it; its notice has the message key `scorpion.{kind}`."""

    turn: int
    phase: str
    kind: str
    data: dict[str, Any] = Field(default_factory=dict)


class ScoredCharacter(Value):
    """What is known of the Ninja, the Traitor, or a nameless lone wolf, in its present life."""

    who: Literal["ninja", "traitor", "intruder"]
    letters: tuple[str, ...] = ()
    """The letters found by the character's own searches."""
    mission: str | None = None
    """The letter of the accomplished mission."""
    went_in: int | None = None
    """The turn of the last entry into the passage."""
    came_out: int | None = None


class Scores(Value):
    """What is declared at the depth `scores` and is not in `State` itself."""

    sword: int = 0
    """Able guards with a sword, including those in the passage."""
    spear: int = 0
    drunk: int = 0
    guards_in_passage: int = 0
    guards_went_in: int = 0
    """How many of these entered this turn."""
    sleepers: int = 0
    """The number of sleepers recorded so far, including those woken."""
    woken: int = 0
    drawn_used: int = 0
    """Drawn cards used in this turn's alert phase."""
    zones: dict[str, str] = Field(default_factory=dict)
    """The contents of named zones that were searched: a letter, `trap`, `hidden_sentry` (gone since) or `nothing`."""
    found: tuple[str, ...] = ()
    """The results of all searches in order, including those of unnamed zones."""
    characters: tuple[ScoredCharacter, ...] = ()

    @property
    def guards(self) -> int:
        """Guard figures on the map, including drunk ones (SCORPION-24.1)."""
        return self.sword + self.spear + self.drunk
