"""The state of a Giryaku match: immutable values, and queries of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.core.base import replace
from referee.core.values import Notice, Refused
from referee.giryaku.cards import CELLS, COLUMNS, NONE, Card, CellId, Counts, lower, upper
from referee.giryaku.moves import Options
from referee.giryaku.view_model import Action, Ended, Finding, Flipped, Moment


@dataclass(frozen=True)
class Lying:
    """A card on a board. `card` is public, `noted` the secret record of its owner's phone."""

    id: int
    card: Card | None = None
    down: bool = False
    noted: Card | None = None

    @property
    def kind(self) -> Card | None:
        return self.card or self.noted


Board = tuple[Lying | None, ...]
EMPTY: Board = (None,) * len(CELLS)


@dataclass(frozen=True)
class Player:
    """One seat. `known`, `entered` and `spied` are parts of the hand that somebody knows for certain."""

    seat: str
    name: str
    deck: int = 0
    hand: int = 0
    graveyard: Counts = NONE
    board: Board = EMPTY
    known: tuple[str, ...] = ()
    """The card kept from the opening, which everybody knows to be in this hand."""
    entered: tuple[str, ...] | None = None
    """The cards that the owner noted and has not played or lost since; a secret."""
    since: int | None = None
    """The public number of cards drawn since the hand was noted; `None` without a note."""
    spied: tuple[str, ...] | None = None
    """The raider's secret note of this hand."""
    opening: tuple[str, ...] | None = None
    redraw: bool = False
    turns: int = 0
    flip: Flipped | None = None
    extra: str | None = None
    """The player's own extra card, once it can be inferred."""
    count: int | None = None
    """At the depth `scores`: the number of cards on the board, if entered."""

    @property
    def size(self) -> int:
        return self.graveyard[0] + self.graveyard[1] + self.graveyard[2]

    @property
    def hand_entered(self) -> bool:
        """Whether the owner has noted the hand and drawn nothing since.

        It does not tell whether the whole hand is known, which may follow from a lost card and is the owner's secret.
        """
        return self.since == 0 and self.hand > 0

    def lacks(self, noted: tuple[str, ...] | None, card: str) -> bool:
        """Tell whether a note of the whole hand excludes a card."""
        return noted is not None and len(noted) >= self.hand and card not in noted


@dataclass(frozen=True)
class Task:
    """One step of a skill, waiting for its turn or for an answer."""

    kind: str
    seat: str
    col: int = 0
    cells: tuple[int, ...] = ()
    pair: str = ""


@dataclass(frozen=True)
class Noted:
    """A finding, and the only seat that may see it, or `None` for everybody."""

    finding: Finding
    to: str | None = None


@dataclass(frozen=True)
class State:
    """The state at one moment."""

    options: Options
    players: tuple[Player, Player]
    phase: str = "setup"
    first: str | None = None
    active: str | None = None
    last: str | None = None
    """The seat that takes the last turn, after the other had no hand (GIRYAKU-9.6)."""
    turn: int = 0
    """The number of turns begun; at the depth `scores` that of entries."""
    bonus: bool = False
    """Whether this is a further action of the same turn (option `raid_extra=action_before_refill`)."""
    chained: bool = False
    """Whether raids lead from a player's first turn to this one."""
    queue: tuple[Task, ...] = ()
    ids: int = 0
    action: Action | None = None
    findings: tuple[Noted, ...] = ()
    outcome: Ended | None = None
    recounted: bool = False

    @property
    def moments(self) -> tuple[str, ...]:
        """What is on now: the answer that a skill waits for, or `untouched` at the depth `scores`; and the phase."""
        if self.phase == "resolve":
            return self.queue[0].kind, self.phase
        untouched = self.options.depth == "scores" and self.phase == "turn" and not self.turn
        return ("untouched", self.phase) if untouched else (self.phase,)


# Queries


def player(state: State, seat: str | None) -> Player:
    """Return the player on `seat`. Raises `Refused` for an unknown seat (GIRYAKU-3.1)."""
    for p in state.players:
        if p.seat == seat:
            return p
    raise Refused("GIRYAKU-3.1", "giryaku.not_in_game", firm=True, seat=seat)


def rival(state: State, seat: str) -> Player:
    a, b = state.players
    return b if a.seat == seat else a


def seats(state: State) -> tuple[str, str]:
    return state.players[0].seat, state.players[1].seat


def height(board: Board, column: int) -> int:
    return (board[lower(column)] is not None) + (board[upper(column)] is not None)


def heights(board: Board) -> tuple[int, ...]:
    return tuple(height(board, column) for column in COLUMNS)


def lying(p: Player) -> tuple[Lying, ...]:
    return tuple(card for card in p.board if card is not None)


def pair_in(board: Board, column: int, wanted: str) -> bool:
    """Tell whether both cards of a column are known to be of a kind."""
    below, above = board[lower(column)], board[upper(column)]
    return below is not None and above is not None and below.kind == above.kind == wanted


def cells(places: tuple[int, ...] | list[int]) -> list[CellId]:
    return [CELLS[i] for i in places]


# Changes


def with_player(state: State, seat: str, **changes: Any) -> State:
    a, b = state.players
    if a.seat == seat:
        return replace(state, players=(replace(a, **changes), b))
    return replace(state, players=(a, replace(b, **changes)))


def with_board(state: State, seat: str, board: Board) -> State:
    """Return the state with a changed board; for a flipped one the moment is recorded for audits."""
    p = player(state, seat)
    if p.flip is None or board == p.board:
        return with_player(state, seat, board=board)
    flip = replace(p.flip, moments=(*p.flip.moments, moment_of(state.turn, board)))
    return with_player(state, seat, board=board, flip=flip)


def moment_of(turn: int, board: Board) -> Moment:
    return Moment(turn, {cell: card.id for cell, card in zip(CELLS, board, strict=True) if card is not None})


def put(board: Board, changed: Mapping[int, Lying | None]) -> Board:
    """Return a board with other cards, or none, in some of its cells."""
    return tuple(changed.get(i, card) for i, card in enumerate(board))


def fallen(board: Board) -> Board:
    """Return a board in which cards above empty cells have fallen (GIRYAKU-5.1)."""
    settled = list(board)
    for column in COLUMNS:
        if settled[lower(column)] is None:
            settled[lower(column)], settled[upper(column)] = settled[upper(column)], None
    return tuple(settled)


def first_do(state: State, *tasks: Task) -> State:
    return replace(state, queue=(*tasks, *state.queue))


# Notices


def tell(message: str, clause: str, **params: Any) -> Notice:
    return Notice(message=f"giryaku.{message}", params=params, clause=f"GIRYAKU-{clause}")
