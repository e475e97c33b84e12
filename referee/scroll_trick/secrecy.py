"""Which declarations hold secrets, and what others may know of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.values import GAME_MASTER, Viewer
from referee.scroll_trick.moves import CheckCard, DrawScrolls, PlaceScrolls, RegisterHand


def may_be_secret(kind: str) -> bool:
    """Tell whether a move of this type could hold a card or a scroll that not everybody may know."""
    return kind in ("place_scrolls", "draw_scrolls", "register_hand", "check_card")


def remembered(now: Any, then: Any, viewer: Viewer) -> bool:
    """The journal hides nothing of what has passed."""
    return True


def secret(move: Any) -> bool:
    """Tell whether a move holds a card or a scroll that not everybody may know."""
    if isinstance(move, PlaceScrolls):
        return move.scrolls is not None
    if isinstance(move, DrawScrolls):
        return move.values is not None
    return isinstance(move, RegisterHand | CheckCard)


def masked(move: Any, seat: str, viewer: Viewer) -> Mapping[str, Any]:
    """Return a declaration of `seat` as JSON; its secret cards and scrolls for itself and the game master alone."""
    if viewer in (seat, GAME_MASTER) or not secret(move):
        whole: dict[str, Any] = move.model_dump(mode="json")
        return whole
    return {"type": move.type, "noted": True} if not isinstance(move, CheckCard) else {"type": move.type}
