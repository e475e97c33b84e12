"""What the rules of every game are written with: refusals that nothing lifts, notices, upheld rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from referee.core.values import Notice, Refused, Ruling

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
