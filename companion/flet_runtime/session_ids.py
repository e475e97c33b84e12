"""Numbers of controls: each phone has its own sequence, with a random start.

Flet counts from 3 in every process, for all phones together. But a browser outlives its host: after a restart, the page
on a phone still knows its old controls by their numbers, and would take a new control with an old number for the old
one; it then neither shows the control's changes nor answers its calls. Also, gaps in the numbers between two frames of
one phone would reveal how much was drawn for others in between, such as the length of the path on an open secret map.
So a phone's numbers depend only on what it is shown.
"""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from flet.components.component import Component
from flet.controls.context import context
from flet.controls.id_counter import ControlId

FIRSTS = 2**30
"""The number of possible starts. All numbers take four bytes on the wire."""
_OF_NO_PHONE = itertools.count(-1, -1)


def install() -> None:
    """Give each phone its own sequence, and a random start to what Flet itself makes when a phone connects."""
    ControlId._counter = itertools.count(first())
    Component.update = _numbered(Component.update)  # type: ignore[method-assign]


def _numbered(update: Callable[[Component], None]) -> Callable[[Component], None]:
    @wraps(update)
    def draw(self: Component) -> None:
        with _numbered_for(context.page.session):
            update(self)

    return draw


class _Counting:
    """A context manager in which numbers are taken from `counter`."""

    __slots__ = ("_before", "_counter")

    def __init__(self, counter: Iterator[int]) -> None:
        self._counter = counter

    def __enter__(self) -> None:
        self._before, ControlId._counter = ControlId._counter, self._counter  # type: ignore[assignment]

    def __exit__(self, *_: object) -> None:
        ControlId._counter = self._before


def _numbered_for(session: Any) -> _Counting:
    """Take numbers from a session's own sequence: what is made in the block is drawn for its phone."""
    try:
        counter = session.numbers
    except AttributeError:
        counter = session.numbers = itertools.count(FIRSTS + first())
    return _Counting(counter)


def numbered_for_nobody() -> _Counting:
    """Take numbers that no phone will see: what is made in the block gets others before it is sent."""
    return _Counting(_OF_NO_PHONE)


def first() -> int:
    """Return the start of a phone's numbers."""
    return 3 + secrets.randbelow(FIRSTS)
