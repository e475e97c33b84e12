"""A Scorpion table at one moment: immutable values, and the plain questions one asks of them.

Both sides' secrets are here side by side. Nothing but `referee.scorpion.views.view`, `prompts` and `masked`
may show any of it to anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from referee.board.board import Board
from referee.core.base import replace
from referee.core.values import GAME_MASTER, Refused, Viewer
from referee.scorpion.cards import Cards
from referee.scorpion.moves import PASSAGE
from referee.scorpion.options import Options
from referee.scorpion.trackers import Event, Scores

SIDES = {
    "guards": "guards",
    "sword": "guards",
    "spear": "guards",
    "intruders": "intruders",
    "ninja": "intruders",
    "traitor": "intruders",
}
"""The side of each role."""
LIMIT = 20
"""Guard figures on the map, the passage and drunk ones included (SCORPION-24.1, OP-40)."""
OF_A_WEAPON = 10
MOST_DRUNK = 3
TURNS = 20
LAST_RETURN = 10
"""Whoever is lost in this turn or an earlier one may return (SCORPION-23.1)."""
DEADLY = {"ninja": 3, "traitor": 2}
"""The wound that kills (SCORPION-22.11)."""
NO_CARD = ""
"""Whose card lies as a wound that the table has set by hand: nobody's, for nobody has declared one."""
FOR_THE_GAME = 99
"""As many turns as a guard stays drunk who never gets sober again (OP-14)."""


@dataclass(frozen=True)
class Player:
    """One seat and its role."""

    seat: str
    name: str
    role: str
    locked: bool = False
    """Whether its part of the set-up is locked."""


@dataclass(frozen=True)
class Figure:
    """A guard figure on the map or in the passage. The flags are this turn's (SCORPION-11.2, 13.4, 22.8)."""

    id: str
    zone: str
    weapon: str
    drunk: int | None = None
    """Turns that it stays drunk; None: able."""
    carded: bool = False
    moved: bool = False
    attacked: bool = False
    woke_in: str | None = None
    """The barracks where it was woken and that it has not left yet (OP-26)."""
    inside: str | None = None
    """In Disputed Ground, in the passage: whose passage it is in (SCORPION-30.6)."""


@dataclass(frozen=True)
class Patrol:
    """Two or more guards who move as one, in the order of their ids.

    `behind` is the route zone at their back; None where all route neighbours are ahead, and off the route.
    """

    members: tuple[str, ...]
    behind: str | None = None


@dataclass(frozen=True)
class Stock:
    """The cards of one guard player; all kinds in `entered` mode, only sizes and what was played in `counted`."""

    role: str
    size: int
    """How many cards belong to it at first: 36, or 18 of two players."""
    chosen: bool = False
    listed: Cards | None = None
    """All its cards by kind, where that is known: by a counted deck list, or by the split of two players."""
    hand: Cards | None = None
    hand_size: int = 0
    drawn: Cards | None = ()
    drawn_size: int = 0
    deck_size: int = 0
    discard: Cards = ()
    front: int = 0
    """Secret Passage cards that lie in front for good."""
    drew: bool = False
    """Whether it has drawn in this alert phase."""
    hand_used: int = 0
    """Hand cards used in this card phase."""


@dataclass(frozen=True)
class Walk:
    """What an intruder did in one intruder phase, on the secret map: the zones in order, from where the phase began."""

    turn: int
    zones: tuple[str, ...]
    steps: int


