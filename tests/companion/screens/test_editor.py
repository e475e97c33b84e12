"""The board editor as it is drawn and tapped: tools do what they say, and nothing that a finger sends harms it."""

from __future__ import annotations

import random
import re
from typing import Any

import flet as ft
import pytest
from flet.utils.object_model import patch_dataclass

from companion.boards.tracing.borders import arrowed, borders, named, walked
from companion.boards.tracing.sketch import History, Sketch
from companion.boards.tracing.tools import TOOLS, EditorState
from companion.boards.workshop import ACTS, Workplace, done, look_over
from companion.contract.snapshot import BoardCard, Snapshot
from companion.phones.page import rare
from companion.screens.editor.surface import LENS
from companion.screens.router import render
from companion.ui.theme import Look
from tests.companion.boards.tracing.grids import SIDE, grid
from tests.companion.screens.stage import EN, JA, Shown
from tests.shots.scenes import Still


@ft.component
def whole(desk: Desk) -> ft.Control:
    """The screen of a desk as it is now."""
    return render(desk.look, Snapshot(screen="editor", editor=desk.place), desk)  # type: ignore[arg-type]


class Desk:
    """An editor that does at once what its screen asks for."""

    def __init__(self, sketch: Sketch, look: Look = EN, **bench: Any) -> None:
        self.place = Workplace(7, EditorState(History(sketch), **bench), checks=look_over(sketch))
        self.asked = Still()
        self.look = look
        self._do("measured", 600.0, 600.0)
        self.shown = Shown(lambda: whole(self))

    def __getattr__(self, name: str) -> Any:
        return self if name == "editor" else getattr(self.asked, name)

    def trace(self, name: str, *args: Any) -> None:
        self._do(name, *args)

    def _do(self, name: str, *args: Any) -> None:
        self.place = done(self.place, name, *args)

    @property
    def sketch(self) -> Sketch:
        return self.place.bench.sketch

    def use(self, name: str, **params: Any) -> None:
        self.shown.again()
        self.shown.tap(self.look.t(name, **params))

    def _fingers(self, *events: tuple[str, ft.Offset]) -> None:
        surface = next(each for each in self.shown.again() if isinstance(each, ft.GestureDetector))
        for name, where in events:
            told = {"control": surface, "local_position": where, "scroll_delta": ft.Offset(0, 120)}
            getattr(surface, f"on_{name}")(type("Event", (), told)())
        self.shown.again()

    def pixel(self, x: int, y: int) -> ft.Offset:
        return ft.Offset(*self.place.bench.gaze.pixel((x, y)))

    def tap(self, *spots: tuple[int, int]) -> None:
        for spot in spots:
            self._fingers(("pan_down", self.pixel(*spot)), ("tap_up", self.pixel(*spot)))

    def drag(self, *spots: tuple[int, int]) -> None:
        first, *rest = (self.pixel(*spot) for spot in spots)
        on_the_way = (("pan_update", each) for each in rest)
        self._fingers(("pan_down", first), ("pan_start", rest[0]), *on_the_way, ("pan_end", rest[-1]))


def middle_of(number: int, across: int = 2) -> tuple[int, int]:
    row, column = divmod(number - 1, across)
    return column * SIDE + SIDE // 2, row * SIDE + SIDE // 2


def test_a_zone_is_traced_by_taps_and_closed_on_its_first_corner():
    desk = Desk(Sketch(size=(200, 200)))
    desk.tap((0, 0), (100, 0), (100, 100), (0, 100))
    assert desk.sketch.zones == {}
    assert EN.t("editor.corners", n=4) in desk.shown.words
    desk.tap((0, 0))
    assert list(desk.sketch.rings) == ["Z1"]
    assert desk.place.bench.chosen == ("Z1",)


def test_the_main_action_closes_the_zone_once_it_has_three_corners():
    desk = Desk(Sketch(size=(200, 200)))
    desk.tap((0, 0), (100, 0), (100, 100))
    desk.use("editor.close.zone")
    assert list(desk.sketch.rings) == ["Z1"]


def test_dots_are_set_by_taps_and_joined_by_a_drag_from_one_to_the_other():
    desk = Desk(Sketch(size=(200, 200)))
    desk.use("editor.tool.dot")
    desk.tap((50, 50), (150, 50))
    desk.drag((50, 50), (100, 50), (150, 50))
    assert borders(desk.sketch) == {("Z1", "Z2"): "plain"}


def test_a_corner_that_is_dragged_moves_for_all_its_zones():
    desk = Desk(grid(2, 2))
    desk.use("editor.tool.corner")
    desk.drag((100, 100), (110, 120), (120, 130))
    assert all((120, 130) in desk.sketch.ring(zone) for zone in desk.sketch.zones)


