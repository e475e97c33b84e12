"""The map as a list: the same zones, the same choices and the same things as on the map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from companion.boards.drawing import drawing_of
from companion.ui import act
from companion.ui.map.board_map import Figure, MapFacts, Mark, Trail, board_map
from companion.ui.map.zone_list import things, zone_list
from companion.ui.theme import Look, make_look
from tests.shots.scenes_map import LISTENED, SECRET
from tests.shots.tree import drawn, names, press, usable, words

LOOK = make_look()
NIJO = drawing_of("nijo")


def draw(
    facts: MapFacts, on_zone: Callable[..., None] | None = None, first: str = "", look: Look = LOOK
) -> list[ft.BaseControl]:
    """A list's tree."""
    return drawn(lambda: zone_list(look, facts, act(on_zone) if on_zone else None, first))


def order(tree: list[ft.BaseControl]) -> list[str]:
    """The zones in the order of the list."""
    return [name.split(",")[0] for name in names(tree)]


def test_every_zone_is_listed_once() -> None:
    assert sorted(order(draw(MapFacts("nijo")))) == sorted(NIJO.board.ids)


def test_what_may_be_chosen_comes_first_and_then_what_lies_nearest() -> None:
    listed = order(draw(LISTENED, print, "E7"))
    targets = [zone for zone, _ in LISTENED.targets]
    assert sorted(listed[: len(targets)]) == sorted(targets)
    far = [NIJO.board.sound.between("E7", zone) for zone in listed[len(targets) :]]
    assert far == sorted(far)


def test_without_a_place_to_begin_at_zones_in_which_something_is_come_first() -> None:
    facts = replace(SECRET, targets=())
    shown = [bool(things(LOOK, facts, zone)) for zone in order(draw(facts))]
    assert any(shown)
    assert shown == sorted(shown, reverse=True)


def test_what_may_be_chosen_does_not_move_when_it_is_chosen() -> None:
    count = len(LISTENED.targets)
    assert order(draw(LISTENED, print, "E9"))[:count] == order(draw(LISTENED, print, "E2"))[:count]


def test_a_list_offers_what_the_map_offers() -> None:
    for facts in (LISTENED, SECRET):
        on_map = drawn(lambda facts=facts: board_map(LOOK, facts, act(print)))  # type: ignore[misc]
        buttons = [each for each in usable(on_map) if isinstance(each, ft.Semantics)]
        lit = {str(each.label).split(",")[0]: each.value for each in buttons if each.value}
        rows = [each for each in usable(draw(facts, print)) if isinstance(each, ft.Semantics)]
        listed = {str(each.label).split(",")[0]: each.value for each in rows if each.value}
        assert listed == lit


def test_a_zone_of_the_list_is_used_like_one_of_the_map() -> None:
    used: list[str] = []
    tree = draw(LISTENED, used.append)
    press(tree, next(name for name in names(tree) if name.startswith("E9, ")))
    assert used == ["E9"]


def test_without_an_act_the_list_is_only_read() -> None:
    assert usable(draw(LISTENED)) == []
    assert len(names(draw(LISTENED))) == len(NIJO.board.ids)


def test_a_zone_tells_all_that_the_map_shows_there() -> None:
    facts = MapFacts(
        "nijo", "gm", (Figure("P4", "sentry", "6", drunk=True), Figure("P4", "ninja", "N", dead=True)),
        (Mark("P4", "F"),), (Trail("traitor", ("N6", "P4")),), searched=("P4",), cloud=("P4",), ropes=(("N9", "P4"),),
    )  # fmt: skip
    (said,) = (name for name in names(draw(facts)) if name.startswith("P4, "))
    assert said == (
        "P4, Daidokoro Kitchen. Castle. Guard 6, drunk. Ninja, dead. Mark F. Rope to N9. On the Traitor’s way. "
        "Searched. An intruder can be here. Beside E10, P7, P8. Behind a wall: E8, N7, N9, P3"
    )


def test_neighbours_are_told_by_the_ways_that_lead_there() -> None:
    for zone, line in zip(order(draw(MapFacts("nijo"))), beside(draw(MapFacts("nijo"))), strict=True):
        told = {word.strip(",.") for word in line.split()} & set(NIJO.board.ids)
        assert told == set(NIJO.board.neighbours(zone))


def beside(tree: list[ft.BaseControl]) -> list[str]:
    """The lines that name neighbours."""
    return [lines.partition("\n")[2] for lines in words(tree) if "\n" in lines]


def test_the_chosen_zone_is_said_to_be_chosen() -> None:
    tree = usable(draw(replace(LISTENED, chosen="E9"), print))
    chosen = [str(each.label) for each in tree if isinstance(each, ft.Semantics) and each.selected]
    assert [label.split(",")[0] for label in chosen] == ["E9"]


def test_japanese_parts_sentences_its_own_way() -> None:
    (said,) = (name for name in names(draw(LISTENED, print, look=make_look("ja"))) if name.startswith("E5"))
    assert said == "E5、番所。城内、番屋。侵入者がいるかもしれません。隣：E3、E4、E6、E7。壁の向こう：M13"
