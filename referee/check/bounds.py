"""How large things may become: what is kept, what is asked and shown, and what one declaration says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.check.leaks import plain
from referee.check.player import Played
from referee.core.values import GAME_MASTER, PUBLIC

LIMITS: Final[Mapping[str, int]] = {"state": 1_000_000, "view": 400_000, "prompts": 400_000, "declaration": 20_000}
"""The most of each, in characters: a state as Python writes it, the rest as JSON."""


def sizes(one: Played) -> dict[str, int]:
    """Return how large the state, the largest view and prompts of any viewer, and the declaration are."""
    viewers = (PUBLIC, GAME_MASTER, *(seat.seat for seat in one.after.seats))
    return {
        "state": len(repr(one.after.state)),
        "view": max(len(plain(one.after.view(viewer))) for viewer in viewers),
        "prompts": max(len(plain(one.after.prompts(viewer))) for viewer in viewers),
        "declaration": len(plain(one.move)),
    }


def too_large(found: Mapping[str, int]) -> list[str]:
    return [f"{what}: {found[what]} characters, {most} at most" for what, most in LIMITS.items() if found[what] > most]


def larger(a: Mapping[str, int], b: Mapping[str, int]) -> dict[str, Any]:
    return {what: max(a.get(what, 0), b.get(what, 0)) for what in LIMITS}