def test_a_drag_begins_where_the_finger_came_down_not_where_it_was_first_told_of():
    desk = Desk(grid(2, 2))
    desk.use("editor.tool.corner")
    desk.drag((100, 100), (170, 170), (160, 160))
    assert (160, 160) in desk.sketch.ring("Z1")


def test_the_loupe_is_there_while_a_finger_is_down_and_on_the_other_side_of_it():
    desk = Desk(grid(2, 2), tool="corner")
    for spot, side in (((10, 100), "right"), ((190, 100), "left")):
        desk._fingers(("pan_down", desk.pixel(*spot)))
        assert lenses(desk) == [side]
        desk._fingers(("tap_up", desk.pixel(*spot)))
        assert lenses(desk) == []


def lenses(desk: Desk) -> list[str]:
    """Return the sides on which the loupe lies."""
    around = [each for each in desk.shown.tree if isinstance(each, ft.Container) and each.width == LENS]
    holders = [each for each in desk.shown.tree if isinstance(each, ft.Container) and each.top == 10 and around]
    return ["right" for each in holders if each.right == 10] or ["left" for each in holders[1:] if each.left == 10]


def test_two_zones_are_chosen_and_get_a_wall_between_them_and_become_one():
    desk = Desk(grid(2, 1))
    desk.use("editor.tool.choose")
    desk.tap(middle_of(1), middle_of(2))
    desk.use("editor.border.wall")
    assert borders(desk.sketch) == {("Z1", "Z2"): "wall"}
    desk.use("editor.merge")
    assert list(desk.sketch.zones) == ["Z1"]
    desk.use("editor.undo")
    assert borders(desk.sketch) == {("Z1", "Z2"): "wall"}
    desk.use("editor.redo")
    assert list(desk.sketch.zones) == ["Z1"]


def test_the_route_between_two_chosen_zones_is_drawn_turned_and_taken_away():
    desk = Desk(grid(2, 1), tool="choose", chosen=("Z1", "Z2"))
    desk.use("editor.way.both")
    assert desk.sketch.route.edges == (("Z1", "Z2"),)
    desk.use("editor.way.one", a="Z2", b="Z1")
    assert desk.sketch.route.one_way == (("Z2", "Z1"),)
    desk.use("editor.way.none")
    assert desk.sketch.route.edges == ()


def turns(desk: Desk) -> dict[str, bool]:
    """Return the ways through a zone that the screen offers, and which of them are allowed."""
    desk.shown.again()
    return {
        each.label: bool(each.toggled)
        for each in desk.shown.tree
        if isinstance(each, ft.Semantics) and each.toggled is not None and each.label
    }


def through(zone: str, *ways: tuple[str, str]) -> set[str]:
    return {EN.t("editor.turn", a=came, zone=zone, b=to) for came, to in ways}


CROSS = (("Z2", "Z5"), ("Z4", "Z5"), ("Z5", "Z6"))
"""A route that forks in the middle of three by three zones."""


def crossed() -> Sketch:
    sketch = grid(3, 3)
    for way in CROSS:
        sketch = walked(sketch, way)
    return sketch


def test_a_fork_of_the_route_shows_every_way_through_it_and_forbids_the_one_that_is_tapped():
    desk = Desk(crossed(), tool="route")
    desk.tap(middle_of(5, 3))
    ways = [(a, b) for a in ("Z2", "Z4", "Z6") for b in ("Z2", "Z4", "Z6") if a != b]
    assert turns(desk) == dict.fromkeys(through("Z5", *ways), True)
    desk.use("editor.turn", a="Z2", zone="Z5", b="Z6")
    assert desk.sketch.route.transitions is not None
    assert ("Z2", "Z5", "Z6") not in desk.sketch.route.transitions
    assert ("Z6", "Z5", "Z2") in desk.sketch.route.transitions
    assert {name for name, allowed in turns(desk).items() if not allowed} == through("Z5", ("Z2", "Z6"))
    desk.use("editor.turn", a="Z2", zone="Z5", b="Z6")
    assert desk.sketch.route.transitions is None
    assert all(turns(desk).values())


def test_a_fork_with_one_way_in_and_two_out_is_a_fork_all_the_same():
    one_way = arrowed(arrowed(arrowed(crossed(), "Z2", "Z5"), "Z5", "Z4"), "Z5", "Z6")
    desk = Desk(one_way, tool="route", last="Z5")
    assert turns(desk).keys() == through("Z5", ("Z2", "Z4"), ("Z2", "Z6"))
    desk.use("editor.turn", a="Z2", zone="Z5", b="Z4")
    assert desk.sketch.route.transitions == (("Z2", "Z5", "Z6"),)


