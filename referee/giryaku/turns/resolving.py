"""Carrying out a skill, step by step: what happens by itself, and what waits for an answer (GIRYAKU-3.3, 6).

Removals come first, all of one effect at once; then the win check, the falls, the refill of the other hand, the
check of a flip, and at last the end of the turn.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.core.replacing import replace
from referee.core.values import Notice
from referee.giryaku import audits
from referee.giryaku.cards import CELLS, COLUMNS, counted, lower, plus, upper
from referee.giryaku.ending import wins
from referee.giryaku.state import Board, State, Task, cells, fallen, player, rival, tell, with_board, with_player
from referee.giryaku.turns.flipping import check_flip, turn_down
from referee.giryaku.turns.ranges import diagonal
from referee.giryaku.view_model import Action

ASKS = frozenset(
    {
        "claim_skill",
        "pick_hand",
        "reveal_lost",
        "choose_diagonal",
        "rearrange",
        "declare_flip",
        "reveal_board",
        "raid_take",
        "extra_turn",
    }
)
"""What somebody must answer before the skill goes on."""
CLAUSE_OF = {"SS": "7.1", "SN": "7.2", "SO": "7.3", "NN": "7.4", "NO": "7.12", "OO": "7.13"}

Step = Callable[[State, Task, list[Notice]], State]


def resolve(state: State, told: list[Notice], steps: dict[str, Step]) -> State:
    """Do all that needs no answer, until one is due or the turn is over."""
    while state.queue and state.phase != "ended":
        task = state.queue[0]
        if task.kind in ASKS:
            return replace(state, phase="resolve")
        state = steps[task.kind](replace(state, queue=state.queue[1:]), task, told)
    return state


def first_do(state: State, *tasks: Task) -> State:
    return replace(state, queue=(*tasks, *state.queue))


def fire(state: State, task: Task, told: list[Notice]) -> State:
    """A column was completed: its placement skill fires (GIRYAKU-4.5, 6.3, 7.1 to 7.13)."""
    seat, c, pair = task.seat, task.col, task.pair
    enemy = rival(state, seat)
    told.append(tell(f"skill.{pair}", CLAUSE_OF[pair], seat=seat, column=c, other=enemy.seat))
    if state.action is not None:
        state = replace(state, action=replace(state.action, pair=pair))  # type: ignore[arg-type]
    if pair == "OO":
        return wins(state, seat, "onmyoji_pair", told)
    if pair == "SS":
        return first_do(state, Task("strike", seat, cells=(lower(c),)))
    if pair == "SO":
        return first_do(state, Task("strike", seat, cells=(lower(c), upper(c))))
    if pair == "NN":
        return first_do(state, Task("strike", seat, cells=(lower(c),)), Task("turn_down", seat))
    if pair == "SN":
        if not enemy.hand:
            told.append(tell("nothing_there", "6.7", seat=enemy.seat))
            return state
        return first_do(state, Task("pick_hand", seat))
    struck = diagonal(state.options, c)
    if struck is None:
        return first_do(state, Task("choose_diagonal", seat, col=c))
    return first_do(state, Task("strike", seat, cells=struck))


def strike(state: State, task: Task, told: list[Notice]) -> State:
    """Every card in the cells struck goes to its owner's graveyard at once, then cards fall (GIRYAKU-5.2, 6.8, 7.15).

    Face-down cards that only their owner knows are shown first (1.7).
    """
    enemy = rival(state, task.seat)
    hits = [i for i in task.cells if enemy.board[i] is not None]
    if state.action is not None:
        state = replace(state, action=replace(state.action, struck=tuple(cells(hits))))
    if not hits:
        told.append(tell("nothing_there", "6.7", seat=enemy.seat))
        return state
    unseen = tuple(i for i in hits if (card := enemy.board[i]) is not None and card.kind is None)
    if unseen:
        return first_do(state, Task("reveal_lost", enemy.seat, cells=unseen), task)
    state, gone, board = removed(state, enemy.seat, hits, told)
    told.append(
        tell("struck", "1.5", seat=enemy.seat, cells=cells(hits), cards=gone, size=player(state, enemy.seat).size)
    )
    settled = fallen(board)
    state = with_board(state, enemy.seat, settled)
    if not any(settled):
        return wins(state, task.seat, "empty_board", told)
    told.extend(falls(enemy.seat, board, settled))
    return first_do(state, Task("flip_check", enemy.seat)) if "N" in gone else state


def removed(state: State, owner: str, hits: list[int], told: list[Notice]) -> tuple[State, list[str], Board]:
    """Bury cards of a board: return the table, which cards those were, and the board without them, not yet fallen."""
    board = list(player(state, owner).board)
    gone: list[str] = []
    for i in hits:
        card = board[i]
        assert card is not None
        assert card.kind is not None
        gone.append(card.kind)
        board[i] = None
        if card.down:
            state = face_seen(state, owner, card.id, card.kind, told)
    return buried(state, owner, tuple(gone)), gone, tuple(board)


def face_seen(state: State, owner: str, lying_id: int, kind: str, told: list[Notice]) -> State:
    """Note a face-down card that is shown on its way to the graveyard (GIRYAKU-7.15)."""
    p = player(state, owner)
    if p.flip is None:
        return state
    state = with_player(state, owner, flip=replace(p.flip, shown=(*p.flip.shown, kind)))
    return audits.shown(state, owner, {lying_id: kind}, told)


def falls(owner: str, before: Board, after: Board) -> list[Notice]:
    return [
        tell("fell", "5.1", seat=owner, column=c)
        for c in COLUMNS
        if before[lower(c)] is None and after[lower(c)] is not None
    ]


def flip_check(state: State, task: Task, told: list[Notice]) -> State:
    """A flip ends with the column that held it (GIRYAKU-7.14)."""
    return check_flip(state, task.seat, told)


def flip(state: State, task: Task, told: list[Notice]) -> State:
    """N×N, parts 2 and 3: the own board is turned down and may be rearranged (GIRYAKU-7.5, 7.7)."""
    return first_do(turn_down(state, task.seat, told), Task("rearrange", task.seat))


def acted(state: State, what: str, seat: str, cell: int | None = None, cards: tuple[str, ...] = ()) -> State:
    """Note what was done, for the marks on the boards."""
    at = None if cell is None else CELLS[cell]
    return replace(state, action=Action(seat, what, at, cards=cards))  # type: ignore[arg-type]


def buried(state: State, seat: str, cards: tuple[str, ...]) -> State:
    """Return the table with a player's cards in their graveyard, where they stay (GIRYAKU-1.5, 1.6)."""
    return with_player(state, seat, graveyard=plus(player(state, seat).graveyard, counted(cards)))