@dataclass(frozen=True)
class Character:
    """The Ninja or the Traitor, in the present life."""

    who: str
    seat: str
    status: str = "waiting"
    """`waiting` for the start, `in_play`, `escaped`, `dead`, `due` (returns at the next turn), `absent`."""
    zone: str | None = None
    """Where the character is: a zone or the passage."""
    start: str | None = None
    noise: int = 0
    visible: bool = False
    wounds: tuple[str, ...] = ()
    """The roles whose Kenjutsu cards lie as wounds, one a wound; `NO_CARD` for one without a card."""
    mission: str | None = None
    accomplished: bool = False
    life: int = 1
    died: int | None = None
    """The turn of the last death."""
    hand: Cards | None = None
    hand_size: int = 0
    hand_chosen: bool = False
    played: Cards = ()
    """The cards played in this life; all saw them."""
    permitted: bool = False
    """Whether the Secret Passage card lies in front of the character's player (SCORPION-25.7, 25.9)."""
    passage_uses: int = 0
    returned: bool = False
    """Whether start and hand of the return that is due have been chosen this turn."""
    redrawn: bool = True
    """Whether the new life has its mission."""
    locked: bool = False
    """Whether this turn's path is locked."""
    touched: tuple[str, ...] = ()
    """The zones entered or left this turn, which may be searched (SCORPION-18.2)."""
    searched: bool = False
    shadow: bool = False
    """Whether Shadow Walk covers the rest of this turn (OP-12)."""
    decoy: int = 0
    """The turn in which a thrown Secret Passage card put the figure on the card, by option; 0: none lies (OP-24)."""
    mission_entered: int = 0
    """The life in which the zone of the mission was entered; counts where that raises the alert (OP-30)."""
    walks: tuple[Walk, ...] = ()
    """All walks, earlier lives included."""
    raised: tuple[tuple[int, int], ...] = ()
    """Which alerts answered the entering of a mission's zone: the turn, and how many of the kind it had before."""


@dataclass(frozen=True)
class Rope:
    """A rope over the wall between two zones (SCORPION-17.6)."""

    a: str
    b: str
    owner: str
    turn: int
    found: bool = False


@dataclass(frozen=True)
class Passage:
    """A secret passage. `owner` is None for the one that both intruders share."""

    owner: str | None
    entrances: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    """The entrances that the guards know."""
    named_by: tuple[str, ...] = ()
    """The seats that have set or confirmed it."""


@dataclass(frozen=True)
class Marks:
    """The guards' secret marks (SCORPION-5)."""

    objectives: tuple[tuple[str, str], ...] = ()
    """Letter and zone."""
    traps: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    """The hidden sentries that nobody has found yet."""
    sleepers: tuple[tuple[str, int], ...] = ()
    """Barracks and how many sleep there."""
    recorded: bool = False
    sleepers_recorded: bool = False


# What a declaration has left open. The last one of the state's `pending` is answered first.


@dataclass(frozen=True)
class Listening:
    """A listen waits for the Traitor's answer (SCORPION-12.9). `heard` is the truth, which nobody has been told."""

    unit: tuple[str, ...]
    kind: str
    role: str
    heard: bool


@dataclass(frozen=True)
class Moving:
    """A unit may step on (Q4)."""

    unit: tuple[str, ...]
    role: str
    cause: str
    """`listen`, `sentry_search`, `patrol_search`, `awaken`, `passage` or `patrol`."""
    left: int
    start: str
    made: int = 0


@dataclass(frozen=True)
class Heading:
    """A patrol stands on the route after a card move and must say what lies behind it (SCORPION-7.8, OP-39)."""

    unit: tuple[str, ...]
    role: str


@dataclass(frozen=True)
class Reacting:
    """The searcher has found a hidden sentry and may kill it (Q12). `queue` holds the searches not yet answered."""

    who: str
    zone: str
    queue: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Placing:
    """The guards place the hidden sentry (Q12)."""

    who: str
    zone: str
    queue: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Splitting:
    """Two guard players say whose discard pile gets so many wound cards (SCORPION-20.5, 22.13)."""

    roles: tuple[str, ...]
    """Whose cards they were, one a card."""
    late: bool = False
    """Whether the discard piles have gone into the decks while it waited (SCORPION-10.2)."""


Pending = Listening | Moving | Heading | Reacting | Placing | Splitting


