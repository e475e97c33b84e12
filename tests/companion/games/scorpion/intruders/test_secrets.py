"""What an intruder's phone holds while it is covered, and while it is open."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from referee.board.reading import bundled
from referee.core.values import PUBLIC
from referee.scorpion.moves import LockPath
from referee.scorpion.state import State, seats_of, with_character
from tests.companion.games.scorpion.intruders.stage import Phone
from tests.companion.screens.stage import EN, JA
from tests.players.scorpion.match import judged
from tests.referee.scorpion.night import Night
from tests.referee.scorpion.secrecy.twins import Pair
from tests.shots.tree import held_in

GUARDS = ("K9", "W1", "E4")


def night(**more: Any) -> Night:
    """Both intruders are about to move."""
    return Night("K10", "W6", GUARDS, board=bundled(), entrances=("K10", "N9"), **more)


def texts(tree: Any) -> list[str]:
    """Return every text in a tree, those in handlers and their arguments too."""
    return [each for each in held_in(tree) if isinstance(each, str)]


def held(state: State, seat: str, look: Any = None) -> list[str]:
    """All that a covered phone holds."""
    phone = Phone(state, seat, "covered", *([look] if look is not None else []))
    return sorted(texts(phone.tree))


def other_secrets(state: State) -> State:
    """Return the same table with other secrets of the intruders."""
    state = with_character(state, "ninja", zone="T1", mission="F", hand=("rope",) * 8, locked=True, noise=3)
    state = with_character(state, "traitor", zone="N6", mission="E", hand=("cat",) * 7)
    passages = tuple(dataclasses.replace(p, entrances=("S4", "W13")) for p in state.passages)
    return dataclasses.replace(state, passages=passages)


@pytest.mark.parametrize("players", [2, 3])
def test_a_covered_phone_is_the_same_whatever_it_covers(players: int) -> None:
    state = night(players=players).state
    for seat in {"intruders", "ninja", "traitor"} & {p.seat for p in state.players}:
        assert held(state, seat) == held(other_secrets(state), seat)
        assert held(state, seat, JA) == held(other_secrets(state), seat, JA)


def test_a_covered_phone_does_not_tell_who_has_moved() -> None:
    table = night()
    before = held(table.state, "intruders")
    table.says("intruders", "lock_path", intruder="ninja", steps=[{"do": "walk", "to": "K6"}])
    assert held(table.state, "intruders") == before


@pytest.mark.parametrize(("seed", "players"), [(21, 2), (22, 4)])
def test_a_covered_phone_of_a_random_match_is_a_function_of_what_everybody_sees(seed: int, players: int) -> None:
    compared = 0
    for played in judged(seed, players):
        if not isinstance(played.parsed, LockPath) or compared >= 6:
            continue
        after = played.ruling.state
        told = played.ruling.notices
        if not told and after.phase == played.before.phase:
            assert held(played.before, played.seat) == held(after, played.seat)
            compared += 1
    assert compared >= 3


def test_a_plan_is_only_there_while_the_cover_is_open() -> None:
    phone = Phone(night().state, "intruders")
    phone.tap_zone("K6")
    phone.tap("Shuriken, 2 left")
    assert "n walk K6" in phone.entering
    assert "Ninja: K6?" in phone.words
    without = sorted(texts(phone.covered().tree))
    phone.held = "covered"
    phone.again()
    assert sorted(texts(phone.tree)) == without
    assert not any("walk" in text or "huriken" in text for text in without)
    phone.held = "kept"
    phone.again()
    assert "Ninja: K6?" in phone.words


def test_an_open_phone_shows_its_own_side_and_nothing_of_the_guards() -> None:
    state = night().state
    phone = Phone(state, "intruders")
    assert "Ninja, K10" in phone.names
    assert "Traitor, W6" in phone.names
    assert {EN.t("map.mark", letter="X") + f", {zone}" for zone in ("K10", "N9")} <= set(phone.names)
    moved = dataclasses.replace(state, marks=dataclasses.replace(state.marks, traps=("K6",), hidden=("K5",)))
    assert sorted(texts(Phone(moved, "intruders").tree)) == sorted(texts(phone.tree))


@pytest.mark.clause("SCORPION-30.1")
def test_rivals_see_nothing_of_each_other_and_partners_do() -> None:
    for disputed in ("on", "off"):
        phone = Phone(night(players=3, disputed=disputed).state, "ninja")
        assert ("Traitor, W6" in phone.names) == (disputed == "off")
        assert any(name.startswith("Traitor ") for name in phone.names) == (disputed == "off")


def test_who_cannot_search_there_is_warned_alone() -> None:
    table = night()
    table.says("intruders", "lock_path", intruder="ninja", steps=[{"do": "walk", "to": "K13"}])
    phone = Phone(table.state, "intruders")
    phone.tap(next(name for name in phone.names if name.startswith("Ninja ")))
    phone.tap_zone("K13")
    board = table.state.board
    assert ("K13: nothing can be hidden there." in phone.words) == ("K13" not in board.mark_zones)
    assert "nothing can be hidden" not in phone.covered().words


@pytest.mark.parametrize("seed", [11, 38])
def test_twins_that_nobody_can_tell_apart_have_the_same_covered_phones(seed: int) -> None:
    pair = Pair(seed)
    assert pair.viewer == PUBLIC
    seats = seats_of(pair.a.state, "intruders")
    compared = 0
    for n in range(90):
        if not pair.declare():
            break
        if n % 6 == 0 and pair.a.state.phase not in ("setup", "start"):
            for seat in seats:
                assert held(pair.a.state, seat) == held(pair.b.state, seat)
                compared += 1
    assert compared > 10
    assert pair.secrets()[0] != pair.secrets()[1]
