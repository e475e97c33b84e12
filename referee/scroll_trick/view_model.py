"""What a viewer of 巻物取りっく may see. `view` assembles it."""

from __future__ import annotations

from typing import Literal

from referee.core.game import GameView
from referee.core.values import Result, Value, Why
from referee.scroll_trick.moves import Options

Phase = Literal[
    "setup",
    "deal",
    "trump",
    "shadow",
    "open",
    "place",
    "turn",
    "trick",
    "resolve",
    "refill",
    "between",
    "score",
    "tie",
    "ended",
]


class LaidView(Value):
    """A card that lies open. `tile` tells whether a scroll lies on it, `value` what it is worth if face up."""

    card: str
    tile: bool = False
    value: int | None = None


class SeatView(Value):
    """What everybody sees of one seat, the shadow included."""

    seat: str
    name: str
    points: int
    captured: tuple[int, ...] = ()
    """The values of the captured scrolls, in the order of their capture."""
    tiles: int = 0
    plus: int = 0
    """How many of them have a plus value: the second tie-break (SCROLL-8.4)."""
    in_round: tuple[int, ...] = ()
    """Those captured in this round."""
    marker: bool = False
    cards: tuple[LaidView, ...] = ()
    """The open cards; of the shadow the face-up part of its row, from the left."""
    closed: int = 0
    """Cards in hand; of the shadow those that lie face down at the right of its row."""
    has_set: bool = False
    drawn: bool = False
    placed: bool = False
    noted: bool = False
    """Whether the values of the seat's scrolls were noted secretly."""
    registered: bool = False
    withdrawn: bool = False
    """Whether a hand was registered and given up."""
    due: int = 0
    """How many scrolls the seat turns in this round (SCROLL-5.5 to 5.8)."""
    turned: int = 0


class PlayView(Value):
    """A card in a trick, in order of play."""

    seat: str
    card: str
    opened: bool
    tile: bool = False
    value: int | None = None


class TrickView(Value):
    """A trick. `ahead` is its winner, or who would win it now; `why` says what decides, each with its clause."""

    number: int
    leader: str
    kind: str | None = None
    """The led kind."""
    plays: tuple[PlayView, ...] = ()
    ahead: str | None = None
    taken: bool = False
    value: int | None = None
    """What the scrolls in it are worth together, once all of them are known."""
    why: tuple[Why, ...] = ()


class ShadowStep(Value):
    """What the shadow does next, worked out by the rules, and why, step by step (SCROLL-9.3 to 9.15)."""

    act: Literal["lay", "play", "refill"]
    card: str | None = None
    """The card that it plays."""
    opens: int = 0
    """How many cards of its row are opened."""
    turns: str | None = None
    """The card whose scroll is turned up; "" for that of the card just opened."""
    why: tuple[Why, ...] = ()


class Finding(Value):
    """What an audit proved (ledger section 8). It changes no points; the table decides.

    For a capacity that does not add up `suspects` are those one of whom did not follow; nobody is named. For a
    marker they are those who should have had it.
    """

    kind: Literal["revoke", "double_card", "capacity", "wrong_entry", "turning", "marker"]
    player: str | None = None
    round: int
    trick: int = 0
    lead: str | None = None
    card: str | None = None
    proving: str | None = None
    proved_trick: int | None = None
    was_open: bool = False
    """The proving card lay open then: it should have been refused at once."""
    suspects: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    other: str | None = None
    """Of a double card: where it had been shown before."""
    turned: int | None = None
    """Of scrolls turned on points that were corrected since: how many were, and how many should have been."""
    due: int | None = None
    rewound: bool = False


class SupplyRow(Value):
    """What is known of the scrolls of one value: how many came out, and how many the box holds, if counted."""

    value: int
    seen: int
    count: int | None = None


class RoundView(Value):
    """A round on the score sheet: what each seat captured in it."""

    round: int
    captured: dict[str, tuple[int, ...]]


class StandingView(Value):
    """One line of the final ranking with both tie-breaks (SCROLL-8.2 to 8.4)."""

    seat: str
    place: int
    points: int
    tiles: int
    plus: int


class ScrollView(Value):
    """A scroll that I noted: on which card it lies, while it is face down."""

    card: str
    value: int


class PrivateView(Value):
    """What only the owner of the seat sees (and the game master)."""

    seat: str
    hand: tuple[str, ...] | None = None
    """What is left of the registered hand, open cards included; None while nothing is registered."""
    playable: tuple[str, ...] | None = None
    """The cards of it that may be played now; None when it is not this seat's turn or nothing is registered."""
    why: Why | None = None
    """Why not all of them."""
    scrolls: tuple[ScrollView, ...] = ()
    held: tuple[int, ...] | None = None
    """The scrolls drawn and not yet laid, if they were noted."""


class View(GameView):
    """All that one viewer may know of a match."""

    game: Literal["scroll-trick"] = "scroll-trick"
    options: Options
    phase: Phase
    round: int
    trick: int = 0
    """The number of the trick that is played or was last taken; 0 before the first."""
    order: tuple[str, ...]
    """All seats clockwise, with the shadow in its place."""
    marker: str | None = None
    """The start player of the round."""
    leader: str | None = None
    """Who leads the trick."""
    active: str | None = None
    """Whose turn it is to open or play a card."""
    trump: str | None = None
    seats: tuple[SeatView, ...]
    """The people, clockwise, then the shadow."""
    now: TrickView | None = None
    """The trick that is being played or waits to be taken."""
    tricks: tuple[TrickView, ...] = ()
    """The tricks of this round that were taken, as far as the option `history_visible` shows them."""
    shadow: ShadowStep | None = None
    pile: int = 0
    undealt: int = 0
    discards: int = 0
    supply: tuple[SupplyRow, ...] = ()
    lowest: tuple[str, ...] = ()
    """Between rounds: who may take the marker (SCROLL-7.3)."""
    findings: tuple[Finding, ...] = ()
    remedy: Finding | None = None
    """The proved revoke about which the table has to decide."""
    rounds: tuple[RoundView, ...] = ()
    """The rounds that are over; of a match that began in the middle the earlier ones as one, in the last of them."""
    standings: tuple[StandingView, ...] = ()
    """The ranking as it is, or at the end as it was."""
    private: tuple[PrivateView, ...] = ()
    """My own; everybody's for the game master, and for all once the match has ended."""
    result: Result | None = None
