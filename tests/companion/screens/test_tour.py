"""The tour: each step goes on when its gesture has been made, and its end is kept by the phone."""

from __future__ import annotations

import pytest

from companion.contract.snapshot import Snapshot
from companion.screens.tour import KNOWN, STEPS, Practice
from companion.ui.theme import Look
from tests.companion.screens.stage import EN, JA, shown


@pytest.mark.parametrize("look", [EN, JA])
def test_the_tour_goes_on_step_by_step_as_its_gestures_are_made(look: Look) -> None:
    t = look.t
    screen, actions = shown(Snapshot("tour"), look)
    screen.tap(t("tour.next"))
    assert t("tour.hold") in screen.words
    with pytest.raises(LookupError):
        screen.tap(t("tour.next"))  # the pad has not been held yet
    pad = next(name for name in screen.names if name.startswith(t("kit.press_and_hold").replace("\n", "")))
    screen.tap(pad)
    assert t("tour.card_open") in screen.names
    screen.tap(t("kit.cover"))
    assert t("tour.card_open") not in screen.names, "what is covered is not in the tree"
    screen.tap(t("tour.next"))
    screen.tap(t("tour.card_covered"))
    assert t("tour.card_chosen") in screen.names
    screen.tap(t("tour.next"))
    screen.tap(t("tour.next"))
    assert t("app.settings.open") in screen.words
    screen.tap(t("tour.end"))
    assert actions.told == [("learnt", (KNOWN,), {}), ("back", (), {})]


def test_each_step_asks_for_its_own_gesture() -> None:
    now = Practice()
    assert now.is_ready
    for name, do in {"hold": "held", "keep": "kept"}.items():
        at = Practice(STEPS.index(name))
        assert not at.is_ready
        assert at.hold(do).is_ready  # type: ignore[arg-type]
    assert Practice(STEPS.index("choose")).choose().is_ready
    assert Practice(1).hold("held").go(1).held == "covered"


def test_home_offers_the_tour_until_it_was_seen() -> None:
    before, actions = shown(Snapshot("home"))
    name = next(each for each in before.names if each.startswith(EN.t("tour.title")))
    before.tap(name)
    assert actions.told == [("go", ("tour",), {})]
    assert not any(each.startswith(EN.t("tour.title")) for each in shown(Snapshot("home", learnt=(KNOWN,)))[0].names)


def test_a_new_host_offers_to_see_it_play_beside_opening_a_table() -> None:
    screen, actions = shown(Snapshot("home"))
    screen.tap(EN.t("app.home.see"))
    screen.tap(EN.t("app.home.open"))
    assert actions.told == [("show", (), {}), ("go", ("new",), {})]
