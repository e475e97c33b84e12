"""Liar's Dice, clause by clause; both sides of each rule."""

from __future__ import annotations

from typing import Any

import pytest

from liars_dice import game
from referee import PUBLIC, Match, Refused, Ruling, begin, depths, say

SALT = "5a" * 16
NAMES = ("Aki", "Ben", "Chie")


def rolled(*dice: list[int], seats: tuple[str, ...] = NAMES, **options: Any) -> Match:
    """Return a match in which these dice were rolled, as many as each has."""
    match = begin(game, {"dice": len(dice[0]), **options}, seats)
    for seat, own in zip(seats, dice, strict=True):
        match = made(match, seat, "roll", dice=own)
    return match


def made(match: Match, seat: str, kind: str, **fields: Any) -> Match:
    after, ruling = tried(match, seat, kind, **fields)
    assert ruling.upheld, say(ruling, match)
    return after


def tried(match: Match, seat: str, kind: str, **fields: Any) -> tuple[Match, Ruling]:
    return match.declare(seat, {"type": kind, **fields}, SALT)


def refusal(match: Match, seat: str, kind: str, **fields: Any) -> tuple[str, str, bool]:
    same, ruling = tried(match, seat, kind, **fields)
    assert same is match
    return ruling.clause, ruling.reason.removeprefix("liars_dice."), ruling.private


@pytest.mark.clause("LIARS-1.1")
def test_two_to_six_play_with_the_same_number_of_dice() -> None:
    assert {seat.left for seat in begin(game, {"dice": 4}, NAMES).view(PUBLIC).seats} == {4}
    for seats in (["Aki"], list("ABCDEFG")):
        with pytest.raises(Refused, match=r"LIARS-1\.1"):
            begin(game, {}, seats)
    assert depths(game) == ("plays",)
    with pytest.raises(Refused, match=r"options.depth: input should be 'plays'"):
        begin(game, {"depth": "scores"}, NAMES)


@pytest.mark.clause("LIARS-2.1")
def test_everybody_rolls_all_their_dice_once_and_sees_them_alone() -> None:
    match = begin(game, {"dice": 2}, NAMES)
    assert refusal(match, "Aki", "roll", dice=[1]) == ("LIARS-2.1", "not_all_dice", True)
    assert refusal(match, "Aki", "roll") == ("LIARS-2.1", "not_all_dice", True)
    assert refusal(match, "Aki", "bid", count=1, face=1) == ("LIARS-2.1", "not_all_rolled", False)
    match = made(match, "Aki", "roll", dice=[6, 2])
    assert refusal(match, "Aki", "roll", dice=[6, 2]) == ("LIARS-2.1", "has_rolled", False)
    assert match.view("Aki").seats[0].dice == (2, 6)
    assert match.view("Ben").seats[0].dice is None
    assert match.log("Ben")[0].move == {"type": "roll"}


@pytest.mark.clause("LIARS-3.1", "LIARS-4.1")
def test_in_turn_each_bids_or_doubts_and_the_first_can_only_bid() -> None:
    match = rolled([1, 2], [3, 4], [5, 6])
    assert refusal(match, "Ben", "bid", count=1, face=1) == ("LIARS-3.1", "not_your_turn", False)
    assert refusal(match, "Aki", "doubt") == ("LIARS-4.1", "no_bid", False)
    match = made(match, "Aki", "bid", count=1, face=1)
    assert refusal(match, "Chie", "doubt") == ("LIARS-3.1", "not_your_turn", False)
    assert made(match, "Ben", "doubt").view(PUBLIC).round == 2


@pytest.mark.clause("LIARS-3.2")
def test_a_bid_is_of_more_dice_or_of_a_higher_face() -> None:
    match = made(rolled([1, 2], [3, 4], [5, 6]), "Aki", "bid", count=2, face=4)
    for count, face in ((1, 6), (2, 4), (2, 3)):
        assert refusal(match, "Ben", "bid", count=count, face=face) == ("LIARS-3.2", "not_more", False)
    assert refusal(match, "Ben", "bid", count=7, face=1) == ("LIARS-3.2", "not_so_many", False)
    for count, face in ((2, 5), (3, 1), (6, 6)):
        made(match, "Ben", "bid", count=count, face=face)


@pytest.mark.clause("LIARS-4.2", "LIARS-4.3")
@pytest.mark.parametrize(("count", "loses"), [(2, "Ben"), (3, "Ben"), (4, "Aki")])
def test_whoever_was_wrong_loses_a_die_and_begins(count: int, loses: str) -> None:
    match = made(rolled([5, 2], [5, 4], [5, 6]), "Aki", "bid", count=count, face=5)
    view = made(match, "Ben", "doubt").view(PUBLIC)
    assert {seat.seat: seat.left for seat in view.seats} == {"Aki": 2, "Ben": 2, "Chie": 2} | {loses: 1}
    assert (view.turn, view.round, view.count) == (loses, 2, 0)
    assert [seat.shown for seat in view.seats] == [(2, 5), (4, 5), (5, 6)]


@pytest.mark.clause("LIARS-4.3", "LIARS-5.1")
def test_without_dice_one_is_out_and_the_last_who_has_dice_wins() -> None:
    match = made(rolled([5], [2], [3]), "Aki", "bid", count=2, face=5)
    match = made(match, "Ben", "doubt")
    assert match.view(PUBLIC).turn == "Ben"
    assert match.result is None
    assert refusal(match, "Aki", "roll", dice=[1])[1] == "has_rolled"
    for seat in ("Ben", "Chie"):
        match = made(match, seat, "roll", dice=[1])
    match = made(made(match, "Ben", "bid", count=1, face=1), "Chie", "doubt")
    assert match.result is not None
    assert match.result.winners == ("Ben",)
    assert (match.result.ranking[0].seat, match.result.ranking[0].place) == ("Ben", 1)
    assert refusal(match, "Ben", "doubt") == ("LIARS-5.1", "ended", False)


@pytest.mark.clause("LIARS-4.1")
def test_real_dice_are_shown_by_everybody_before_they_are_counted() -> None:
    match = begin(game, {"dice": 1, "dice_are": "real"}, NAMES)
    assert refusal(match, "Aki", "roll", dice=[1])[1] == "has_rolled"
    assert refusal(match, "Aki", "show", dice=[1])[1] == "nothing_to_show"
    match = made(made(match, "Aki", "bid", count=1, face=6), "Ben", "doubt")
    assert refusal(match, "Chie", "bid", count=2, face=6)[1] == "cups_are_lifted"
    match = made(made(match, "Aki", "show", dice=[6]), "Chie", "show", dice=[1])
    assert refusal(match, "Aki", "show", dice=[6])[1] == "has_shown"
    assert refusal(match, "Ben", "show", dice=[6, 6])[1] == "not_all_dice"
    match = made(match, "Ben", "show", dice=[2])
    assert [seat.left for seat in match.view(PUBLIC).seats] == [1, 0, 1]
    assert match.view(PUBLIC).turn == "Chie"
