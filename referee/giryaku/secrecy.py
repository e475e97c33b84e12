"""Which declarations hold secrets, and what others may know of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.values import GAME_MASTER, Viewer
from referee.giryaku.moves import EnterHand, KeepLayout, Place, RaidTake, Rearrange


def may_be_secret(kind: str) -> bool:
    """Tell whether a move of this type could hold something that not everybody may know."""
    return kind in ("place", "raid_take", "enter_hand", "rearrange", "keep_layout")


def remembered(now: Any, then: Any, viewer: Viewer) -> bool:
    """The journal hides nothing of what has passed."""
    return True


def secret(move: Any) -> bool:
    """Tell whether a move holds something that not everybody may know.

    Leaving a flipped board as it lies is as secret as rearranging it, or one could be told from the other.
    """
    if isinstance(move, Place):
        return move.face_down and move.card is not None
    if isinstance(move, RaidTake):
        return move.seen is not None
    return isinstance(move, EnterHand | Rearrange | KeepLayout)


def masked(move: Any, seat: str, viewer: Viewer) -> Mapping[str, Any]:
    """Return a declaration of `seat` as JSON, with its secrets for itself and the game master alone."""
    told: dict[str, Any] = move.model_dump(mode="json")
    if viewer in (seat, GAME_MASTER) or not secret(move):
        return told
    if isinstance(move, Place):
        del told["card"]
        return told
    if isinstance(move, RaidTake):
        return {"type": move.type, "card": move.card, "noted": True}
    return {"type": "rearrange" if isinstance(move, KeepLayout) else move.type}
