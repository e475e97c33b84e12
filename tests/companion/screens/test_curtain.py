"""The curtain: nothing secret behind the name, and only the next player lifts it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.contract.snapshot import Snapshot
from referee import shinobazu
from referee.core.values import PUBLIC, Refused, Ruling
from tests.companion.screens.stage import EN, JA, Shown, shown
from tests.shots.scenes import Still
from tests.shots.scenes_shell import info, log, played
from tests.shots.tree import press


def curtain(*, pin: bool = False, mine: tuple[int, ...] = (0, 1), **changes: Any) -> Snapshot:
    """Return the curtain before Ben."""
    match = info("en", "here", "here", "here", status="running", mine=mine)
    seats = tuple(replace(s, pin=pin and s.seat == "p2") for s in match.seats)
    return replace(Snapshot("play", "seat", "p1", replace(match, seats=seats), curtain="p2"), **changes)


def enter(screen: Shown, digits: str) -> None:
    """Tap digits."""
    for digit in digits:
        screen.tap(f"Digit {digit}")


def test_the_phone_goes_to_the_named_player_who_lifts_the_curtain() -> None:
    screen, actions = shown(curtain())
    assert "Hand the phone to Ben" in screen.words
    screen.tap("I am Ben")
    assert actions.told == [("lift_curtain", ("",), {})]


def test_the_screen_says_that_it_may_be_laid_down() -> None:
    assert EN.t("kit.strip_covered") in shown(curtain())[0].words
    assert JA.t("kit.strip_covered") in shown(curtain(), JA)[0].words


def test_a_pin_is_asked_for_and_sent_whole() -> None:
    screen, actions = shown(curtain(pin=True))
    with pytest.raises(LookupError):
        screen.tap("I am Ben")
    enter(screen, "0815")
    screen.tap("I am Ben")
    assert actions.told == [("lift_curtain", ("0815",), {})]
    assert "0 digits entered" in screen.names


def test_digits_that_are_tapped_before_the_last_one_is_drawn_all_count() -> None:
    screen, actions = shown(curtain(pin=True))
    enter(screen, "4711")
    for digit in "99":
        press(screen.tree, f"Digit {digit}")
    press(screen.tree, "I am Ben")
    assert actions.told == [("lift_curtain", ("471199",), {})]


def test_no_digit_that_was_entered_is_in_the_tree() -> None:
    screen, _ = shown(curtain(pin=True))
    enter(screen, "4444")
    assert screen.words.count("4") == 1  # the key itself
    assert "4 digits entered" in screen.names


def test_a_wrong_pin_is_said_where_the_ask_is_until_digits_are_entered() -> None:
    screen, _ = shown(curtain(pin=True, curtain_problem="app.pin_wrong"))
    assert "That is not the PIN. Nothing is shown." in screen.words
    enter(screen, "1")
    assert "That is not the PIN." not in screen.words


def test_whoever_has_forgotten_a_pin_is_told_what_to_do_and_the_host_is_taken_there() -> None:
    screen, _ = shown(curtain(pin=True))
    assert EN.t("app.pin_forgotten", name="Ben") in screen.words
    assert EN.t("app.pin_forgotten", name="Ben") not in shown(curtain())[0].words
    screen, actions = shown(curtain(pin=True, host=True))
    screen.tap(next(name for name in screen.names if name.startswith(EN.t("app.lobby.change"))))
    assert actions.told == [("go", ("lobby",), {})]


def test_another_of_this_phones_seats_may_take_it() -> None:
    screen, actions = shown(curtain(mine=(0, 1)))
    screen.tap("Aki")
    assert actions.told == [("hand_over", ("p1",), {})]
    assert "Chie" not in screen.names


def test_nothing_of_the_match_is_behind_the_curtain() -> None:
    match = played("en")
    secret = shinobazu.view(match.state, "p1")
    snap = curtain(
        view=secret,
        prompts=match.prompts("p1"),
        entering=("blue 4",),
        log=match.log("p1"),
        held="held",
        refusal=Ruling.refusal(Refused("SHINOBAZU-4.4", "shinobazu.must_follow", colour="red", cards=["red 5"])),
    )
    for screen in ("play", "log"):
        read = shown(replace(snap, screen=screen))[0]
        said = "\n".join([read.words, *read.names])
        for secret in ("red 5", "blue 1", "blue 4", "black \u22123", "4.4", "follow"):
            assert secret not in said


def test_only_what_belongs_to_a_seat_is_behind_it() -> None:
    assert "Hand the phone" not in shown(replace(curtain(), screen="lobby"))[0].words
    assert "Hand the phone" not in shown(replace(curtain(), screen="rules"))[0].words
    assert "Hand the phone" in shown(replace(log("en"), curtain="p2"))[0].words


def test_a_curtain_for_an_unknown_seat_still_hides_everything() -> None:
    read, _ = shown(curtain(curtain="p9", log=played("en").log(PUBLIC)))
    assert "Hand the phone to p9" in read.words
    assert Still().told == []
