"""The start of a turn with a return, on its seats' phones: start, hand and mission, and the guards' bonus."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import pytest

from tests.companion.games.scorpion.setup.tables import Evening, Phone, lit_of, main_of, settle
from tests.players.scorpion.match import judged
from tests.referee.scorpion.evenings import match_at
from tests.shots.tree import names

TABLES: list[tuple[int, int, dict[str, Any]]] = [
    (2, 1, {}),
    (3, 25, {"disputed": "on"}),
    (4, 13, {}),
    (2, 11, {"guard_cards": "counted", "intruder_cards": "counted"}),
]
"""Players, a seed of a random match in which somebody returns, and options."""


@lru_cache(maxsize=8)
def returning(players: int, seed: int, options: tuple[tuple[str, Any], ...] = ()) -> Any:
    """Return a table at the start of a turn in which somebody returns: from the first match that has it on."""
    for n in range(seed, seed + 200):
        for one in judged(n, players, dict(options)):
            if one.ruling.state.phase == "start":
                return match_at(one.ruling.state)
            if one.ruling.state.turn > 8:
                break
    raise AssertionError(f"nobody returns from seed {seed} on")


def phones_of(at: Evening) -> list[Phone]:
    """Return a phone for each seat."""
    return [Phone(at, seat.seat) for seat in at.match.seats]


@pytest.mark.clause("SCORPION-23.1", "SCORPION-23.6", "SCORPION-23.7", "SCORPION-23.9", "SCORPION-23.10")
@pytest.mark.parametrize(("players", "seed", "options"), TABLES)
def test_everybody_does_their_part_of_a_return_and_the_turn_goes_on(
    players: int, seed: int, options: dict[str, Any]
) -> None:
    at, random = Evening(returning(players, seed, tuple(options.items()))), Random(seed)
    phones = phones_of(at)
    for _ in range(6):
        for phone in phones:
            if at.match.state.phase == "start":
                settle(phone, random)
    assert at.match.state.phase == "alert"
    done = {move["type"] for _, move in at.moves}
    assert {"respawn", "redraw_mission", "bonus_cards"} <= done


@pytest.mark.clause("SCORPION-23.3")
def test_a_return_names_its_start_and_its_hand_at_once() -> None:
    at = Evening(returning(2, 1))
    phone = Phone(at, "intruders")
    phone.keep()
    zone = lit_of(phone.tree)[0]
    phone.tap(zone)
    phone.tap("Now the hand")
    phone.tap("Suggested" if "Suggested" in phone.names else "One Rope more")
    settle(phone, Random(1))
    respawn = at.moves[0][1]
    assert (respawn["type"], respawn["zone"]) == ("respawn", zone.split(",")[0])
    assert sum(respawn["cards"].values()) == (5 if respawn["intruder"] == "traitor" else 6)


@pytest.mark.clause("SCORPION-23.9")
def test_the_guards_take_cards_from_the_deck_and_from_the_open_pile() -> None:
    at = Evening(returning(2, 1))
    pile = dict(at.match.view("public").stocks[0].discard)
    phone = Phone(at, "guards")
    phone.keep()
    wanted = at.match.view("public").bonus_cards_due["guards"]
    if pile:
        phone.tap("Discard pile 0")
        phone.tap(next(name for name in phone.may() if name.endswith(" more")))
        phone.tap("Deck 0")
    while not main_of(phone.tree):
        phone.tap(next(name for name in phone.may() if name.endswith(" more")))
    phone.tap(f"Take {wanted} cards")
    move = at.moves[-1][1]
    assert at.ruling is not None
    assert at.ruling.upheld
    assert sum(move["deck"].values()) + sum(move["discard"].values()) == wanted


def test_a_covered_phone_says_what_everybody_is_asked_and_no_more() -> None:
    at = Evening(returning(2, 1))
    guards, intruders = phones_of(at)
    assert main_of(guards.tree) == "Open in secret"
    assert main_of(intruders.tree) == "Open in secret"
    assert lit_of(intruders.tree) == []
    before = names(guards.tree)
    intruders.keep()
    intruders.tap(lit_of(intruders.tree)[0])
    assert names(guards.tree) == before
