"""Tables of Shinobazu for tests and pictures: real matches, and the snapshots that phones are drawn from."""

from __future__ import annotations

from typing import Any

from referee import shinobazu
from referee.core import journal
from referee.core.values import TABLE, Seat
from tests.companion.screens.tables import Table

NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi")
KANA = ("アキ", "ベン", "チエ", "ダイ", "エミ")
LONG = ("Maximilian-Alexander", "Ben", "Wilhelmina von Hohenstein", "Dai", "Emi")
HANDS = {
    "p1": ("blue 5", "red 1", "blue 4"),
    "p2": ("red 4", "black -3", "black 5"),
    "p3": ("black 2", "red 5", "black 4"),
    "p4": ("blue 2", "black 1", "blue 1"),
    "p5": ("red -3", "red 2", "blue -3"),
}
"""The hands of the match in the pictures."""


def begun(count: int = 4, names: tuple[str, ...] = NAMES, **options: Any) -> Table:
    """Begin a match."""
    seats = [Seat(seat=f"p{n + 1}", name=names[n]) for n in range(count)]
    return Table(journal.begin(shinobazu, options, seats))  # type: ignore[arg-type]


def entered(table: Table, *without: str) -> Table:
    """Enter everybody's hand but those of `without`."""
    for s in table.match.seats:
        if s.seat not in without:
            table = table.says(s.seat, "enter_hand", cards=list(HANDS[s.seat]))
    return table


def first_battle(table: Table) -> Table:
    """Play round 1 up to its battle: Aki leads blue, Ben and Chie fight, the others pass."""
    table = table.says("p1", "lead", to="p1", colour="blue", card="blue 5")
    table = table.says("p2", "lay", to="p2", card="red 4", declare="fight")
    table = table.says("p3", "lay", to="p3", card="black 2", declare="fight")
    if len(table.match.seats) > 3:
        table = table.says("p4", "lay", to="p4", card="blue 2", declare="pass")
    if len(table.match.seats) > 4:
        table = table.says("p5", "lay", to="p5", card="blue -3", declare="pass")
    return table


def first_duel(table: Table) -> Table:
    """Go on to the duel that Chie, who lost, may ask for."""
    return first_battle(table).says("p1", "turn_over")


def second_round(table: Table) -> Table:
    """Go on to round 2: Chie starts, Dai carries blue 2 (and Emi blue -3)."""
    table = first_duel(table)
    if table.view.phase == "duel":
        table = table.says("p3", "duel_decline").says("p1", "turn_over")
    return table.says("p1", "end_round").with_points(p1=1, p2=3, p3=0)


def my_turn(count: int = 4, names: tuple[str, ...] = NAMES, *without: str) -> Table:
    """Return the moment of the pictures: set 1, round 2, Chie led red, Dai fights, Aki is to lay."""
    table = second_round(entered(begun(count, names), *without))
    if count > 3:
        table = table.with_points(p4=4)
    table = table.says("p3", "lead", to="p3", colour="red", card="red 5")
    if count > 3:
        table = table.says("p4", "lay", to="p4", card="black 1", declare="fight")
    if count > 4:
        table = table.says("p5", "lay", to="p5", card="red 2", declare="pass")
    return table


def showdown(count: int = 4, names: tuple[str, ...] = NAMES) -> Table:
    """Return the showdown of the pictures: smallest is strongest, San-no-jutsu."""
    table = my_turn(count, names)
    table = table.says("p1", "lay", to="p1", card="red 1", declare="pass")
    table = table.says("p2", "lay", to="p2", card="black -3", declare="pass")
    table = table.says("p1", "turn_over")
    return table.says("p1", "turn_over") if table.view.reveals else table


def set_end(names: tuple[str, ...] = NAMES) -> Table:
    """Return the end of a set: Dai keeps two cards and takes them back."""
    table = second_round(entered(begun(4, names)))
    table = table.says("p3", "lead", to="p3", colour="red", card="red 5")
    table = table.says("p4", "lay", to="p4", card="black 1", declare="pass")
    table = table.says("p1", "lay", to="p1", card="red 1", declare="fight")
    table = table.says("p2", "lay", to="p2", card="black -3", declare="fight").says("p1", "turn_over")
    loser = table.view.challenger
    table = table.says(loser, "duel_decline").says(TABLE, "turn_over").says(TABLE, "end_round")
    table = table.with_points(p1=1, p2=2, p3=0, p4=1)
    start = table.view.start
    last = {"p1": "blue 4", "p2": "black 5", "p3": "black 4", "p4": "blue 1"}
    order = [f"p{(int(start[1]) - 1 + i) % 4 + 1}" for i in range(4)]
    table = table.says(start, "lead", to=start, colour=last[start].split()[0], card=last[start])
    for seat in order[1:]:
        declare = "pass" if seat == "p4" else "fight"
        table = table.says(seat, "lay", to=seat, card=last[seat], declare=declare)
    table = table.says(TABLE, "turn_over")
    if table.view.phase == "duel":
        table = table.says(table.view.challenger, "duel_decline")
    return table.says(TABLE, "turn_over") if table.view.reveals else table


def over(count: int = 4, names: tuple[str, ...] = NAMES) -> Table:
    """Return a match that has ended: Dai had five points."""
    table = showdown(count, names)
    return table.with_points(p4=5).says("p1", "end_round")
