"""Numbers for controls: each phone counts by itself, and no earlier run of this host counted there.

Flet counts from 3 in every process, for all phones together. But a browser outlives its host: when the host has been
killed and started again, the page on a phone still knows the controls of before by their numbers. A new control with
an old number would be taken for the old one, and then neither shows what is changed in it nor answers what it is
asked. And what numbers are left out between two frames of one phone would tell it how much was drawn in between on
the others: on one with an open secret map, for instance, how long the way on it is. So a phone's numbers depend on
what it is shown and on nothing else.
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
"""From how many numbers the first is drawn. All stay in four bytes on the wire."""
_OF_NO_PHONE = itertools.count(-1, -1)


def install() -> None:
    """Let each phone count by itself what it is shown; and begin somewhere else with what Flet makes when one comes."""
    ControlId._counter = itertools.count(first())
    Component.update = _numbered(Component.update)  # type: ignore[method-assign]


def _numbered(update: Callable[[Component], None]) -> Callable[[Component], None]:
    @wraps(update)
    def draw(self: Component) -> None:
        with _numbered_for(context.page.session):
            update(self)

    return draw


class _Counting:
    """A block in which numbers are taken from `counter`."""

    __slots__ = ("_before", "_counter")

    def __init__(self, counter: Iterator[int]) -> None:
        self._counter = counter

    def __enter__(self) -> None:
        self._before, ControlId._counter = ControlId._counter, self._counter  # type: ignore[assignment]

    def __exit__(self, *_: object) -> None:
        ControlId._counter = self._before


def _numbered_for(session: Any) -> _Counting:
    """Take numbers from a session's own: what is made in the block is drawn for its phone."""
    try:
        counter = session.numbers
    except AttributeError:
        counter = session.numbers = itertools.count(FIRSTS + first())
    return _Counting(counter)


def numbered_for_nobody() -> _Counting:
    """Take numbers that no phone will see: what is made in the block gets others before it is sent."""
    return _Counting(_OF_NO_PHONE)


def first() -> int:
    """Return where a phone's numbers begin, far above those of what Flet makes."""
    return 3 + secrets.randbelow(FIRSTS)
