"""How many taps the guards' usual turns take."""

from __future__ import annotations

from tests.companion.games.scorpion.usual_acts import focus_listen


def test_a_turn_with_one_focus_listen_takes_few_taps() -> None:
    assert focus_listen() <= 7
