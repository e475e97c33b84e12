"""The boards that are played on, by their hash: what is drawn names a board by it."""

from __future__ import annotations

from referee.board.board import Board
from referee.board.reading import BUNDLED, bundled

MOST_KNOWN = 512
"""Boards that are remembered: more than are ever played on at once."""

_known: dict[str, Board] = {}
"""The boards that were played on or looked at last, the newest last."""


def know(board: Board) -> str:
    """Remember a board that does not come with Metsuke, so that maps of it can be drawn; return its hash."""
    _known.pop(board.hash, None)
    _known[board.hash] = board
    if len(_known) > MOST_KNOWN:
        _known.pop(next(iter(_known)))
    return board.hash


def board_of(board: str) -> Board:
    """Return a board by its hash, or by the id of one that comes with Metsuke. Raises `LookupError`."""
    if board in _known:
        return _known[board]
    for id in BUNDLED:
        if board in (id, bundled(id).hash):
            return bundled(id)
    raise LookupError(f"no board {board[:16]!r} is known here")
