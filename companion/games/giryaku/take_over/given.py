"""What has been entered, read: the boards and hands, and what the values of the fields mean."""

from __future__ import annotations

from companion.contract.take_over import Entered
from referee.giryaku.cards import COLUMNS, HAND, OWNED

DOWN = "?"
"""A face-down card; one that everybody knows is `?` with its kind."""
NO = "no"
UNKNOWN = "?"


def board_of(entered: Entered, seat: str) -> dict[str, str]:
    """Return what was entered of a board, by cell."""
    columns = ((c, entered.get(f"column.{seat}.{c}") or ()) for c in COLUMNS)
    return {f"{c}{row}": face for c, faces in columns for row, face in zip("LU", faces, strict=False)}


def down(entered: Entered, seat: str) -> list[str]:
    """Return the cells of the face-down cards that not everybody knows."""
    return [cell for cell, face in board_of(entered, seat).items() if face == DOWN]


def is_flipped(entered: Entered, seat: str) -> bool:
    return any(face.startswith(DOWN) for face in board_of(entered, seat).values())


def hand_of(entered: Entered, seat: str) -> int:
    """Return how many cards a hand holds between two turns (GIRYAKU-3.5)."""
    graveyard = entered.get(f"graveyard.{seat}") or {}
    return max(0, min(HAND, OWNED - sum(graveyard.values()) - len(board_of(entered, seat))))