@dataclass(frozen=True)
class State:
    """The whole table."""

    options: Options
    board: Board
    players: tuple[Player, ...]
    phase: str = "setup"
    """`setup`, `start` (returns), `alert`, `cards`, `patrol`, `intruders`, `ended`."""
    turn: int = 1
    alert: int = 0
    figures: tuple[Figure, ...] = ()
    """In the order in which they came; ids are used again only when a killed figure is placed anew."""
    patrols: tuple[Patrol, ...] = ()
    stocks: tuple[Stock, ...] = ()
    marks: Marks = Marks()
    characters: tuple[Character, ...] = ()
    """Those who take part: Ninja first. A lone wolf's other character is `absent`."""
    ropes: tuple[Rope, ...] = ()
    passages: tuple[Passage, ...] = ()
    pending: tuple[Pending, ...] = ()
    opened: bool = True
    """Whether this turn's alert phase still waits for its first step."""
    drawn_at: int = 0
    """The alert level at which this turn's cards are drawn."""
    splits: tuple[tuple[str, int, int, tuple[str, ...]], ...] = ()
    """What two guard players propose or have agreed: what, sword, spear, the roles that agree."""
    cards_used: int = 0
    """Guard cards used in this turn, Kenjutsu included."""
    kenjutsu_used: int = 0
    hand_used: int = 0
    """Hand cards used in this card phase (SCORPION-14.1)."""
    focused: tuple[str, ...] = ()
    """The roles that have listened by focus this turn (SCORPION-14.4)."""
    searches: tuple[str, ...] = ()
    """Who has searched this turn, one a zone."""
    intruders_done: tuple[str, ...] = ()
    """The seats that have ended this intruder phase; rivals each do."""
    bonus_cards_due: tuple[tuple[str, int], ...] = ()
    """Role and number: what the guards still take for the returns of this turn (SCORPION-23.9)."""
    bonus_sleepers_due: int = 0
    woken: int = 0
    passage_entries: int = 0
    """How often a guard has entered the passage; counts where each card admits only once (OP-23)."""
    passage_swords: int = 0
    """How many of them carried swords; counts where two guard players do not share their cards (OP-23)."""
    identity_public: bool = True
    """False while nobody may know which character the lone wolf plays (SCORPION-29.3)."""
    proposed_unknown: tuple[str, Any] | None = None
    """The side that wants to fill in an unknown fact, and which."""
    conceded: str | None = None
    """The side that gave up."""
    conceding: tuple[str, ...] = ()
    """The rivals who have given up, each alone."""
    revealed: bool = False
    scores: Scores | None = None
    """Depth `scores` alone: what the table has declared."""
    record: tuple[Event, ...] = ()
    """The public record: what was asked and answered, as data."""

    @property
    def moments(self) -> tuple[str, ...]:
        """What is on: the kind of the question that is answered first, `wound_cards` to be shared, the phase."""
        first, shared = answered_first(self), any(isinstance(each, Splitting) for each in self.pending)
        kind = () if first is None else (type(first).__name__.lower(),)
        return (*kind, "wound_cards", self.phase) if shared else (*kind, self.phase)


def answered_first(state: State) -> Pending | None:
    """Return the question that everybody waits for, or None.

    While the intruders act nobody waits for guards who share wound cards: it changes nothing for them (20.5).
    """
    waits = [p for p in state.pending if state.phase not in ("intruders", "start") or not isinstance(p, Splitting)]
    return waits[-1] if waits else None


# Seats and sides


def role_of(state: State, seat: str) -> str:
    """Return the role of a seat. Raises `Refused` where nobody sits (METSUKE-1.1)."""
    for player in state.players:
        if player.seat == seat:
            return player.role
    raise Refused("SCORPION-2.3", "scorpion.not_in_game", firm=True, seat=seat)


def side_of(state: State, seat: str) -> str:
    """Return `guards` or `intruders`. Raises `Refused` where nobody sits."""
    return SIDES[role_of(state, seat)]


def seats_of(state: State, side: str) -> tuple[str, ...]:
    return tuple(p.seat for p in state.players if SIDES[p.role] == side)


def two_guard_players(state: State) -> bool:
    """Tell whether sword and spear are two seats (SCORPION-2.3)."""
    return len(seats_of(state, "guards")) == 2


def two_intruder_players(state: State) -> bool:
    """Tell whether Ninja and Traitor are two seats (SCORPION-2.3)."""
    return len(seats_of(state, "intruders")) == 2


