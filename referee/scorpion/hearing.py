"""How loud a path is, and who hears whom (SCORPION-12.2 to 12.4, D1 to D5)."""

from __future__ import annotations

from referee.board.board import Board
from referee.scorpion.state import Character, State, figure, in_passage


def noise_of(steps: int, status: str) -> int:
    """Return how many zones away a path of so many steps is heard: none of somebody who left the map (D3, 12.4)."""
    return steps if status == "in_play" else 0


def carries(board: Board, noise: int, source: str, listener: str) -> bool:
    """Tell whether a noise in one zone is heard in another (12.2)."""
    return board.sound.between(listener, source) <= noise


def hears(state: State, unit: tuple[str, ...], one: Character) -> bool:
    """Tell whether a unit on a board zone hears an intruder: sound passes walls and moats, not the passage (D4, D5)."""
    listener = figure(state, unit[0])
    if listener is None or in_passage(listener.zone) or one.status != "in_play" or one.zone is None:
        return False
    if in_passage(one.zone):
        return False
    return carries(state.board, one.noise, one.zone, listener.zone)


def heard(state: State, unit: tuple[str, ...]) -> bool:
    """Return the one answer for a unit: whether it hears anybody at all (SCORPION-12.5)."""
    return any(hears(state, unit, one) for one in state.characters)
