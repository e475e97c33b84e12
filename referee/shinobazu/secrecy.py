"""Which rulings bring secrets out."""

from __future__ import annotations

from typing import Any

from referee.shinobazu.state import State


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
