"""The declarations that lead a small table to its first intruders' phase, for tests that let a host hear them."""

from __future__ import annotations

from typing import Any

from referee.core.values import Ruling
from tests.referee.scorpion.table import Table

SMALL = {"sentries": 2, "patrols": 0, "sleepers": 2, "cat_wait_s": 0}
"""Numbers of a set-up that is soon over."""


class Written(Table):
    """A table that writes down what was declared."""

    said: list[tuple[str, dict[str, Any]]]

    def says(self, seat: str, kind: str, waived: tuple[str, ...] = (), **fields: Any) -> Ruling:
        """Declare something that must be upheld."""
        self.__dict__.setdefault("said", []).append((seat, {"type": kind, **fields}))
        return super().says(seat, kind, waived, **fields)


def opening(players: int, **options: Any) -> Written:
    """Return a table in the intruders' phase of its first turn: one sentry has listened, and heard nothing."""
    table = Written.setting_up(players, **{**SMALL, **options})
    assert isinstance(table, Written)
    guards = table.seats("guards")[0]
    table.says(guards, "end_alert_phase")
    table.says(guards, "play_sentry_listen", guard="g01")
    table.says(table.owner("traitor"), "answer_cat", use=False)
    while table.state.pending:
        table.says(guards, "guard_stop")
    for kind in ("end_card_phase", "end_patrol_phase"):
        for seat in table.seats("guards")[:1]:
            table.says(seat, kind)
    assert table.state.phase == "intruders"
    return table
