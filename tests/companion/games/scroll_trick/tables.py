"""Tables of Scroll Trick for tests and pictures: real matches, and the snapshots that phones are drawn from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.core import journal
from referee.core.games import game
from referee.core.journal import HouseRuling
from referee.core.values import GAME_MASTER, Seat
from tests.companion.screens import tables
from tests.players.scroll_trick import HONEST, Habits, play

NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi")
KANA = ("アキ", "ベン", "チエ", "ダイ", "エミ")
LONG = ("Maximilian-Alexander", "Ben", "Wilhelmina von Hohenstein", "Dai", "Emi")
Said = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Table(tables.Table):
    """A match of Scroll Trick and who is awake."""

    def with_captured(self, **captured: Sequence[int]) -> Table:
        """Set captured scrolls by hand, as a house ruling does."""
        match, ruling = self.match.act(GAME_MASTER, HouseRuling(adjust={"captured": captured}))
        assert ruling.upheld, ruling
        return replace(self, match=match)


def begun(count: int = 4, names: tuple[str, ...] = NAMES, **options: Any) -> Table:
    """Begin a match."""
    seats = [Seat(seat=f"p{n + 1}", name=names[n]) for n in range(count)]
    return Table(journal.begin(game("scroll-trick"), options, seats))


def said(table: Table, moves: Sequence[Said]) -> Table:
    """Declare what is upheld, one after the other."""
    for seat, move in moves:
        rest = {name: value for name, value in move.items() if name != "type"}
        table = table.says(seat, move["type"], **rest)
    return table


def until(
    wanted: Callable[[Any], bool],
    count: int = 4,
    seed: int = 1,
    names: tuple[str, ...] = NAMES,
    habits: Habits = HONEST,
    **options: Any,
) -> Table:
    """Return the first moment of a random match of that seed at which the public view is as wanted."""
    table = begun(count, names, **options)
    for seat, move in play(seed, count, options, habits):
        if wanted(table.view):
            return table
        table = said(table, [(seat, move)])
    assert wanted(table.view), "the match has no such moment"
    return table


# The moment of the pictures: round 2, trick 3, Ben led Water, Aki's open Water 7 must go first

SCROLLS = {"p1": (3, 1, -1), "p2": (1, 3, -1), "p3": (-1, 1, 3), "p4": (3, -1, 1)}
OPENED = {
    "p1": ("B 7", "A 3", "D 2"),
    "p2": ("A 1", "D 4", "B 6"),
    "p3": ("B 2", "C 3", "D 6"),
    "p4": ("C 1", "E 6", "D 7"),
}
CLOSED = {
    "p1": ("E 1", "E 2", "D 1", "A 6"),
    "p2": ("D 5", "B 5", "A 2", "E 7"),
    "p3": ("D 3", "A 4", "E 4", "C 5"),
    "p4": ("E 5", "A 5", "C 7", "E 3"),
}


def ready(count: int = 4, names: tuple[str, ...] = NAMES, **options: Any) -> Table:
    """Return a table in round 1 at which everybody has opened three cards; Ben starts, Fire is trump."""
    table = begun(count, names, **options).says("p1", "set_start_player", player="p2")
    table = table.says("table", "take_start_scrolls").says("p1", "confirm_deal")
    table = table.says("p2", "choose_trump", kind="C")
    order = ["p2", "p3", "p4", "p1"]
    for n in range(3):
        for seat in order:
            table = table.says(seat, "open_card", card=OPENED[seat][n])
    return table


def laid(names: tuple[str, ...] = NAMES, note: bool = False, **options: Any) -> Table:
    """Return the table at the beginning of the contest."""
    table = ready(4, names, **options)
    for seat, opened in OPENED.items():
        scrolls = {"scrolls": dict(zip(opened, SCROLLS[seat], strict=True))} if note else {}
        table = table.says(seat, "place_scrolls", **scrolls)
    return table


def my_turn(names: tuple[str, ...] = NAMES, note: bool = False, register: bool = False, **options: Any) -> Table:
    """Return the moment of the pictures: trick 3, Ben led Water, Dai's trump is ahead, Aki must follow openly."""
    table = laid(names, note, **options)
    if register:
        table = table.says("p1", "register_hand", cards=[*OPENED["p1"], *CLOSED["p1"]])
    table = table.says("p2", "play_card", card="D 5").says("p3", "play_card", card="D 6")
    table = table.says("p4", "play_card", card="D 7").says("p1", "play_card", card="D 2")
    table = table.says("p4", "take_trick", player="p4", values={} if note else {"p3": 3, "p4": 1, "p1": -1})
    table = table.says("p4", "play_card", card="E 5").says("p1", "play_card", card="E 1")
    table = table.says("p2", "play_card", card="E 7").says("p3", "play_card", card="E 4")
    table = table.says("p2", "take_trick", player="p2")
    table = table.says("p2", "play_card", card="B 5").says("p3", "play_card", card="B 2")
    return table.says("p4", "play_card", card="C 1")
