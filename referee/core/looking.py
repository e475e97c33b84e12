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


def shown(shape: type[V], source: Any, **other: Any) -> V:
    """Return a view or a part of one: its fields as they are called in `source`, but for what is `other` there.

    Raises `AttributeError` for a field that is in neither and has no default.
    """
    same = {n: getattr(source, n) for n in _fields(shape, source.__class__) if n not in other}
    return shape.model_validate(same | other, from_attributes=True)


@lru_cache(maxsize=256)
def _fields(shape: type[Value], source: type) -> tuple[str, ...]:
    there = {*dir(source), *getattr(source, "__dataclass_fields__", ()), *getattr(source, "model_fields", ())}
    return tuple(name for name, field in shape.model_fields.items() if field.is_required() or name in there)


def remembered(now: Any, then: Any, viewer: Viewer) -> bool:
    """Tell whether a viewer may still read what was declared then: the journal hides nothing of what has passed."""
    return True
