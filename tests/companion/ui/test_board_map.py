"""The map: what lights up, what can be tapped, what is said of it, and what a phone is sent of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import flet as ft
import pytest
from flet.controls.context import _context_page
from flet.messaging.protocol import Message

from companion.boards.drawing import ACROSS, PIXEL, drawing_of
from companion.flet_runtime.encode import packed
from companion.ui import act
from companion.ui.map import board_map
from companion.ui.map.board_map import Figure, MapFacts, Mark, Room, Trail, focus, lowered
from companion.ui.map.layers import OLD, stretches
from companion.ui.palette import Palette
from companion.ui.theme import Look, make_look
from tests.companion.flet_runtime.test_redraw import Stage, Watched
from tests.shots.scenes_map import FIGURES, LISTENED, MASTER, NINJA, SECRET
from tests.shots.tree import drawn, names, press, usable
from tests.wire.test_redraw import first_difference, shown

LOOK = make_look()
NIJO = drawing_of("nijo")
PLAIN = MapFacts("nijo", "guards", FIGURES)


def draw(facts: MapFacts, on_zone: Callable[..., None] | None = None, look: Look = LOOK) -> list[ft.BaseControl]:
    """A map's tree."""
    return drawn(lambda: board_map.board_map(look, facts, act(on_zone) if on_zone else None))


def pictures(tree: list[ft.BaseControl]) -> list[str]:
    """Every picture on a map, in the order in which they lie over each other."""
    return [str(each.src) for each in tree if isinstance(each, ft.Image)]


def zone_buttons(tree: list[ft.BaseControl]) -> dict[str, ft.Semantics]:
    """The zones' spoken buttons by id."""
    found = [each for each in usable(tree) if isinstance(each, ft.Semantics)]
    return {str(each.label).split(",")[0]: each for each in found if "neighbour" in str(each.label)}


def tap(tree: list[ft.BaseControl], x: float, y: float) -> None:
    """Touch a place, in units of the board."""
    (ground,) = (each for each in tree if isinstance(each, ft.GestureDetector))
    assert ground.on_tap_up is not None
    ground.on_tap_up(SimpleNamespace(local_position=ft.Offset(x, y), control=None))  # type: ignore[call-arg, arg-type]


def outline(zone: str) -> str:
    """How a zone's outline begins in a picture."""
    x, y = NIJO.cells[zone].points[0]
    return f"M{x} {y}l"


# What may be done


def test_every_zone_is_named_and_can_be_used_by_a_screen_reader() -> None:
    used: list[str] = []
    tree = draw(PLAIN, used.append)
    buttons = zone_buttons(tree)
    assert sorted(buttons) == sorted(NIJO.board.ids)
    for zone in ("E7", "M1", "K14"):
        press(tree, str(buttons[zone].label))
    assert used == ["E7", "M1", "K14"]


def test_a_zone_is_named_by_what_everybody_sees_on_the_board() -> None:
    named = {zone: str(each.label) for zone, each in zone_buttons(draw(PLAIN, print)).items()}
    assert named["E7"] == "E7, Higashi Ōtemon Gate, ward, watch post, 7 neighbours"
    assert named["K4"] == "K4, Guardroom, castle, barracks, 4 neighbours"
    assert ", moat, " in named["M4"]
    assert ", street, " in named["T13"]
    japanese = names(draw(PLAIN, print, make_look("ja")))
    assert "E7、東大手門、城内、見張り場、隣接7ゾーン" in japanese


def test_targets_alone_are_said_to_be_open_to_choice_with_what_they_cost() -> None:
    facts = replace(PLAIN, targets=(("E6", ""), ("E8", "2")))
    values = {zone: each.value for zone, each in zone_buttons(draw(facts, print)).items() if each.value}
    assert values == {"E6": "Can be chosen", "E8": "Can be chosen: 2"}


