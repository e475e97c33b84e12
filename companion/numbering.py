"""Numbers for controls that no earlier run of this host gave.

A browser outlives its host: when the host has been killed and started again, the page on a phone still knows the
controls of before by their numbers. Flet counts from 3 in every process; a new control with an old number would be
taken for the old one, and then neither shows what is changed in it nor answers what it is asked.
"""

from __future__ import annotations

import itertools
import secrets

from flet.controls.id_counter import ControlId

FIRSTS = 2**30
"""From how many numbers the first is drawn. All stay in four bytes on the wire."""


def number_apart() -> None:
    """Begin to count somewhere else. Safe to call again."""
    if not hasattr(ControlId, "apart"):
        ControlId.apart = True  # type: ignore[attr-defined]
        ControlId._counter = itertools.count(3 + secrets.randbelow(FIRSTS))
