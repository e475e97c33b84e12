"""Who hears the noise of intruders (SCORPION-12.2 to 12.5, D1 to D5)."""

from __future__ import annotations

from referee.board.board import Board
from referee.scorpion.moves import PASSAGE
from referee.scorpion.state import Character, State, figure


def carries(board: Board, noise: int, source: str, listener: str) -> bool:
    """Tell whether a noise in one zone is heard in another (SCORPION-12.2)."""
    return board.sound.between(listener, source) <= noise


def hears(state: State, unit: tuple[str, ...], one: Character) -> bool:
    """Tell whether a unit hears an intruder: sound crosses all borders, but not into or out of the passage (D4, D5)."""
    listener = figure(state, unit[0])
    if listener is None or one.status != "in_play" or one.zone is None or PASSAGE in (listener.zone, one.zone):
        return False
    return carries(state.board, one.noise, one.zone, listener.zone)


def hears_any(state: State, unit: tuple[str, ...]) -> bool:
    """Tell whether a unit hears any intruder (SCORPION-12.5)."""
    return any(hears(state, unit, one) for one in state.characters)
