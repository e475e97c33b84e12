"""Typing names with a thumb, in a real browser: no letter is lost, and the field keeps the keyboard.

A screen reader's fields are not the ones a thumb types into, so the thumb's phone has none. Where to tap it learns
from a second phone that has one and shows the same screen; what a field holds, the keyboard tells.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, TimeoutError, WebSocket

from tests.browser.conftest import NewPhone, browser, host, phone
from tests.browser.phones import HEIGHT, PATIENCE, WIDTH, BrowserPhone, read_frame
from tests.hosted import Hosted

__all__ = ["browser", "host", "phone"]

pytestmark = pytest.mark.browser

FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
AGAIN = 3_000
"""Milliseconds after which a tap is made again."""
NAMES = ("Maximiliana", "チエ", "Ben O'Neill", "Dai")
TYPED_INTO = """held => document.activeElement && document.activeElement.tagName === 'INPUT'
  && document.activeElement.value === held"""


class Thumb:
    """A phone without a screen reader, beside a twin that shows the same screen and has one."""

    def __init__(self, page: Page, twin: BrowserPhone, address: str) -> None:
        self.page, self.twin = page, twin
        self.frames: list[bytes] = []
        self.sent = 0
        page.on("websocket", self._socket)
        twin.open(address)
        page.goto(address, wait_until="commit")
        page.locator("flt-semantics-placeholder").wait_for(state="attached", timeout=PATIENCE * 2)

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._received)
        socket.on("framesent", self._counted_more)

    def _counted_more(self, _: Any) -> None:
        self.sent += 1

    def _received(self, frame: Any) -> None:
        if isinstance(frame, bytes):
            self.frames.append(frame)

    def until_told(self, words: str) -> None:
        """Wait until the host has sent some words. What was sent is drawn before anything that is tapped later."""
        end = time.monotonic() + PATIENCE / 1000
        while not any(words.encode() in frame for frame in self.frames):
            assert time.monotonic() < end, f"the host never sent {words!r}"
            self.page.evaluate(FRAME)
        self.page.evaluate(FRAME)

    def tap(self, there: Locator) -> None:
        """Tap where something is on the twin."""
        there.wait_for(state="attached")
        before = None
        while (box := there.bounding_box()) is None or box != before:
            before = box  # the twin is still being laid out
            self.twin.page.evaluate(FRAME)
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def presses(self, name: str) -> None:
        """Tap a button by where it is on the twin; tap again where the host was told nothing of it."""
        for _ in range(PATIENCE // AGAIN):
            before, again = self.sent, time.monotonic() + AGAIN / 1000
            self.tap(self.twin.button(name))
            while time.monotonic() < again:
                if self.sent > before:
                    return
                self.page.evaluate(FRAME)
        raise AssertionError(f"the host was never told of {name!r}")

    def both(self, name: str) -> None:
        """Tap a button on both phones."""
        self.presses(name)
        self.twin.tap(name)

    def finds(self, place: int, held: str) -> None:
        """Put the keyboard into a field that holds something; tap again where the screen came after the tap."""
        for _ in range(PATIENCE // AGAIN):
            self.tap(self.twin.field(place))
            with suppress(TimeoutError):
                self.page.wait_for_function(TYPED_INTO, arg=held, timeout=AGAIN)
                return
        raise AssertionError(f"field {place} never holds {held!r}")

    def types(self, place: int, name: str) -> None:
        """Type into an empty field, one letter after the other."""
        self.finds(place, "")
        self.page.keyboard.type(name)
        self.page.wait_for_function(TYPED_INTO, arg=name, timeout=PATIENCE)


@pytest.fixture
def thumb(host: Hosted, phone: NewPhone, browser: Browser) -> Iterator[Thumb]:
    """Return a thumb on the screen on which a match is set up."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    found = Thumb(context.new_page(), phone("twin"), host.address)
    t = found.twin.t
    found.until_told(t("app.home.open"))
    found.both(t("app.home.open"))
    found.twin.is_offered(t("app.new.open"))
    found.until_told(t("app.new.open"))
    yield found
    context.close()


def operations(message: Any) -> list[list[Any]]:
    """Return what a message from the host changes: each a list that names a property."""
    action, body = message
    patch = body.get("patch", []) if action == 2 else []
    return [op for op in patch if isinstance(op, list) and len(op) == 4]


def test_names_typed_fast_survive_every_screen_that_is_drawn_meanwhile(thumb: Thumb) -> None:
    before = len(thumb.frames)
    for place, name in enumerate(NAMES, 1):
        # Each letter makes the host draw the screen again, while the next ones are already on their way.
        thumb.types(place, name)
    # On a slow network an echo would overwrite the letters typed since. Only a seat's mark, one letter, is sent.
    echoes = [op for frame in thumb.frames[before:] for op in operations(read_frame(frame))]
    assert [op for op in echoes if op[2] == "value" and len(str(op[3])) > 1] == []
    # Turned on its side and back, the phone draws another shape of the screen, with the same names in it.
    for width in (620, WIDTH):
        for page in (thumb.page, thumb.twin.page):
            page.set_viewport_size({"width": width, "height": HEIGHT})
    for place, name in enumerate(NAMES, 1):
        thumb.finds(place, name)
    thumb.presses(thumb.twin.t("app.new.open"))
    thumb.page.wait_for_url(re.compile(r"/m/\w+$"))
    thumb.twin.tap(thumb.twin.t("app.close"))
    thumb.twin.sees(re.compile("Maximiliana, チエ, Ben O'Neill and Dai"))


def test_names_go_along_when_seats_change_places(thumb: Thumb) -> None:
    t = thumb.twin.t
    for place, name in enumerate(("Aki", "Ben", "Chie"), 1):
        thumb.types(place, name)
    thumb.both(t("app.new.edit_seat", n=3, name="Player 3"))
    thumb.until_told(t("app.new.up", name="Chie"))
    thumb.both(t("app.new.up", name="Player 3"))
    thumb.finds(2, "Chie")
    thumb.finds(3, "Ben")
    thumb.both(t("app.new.remove", name="Player 2"))
    thumb.finds(2, "Ben")
    thumb.page.keyboard.press("End")
    thumb.page.keyboard.type("jamin")
    thumb.finds(2, "Benjamin")
    thumb.finds(1, "Aki")


@pytest.mark.parametrize(("name", "why"), [("x" * 10_000, "table.name_length"), ("A\u202eki", "table.name_characters")])
def test_a_bad_name_is_said_at_once_and_gone_when_it_is_mended(
    host: Hosted, phone: NewPhone, name: str, why: str
) -> None:
    reader = phone("reader").open(host.address)
    reader.tap(reader.t("app.home.open"))
    reader.is_offered(reader.t("app.new.open"))
    reader.write(1, name)
    reader.sees(re.compile(re.escape(reader.t(why, most=40))))
    reader.write(1, "Aki")
    reader.does_not_see(re.compile(re.escape(reader.t(why, most=40))))
    reader.is_offered(reader.t("app.new.open"))
