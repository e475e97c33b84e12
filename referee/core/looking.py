"""Putting views together: who may look into which seat, and what a view has in common with the state."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar

from referee.core.values import GAME_MASTER, PUBLIC, Value, Viewer

V = TypeVar("V", bound=Value)


def known(state: Any, viewer: Viewer) -> Viewer:
    """Return a viewer; one that nobody knows sees what everybody sees."""
    return viewer if viewer == GAME_MASTER or any(p.seat == viewer for p in state.players) else PUBLIC


def may_look_into(state: Any, viewer: Viewer) -> tuple[Any, ...]:
    """Return the players whose secrets a viewer sees: their own, all for the game master, all after the end."""
    if state.options.depth == "scores":
        return ()
    everyone = viewer == GAME_MASTER or state.phase == "ended"
    return tuple(p for p in state.players if everyone or p.seat == viewer)


def shown(shape: type[V], source: object, **other: Any) -> V:
    """Return a part of a view: its fields as they are called in `source`, but for what is `other` there or derived.

    Raises `AttributeError` for a field that is in neither.
    """
    return shape(**{name: getattr(source, name) for name in _fields(shape) if name not in other}, **other)


@lru_cache(maxsize=64)
def _fields(shape: type[Value]) -> tuple[str, ...]:
    return tuple(shape.model_fields)


def remembered(now: Any, then: Any, viewer: Viewer) -> bool:
    """Tell whether a viewer may still read what was declared then: the journal hides nothing of what has passed."""
    return True