def disputed(state: State) -> bool:
    """Tell whether the intruders are rivals (SCORPION-30.1)."""
    return state.options.disputed == "on"


def confidants(state: State, who: str) -> tuple[str, ...]:
    """Return the seats that may know an intruder's secrets: its player and, unless rivals, the partner (2.8, 30.4)."""
    return (character(state, who).seat,) if disputed(state) else seats_of(state, "intruders")


# Characters


def character(state: State, who: str) -> Character:
    """Return the Ninja or the Traitor. Raises `Refused` for one who does not take part."""
    for one in state.characters:
        if one.who == who:
            return one
    raise Refused("SCORPION-29.1", "scorpion.no_such_character", firm=True, intruder=who)


def with_character(state: State, who: str, **changes: Any) -> State:
    changed = tuple(replace(c, **changes) if c.who == who else c for c in state.characters)
    return replace(state, characters=changed)


def in_play(state: State) -> tuple[Character, ...]:
    return tuple(c for c in state.characters if c.status == "in_play")


def intruders_at(state: State, zone: str) -> tuple[Character, ...]:
    return tuple(c for c in in_play(state) if c.zone == zone)


def known_as(state: State, who: str) -> str:
    """Return how everybody may call a character: a hidden lone wolf is only `intruder` (SCORPION-29.5)."""
    return who if state.identity_public else "intruder"


# Guards


def figure(state: State, id: str) -> Figure | None:
    return next((f for f in state.figures if f.id == id), None)


def with_figures(state: State, ids: Iterable[str], **changes: Any) -> State:
    some = frozenset(ids)
    return replace(state, figures=tuple(replace(f, **changes) if f.id in some else f for f in state.figures))


def guards_at(state: State, zone: str) -> tuple[Figure, ...]:
    """Return all guard figures in a zone or in the passage, drunk ones included."""
    return tuple(f for f in state.figures if f.zone == zone)


def able_at(state: State, zone: str) -> tuple[Figure, ...]:
    return tuple(f for f in state.figures if f.zone == zone and f.drunk is None)


def watchful_at(state: State, zone: str) -> tuple[Figure, ...]:
    """Return the guards who would notice an intruder in a zone: able ones, by option drunk ones too (21.9, OP-44)."""
    return guards_at(state, zone) if state.options.drunk_notices == "yes" else able_at(state, zone)


def patrol_of(state: State, id: str) -> Patrol | None:
    """Return the patrol that a figure belongs to, or None for a sentry or a drunk guard."""
    return next((p for p in state.patrols if id in p.members), None)


def unit_of(state: State, id: str) -> tuple[str, ...]:
    """Return the members of a figure's unit, in the order of their ids."""
    patrol = patrol_of(state, id)
    return (id,) if patrol is None else patrol.members


def units(state: State) -> Iterator[tuple[str, ...]]:
    """Yield every unit of able guards (SCORPION-7.3)."""
    for patrol in state.patrols:
        yield patrol.members
    for f in state.figures:
        if f.drunk is None and patrol_of(state, f.id) is None:
            yield (f.id,)


def unit_text(members: Iterable[str]) -> str:
    """Return a unit's text form, `"g03+g04"`."""
    return "+".join(members)


def open_to(state: State, viewer: Viewer, seats: tuple[str, ...]) -> bool:
    """Tell whether a viewer may know the secrets of these seats: they, the game master, and all after the end."""
    return viewer in seats or viewer == GAME_MASTER or state.phase == "ended"


def needs_passage_card(state: State, who: str) -> bool:
    """Tell whether entering the passage takes a card: the first time, by option every time (25.7, 25.9, OP-23)."""
    return not character(state, who).permitted or state.options.passage_reuse == "no"


def in_passage(zone: str | None) -> bool:
    return zone == PASSAGE


# Guard cards


def stock(state: State, role: str) -> Stock:
    for one in state.stocks:
        if one.role == role:
            return one
    raise Refused("SCORPION-9.3", "scorpion.guards_only", firm=True)


def with_stock(state: State, role: str, **changes: Any) -> State:
    return replace(state, stocks=tuple(replace(s, **changes) if s.role == role else s for s in state.stocks))