def test_targets_alone_light_up() -> None:
    before, after = pictures(draw(PLAIN)), pictures(draw(replace(PLAIN, targets=(("E6", ""), ("E8", "2")))))
    (lit,) = (new for old, new in zip(before, after, strict=True) if old != new)
    assert "stroke-dasharray" in lit
    assert ">2</text>" in lit
    assert {zone for zone in NIJO.board.ids if outline(zone) in lit} == {"E6", "E8"}


def test_without_an_act_nothing_but_the_zoom_can_be_used() -> None:
    assert [each.label for each in usable(draw(LISTENED)) if isinstance(each, ft.Semantics)] == ["Closer"]
    assert not [each for each in draw(LISTENED) if isinstance(each, ft.GestureDetector)]


# Fingers


def test_a_tap_means_the_zone_under_the_finger() -> None:
    tapped: list[str] = []
    tree = draw(PLAIN, tapped.append)
    for cell in NIJO.cells.values():
        tap(tree, *cell.middle)
    assert tapped == list(NIJO.board.ids)


def test_a_tap_beside_the_board_means_nothing() -> None:
    tapped: list[str] = []
    tap(draw(PLAIN, tapped.append), -5, 40)
    tap(draw(PLAIN, tapped.append), 40, NIJO.height + 5)
    assert tapped == []


def test_a_tap_just_beside_a_target_still_means_it() -> None:
    tapped: list[str] = []
    x, y = NIJO.cells["G1"].middle
    beside = x - 18 * PIXEL, y
    assert NIJO.at(*beside) == "M13"
    tap(draw(replace(PLAIN, targets=(("G1", ""),)), tapped.append), *beside)
    tap(draw(replace(PLAIN, targets=(("G1", ""), ("M13", ""))), tapped.append), *beside)
    tap(draw(PLAIN, tapped.append), *beside)
    assert tapped == ["G1", "M13", "M13"]


def test_the_second_tap_of_two_in_a_row_is_no_choice_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tapped: list[str] = []
    clock = iter([1.0, 1.0 + board_map.TWICE / 2, 5.0, 5.0 + board_map.TWICE * 2])
    monkeypatch.setattr("companion.ui.map.board_map.monotonic", lambda: next(clock))
    tree = draw(PLAIN, tapped.append)
    for zone in ("E7", "E7", "E7", "E7"):
        tap(tree, *NIJO.cells[zone].middle)
    assert tapped == ["E7", "E7", "E7"]


# What is shown


def test_figures_and_marks_are_named_with_their_zones() -> None:
    facts = MapFacts(
        "nijo", "gm",
        (Figure("E7", "sentry", "6", drunk=True), Figure("W5", "patrol", "P1", "W6"), Figure("K1", "ninja", "N")),
        (Mark("P8", "T", "vermilion"), Mark("W13", "X")), (Trail("traitor", ("N6", "N7"), (0, 1)),),
    )  # fmt: skip
    said = names(draw(facts))
    assert {"Guard 6, drunk, E7", "Patrol P1, facing W6, W5", "Ninja, K1", "Mark T, P8", "Mark X, W13"} <= set(said)
    assert "The Traitor’s way: N6, N7" in said
    assert said[0] == "Map of the game master"


def test_states_of_a_figure_differ_in_shape_and_not_in_colour_alone() -> None:
    plain = Figure("E7", "sentry", "6")
    states = (plain, replace(plain, drunk=True), replace(plain, dead=True), replace(plain, chosen=True))
    shapes = [
        [(each.tag, sorted(name for name in each.attrib if name not in ("fill", "stroke")))
         for each in ElementTree.fromstring(pictures(draw(MapFacts("nijo", figures=(figure,))))[-1]).iter()]
        for figure in states
    ]  # fmt: skip
    assert len({str(shape) for shape in shapes}) == 4


def test_who_stands_nowhere_on_the_board_is_not_drawn() -> None:
    facts = replace(
        PLAIN, figures=(*FIGURES, Figure("passage", "ninja", "N")), marks=(Mark("nowhere", "A"),), chosen="passage",
        concerned=("passage",), searched=("passage",), cloud=("passage",), targets=(("passage", ""),),
        ropes=(("passage", "E7"),), trails=(Trail("ninja", ("passage",), (3,)),),
    )  # fmt: skip
    assert "Ninja, passage" not in names(draw(facts, print))
    assert len(pictures(draw(facts, print))) == len(pictures(draw(PLAIN, print)))


