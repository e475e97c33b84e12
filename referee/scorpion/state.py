"""The state of a Scorpion match: immutable values, and queries of them.

It contains both sides' secrets. Only `referee.scorpion.views.view`, `prompts`, `positions` and `masked` may show any of
them.
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
from referee.scorpion.parts import Event, Heading, Moving, Patrol, Scores, Split, Splitting

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
"""The maximum number of guard figures, including those in the passage and drunk ones (SCORPION-24.1, OP-40)."""
OF_A_WEAPON = 10
MOST_DRUNK = 3
TURNS = 20
LAST_RETURN = 10
"""The last turn in which a death may be followed by a return (SCORPION-23.1)."""
DEADLY = {"ninja": 3, "traitor": 2}
"""The number of the wound that kills (SCORPION-22.11)."""
NO_CARD = ""
"""The owner of a wound that was set by hand, without a card."""
FOR_THE_GAME = 99
"""The number of turns that stands for being drunk until the end of the match (OP-14)."""


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
    """A guard figure on the map or in the passage. The flags apply to this turn (SCORPION-11.2, 13.4, 22.8)."""

    id: str
    zone: str
    weapon: str
    drunk: int | None = None
    """The turns that it stays drunk; `None` if it is able."""
    carded: bool = False
    moved: bool = False
    attacked: bool = False
    woke_in: str | None = None
    """The barracks where it woke, if it has not left them yet (OP-26)."""
    inside: str | None = None
    """In Disputed Ground: the owner of the passage that it is in (SCORPION-30.6)."""


@dataclass(frozen=True)
class Stock:
    """The cards of one guard player; with `guard_cards` `counted` only numbers and played cards are known."""

    role: str
    size: int
    """The number of its cards at the beginning: 36, or 18 for each of two players."""
    chosen: bool = False
    listed: Cards | None = None
    """All its cards by kind, if known from a counted deck list or the split of two players."""
    hand: Cards | None = None
    hand_size: int = 0
    drawn: Cards | None = ()
    drawn_size: int = 0
    deck_size: int = 0
    discard: Cards = ()
    front: int = 0
    """Secret Passage cards in front, which stay there."""
    drew: bool = False
    """Whether it has drawn in this alert phase."""
    hand_used: int = 0
    """Hand cards used in this card phase."""


@dataclass(frozen=True)
class Walk:
    """An intruder's walk in one intruder phase, on the secret map: its zones in order, from where it began."""

    turn: int
    zones: tuple[str, ...]
    steps: int


@dataclass(frozen=True)
class Character:
    """The Ninja or the Traitor in its present life."""

    who: str
    seat: str
    status: str = "waiting"
    """`waiting` before the start, `in_play`, `escaped`, `dead`, `due` (returns next turn), or `absent`."""
    zone: str | None = None
    """The character's current zone, or the passage."""
    start: str | None = None
    noise: int = 0
    visible: bool = False
    wounds: tuple[str, ...] = ()
    """For each wound the role that owns its Kenjutsu card; `NO_CARD` for one without a card."""
    mission: str | None = None
    accomplished: bool = False
    life: int = 1
    died: int | None = None
    """The turn of the last death."""
    hand: Cards | None = None
    hand_size: int = 0
    hand_chosen: bool = False
    played: Cards = ()
    """The cards played in this life, which are public."""
    permitted: bool = False
    """Whether the Secret Passage card lies in front of the character's player (SCORPION-25.7, 25.9)."""
    passage_uses: int = 0
    returned: bool = False
    """Whether start and hand of the return due this turn have been chosen."""
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
    """The turn in which a bluff put the figure on the passage card, by option; 0 without a bluff (OP-24)."""
    mission_entered: int = 0
    """The life in which the mission's zone was entered; used where that raises the alert (OP-30)."""
    walks: tuple[Walk, ...] = ()
    """All walks, including those of an earlier life."""
    raised: tuple[tuple[int, int], ...] = ()
    """The alerts raised by entering the mission's zone: the turn, and the number of earlier such alerts in it."""


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
    """A secret passage. `owner` is `None` for the common one."""

    owner: str | None
    entrances: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    """The entrances known to the guards."""
    named_by: tuple[str, ...] = ()
    """The seats that have set or confirmed it."""


