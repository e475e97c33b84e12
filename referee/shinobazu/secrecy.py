"""Which declarations hold a secret, what others read of them, and which rulings bring one out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.values import GAME_MASTER, Viewer
from referee.shinobazu.model import EnterHand, Lay, Lead
from referee.shinobazu.state import State


def may_be_secret(kind: str) -> bool:
    """Tell whether a move of this type could hold a card that not everybody may know."""
    return kind in ("enter_hand", "lead", "lay")


def secret(move: Any) -> bool:
    """Tell whether a move holds a card that not everybody may know."""
    return isinstance(move, EnterHand) or (isinstance(move, Lead | Lay) and move.card is not None)


def masked(move: Any, seat: str, viewer: Viewer) -> Mapping[str, Any]:
    """Return a declaration of `seat` as JSON, with its secret cards for itself and the game master alone."""
    if viewer in (seat, GAME_MASTER) or not secret(move):
        told: dict[str, Any] = move.model_dump(mode="json")
        return told
    if isinstance(move, EnterHand):
        return {"type": move.type, "count": len(move.cards)}
    public: dict[str, Any] = move.model_dump(mode="json", exclude={"card"})
    return public


def reveals(before: State, after: State) -> bool:
    """Tell whether something came out between two states that was hidden, or new cards came in (METSUKE-2.3).

    The end of a match opens whatever was entered secretly, in earlier sets too.
    """
    dealt = after.set > before.set
    opened = after.phase == "ended" != before.phase and after.options.depth == "plays"
    return dealt or opened or bool(_known_to_all(after) - _known_to_all(before))


def _known_to_all(state: State) -> set[tuple[Any, ...]]:
    """Return what everybody knows of this set's cards: open faces, records that cannot be right, hands shown."""
    faces = {(c.laid_by, c.round, c.card) for c in state.cards if c.card is not None or c.void}
    return faces | {(p.seat, card) for p in state.players for card in p.shown_hand or ()}
