"""Which declarations hold secrets, and what others may know of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.values import GAME_MASTER, Viewer
from referee.shinobi_school.moves import CheckMove, LayEarth, RegisterHand, RegisterHeaven


def may_be_secret(kind: str) -> bool:
    """Tell whether a move of this type could hold cards that not everybody may know."""
    return kind in ("lay_earth", "register_hand", "register_heaven", "check_move")


def remembered(now: Any, then: Any, viewer: Viewer) -> bool:
    """The journal hides nothing of what has passed."""
    return True


def secret(move: Any) -> bool:
    """Tell whether a move holds cards that not everybody may know."""
    if isinstance(move, LayEarth):
        return move.cards is not None
    return isinstance(move, RegisterHand | RegisterHeaven | CheckMove)


def masked(move: Any, seat: str, viewer: Viewer) -> Mapping[str, Any]:
    """Return a declaration of `seat` as JSON; its secret cards for itself and the game master alone.

    Of a heaven or an earth its size is secret too, until the earths are turned up.
    """
    if viewer in (seat, GAME_MASTER) or not secret(move):
        whole: dict[str, Any] = move.model_dump(mode="json")
        return whole
    return {"type": move.type} if isinstance(move, CheckMove) else {"type": move.type, "noted": True}
