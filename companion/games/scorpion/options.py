"""How the options are offered, what is counted in the box, and what each seat plays by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.contract.game_ui import BOX, Counted
from referee.core.values import Refused, Seat
from referee.scorpion.cards import KENJUTSU, KINDS, LEAST, TOTALS
from referee.scorpion.options import Options
from referee.scorpion.setup import begin

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "setup": ("ninja_hand", "traitor_hand", "ninja_rehand", "traitor_rehand", "sentries", "patrols", "sleepers"),
    "variants": (
        *("lone_wolf", "lone_reveal"),
        *("disputed", "disputed_mission", "disputed_win", "search_limit_disputed"),
    ),
    "balance": (
        *("alert_on_mission", "alert_on_mission_when", "alert_on_passage"),
        *("ropes_discoverable", "passage_discoverable"),
    ),
    BOX: (
        *("guard_deck", "ninja_deck", "traitor_deck", "awaken_count", "awaken_moves", "shuriken_range"),
        *("shuriken_alert", "shadow_walk_scope", "shadow_walk_stop", "sake_targets", "sake_duration"),
        *("sake_alert", "sake_range", "drunk_notices"),
    ),
    "app": ("reasoning", "guard_cards", "intruder_cards", "empty_alert_phase", "cat_wait_s"),
}
# Of an intruder's two Kenjutsu, which the least counts together, one of each value is a beginning.
DECKS: Final[Mapping[str, Counted]] = {
    f"{'guard' if deck == 'guards' else deck}_deck": Counted(
        {kind: LEAST[deck].get(kind, int(kind in KENJUTSU)) for kind in kinds}, TOTALS[deck]
    )
    for deck, kinds in KINDS.items()
}


def roles_of(seats: Sequence[str], options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what each seat plays, in the order of the seats; nothing where the seats do not fit."""
    try:
        chosen = Options.model_validate({"roles": options.get("roles")})
        found = begin.roles_of(chosen, [Seat(seat=seat) for seat in seats])
    except (Refused, ValueError):
        return ()
    return tuple(found[seat] for seat in seats)
