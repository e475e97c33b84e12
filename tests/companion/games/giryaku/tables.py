"""Tables of Giryaku for tests and pictures: real matches, and the snapshots that phones are drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee import giryaku
from referee.core import journal
from referee.core.values import TABLE, Seat
from tests.companion.screens.tables import Table

NAMES = ("Aki", "Ben")
KANA = ("アキ", "ベン")
LONG = ("Maximilian-Alexander", "Wilhelmina von Hohenstein")
BOX = {"consume_map": "O_raids", "nin_shi_range": "both_diagonals"}


def begun(names: Sequence[str] = NAMES, **options: Any) -> Table:
    """Begin a match."""
    seats = [Seat(seat=f"p{n}", name=name) for n, name in enumerate(names, 1)]
    return Table(journal.begin(giryaku, options, seats))  # type: ignore[arg-type]


def dealt(names: Sequence[str] = NAMES, **options: Any) -> Table:
    """Return a match whose decks are ready; Aki goes first."""
    return begun(names, **{**BOX, "first_player": "p1", **options}).says(TABLE, "deal_done")


def shown(names: Sequence[str] = NAMES, **options: Any) -> Table:
    """Return a match in which both have shown three cards."""
    table = dealt(names, **options).says("p1", "reveal_opening", cards=["N", "O", "S"])
    return table.says("p2", "reveal_opening", cards=["N", "S", "S"])


def opened(names: Sequence[str] = NAMES, **options: Any) -> Table:
    """Return the first turn: Aki has 忍 in column 1 and 師 in column 2, Ben 忍 in column 2 and 侍 in column 3."""
    table = shown(names, **options).says("p1", "opening_place", cols=[1, 2]).says("p2", "opening_place", cols=[2, 3])
    table = table.says("p1", "opening_reveal", cards={1: "N", 2: "O"})
    return table.says("p2", "opening_reveal", cards={2: "N", 3: "S"})


def midgame(names: Sequence[str] = NAMES, **options: Any) -> Table:
    """Return a moment like that of the pictures: Aki may complete column 2 with 忍 on 師."""
    table = opened(names, **options)
    for card, seat, column in (
        ("S", "p1", 3),
        ("S", "p2", 1),
        ("S", "p1", 3),
    ):
        table = table.says(seat, "place", col=column, card=card)
    # Two samurai struck the lower card of column 3: it is Ben's turn.
    table = table.says("p2", "place", col=3, card="S").says("p1", "consume_two", cards=["S", "N"], target="2L")
    table = table.says("p2", "place", col=2, card="N")
    table = table.says("p1", "consume_one", card="S", target="3U").says("p2", "consume_one", card="S", target="2L")
    table = table.says("p1", "place", col=3, card="S")
    return table.says("p2", "place", col=2, card="N")


def flipped(names: Sequence[str] = NAMES, **options: Any) -> Table:
    """Return the moment after two ninja of Aki: the board lies face down and may be rearranged."""
    return opened(names, **{"flip_mode": "app", **options}).says("p1", "place", col=1, card="N")


def rearranged(names: Sequence[str] = NAMES, **options: Any) -> Table:
    """Return Aki's next turn with a flipped board whose faces only the own phone shows."""
    table = flipped(names, **options)
    lies = {"1L": "O", "2L": "N", "2U": "N"} if table.match.options.flip_mode == "app" else None
    move = {"layout": lies} if lies else {"heights": [1, 2, 0]}
    table = table.says("p1", "rearrange", **move)
    if not lies:
        table = table.says("p1", "declare_flip", stands=True)
    return table.says("p2", "place", col=1, card="S")


def raided(names: Sequence[str] = NAMES, **options: Any) -> Table:
    """Return a raid by Aki: Ben's hand lies open before the raider."""
    return opened(names, **{"consume_map": "S_raids", **options}).says("p1", "consume_one", card="S")


def picked(names: Sequence[str] = NAMES, **options: Any) -> Table:
    """Return a strike at Ben's hand: the second card was picked."""
    return opened(names, **options).says("p1", "place", col=1, card="S").says("p1", "pick_hand", index=2)


def over(names: Sequence[str] = NAMES, **options: Any) -> Table:
    """Return a match that has ended: two onmyoji of Aki."""
    table = opened(names, **options).says("p1", "place", col=3, card="S").says("p2", "place", col=1, card="S")
    return table.says("p1", "place", col=2, card="O")


def booked(names: Sequence[str] = NAMES, **options: Any) -> Table:
    """Return a match of depth scores with some cards in both graveyards."""
    table = begun(names, **{"depth": "scores", "first_player": "p1", **options})
    table = table.says(TABLE, "graveyard_add", player="p1", cards=["S", "N"])
    return table.says(TABLE, "graveyard_add", player="p2", cards=["S", "S", "N", "O"])