@dataclass(frozen=True)
class Marks:
    """The guards' secret marks (SCORPION-5)."""

    objectives: tuple[tuple[str, str], ...] = ()
    """Pairs of letter and zone."""
    traps: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    """The hidden sentries that have not been found."""
    sleepers: tuple[tuple[str, int], ...] = ()
    """Pairs of barracks and number of sleepers."""
    recorded: bool = False
    sleepers_recorded: bool = False


# Questions left open by declarations. The last in the state's `pending` is answered first.


@dataclass(frozen=True)
class Listening:
    """A listen waits for the Traitor's answer (SCORPION-12.9). `heard` is the secret true answer."""

    unit: tuple[str, ...]
    kind: str
    role: str
    heard: bool


@dataclass(frozen=True)
class Reacting:
    """The searcher has found a hidden sentry and may kill it (Q12). `queue` holds the unanswered searches."""

    who: str
    zone: str
    queue: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Placing:
    """The guards must place the hidden sentry (Q12)."""

    who: str
    zone: str
    queue: tuple[tuple[str, str], ...]


Pending = Listening | Moving | Heading | Reacting | Placing | Splitting


@dataclass(frozen=True)
class State:
    """The whole state, including all secrets."""

    options: Options
    board: Board
    players: tuple[Player, ...]
    phase: str = "setup"
    """`setup`, `start` (returns), `alert`, `cards`, `patrol`, `intruders`, `ended`."""
    turn: int = 1
    alert: int = 0
    figures: tuple[Figure, ...] = ()
    """In the order of placement; an id is reused only when a removed figure is placed again."""
    patrols: tuple[Patrol, ...] = ()
    stocks: tuple[Stock, ...] = ()
    marks: Marks = Marks()
    characters: tuple[Character, ...] = ()
    """The Ninja first. A lone wolf's other character is `absent`."""
    ropes: tuple[Rope, ...] = ()
    passages: tuple[Passage, ...] = ()
    pending: tuple[Pending, ...] = ()
    opened: bool = True
    """Whether this turn's alert phase has not had its first step."""
    drawn_at: int = 0
    """The alert level that determines this turn's draw."""
    splits: tuple[Split, ...] = ()
    """The proposals and agreements of two guard players."""
    cards_used: int = 0
    """Guard cards used this turn, including Kenjutsu."""
    kenjutsu_used: int = 0
    hand_used: int = 0
    """Hand cards used in this card phase (SCORPION-14.1)."""
    focused: tuple[str, ...] = ()
    """The roles that have used a focus listen this turn (SCORPION-14.4)."""
    searches: tuple[str, ...] = ()
    """The searchers of this turn, one entry for each zone."""
    intruders_done: tuple[str, ...] = ()
    """The seats that have ended this intruder phase; rivals each must."""
    bonus_cards_due: tuple[tuple[str, int], ...] = ()
    """Role and number: the bonus cards that the guards must still take (SCORPION-23.9)."""
    bonus_sleepers_due: int = 0
    woken: int = 0
    passage_entries: int = 0
    """The number of entries of guards into the passage; used where each card admits only once (OP-23)."""
    passage_swords: int = 0
    """The number of those with swords; used where two guard players do not share their cards (OP-23)."""
    identity_public: bool = True
    """Whether it is public which character a lone wolf plays (SCORPION-29.3)."""
    proposed_unknown: tuple[str, Any] | None = None
    """The proposing side, and its values for unknown facts."""
    conceded: str | None = None
    """The side that gave up."""
    conceding: tuple[str, ...] = ()
    """The rivals who have given up."""
    revealed: bool = False
    scores: Scores | None = None
    """Only at the depth `scores`: the trackers."""
    record: tuple[Event, ...] = ()
    """The public record: all public events, as data."""

    @property
    def moments(self) -> tuple[str, ...]:
        """What is on now: the kind of the question answered first, `wound_cards` if any are to be shared, the phase."""
        first, shared = answered_first(self), any(isinstance(each, Splitting) for each in self.pending)
        kind = () if first is None else (type(first).__name__.lower(),)
        return (*kind, "wound_cards", self.phase) if shared else (*kind, self.phase)


