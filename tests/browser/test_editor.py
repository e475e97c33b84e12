"""A board is traced over a photo in a real browser, saved, and a Scorpion match is played on it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable

import pytest
from PIL import Image, ImageDraw

from companion.boards.tracing.tools import fitting
from companion.phones.device_storage import DeviceStorage
from tests.browser.conftest import NewPhone
from tests.browser.match import sit
from tests.browser.phones import WIDTH, BrowserPhone
from tests.browser.scorpion_thumbs import T, Table, Thumb
from tests.hosted import Hosted
from tests.shares import SOAK

pytestmark = pytest.mark.browser

SIZE = ACROSS, DOWN = 4, 5
"""Rooms of the board: the upper and the lower row lie outside, between them are two castles."""
SIDE = 160
"""Pixels of the photo that a room is wide and high."""
SEED = 3
BOARD = "Castle of twenty rooms"

DRAWING = re.compile("^The drawing, ")
ABOVE_TOOLS = 9
"""Pixels between the drawing and its tools."""

Spot = tuple[float, float]


def photo() -> bytes:
    """Return a photo of a board of rooms."""
    image = Image.new("RGB", (ACROSS * SIDE, DOWN * SIDE), "#a98")
    draw = ImageDraw.Draw(image)
    for column in range(ACROSS):
        for row in range(DOWN):
            draw.rectangle(_box(column, row), outline="black", width=4)
    file = io.BytesIO()
    image.save(file, "JPEG")
    return file.getvalue()


def _box(column: int, row: int) -> tuple[int, int, int, int]:
    return column * SIDE, row * SIDE, (column + 1) * SIDE, (row + 1) * SIDE


def room(column: int, row: int) -> Spot:
    """Return a place in a room that no button lies over."""
    return (column + 0.5) * SIDE, (row + {0: 0.85, DOWN - 1: 0.1}.get(row, 0.5)) * SIDE


def corner(column: int, row: int) -> Spot:
    """Return where rooms meet; at the rim a little inside, as fingers do."""
    return min(max(column * SIDE, 3), ACROSS * SIDE - 3), min(max(row * SIDE, 3), DOWN * SIDE - 3)


class Editor:
    """The editor on a phone, and where on its screen the drawing lies."""

    def __init__(self, phone: BrowserPhone) -> None:
        self.phone = phone
        box, tools = (place.bounding_box() for place in (phone.words(DRAWING), phone.button(T("editor.tool.zone"))))
        assert box is not None
        assert tools is not None
        self.left, self.top = box["x"], box["y"]
        self.gaze = fitting((ACROSS * SIDE, DOWN * SIDE), WIDTH, tools["y"] - ABOVE_TOOLS - self.top)

    def pixel(self, spot: Spot) -> Spot:
        """Return where a place of the photo is on the screen."""
        x, y = self.gaze.pixel(spot)  # type: ignore[arg-type]
        return self.left + x, self.top + y

    def take(self, tool: str) -> None:
        """Take a tool; it says in the dock what it waits for."""
        self.phone.tap(T(f"editor.tool.{tool}"))
        self.phone.sees(re.compile(re.escape(T(f"editor.line.{tool}"))))

    def tap(self, *spots: Spot) -> None:
        """Tap places of the photo."""
        for spot in spots:
            self.phone.page.mouse.click(*self.pixel(spot))

    def draw(self, spots: Iterable[Spot]) -> None:
        """Draw a finger along places of the photo."""
        first, *rest = map(self.pixel, spots)
        self.phone.page.mouse.move(*first)
        self.phone.page.mouse.down()
        for spot in rest:
            self.phone.page.mouse.move(*spot, steps=6)
        self.phone.page.mouse.up()

    def has(self, zones: int) -> None:
        """Wait until the board has so many zones."""
        self.phone.sees(re.compile(f"^The drawing, {zones} zone"))


def trace(editor: Editor) -> None:
    """Trace the columns as they lie side by side, and cut each into its rooms."""
    phone = editor.phone
    for column in range(ACROSS):
        ring = [corner(column, 0), corner(column + 1, 0), corner(column + 1, DOWN), corner(column, DOWN)]
        editor.tap(*ring)
        phone.sees(re.compile(re.escape(T("editor.corners", n=4))))
        editor.tap(ring[0])
        editor.has(column + 1)
    editor.take("split")
    for column in range(ACROSS):
        for row in range(1, DOWN):
            editor.tap(corner(column, row), corner(column + 1, row))
            phone.sees(re.compile(re.escape(T("editor.corners", n=2))))
            phone.tap(T("editor.close.split"))
            editor.has(ACROSS + column * (DOWN - 1) + row)


def mark(editor: Editor) -> None:
    """Paint what the rooms are, build a wall between the castles' halves, and lay the patrols' way."""
    phone = editor.phone
    editor.take("paint")
    outside = [room(column, row) for row in (0, DOWN - 1) for column in range(ACROSS)]
    castles = {"castle_a": (0, 1), "castle_b": (2, 3)}
    for kind, columns in castles.items():
        phone.choose(T(f"editor.kind.{kind}"))
        for column in columns:
            editor.draw([room(column, 1), room(column, DOWN - 2)])
    flags = {
        "edge": outside,
        "post": [*outside[1:4], *outside[5:], room(0, 1), room(3, 1)],
        "barracks": [room(1, 2), room(2, 2), room(1, 3), room(2, 3)],
        "inside_outer_moat": outside[4:6],
    }
    for flag, rooms in flags.items():
        phone.choose(T(f"editor.flag.{flag}"))
        editor.tap(*rooms)
    editor.take("border")
    editor.draw([(SIDE * 2, SIDE * 1.1), (SIDE * 2, SIDE * 1.9)])
    editor.take("route")
    ring = [(0, 2), (0, 3), (1, 3), (2, 3), (3, 3), (3, 2), (3, 1), (2, 1), (2, 2), (1, 2), (0, 2)]
    editor.tap(*(room(*each) for each in ring))


@pytest.mark.soak
def test_a_board_is_traced_over_a_photo_saved_and_played_on(host: Hosted, phone: NewPhone) -> None:
    first, second = (phone(name, storage=DeviceStorage(tap_to_open=True)) for name in ("Gin", "Kage"))
    first.open(host.address)
    first.tap(re.compile(f"^{T('boards.home')}"))
    first.tap(T("boards.new"))
    first.sees(DRAWING)
    with first.page.expect_file_chooser() as chooser:
        first.tap(T("editor.photo.lay"))
    chooser.value.set_files({"name": "board.jpg", "mimeType": "image/jpeg", "buffer": photo()})
    first.is_offered(T("editor.photo.here"))
    editor = Editor(first)
    trace(editor)
    mark(editor)
    save(first)
    phones = sit_down(host, first, second)
    with Table(host, first.page.url.rsplit("/", 1)[1], phones, SEED) as table:
        assert len(table.match.state.board.zones) == ACROSS * DOWN
        table.set_up()
        assert "lock_setup" in table.kinds
        if not SOAK:
            return
        table.play(lambda state: state.turn == 2)
    first.sees(re.compile("^Turn 2 "))
    assert {"end_alert_phase", "end_patrol_phase", "lock_path", "end_intruder_phase"} <= set(table.kinds)


def save(phone: BrowserPhone) -> None:
    """Save the board; it asks for its name, and is on the shelf then."""
    phone.tap(T("editor.save"))
    phone.write(1, BOARD)
    phone.tap_last(T("editor.save"))
    phone.sees(BOARD)


def sit_down(host: Hosted, first: BrowserPhone, second: BrowserPhone) -> dict[str, Thumb]:
    """Open a table for two on the new board, and let both sit down."""
    first.open(host.address)
    first.tap(T("app.home.open"))
    first.tap(T("new.tile.scorpion"))
    for seat in (4, 3):
        first.tap(T("app.new.edit_seat", n=seat, name=T("scorpion.traitor")))
        first.tap(T("app.new.remove", name=T("scorpion.traitor")))
    for seat, each in enumerate((first, second), 1):
        first.write(seat, each.name)
        first.is_offered(T("app.new.edit_seat", n=seat, name=each.name))
    first.tap(re.compile(f"^{BOARD}"))
    first.tap(T("app.new.open"))
    second.open(first.scan())
    for each in (first, second):
        sit(each, each.name)
    first.tap(T("app.lobby.start"))
    return {f"p{n}": Thumb(each) for n, each in enumerate((first, second), 1)}
