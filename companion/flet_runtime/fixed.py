"""Dataclasses whose objects do not change, made quickly.

A frozen dataclass sets its fields through a detour that refuses every later change, which makes it slow to make; and
of those that the screens are drawn from, many are made for every phone at every declaration. The type checker refuses
changes to these as well. The running program does not look.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool, slots: bool) -> Any:
        """Return what makes a class such a dataclass. Only fixed ones with slots are made here."""
        assert frozen
        assert slots
        return dataclasses.dataclass(slots=True, unsafe_hash=True)