def answered_first(state: State) -> Pending | None:
    """Return the question that everybody waits for, or `None`.

    During the intruders' phase, guards who share wound cards are not waited for, since it does not affect the intruders
    (20.5).
    """
    waits = [p for p in state.pending if state.phase not in ("intruders", "start") or not isinstance(p, Splitting)]
    return waits[-1] if waits else None


# Seats and sides


def role_of(state: State, seat: str) -> str:
    """Return the role of a seat. Raises `Refused` for an unknown seat (METSUKE-1.1)."""
    for player in state.players:
        if player.seat == seat:
            return player.role
    raise Refused("SCORPION-2.3", "scorpion.not_in_game", firm=True, seat=seat)


def side_of(state: State, seat: str) -> str:
    """Return `guards` or `intruders`. Raises `Refused` for an unknown seat."""
    return SIDES[role_of(state, seat)]


def seats_of(state: State, side: str) -> tuple[str, ...]:
    return tuple(p.seat for p in state.players if SIDES[p.role] == side)


def two_guard_players(state: State) -> bool:
    """Tell whether sword and spear are two seats (SCORPION-2.3)."""
    return len(seats_of(state, "guards")) == 2


def two_intruder_players(state: State) -> bool:
    """Tell whether Ninja and Traitor are two seats (SCORPION-2.3)."""
    return len(seats_of(state, "intruders")) == 2


def is_disputed(state: State) -> bool:
    """Tell whether the intruders are rivals (SCORPION-30.1)."""
    return state.options.disputed == "on"


def confidants(state: State, who: str) -> tuple[str, ...]:
    """Return the seats that may know an intruder's secrets: its player and, unless rivals, the partner (2.8, 30.4)."""
    return (character(state, who).seat,) if is_disputed(state) else seats_of(state, "intruders")


# Characters


def character(state: State, who: str) -> Character:
    """Return the Ninja or the Traitor. Raises `Refused` for any other name."""
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
    """Return a character's public name: a hidden lone wolf is `intruder` (SCORPION-29.5)."""
    return who if state.identity_public else "intruder"


# Guards


def figure(state: State, id: str) -> Figure | None:
    return next((f for f in state.figures if f.id == id), None)


def with_figures(state: State, ids: Iterable[str], **changes: Any) -> State:
    some = frozenset(ids)
    return replace(state, figures=tuple(replace(f, **changes) if f.id in some else f for f in state.figures))


def guards_at(state: State, zone: str) -> tuple[Figure, ...]:
    """Return all guard figures in a zone or the passage, including drunk ones."""
    return tuple(f for f in state.figures if f.zone == zone)


def watchful_at(state: State, zone: str) -> tuple[Figure, ...]:
    """Return the guards who would notice an intruder in a zone: able ones, by option drunk ones too (21.9, OP-44)."""
    drunk_notice = state.options.drunk_notices == "yes"
    return tuple(f for f in state.figures if f.zone == zone and (drunk_notice or f.drunk is None))


def patrol_of(state: State, id: str) -> Patrol | None:
    """Return the patrol of a figure; `None` for a sentry or a drunk guard."""
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


def is_open_to(state: State, viewer: Viewer, seats: tuple[str, ...]) -> bool:
    """Tell whether a viewer may know the secrets of these seats."""
    return viewer in seats or viewer == GAME_MASTER or state.phase == "ended"


def needs_passage_card(state: State, who: str) -> bool:
    """Tell whether entering the passage needs a card: the first time, or by option every time (25.7, 25.9, OP-23)."""
    return not character(state, who).permitted or state.options.passage_reuse == "no"


def is_in_passage(zone: str | None) -> bool:
    return zone == PASSAGE


# Guard cards


def stock(state: State, role: str) -> Stock:
    for one in state.stocks:
        if one.role == role:
            return one
    raise Refused("SCORPION-9.3", "scorpion.guards_only", firm=True)


def with_stock(state: State, role: str, **changes: Any) -> State:
    return replace(state, stocks=tuple(replace(s, **changes) if s.role == role else s for s in state.stocks))
