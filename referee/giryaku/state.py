"""A Giryaku table at one moment: immutable values, and the plain questions one asks of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.core.base import replace
from referee.core.values import Notice, Refused
from referee.giryaku.cards import CELLS, COLUMNS, NONE, Counts, Place, lower, upper
from referee.giryaku.moves import Options
from referee.giryaku.view_model import Action, Claim, Finding


@dataclass(frozen=True)
class Lying:
    """A card on a board. `card` is what everybody knows of it, `noted` what its owner's phone keeps secret."""

    id: int
    card: str | None = None
    down: bool = False
    noted: str | None = None

    @property
    def kind(self) -> str | None:
        return self.card or self.noted


Board = tuple[Lying | None, ...]
EMPTY: Board = (None,) * len(CELLS)


@dataclass(frozen=True)
class Flip:
    """What is publicly known of a board that lies face down, for the audits of ledger section 8."""

    pool: tuple[str, ...]
    """The kinds that were turned down."""
    extra: int = 0
    """How many cards were placed face down since."""
    gone: int = 0
    """How many were withdrawn unseen."""
    shown: tuple[str, ...] = ()
    """Those that are known to be no longer there: shown when they were lost, or withdrawn though all knew them."""
    moments: tuple[tuple[int, tuple[int | None, ...]], ...] = ()
    """Where which card lay, turn by turn, since the last rearrangement."""
    faces: tuple[tuple[int, str], ...] = ()
    claims: tuple[Claim, ...] = ()
    since: int = 0


@dataclass(frozen=True)
class Player:
    """One seat. Of `known`, `entered` and `spied` each is a part of the hand that somebody surely knows."""

    seat: str
    name: str
    deck: int = 0
    hand: int = 0
    graveyard: Counts = NONE
    board: Board = EMPTY
    known: tuple[str, ...] = ()
    """What everybody knows to be in this hand: the card that was kept of the opening."""
    entered: tuple[str, ...] | None = None
    """What the owner noted and has not played or lost since: secret."""
    since: int | None = None
    """How many cards the owner has drawn since the hand was noted, as everybody has seen; None while none is."""
    spied: tuple[str, ...] | None = None
    """What the raider noted of this hand: the raider's secret."""
    opening: tuple[str, ...] | None = None
    redraw: bool = False
    turns: int = 0
    flip: Flip | None = None
    extra: str | None = None
    """The player's own extra card, once that can be inferred."""
    count: int | None = None
    """Depth `scores`: how many cards lie on the board, if it was entered."""

    @property
    def size(self) -> int:
        return self.graveyard[0] + self.graveyard[1] + self.graveyard[2]

    @property
    def hand_entered(self) -> bool:
        """Whether the owner has noted the hand and drawn nothing since.

        Not whether all of it is known: that can also follow from which card was lost, and is the owner's secret.
        """
        return self.since == 0 and self.hand > 0

    def denies(self, card: str) -> bool:
        """Tell whether a card cannot be in the hand, for all that its owner noted: secret."""
        return self.entered is not None and len(self.entered) >= self.hand and card not in self.entered


@dataclass(frozen=True)
class Task:
    """One step of a skill, waiting for its turn or for somebody's answer."""

    kind: str
    seat: str
    col: int = 0
    cells: tuple[int, ...] = ()
    pair: str = ""


@dataclass(frozen=True)
class Outcome:
    """How the match ended."""

    winner: str | None
    reason: str
    clause: str


@dataclass(frozen=True)
class Noted:
    """A finding, and who alone may see it; None for everybody."""

    finding: Finding
    to: str | None = None


@dataclass(frozen=True)
class State:
    """A table at one moment."""

    options: Options
    players: tuple[Player, Player]
    phase: str = "setup"
    first: str | None = None
    active: str | None = None
    last: str | None = None
    """Who takes the last turn, once the other had no hand (GIRYAKU-9.6)."""
    turn: int = 0
    bonus: bool = False
    """Whether this is a further action of the same turn (option `raid_extra=action_before_refill`)."""
    chained: bool = False
    """Whether raids lead from a player's very first turn to this one."""
    queue: tuple[Task, ...] = ()
    ids: int = 0
    action: Action | None = None
    entered: bool = False
    """Depth `scores`: whether anything has been entered."""
    findings: tuple[Noted, ...] = ()
    outcome: Outcome | None = None
    recounted: bool = False

    @property
    def moments(self) -> tuple[str, ...]:
        """What is on: in depth `scores` an untouched table, else the answer that a skill waits for; and the phase."""
        if self.phase == "resolve":
            return self.queue[0].kind, self.phase
        untouched = self.options.depth == "scores" and self.phase == "turn" and not self.entered
        return ("untouched", self.phase) if untouched else (self.phase,)


# Questions


def player(state: State, seat: str | None) -> Player:
    """Return the player on `seat`. Raises `Refused` when nobody sits there (GIRYAKU-3.1)."""
    for p in state.players:
        if p.seat == seat:
            return p
    raise Refused("GIRYAKU-3.1", "giryaku.not_in_game", firm=True, seat=seat)


def rival(state: State, seat: str) -> Player:
    a, b = state.players
    return b if a.seat == seat else a


def is_seat(state: State, seat: str) -> bool:
    return any(p.seat == seat for p in state.players)


def seats(state: State) -> tuple[str, str]:
    return state.players[0].seat, state.players[1].seat


def height(board: Board, column: int) -> int:
    return (board[lower(column)] is not None) + (board[upper(column)] is not None)


def heights(board: Board) -> tuple[int, ...]:
    return tuple(height(board, column) for column in COLUMNS)


def lying(p: Player) -> tuple[Lying, ...]:
    return tuple(card for card in p.board if card is not None)


def pair_in(board: Board, column: int, wanted: str) -> bool:
    """Tell whether both cards of a column are of a kind, as far as the referee knows."""
    below, above = board[lower(column)], board[upper(column)]
    return below is not None and above is not None and below.kind == above.kind == wanted


def cells(places: tuple[int, ...] | list[int]) -> list[Place]:
    return [CELLS[i] for i in places]


# Changes


def with_player(state: State, seat: str, **changes: Any) -> State:
    a, b = state.players
    if a.seat == seat:
        return replace(state, players=(replace(a, **changes), b))
    return replace(state, players=(a, replace(b, **changes)))


def with_board(state: State, seat: str, board: Board) -> State:
    """Return the table with a board that has changed; while it is flipped the moment is kept for the audit."""
    p = player(state, seat)
    if p.flip is None or board == p.board:
        return with_player(state, seat, board=board)
    moment = state.turn, tuple(None if card is None else card.id for card in board)
    return with_player(state, seat, board=board, flip=replace(p.flip, moments=(*p.flip.moments, moment)))


def fallen(board: Board) -> Board:
    """Return a board on which no card hangs over an empty cell (GIRYAKU-5.1)."""
    settled = list(board)
    for column in COLUMNS:
        if settled[lower(column)] is None:
            settled[lower(column)], settled[upper(column)] = settled[upper(column)], None
    return tuple(settled)


# Answers


def tell(message: str, clause: str, **params: Any) -> Notice:
    return Notice(message=f"giryaku.{message}", params=params, clause=f"GIRYAKU-{clause}")
