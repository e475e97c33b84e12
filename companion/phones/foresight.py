"""What is worked out for one phone alone, beside all that phones wait for: it delays nobody's answers.

It is asked for while a cover is open, and shown while that cover is open; the phone is then drawn once more, and no
other phone hears of it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from companion.flet_runtime import faults
from companion.jobs.aside import aside

log = logging.getLogger("metsuke")


class Foresight:
    """What was worked out for one phone last, and for what: the viewer, what is being entered, and what it may know."""

    def __init__(self) -> None:
        self._wanted: tuple[Any, ...] = ()
        self._worked: tuple[Any, ...] = ()
        self._found: Any = None

    def found(self, viewer: str, entering: Sequence[str], view: Any) -> Any:
        """Return what was worked out for just this, or None."""
        return self._found if self._worked == (viewer, tuple(entering), view) else None

    def lacks(self, viewer: str, entering: Sequence[str], view: Any) -> bool:
        """Tell whether this is neither worked out nor being worked out."""
        return (viewer, tuple(entering), view) not in (self._wanted, self._worked)

    async def work(self, viewer: str, entering: Sequence[str], view: Any, work: Callable[[], Any]) -> bool:
        """Work it out. Tells whether it is still what is wanted then; what is no longer wanted is not begun."""
        wanted = self._wanted = viewer, tuple(entering), view

        def unless_late() -> Any:
            return work() if self._wanted is wanted else None

        found = None
        try:
            found = await aside(unless_late)
        except Exception as fault:  # the phone goes on without it
            log.error("what a phone is told beside could not be worked out: %s", faults.describe(fault))
        if self._wanted is not wanted:
            return False
        self._wanted, self._worked, self._found = (), wanted, found
        return found is not None