@pytest.mark.parametrize("look", [LOOK, make_look("ja", "light", scale=2.0), make_look(secret=True)])
def test_every_picture_is_well_formed_and_in_the_colours_of_its_light(look: Look) -> None:
    colours = {value for value in vars_of(look.p).values() if isinstance(value, str)}
    for facts in (LISTENED, SECRET, MASTER, MapFacts("nijo", marks=(Mark("E7", "<&"),), targets=(("E6", "a<b"),))):
        for picture in pictures(draw(facts, print, look)):
            for each in ElementTree.fromstring(picture).iter():
                used = {each.get("fill"), each.get("stroke")} - {None, "none", "url(#h)"}
                assert used <= colours


def vars_of(palette: Palette) -> dict[str, Any]:
    """A palette's colours by name."""
    return {name: getattr(palette, name) for name in palette.__dataclass_fields__}


def test_words_on_the_map_grow_with_the_reader_s_text_but_not_beyond_1_3() -> None:
    def size(scale: float) -> float:
        (ids,) = (each for each in pictures(draw(PLAIN, look=make_look(scale=scale))) if ">E7</text>" in each)
        (found,) = {each.get("font-size") for each in ElementTree.fromstring(ids).iter()} - {None}
        return float(found or 0)

    assert size(1.0) == 10.5 * PIXEL
    assert size(1.3) == size(2.0) == pytest.approx(10.5 * PIXEL * 1.3, abs=0.01)


def test_turns_walked_before_stay_as_they_are_when_a_step_is_added() -> None:
    longer = replace(NINJA, zones=(*NINJA.zones, "K10"), turns=(*NINJA.turns, 0))
    before, after = (stretches(NIJO, LOOK.p, each, 1.0) for each in (NINJA, longer))
    assert after[: len(before) - 1] == before[:-1]


def test_old_turns_are_thinner_in_tone() -> None:
    trail = Trail("ninja", ("T16", "M13", "E3", "E2"), (0, 1, OLD, OLD + 1))
    assert ["opacity" in each.drawing for each in stretches(NIJO, LOOK.p, trail, 1.0)] == [True, True, False, False]


# What a phone is sent


class Scales(Watched):
    """A connection that weighs what it sends."""

    def __init__(self) -> None:
        super().__init__()
        self.bytes = 0

    def send_message(self, message: Message) -> None:
        self.bytes += len(packed(message))
        super().send_message(message)


