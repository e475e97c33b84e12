"""What each seat plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.values import Refused, Seat
from referee.scorpion.options import Options
from referee.scorpion.setup import begin


def roles_of(seats: Sequence[str], options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what each seat plays, in the order of the seats; nothing where the seats do not fit."""
    try:
        chosen = Options.model_validate({"roles": options.get("roles")})
        found = begin.roles_of(chosen, [Seat(seat=seat) for seat in seats])
    except (Refused, ValueError):
        return ()
    return tuple(found[seat] for seat in seats)
