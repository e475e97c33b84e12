"""Tables of Shinobi School for tests and pictures: real matches, and the snapshots that phones are drawn from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from referee import shinobi_school
from referee.core import journal
from referee.core.journal import Declare
from referee.core.values import GAME_MASTER, TABLE, Seat
from tests.companion.games.shinobazu.tables import KANA, LONG, NAMES
from tests.companion.screens.tables import Table
from tests.players.shinobi_school import HONEST, Habits, playing

__all__ = ["KANA", "LONG", "NAMES", "Table", "begun", "matches", "my_turn", "played"]
EARTHS = {
    "p1": (1, 5, 5, 8, 8, 8, 11),
    "p2": (2, 3, 7, 7, 11),
    "p3": (1, 10, 10),
    "p4": (6, 13, 13, 13),
    "p5": (4, 12),
}
"""The earths of the match in the pictures."""
HEAVEN = (3, 3, 9, 10, 10, 11, 2, 4)
"""Aki's heaven in it, as many of these as are held."""


def begun(count: int = 4, names: tuple[str, ...] = NAMES, **options: Any) -> Table:
    """Begin a match."""
    seats = [Seat(seat=f"p{n + 1}", name=names[n]) for n in range(count)]
    return Table(journal.begin(shinobi_school, options, seats))  # type: ignore[arg-type]


def matches(
    seed: int, count: int, habits: Habits = HONEST, names: tuple[str, ...] = NAMES, **options: Any
) -> Iterator[Table]:
    """The table after each declaration of a random match."""
    table = begun(count, names, **options)
    for played_ in playing(seed, count, options, habits)[0]:
        actor = played_.actor
        match, ruling = table.match.act(actor, Declare(seat=actor, move=played_.move, salt="0" * 32))
        assert ruling.upheld
        table = replace(table, match=match)
        yield table


@lru_cache(maxsize=64)
def played(phase: str, count: int = 4, names: tuple[str, ...] = NAMES, seed: int = 1, round_: int = 1) -> Table:
    """Return the first moment of a random match with that phase in that round or a later one."""
    for table in matches(seed, count, names=names):
        if table.view.phase == phase and table.view.round >= round_:
            return table
    raise LookupError(f"no {phase} in round {round_} of match {seed}")


@lru_cache(maxsize=64)
def second_deal(count: int = 4, names: tuple[str, ...] = NAMES) -> Table:
    """Return the deal of round 2 of a match whose first round Ben won."""
    for seed in range(1, 100):
        table = played("deal", count, names, seed, 2)
        if table.view.start == "p2":
            return table
    raise LookupError("Ben never wins")


def splitting(count: int = 4, names: tuple[str, ...] = NAMES, *noted: str) -> Table:
    """Return round 2 while all split; those who `noted` have laid their earth."""
    table = second_deal(count, names).says(TABLE, "confirm_deal")
    for seat in noted:
        table = table.says(seat, "lay_earth", cards=list(EARTHS[seat]))
    return table


def fielded(count: int = 4, names: tuple[str, ...] = NAMES, *, registered: bool = True) -> Table:
    """Return the first turn of round 2: the earths are open, 4 and 6 are turned, Ben starts."""
    seats = [f"p{n + 1}" for n in range(count)]
    table = splitting(count, names, *seats)
    if registered:
        held = table.view.dealt - len(EARTHS["p1"])
        table = table.says("p1", "register_heaven", cards=list(HEAVEN[:held]))
    table = table.says(TABLE, "reveal_earths").says(TABLE, "first_field", cards=[4, 6])
    return table.says(GAME_MASTER, "set_start_player", player="p2") if table.view.start is None else table


def my_turn(count: int = 4, names: tuple[str, ...] = NAMES, *, registered: bool = True, acted: bool = True) -> Table:
    """Return the moment of the picture: bottom sealed by two nines, Aki's heaven took the 1, earth is to act."""
    table = fielded(count, names, registered=registered)
    table = table.says("p2", "place", side="earth", number=2, size=1)
    table = table.says("p2", "place", side="heaven", number=9, size=2)
    table = table.says("p3", "place", side="earth", number=1, size=1).says("p3", "end_turn")
    for seat in ("p4", "p5")[: count - 3]:
        table = table.says(seat, "end_turn")
    points = {"p1": -6, "p2": 5, "p3": -9, "p4": -4, "p5": -12}
    table = table.with_points(**dict(list(points.items())[:count]))
    return table.says("p1", "collect", side="heaven", end="top") if acted else table
