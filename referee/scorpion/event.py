"""One public event, as the record keeps it."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from referee.core.values import Value


class Event(Value):
    """One public event. `kind` names it, and is the notice's message key after `scorpion.`."""

    turn: int
    phase: str
    kind: str
    data: dict[str, Any] = Field(default_factory=dict)
