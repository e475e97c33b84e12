"""Putting views together: who may look into which seat, and what a view has in common with the state."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from referee.core.values import GAME_MASTER, PUBLIC, Value, Viewer

V = TypeVar("V", bound=Value)
S = TypeVar("S")
R = TypeVar("R")


def for_all_viewers(work: Callable[[S], R]) -> Callable[[S], R]:
    """Work out what no viewer sees otherwise once for all of them, as they ask for a state one after the other."""
    last: tuple[Any, Any] = None, None

    @wraps(work)
    def worked_out(state: S) -> R:
        nonlocal last
        before, found = last
        if before is not state:
            found = work(state)
            last = state, found
        return cast(R, found)

    return worked_out


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