class Table(Stage):
    """A phone that shows a map."""

    def __init__(self, facts: MapFacts, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tests.companion.flet_runtime.test_redraw.Watched", Scales)
        super().__init__(self._scene(facts))

    def _scene(self, facts: MapFacts, tappable: bool = True) -> Callable[[], ft.Control]:
        return lambda: ft.Column([board_map.board_map(LOOK, facts, act(print) if tappable else None, later=True)])

    @property
    def sent(self) -> int:
        """Bytes sent so far."""
        connection = self.connection
        assert isinstance(connection, Scales)
        return connection.bytes

    def show(self, facts: MapFacts, tappable: bool = True) -> int:
        """Show something else; return the bytes that it took."""
        _context_page.set(self.session.page)
        before = self.sent
        self.draw(self._scene(facts, tappable))
        return self.sent - before

    def board(self) -> int:
        """Return the number of the control that is the board itself."""
        return next(found.id for found in self.mirror.walk() if found.kind == "Image")


def on_a_loop(check: Callable[[], None]) -> None:
    """Run where sessions live."""

    async def run() -> None:
        check()

    asyncio.run(run())


def steps(zones: tuple[str, ...]) -> list[MapFacts]:
    """A sentry that walks: where it is, what may follow, what the referee speaks of."""
    return [
        replace(
            PLAIN, concerned=(at,), targets=tuple((zone, "") for zone in NIJO.board.neighbours(at, "plain")),
            figures=tuple(replace(each, zone=at) if each.label == "11" else each for each in FIGURES),
        )
        for at in zones
    ]  # fmt: skip


def test_a_step_of_a_guard_is_a_small_message_and_the_first_frame_no_large_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def check() -> None:
        first, *more = steps(("E7", "E8", "E9", "E10", "N9", "N8"))
        table = Table(first, monkeypatch)
        assert table.sent < 100_000
        assert max(table.show(facts) for facts in more) < 1_300

    on_a_loop(check)


def test_the_board_is_sent_once_whatever_moves_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def check() -> None:
        table = Table(PLAIN, monkeypatch)
        board = table.board()
        for facts in (LISTENED, MASTER, SECRET, PLAIN):
            table.show(facts)
            assert table.board() == board
            sent = str(table.connection.patches)
            assert "<svg" in sent
            assert max(map(len, sent.split("<svg"))) < 3_000

    on_a_loop(check)


def test_zones_that_could_be_tapped_before_are_not_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def check() -> None:
        table = Table(PLAIN, monkeypatch)
        assert table.show(PLAIN, tappable=False) < 500
        hidden = [found for found in table.mirror.walk() if found.node.get("visible") is False]
        assert {found.kind for found in hidden} == {"GestureDetector", "TransparentPointer"}
        assert table.show(PLAIN) < 500
        assert not [found for found in table.mirror.walk() if found.node.get("visible") is False]

    on_a_loop(check)


def test_what_was_shown_before_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def check() -> None:
        covered, other = Table(PLAIN, monkeypatch), Table(PLAIN, monkeypatch)
        for facts in (SECRET, MASTER, PLAIN):
            covered.show(facts)
        assert first_difference(shown(covered), shown(other)) == ""
        other.show(SECRET)
        assert first_difference(shown(covered), shown(other)) != ""

    on_a_loop(check)


def test_a_map_fits_the_width_that_the_phone_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    def check() -> None:
        table = Table(PLAIN, monkeypatch)
        frame = next(found for found in table.mirror.walk() if found.hears("size_change"))
        table.session.index[frame.id].on_size_change(SimpleNamespace(width=412.0, height=420.0, control=None))
        before = table.sent
        table.show(replace(PLAIN, chosen="E7"))
        assert [found.node["width"] for found in table.mirror.walk() if found.node.get("width") == 412.0]
        assert table.sent - before < 2_000
        table.draw(ft.Column)
        table.show(PLAIN)
        assert [found.node["width"] for found in table.mirror.walk() if found.node.get("width") == 412.0]

    on_a_loop(check)


def test_a_map_opens_where_what_is_spoken_of_can_be_seen() -> None:
    def down(facts: MapFacts, height: float) -> float:
        room = Room(390, height, NIJO.height / PIXEL)
        zone = focus(facts)
        return lowered(room, room.spot(NIJO, zone)[1]) if zone else 0

    assert down(PLAIN, 260) == 0
    assert down(replace(PLAIN, concerned=("W4",)), 260) == 0
    assert down(replace(PLAIN, concerned=("E7",)), 260) == NIJO.height / PIXEL - 260
    assert down(replace(PLAIN, concerned=("E7",)), 540) == 0
    spot = NIJO.cells["P6"].middle[1] / PIXEL
    for facts in (replace(PLAIN, chosen="P6"), replace(PLAIN, targets=(("P6", ""), ("W4", "")))):
        assert down(facts, 260) == pytest.approx(spot - 130)


@pytest.mark.parametrize(("wide", "high"), [(390, 440), (390, 600), (320, 250), (690, 560)])
def test_the_whole_board_can_be_brought_into_view_whatever_room_there_is(wide: float, high: float) -> None:
    room = Room(wide, high, NIJO.height * wide / ACROSS)
    scale, margin = room.whole, room.margin
    assert room.tall * scale <= high
    # A viewer zooms out no farther than until it shows what lies within its margins and nothing else.
    assert (room.wide + margin.left + margin.right) * scale >= wide
    assert (room.tall + margin.top + margin.bottom) * scale >= high
