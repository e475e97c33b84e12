"""What a guard player's phone is sent: the first screen with its map, and each step after it."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

import flet as ft
import pytest
from flet.controls.context import _context_page

from companion.games.scorpion.facts import Ctx, Pick, moment_of
from companion.games.scorpion.guards.screen import guards
from companion.games.table.context import PickStore
from companion.games.table.frame import page
from referee.scorpion.state import State
from tests.companion.flet_runtime.test_redraw import Stage
from tests.companion.games.scorpion.guards.stage import played
from tests.companion.games.scorpion.intruders.stage import snap_of
from tests.companion.screens.stage import EN
from tests.companion.ui.test_board_map import Scales, on_a_loop
from tests.shots.scenes import Still

FIRST = 150_000
STEP, MOST = 2_500, 7_000
"""Bytes: of the first frame with the map, of a guard's step in the middle, and of the largest that finds nobody: that
with which the card of what has happened comes."""


class Sent(Stage):
    """A guard player's phone that weighs what it is sent."""

    def __init__(self, state: State, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tests.companion.flet_runtime.test_redraw.Watched", Scales)
        self.actions, self.picks = Still(), PickStore(lambda _: None)
        super().__init__(self._scene(state))

    def _scene(self, state: State) -> Callable[[], ft.Control]:
        def draw() -> ft.Control:
            snap = snap_of(state, "guards", "covered")
            self.picks.moment = moment_of(snap.view)
            content, dock = guards(Ctx(EN, snap, self.actions, Pick(), self.picks))
            return page(Ctx(EN, snap, self.actions, Pick(), self.picks), content, dock)

        return draw

    @property
    def sent(self) -> int:
        """Bytes sent so far."""
        connection = self.connection
        assert isinstance(connection, Scales)
        return connection.bytes

    def show(self, state: State) -> int:
        """Show the next state; return the bytes that it took."""
        _context_page.set(self.session.page)
        before = self.sent
        self.draw(self._scene(state))
        return self.sent - before


def test_the_first_screen_and_each_step_stay_within_their_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    def check() -> None:
        steps = [o for o in played(1, 2) if o.move["type"] == "guard_step"][:24]
        phone = Sent(steps[0].before, monkeypatch)
        assert phone.sent < FIRST
        sent = []
        for one in steps:
            phone.show(one.before)
            took = phone.show(one.ruling.state)
            if not any(n.message == "scorpion.discovered" for n in one.ruling.notices):
                sent.append(took)
        assert len(sent) > 12
        assert median(sent) < STEP
        assert max(sent) < MOST

    on_a_loop(check)