@pytest.mark.parametrize("zone", [1, 2, 6])
def test_where_the_route_does_not_fork_there_is_nothing_to_choose(zone):
    desk = Desk(crossed(), tool="route")
    desk.tap(middle_of(zone, 3))
    assert turns(desk) == {}


def test_a_route_that_only_bends_has_no_fork_and_one_that_only_joins_has_none():
    bend = Desk(walked(grid(2, 2), ["Z1", "Z2", "Z4"]), tool="route", last="Z2")
    assert turns(bend) == {}
    joins = arrowed(arrowed(arrowed(crossed(), "Z2", "Z5"), "Z4", "Z5"), "Z5", "Z6")
    assert turns(Desk(joins, tool="route", last="Z5")) == {}


def test_a_chosen_zone_gets_its_kind_and_its_flags_and_loses_them_again():
    desk = Desk(grid(1, 1), tool="choose", chosen=("Z1",))
    desk.use("editor.kind.castle_a")
    desk.use("editor.flag.post")
    zone = desk.sketch.zone("Z1")
    assert (zone.kind, zone.castle, zone.post) == ("castle", "A", True)
    desk.use("editor.flag.post")
    assert not desk.sketch.zone("Z1").post
    desk.use("editor.remove", zone="Z1")
    assert desk.sketch.zones == {}


def test_a_stroke_paints_every_zone_that_it_crosses():
    desk = Desk(grid(3, 1))
    desk.use("editor.tool.paint")
    desk.use("editor.flag.edge")
    desk.drag(middle_of(1, 3), middle_of(2, 3), middle_of(3, 3))
    assert all(zone.edge for zone in desk.sketch.zones.values())


def test_a_stroke_along_a_border_makes_it_a_wall_and_a_stroke_over_zones_a_route():
    desk = Desk(grid(2, 2))
    desk.use("editor.tool.border")
    desk.use("editor.border.wall")
    desk.drag((100, 20), (100, 50), (100, 80))
    assert borders(desk.sketch)["Z1", "Z2"] == "wall"
    desk.use("editor.tool.route")
    desk.drag(middle_of(1), middle_of(3), middle_of(4))
    assert desk.sketch.route.edges == (("Z1", "Z3"), ("Z3", "Z4"))


def test_a_zone_is_split_and_gets_a_hole():
    desk = Desk(grid(1, 1))
    desk.use("editor.tool.split")
    desk.tap((50, 0), (50, 100))
    desk.use("editor.close.split")
    assert len(desk.sketch.zones) == 2
    desk.use("editor.undo")
    desk.use("editor.tool.hole")
    desk.tap((30, 30), (70, 30), (70, 70))
    desk.use("editor.close.hole")
    assert len(desk.sketch.rings) == 2


def test_the_preview_shows_how_far_is_heard_and_how_far_one_walks():
    desk = Desk(grid(3, 1), tool="hear")
    desk.tap(middle_of(1, 3))
    before = images(desk)
    desk.use("editor.steps", n=2)
    assert desk.place.listening_reach == 2
    assert images(desk) != before
    desk.use("editor.preview.walk")
    assert desk.place.preview == "walk"


def images(desk: Desk) -> list[Any]:
    return [each.src for each in desk.shown.again() if isinstance(each, ft.Image)]


def test_the_drawing_is_moved_zoomed_and_shown_whole():
    desk = Desk(grid(2, 2), tool="look")
    first = desk.place.bench.gaze
    desk.use("editor.nearer")
    assert desk.place.bench.gaze.scale > first.scale
    desk.drag((100, 100), (150, 120))
    moved = desk.place.bench.gaze
    assert (moved.left, moved.top) != (first.left, first.top)
    desk._fingers(("scroll", ft.Offset(300, 300)))
    assert desk.place.bench.gaze.scale < moved.scale
    desk.use("editor.whole")
    assert desk.place.bench.gaze == first


def test_what_cannot_be_done_is_said_and_changes_nothing():
    desk = Desk(grid(1, 1), tool="zone")
    desk.tap((20, 20), (80, 20), (80, 80))
    before = desk.sketch
    desk.use("editor.close.zone")
    assert desk.sketch is before
    assert EN.t("trace.over_zone", zone="Z1") in desk.shown.words
    assert len(desk.place.bench.line) == 3


