"""How the options are offered: in which groups, and what is counted in the box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.contract.game_ui import BOX, Counted
from referee.scorpion.cards import KENJUTSU, KINDS, LEAST, TOTALS

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
    "app": ("guard_cards", "intruder_cards", "cat_wait_s"),
}
# Of an intruder's two Kenjutsu, which the least counts together, one of each value is a beginning.
DECKS: Final[Mapping[str, Counted]] = {
    f"{'guard' if deck == 'guards' else deck}_deck": Counted(
        {kind: LEAST[deck].get(kind, int(kind in KENJUTSU)) for kind in kinds}, TOTALS[deck]
    )
    for deck, kinds in KINDS.items()
}
