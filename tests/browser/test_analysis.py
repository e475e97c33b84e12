"""The analysis after the end, in real browsers: without a tap, on a phone that slept, its table and its puzzle."""

from __future__ import annotations

import re

import pytest

from referee import scorpion
from referee.core.analysis import Analysis
from referee.core.game import unwatched
from referee.core.journal import Match
from tests.browser.conftest import NewPhone
from tests.browser.match import journal_of
from tests.browser.prepared import prepare
from tests.browser.scorpion_script import played
from tests.browser.test_scorpion import OPTIONS, SEED
from tests.hosted import Hosted
from tests.players.scorpion.match import seated

pytestmark = pytest.mark.browser

UNTIL = 5
"""The turn in which the guards give up."""


def analysis_of(match: Match) -> Analysis:
    assert scorpion.EXTRAS.review.analysis is not None
    frames = scorpion.EXTRAS.review.replay(match.steps)
    found = scorpion.EXTRAS.review.analysis(match.steps, frames, unwatched)
    assert found is not None
    return found


def test_all_phones_see_the_analysis_without_a_tap_read_its_table_and_solve_a_puzzle(
    host: Hosted, phone: NewPhone
) -> None:
    seats = seated(2)
    before = played(SEED, OPTIONS, seats, lambda state: state.turn == UNTIL)
    match = prepare(host, before, options=OPTIONS, play="scorpion", seats=seats)
    guards, intruders = (
        phone(s.name, storage=match.storage(s.seat, tap_to_open=True)).open(match.address) for s in seats
    )
    t = guards.t
    guards.sees(re.compile(f"Turn {UNTIL}"))
    intruders.hide()

    # One side gives up; nobody taps anything more.
    guards.tap(t("kit.more"))
    guards.tap(re.compile(f"^{re.escape(t('scorpion.screen.menu.concede'))}"))
    guards.tap(t("scorpion.screen.concede_yes"))
    zones = re.compile(f"^{re.escape(t('scorpion.analysis.zones'))}.*{re.escape(t('scorpion.ninja'))}: from")
    guards.sees(zones)
    intruders.show()
    intruders.sees(zones)

    found = analysis_of(journal_of(host, match.code))
    plot = found.plots[0]
    guards.tap(f"{t('kit.plot_table')}. {t(plot.title)}")
    numbers = [t(f"scorpion.{c.name.params['intruder']}") + f" {c.numbers[0]}" for c in plot.curves]
    guards.tap(f"{t(plot.axis, at='').strip()} {plot.at[0]}, {', '.join(numbers)}")
    guards.tap(t("analysis.face.replay"))
    guards.sees(re.compile(f"^Turn {plot.at[0]}, moment"))

    puzzle = found.puzzles[0]
    who = t(f"scorpion.{puzzle.said.params['intruder']}")
    intruders.tap(t("scorpion.analysis.where", intruder=who, turn=puzzle.said.params["turn"]))
    intruders.tap(re.compile(rf"^{puzzle.right[0]}\b"))
    intruders.tap(t("analysis.check"))
    intruders.sees(re.compile(re.escape(t("analysis.checked", n=len(puzzle.right), right=1, wrong=0))))
