"""Who may look into which seat, in games whose players each hold secrets of their own."""

from __future__ import annotations

from typing import Any

from referee.core.values import GAME_MASTER, PUBLIC, Viewer


def known(state: Any, viewer: Viewer) -> Viewer:
    """Return a viewer; one that nobody knows sees what everybody sees."""
    return viewer if viewer == GAME_MASTER or any(p.seat == viewer for p in state.players) else PUBLIC


def may_look_into(state: Any, viewer: Viewer) -> tuple[Any, ...]:
    """Return the players whose secrets a viewer sees: their own, all for the game master, all after the end."""
    if state.options.depth == "scores":
        return ()
    everyone = viewer == GAME_MASTER or state.phase == "ended"
    return tuple(p for p in state.players if everyone or p.seat == viewer)
