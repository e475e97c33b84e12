"""Of taps that come faster than a screen is drawn, none is lost: a choice counts on from what is chosen by then."""

from __future__ import annotations

from dataclasses import replace

from referee.core.values import GAME_MASTER, TABLE
from tests.companion.games.shinobazu import tables as shinobazu_tables
from tests.companion.games.shinobazu.test_turn import declared
from tests.companion.games.shinobi_school import tables as shinobi_school_tables
from tests.companion.screens.stage import EN, Shown, shown
from tests.shots.tree import press


def quick(screen: Shown, *names: str) -> None:
    """Use what has these spoken names, all of them before the screen is drawn again."""
    for name in names:
        press(screen.tree, name)
    screen.again()


def test_points_that_a_game_master_sets_are_counted_on() -> None:
    table = replace(shinobazu_tables.begun(4), gm="referee")
    screen, _ = shown(table.snap(GAME_MASTER, "kept"))
    screen.tap(EN.t("table_screen.house_ruling"))
    quick(screen, *[EN.t("table_screen.point_more", name="Ben")] * 3, EN.t("table_screen.point_more", name="Dai"))
    assert EN.t("table_screen.set_points", points="Ben 3, Dai 1") in screen.names


def test_every_part_of_a_battles_result_is_kept() -> None:
    screen, actions = shown(shinobazu_tables.begun(4, depth="scores").snap())
    quick(screen, "Dai: Pass", "Ben: Wins", "Chie: Loses", "Aki: Loses")
    screen.tap("Ben wins, Chie and Aki lose")
    ((move,),) = declared(actions)
    assert (move["passers"], move["winner"], move["losers"]) == (["p4"], "p2", ["p3", "p1"])


def test_cards_that_are_named_add_up() -> None:
    table = shinobi_school_tables.begun().says(TABLE, "confirm_deal")
    for seat in ("p1", "p2", "p3", "p4"):
        table = table.says(seat, "lay_earth", **({"cards": [5]} if seat != "p3" else {}))
    screen, actions = shown(table.snap("p1"))
    screen.tap("Enter it for everybody")
    quick(screen, "One more 7", "One more 7", "One more 9")
    screen.tap("Turn up all earths")
    assert declared(actions) == [({"type": "reveal_earths", "earths": {"p3": [7, 7, 9]}},)]
