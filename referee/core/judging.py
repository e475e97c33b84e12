"""Helpers for writing rules: refusals, notices, upheld rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from referee.core.values import GAME_MASTER, PUBLIC, Notice, Refused, Ruling, Value, Viewer

T = TypeVar("T")


def firm(condition: object, clause: str, reason: str, *, private: bool = False, **params: Any) -> None:
    """Refuse unless the condition holds. No house ruling lifts the refusal, since no state could hold the outcome."""
    if not condition:
        raise Refused(clause, reason, private=private, firm=True, **params)


def given(value: T | None, clause: str, reason: str, *, private: bool = False, **params: Any) -> T:
    """Return a value; refuse `None`, which no house ruling can lift."""
    if value is None:
        raise Refused(clause, reason, private=private, firm=True, **params)
    return value


def one(said: T | tuple[T, ...], clause: str, reason: str, **params: Any) -> T:
    """Return a single value; refuse a tuple of several, which no house ruling can lift."""
    if isinstance(said, tuple):
        raise Refused(clause, reason, firm=True, **params)
    return said


def passes(rule: Callable[..., Any], *args: Any, **named: Any) -> bool:
    """Tell whether a call of a rule raises no `Refused`."""
    try:
        rule(*args, **named)
    except Refused:
        return False
    return True


@contextmanager
def naming(field: str, *, private: bool = False) -> Iterator[None]:
    """Add the parameter `field` to refusals raised within, unless they have one, and make them firm.

    With `private`, only the seat that entered the field is told.
    """
    try:
        yield
    except Refused as refused:
        params = {"field": field, **refused.params}
        raise Refused(refused.clause, refused.reason, private=private or refused.private, firm=True, **params) from None


def tell(message: str, clause: str, **params: Any) -> Notice:
    """Return a public notice. A parameter `to` names a seat in the message, not the recipient."""
    return Notice(message=message, params=params, clause=clause)


def tell_one(seat: str, message: str, clause: str, **params: Any) -> Notice:
    return Notice(to=(seat,), message=message, params=params, clause=clause)


def uphold(state: Any, notices: list[Notice]) -> Ruling:
    """Uphold a declaration; the first notice gives the ruling's clause and reason."""
    first = notices[0]
    return Ruling(True, first.clause or "", first.message, first.params, tuple(notices), state)


V = TypeVar("V", bound=Value)
S = TypeVar("S")
R = TypeVar("R")


def for_all_viewers(work: Callable[[S], R]) -> Callable[[S], R]:
    """Cache the result of `work` for the last state, for results that are the same for every viewer."""
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
    """Return the viewer, or `PUBLIC` if it is neither the game master nor a seat of the match."""
    return viewer if viewer == GAME_MASTER or any(p.seat == viewer for p in state.players) else PUBLIC


def may_look_into(state: Any, viewer: Viewer) -> tuple[Any, ...]:
    """Return the players whose secrets a viewer sees: their own, or all for the game master and after the end."""
    if state.options.depth == "scores":
        return ()
    everyone = viewer == GAME_MASTER or state.phase == "ended"
    return tuple(p for p in state.players if everyone or p.seat == viewer)


def shown(shape: type[V], source: Any, **other: Any) -> V:
    """Return a view model, or a part of one, filled from attributes of `source` with the same names and from `other`.

    Raises `AttributeError` for a field that is in neither and has no default.
    """
    same = {n: getattr(source, n) for n in _fields(shape, source.__class__) if n not in other}
    return shape.model_validate(same | other, from_attributes=True)


@lru_cache(maxsize=256)
def _fields(shape: type[Value], source: type) -> tuple[str, ...]:
    there = {*dir(source), *getattr(source, "__dataclass_fields__", ()), *getattr(source, "model_fields", ())}
    return tuple(name for name, field in shape.model_fields.items() if field.is_required() or name in there)


def remembered(now: Any, then: Any, viewer: Viewer) -> bool:
    """Tell that a viewer may still read an earlier declaration: these games hide nothing of the past."""
    return True
