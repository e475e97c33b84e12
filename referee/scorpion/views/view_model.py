"""Models of a Scorpion view: the public part, and private parts for those who may know them."""

from __future__ import annotations

from operator import attrgetter
from typing import Annotated, Any, Literal

from pydantic import Field, PlainSerializer

from referee.core.game import GameView
from referee.core.values import Result, Value
from referee.scorpion.options import Options
from referee.scorpion.parts import Event, Scores

Phase = Literal["setup", "start", "alert", "cards", "patrol", "intruders", "ended"]


class PlayerView(Value):
    """One seat and its role."""

    seat: str
    name: str
    role: str


class BoardView(Value):
    """The board in use; `hash` identifies its content."""

    id: str
    hash: str
    zones: int


class FigureView(Value):
    """A guard figure on the map, or in the passage (`zone` is then `"passage"`)."""

    id: str
    zone: str
    weapon: str
    unit: str | None
    """The text form of its unit; `None` for a drunk guard."""
    drunk: bool = False
    sober_in: int | None = None
    """The turns until a drunk guard can act again; `None`: never, or it is able."""
    carded: bool = False
    moved: bool = False
    attacked: bool = False


class PatrolView(Value):
    """A patrol. `ahead` are the route zones it may go on to, empty off the route."""

    unit: str
    members: tuple[str, ...]
    zone: str
    behind: str | None
    ahead: tuple[str, ...]


class StockView(Value):
    """A guard player's cards as everybody sees them."""

    role: str
    hand_size: int
    drawn_size: int
    deck_size: int
    discard: dict[str, int]
    front: int
    hand_used: int


class CharacterView(Value):
    """What everybody knows of an intruder. A lone wolf whose name is not public is `intruder`."""

    who: str
    seat: str
    status: Literal["waiting", "hidden", "visible", "passage", "escaped", "dead", "due"]
    zone: str | None = None
    """The zone of the figure while it is on the board or in the passage."""
    wounds: int = 0
    accomplished: bool = False
    hand_size: int | None = None
    """`None` while it would show which character it is."""
    played: dict[str, int] = Field(default_factory=dict)
    permitted: bool = False
    life: int = 1


class PassageView(Value):
    """A secret passage as the guards know it."""

    owner: str | None
    found: tuple[str, ...]


class RopeView(Value):
    """A rope over a wall."""

    a: str
    b: str
    owner: str | None = None
    found: bool = False


class PendingView(Value):
    """An open question, without what only one side may know."""

    kind: Literal["listening", "moving", "heading", "reacting", "placing", "splitting"]
    unit: str | None = None
    zone: str | None = None
    cause: str | None = None
    left: int | None = None
    intruder: str | None = None
    cards: int | None = None
    role: str | None = None


class SplitView(Value):
    """How two guard players share; `agreed` if both have declared the same."""

    what: str
    sword: int
    spear: int
    by: tuple[str, ...]
    agreed: bool


class SearchNote(Value):
    """The content found in a searched zone, with the turn."""

    turn: int
    zone: str
    found: str


class MarksView(Value):
    """The guards' secret marks."""

    objectives: dict[str, str]
    traps: tuple[str, ...]
    hidden: tuple[str, ...]
    sleepers: dict[str, int]


class GuardsView(Value):
    """What a guard player knows. Marks are common; cards are the player's own."""

    role: str
    marks: MarksView
    hand: dict[str, int] | None
    """`None` if kinds are not entered."""
    drawn: dict[str, int] | None
    deck: dict[str, int] | None = None
    """The cards left in the deck, if all kinds of the stock are known."""


class WalkView(Value):
    """One turn's walk on the secret map."""

    turn: int
    zones: tuple[str, ...]
    steps: int


class IntruderView(Value):
    """What an intruder's players know of it."""

    who: str
    status: str
    zone: str | None
    start: str | None
    noise: int
    visible: bool
    mission: str | None
    hand: dict[str, int] | None
    hand_size: int
    walks: tuple[WalkView, ...]
    touched: tuple[str, ...]
    locked: bool
    searched: bool
    needs_passage_card: bool
    """Whether the next entry of the passage requires a card (SCORPION-25.7, 25.9)."""
    in_range: bool | None = None
    """During a listen: whether the listening unit hears this intruder (L2)."""


class SecretPassageView(Value):
    """A passage as its owners know it."""

    owner: str | None
    entrances: tuple[str, ...]


class IntrudersView(Value):
    """What an intruder player knows: their own characters and, unless rivals, the partner's."""

    characters: tuple[IntruderView, ...]
    ropes: tuple[RopeView, ...]
    passages: tuple[SecretPassageView, ...]


class OutView(Value):
    """Why an intruder cannot be in a zone: the last event that excluded it, and its turn."""

    zone: str
    turn: int
    kind: str
    data: dict[str, Any]
    clause: str


class WhereView(Value):
    """The possible zones of an intruder."""

    who: str
    zones: tuple[str, ...]
    """In the order of the board; the passage, if possible, is last."""
    certain: int | None = None
    """The last turn in which only one zone was possible; `None` before."""
    out: tuple[OutView, ...] = ()
    """All other zones of the board."""


class ReasoningView(Value):
    """What can be known of the intruders."""

    intruders: tuple[WhereView, ...]
    broken: bool = False
    """Whether something happened that no rules explain: statements hold from the next sighting on."""
    laid: bool = False
    """Whether the match was taken over: until the next sighting, anything compatible with the table counts as
    possible."""
    rough: bool = False
    """Whether there was too much to distinguish: there may be too many zones, never too few."""


class View(GameView):
    """Everything that one viewer may know of a match."""

    game: Literal["scorpion"] = "scorpion"
    options: Annotated[Options, PlainSerializer(attrgetter("public"), return_type=dict[str, Any])]
    """All options; in JSON without the board's data."""
    board: BoardView
    players: tuple[PlayerView, ...]
    phase: Phase
    turn: int
    alert: int
    ready: tuple[str, ...] = ()
    """The sides whose set-up is locked."""
    figures: tuple[FigureView, ...] = ()
    patrols: tuple[PatrolView, ...] = ()
    stocks: tuple[StockView, ...] = ()
    characters: tuple[CharacterView, ...] = ()
    passages: tuple[PassageView, ...] = ()
    ropes: tuple[RopeView, ...] = ()
    """The ropes that the guards have found (SCORPION-31.6)."""
    pending: PendingView | None = None
    drawn_at: int = 0
    cards_used: int = 0
    hand_used: int = 0
    focused: bool = False
    searches: int = 0
    splits: tuple[SplitView, ...] = ()
    bonus_cards_due: dict[str, int] = Field(default_factory=dict)
    bonus_sleepers_due: int = 0
    found: tuple[SearchNote, ...] = ()
    record: tuple[Event, ...] = ()
    guards: tuple[GuardsView, ...] = ()
    """For guard seats their own; for the game master, and for everybody after the end, all."""
    intruders: IntrudersView | None = None
    """For intruder seats; for the game master, and for everybody after the end, all."""
    reasoning: ReasoningView | None = None
    """For guard seats, if the option `reasoning` helps them; `None` for everybody else."""
    scores: Scores | None = None
    result: Result | None = None