def test_a_problem_in_the_sheet_leads_to_its_place():
    sketch = grid(4, 4)
    desk = Desk(done(Workplace(1, EditorState(History(sketch), chosen=("Z16",))), "paint", "castle_a").bench.sketch)
    wrong = done(desk.place, "paint", "ground").bench.sketch
    castle = wrong.zone("Z16").model_copy(update={"kind": "ground"})
    desk = Desk(wrong.with_zone(castle))
    assert desk.place.checks is not None
    problem = next(each for each in desk.place.checks.problems if each.zones == ("Z16",))
    desk.use("editor.check", n=len(desk.place.checks.problems))
    why = EN.t(problem.message, **problem.params)
    name = next(each for each in desk.shown.names if each.startswith("Z16") and why[:20] in each)
    desk.shown.tap(name)
    assert desk.place.bench.chosen == ("Z16",)
    assert desk.place.sheet == ""
    assert desk.place.bench.gaze.spot(300, 300) == pytest.approx(desk.sketch.middle("Z16"), abs=2)


def typed(desk: Desk, label: str, text: str) -> None:
    box = next(each for each in desk.shown.again() if isinstance(each, ft.TextField) and each.label == label)
    patch_dataclass(box, {"value": text})  # as what the client sends is applied
    assert box.on_change is not None
    box.on_change(type("Event", (), {"control": box})())  # type: ignore[arg-type]


def test_what_stands_in_a_field_is_taken_over_even_if_the_next_touch_is_another_zone():
    desk = Desk(grid(2, 1), tool="choose", chosen=("Z1",))
    typed(desk, EN.t("editor.name"), "Carp Pond")
    desk.tap(middle_of(2))
    assert desk.sketch.zone("Z1").name.en == "Carp Pond"
    typed(desk, EN.t("editor.id"), "31")
    desk.use("editor.tool.choose")
    assert list(desk.sketch.zones) == ["Z1", "31"]
    assert desk.place.bench.chosen[-1:] == ("31",)


def test_a_rare_kanji_in_a_zones_name_brings_the_face_that_has_it():
    desk = Desk(named(grid(1, 1), "Z1", en="Gate", ja="二の門"))
    assert not rare(Snapshot("editor", editor=desk.place))
    desk = Desk(named(grid(1, 1), "Z1", en="Gate", ja="鼕の門"))
    assert rare(Snapshot("editor", editor=desk.place))
    assert rare(Snapshot("boards", boards=(BoardCard("b1", "kept", "Gate", "鼕の門", 1),)))


def test_an_id_that_is_taken_is_said_and_the_zone_keeps_its_own():
    desk = Desk(grid(2, 1), tool="choose", chosen=("Z1",))
    typed(desk, EN.t("editor.id"), "Z2")
    desk.trace("settle")
    desk.shown.again()
    assert list(desk.sketch.zones) == ["Z1", "Z2"]
    assert EN.t("trace.id_taken", zone="Z2") in desk.shown.words


def test_the_numbers_of_the_board_stand_beside_what_the_game_needs():
    desk = Desk(grid(3, 3))
    desk.use("editor.board")
    assert EN.t("editor.posts_wanted", n=8, printed=12) in desk.shown.words
    assert EN.t("editor.count.edge") in desk.shown.words


@pytest.mark.parametrize("look", [EN, JA])
@pytest.mark.parametrize("tool", TOOLS)
def test_every_tool_has_words_for_what_it_waits_for_and_for_what_it_does(look, tool):
    desk = Desk(grid(2, 1), look, tool=tool)
    assert not re.search(r"(editor|trace)\.[a-z]", "\n".join((desk.shown.words, *desk.shown.names)))


ABSURD = (0, -1, 1e308, -1e308, float("nan"), float("inf"), 10**400, None, "12", True, [], {}, 37.5, 300, 599.9)


def test_gestures_with_absurd_places_and_words_never_break_the_editor_nor_leave_the_drawing():
    chance = random.Random(20)
    words = (*ABSURD, "zone", "corner", "wall", "Z1", "Z2", "en", "", "castle_a", "problems", ("Z1", "Z9"), 2)
    for seed in range(30):
        place = Workplace(1, EditorState(History(grid(2, 2))), wide=300.0, high=300.0)
        for _ in range(60):
            name = chance.choice((*ACTS, "nothing", "take"))
            args = [chance.choice(words) for _ in range(chance.choice((0, 1, 2, 2, 3, 4)))]
            place = done(place, name, *args)
        assert all(0 <= x <= 200 and 0 <= y <= 200 for x, y in place.bench.sketch.corners.values()), seed
        desk = Desk(grid(2, 2))
        desk.place = place
        assert desk.shown.again()
