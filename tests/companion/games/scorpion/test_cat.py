"""The question after a listen: asked every time, the same whatever is true (SCORPION-12.9, ledger L1 and L2)."""

from __future__ import annotations

import time

import flet as ft
import pytest

from companion.games.scorpion.answer import wait_bar
from referee.scorpion.cards import cards
from referee.scorpion.state import State, with_character
from tests.companion.games.scorpion.intruders.stage import Held, Phone
from tests.companion.games.scorpion.intruders.test_secrets import texts
from tests.companion.screens.stage import EN, Shown
from tests.referee.scorpion.table import Table
from tests.shots.tree import drawn, spoken


def listening(players: int = 2) -> State:
    """Return a listen that waits for the Traitor's answer."""
    table = Table.ready(players)
    guard = table.seats("guards")[0]
    for seat in table.seats("guards"):
        if "alert_cards" in table.prompts():
            table.says(seat, "end_alert_phase")
    table.says(guard, "play_sentry_listen", guard="g06" if players < 4 else "g01")
    return table.state


def heard(state: State) -> State:
    """Return the same listen with the Traitor beside the listener, and without a Cat."""
    zone = next(f.zone for f in state.figures if f.id == "g06")
    return with_character(state, "traitor", zone=zone, hand=cards({"rope": 7}))


def held(state: State, how: Held = "covered") -> list[str]:
    """All that the phone of both intruders holds."""
    return sorted(texts(Phone(state, "intruders", how).tree))


@pytest.mark.clause("SCORPION-12.9")
def test_the_question_looks_the_same_when_the_card_is_gone_and_when_it_would_help() -> None:
    assert held(listening()) == held(heard(listening()))


@pytest.mark.clause("SCORPION-12.9")
@pytest.mark.parametrize("how", ["covered", "held", "kept"])
def test_both_answers_are_offered_and_neither_stands_out(how: Held) -> None:
    for state in (listening(), heard(listening())):
        tree = Phone(state, "intruders", how).tree
        both = [each for each in tree if spoken(each) in ("Let it be", "Just a Cat")]
        assert len(both) == 2
        buttons = [each for each in both if isinstance(each, ft.OutlinedButton)]
        assert buttons[0].style == buttons[1].style
        assert not any(button.disabled for button in buttons)


@pytest.mark.clause("SCORPION-12.9")
def test_either_answer_is_declared_from_the_covered_phone() -> None:
    for answer, use in (("Let it be", False), ("Just a Cat", True)):
        phone = Phone(listening(), "intruders", "covered")
        phone.tap(answer)
        assert phone.declared.use is use
        assert phone.ruling is not None
        assert phone.ruling.upheld


@pytest.mark.clause("SCORPION-26.1")
def test_without_the_card_the_answer_is_refused_on_that_phone_alone() -> None:
    phone = Phone(heard(listening()), "intruders", "covered")
    phone.tap("Just a Cat")
    assert phone.ruling is not None
    assert (phone.ruling.upheld, phone.ruling.private) == (False, True)


@pytest.mark.clause("SCORPION-12.2")
def test_who_is_within_hearing_is_said_while_the_cover_is_open() -> None:
    phone = Phone(heard(listening()), "intruders", "held")
    assert "Within hearing: Traitor" in phone.words
    assert "Within hearing: nobody" in Phone(listening(), "intruders", "held").words
    assert "Within hearing" not in phone.covered().words


def test_the_other_intruders_player_waits_and_is_not_asked() -> None:
    state = listening(3)
    ninja = Phone(state, "ninja", "covered")
    assert "Just a Cat" not in ninja.names
    assert "Just a Cat" in Phone(state, "traitor", "covered").names
    assert "A listen is being answered." in ninja.words
    assert any(name.startswith("A guard listens") for name in ninja.names)


def test_the_pad_keeps_its_place_while_it_is_held() -> None:
    places = []
    for how in ("covered", "held"):
        tree = Phone(listening(), "intruders", how).tree
        at = next(
            n for n, each in enumerate(tree) if isinstance(each, ft.GestureDetector) and each.on_vertical_drag_down
        )
        box = next(each for each in reversed(tree[:at]) if isinstance(each, ft.Container) and each.bottom is not None)
        places.append((box.left, box.right, box.bottom))
    assert places[0] == places[1]


# The bar


def bar(until: float, seconds: int) -> list[ft.Container]:
    """Return the bar's track and its filling, before and after the phone has shown it."""
    tree = drawn(lambda: wait_bar(EN, until, seconds))
    return [each for each in tree if isinstance(each, ft.Container)]


def share(box: ft.Container) -> float:
    """Return how much of the bar is filled."""
    assert isinstance(box.offset, ft.Offset)
    return 1 + float(box.offset.x)


def test_the_bar_starts_where_the_wait_is_and_fills_by_itself() -> None:
    track, filling = bar(time.time() + 500, 1000)
    assert 0.49 <= share(filling) <= 0.51
    assert isinstance(filling.animate_offset, ft.Animation)
    assert isinstance(filling.animate_offset.duration, int)
    assert 490_000 < filling.animate_offset.duration <= 500_000
    assert track.on_size_change is not None


def test_the_bar_runs_from_when_the_phone_has_shown_it() -> None:
    until = time.time() + 500
    shown = Shown(lambda: wait_bar(EN, until, 1000))
    track, filling = (each for each in shown.tree if isinstance(each, ft.Container))
    assert share(filling) < 1
    assert track.on_size_change is not None
    track.on_size_change(None)  # type: ignore[call-arg,arg-type]
    shown.again()
    assert share([each for each in shown.tree if isinstance(each, ft.Container)][1]) == 1


@pytest.mark.parametrize(("until", "seconds"), [(0.0, 0), (1.0, 8)])
def test_the_bar_is_full_when_the_wait_is_over(until: float, seconds: int) -> None:
    _, filling = bar(until, seconds)
    assert share(filling) == 1


def test_a_clock_that_is_wrong_makes_no_wait_longer() -> None:
    _, filling = bar(time.time() + 9000, 8)
    assert share(filling) == 0
