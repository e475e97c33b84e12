"""What the rules of every game are written with: refusals, notices, upheld rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from referee.core.values import GAME_MASTER, PUBLIC, Notice, Refused, Ruling, Value, Viewer

T = TypeVar("T")


def firm(condition: object, clause: str, reason: str, *, private: bool = False, **params: Any) -> None:
    """Refuse, beyond any house ruling, unless the condition holds: no state could hold what it would lead to."""
    if not condition:
        raise Refused(clause, reason, private=private, firm=True, **params)


def given(value: T | None, clause: str, reason: str, *, private: bool = False, **params: Any) -> T:
    """Return a value; refuse, beyond any house ruling, where there is none."""
    if value is None:
        raise Refused(clause, reason, private=private, firm=True, **params)
    return value


def one(said: T | tuple[T, ...], clause: str, reason: str, **params: Any) -> T:
    """Return what is said; refuse, beyond any house ruling, where several things are."""
    if isinstance(said, tuple):
        raise Refused(clause, reason, firm=True, **params)
    return said


def passes(rule: Callable[..., Any], *args: Any, **named: Any) -> bool:
    """Tell whether a rule refuses nothing."""
    try:
        rule(*args, **named)
    except Refused:
        return False
    return True


@contextmanager
def naming(field: str, *, private: bool = False) -> Iterator[None]:
    """Give what a rule refuses of a position the `field` that it is about; one that it names itself stays.

    Nothing lifts it, and with `private` only whoever entered the field is told.
    """
    try:
        yield
    except Refused as refused:
        params = {"field": field, **refused.params}
        raise Refused(refused.clause, refused.reason, private=private or refused.private, firm=True, **params) from None


def tell(message: str, clause: str, **params: Any) -> Notice:
    """Return a public notice; a parameter `to` is a seat, not the address."""
    return Notice(message=message, params=params, clause=clause)


def tell_one(seat: str, message: str, clause: str, **params: Any) -> Notice:
    return Notice(to=(seat,), message=message, params=params, clause=clause)


def uphold(state: Any, notices: list[Notice]) -> Ruling:
    """Uphold a declaration; its first notice says what it was."""
    first = notices[0]
    return Ruling(True, first.clause or "", first.message, first.params, tuple(notices), state)


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
