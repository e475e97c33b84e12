"""The line of a demonstration: what its buttons do."""

from __future__ import annotations

import pytest

from companion.contract.snapshot import DemonstrationInfo
from companion.screens.router import line
from companion.tables.demonstration import PACES
from tests.companion.screens.stage import EN, Shown
from tests.shots.scenes import Still


@pytest.mark.parametrize(("pace", "next_"), [*zip(PACES, (*PACES[1:], PACES[0]), strict=True), (5.0, 8.0), (60.0, 0.0)])
def test_whatever_pace_it_began_with_a_tap_chooses_the_next_slower_and_then_the_quickest(
    pace: float, next_: float
) -> None:
    actions = Still()
    screen = Shown(lambda: line(EN, actions, DemonstrationInfo(False, pace, ()), "", "", True))
    said = EN.t("app.demo.full") if not pace else EN.t("app.demo.pace", n=f"{pace:g}")
    screen.tap(EN.t("app.demo.pace_name", pace=said))
    assert actions.told == [("pace", (next_,), {})]
