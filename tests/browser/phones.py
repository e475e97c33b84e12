"""Phones in a real browser: what a person at the table sees and touches, by the names of what is there."""

from __future__ import annotations

import io
import math
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import msgpack
import zxingcpp
from PIL import Image, ImageChops
from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page, WebSocket
from playwright.sync_api import Error as PlaywrightError

from companion.i18n import translator
from tests.wire.cards import shown

WIDTH, HEIGHT = 390, 844
GRAIN = 0.5
"""Dots for each pixel of the page, across and down: with all of them a match takes a quarter longer."""
STEP = 120
"""Pixels that a finger scrolls at a time."""
EVENT, PAGE = 3, 1
"""The kind of frame that tells of an event, and the page's own number among controls."""
PATIENCE = 90_000
"""Milliseconds a thing may take to appear; one that takes longer has failed."""
FRAME = """() => new Promise(done => {
  requestAnimationFrame(() => requestAnimationFrame(done));
  setTimeout(done, 5000);
})"""
"""Ends when the page has been drawn once more; a WebKit whose host is gone may draw nothing until something changes."""
AGAIN = 15_000
"""Milliseconds after which a finger that met nothing is put down again."""

# A phone in a test can pull its own plug: the sockets the app opens are kept where the test finds them. And it has a
# screen reader on, by which the test reads, however often the page is loaded anew.
PLUG = """(() => {
  window.testSockets = [];
  window.WebSocket = class extends window.WebSocket {
    constructor(address, ...given) {
      // A browser that plays being offline lets sockets through all the same: these go nowhere.
      super(navigator.onLine ? address : 'ws://127.0.0.1:9/', ...given);
      window.testSockets.push(this);
    }
  };
  new MutationObserver((_, observer) => {
    const placeholder = document.querySelector('flt-semantics-placeholder');
    if (placeholder) { observer.disconnect(); placeholder.click(); }
  }).observe(document, { childList: true, subtree: true });
})()"""

SPOKEN = """() => [...document.querySelectorAll('flt-semantics, flt-semantics input, flt-semantics textarea')]
  .map(node => [node.getAttribute('aria-label') || '', node.value || '',
    ...[...node.childNodes].filter(n => n.nodeType === 3 || n.nodeName === 'SPAN').map(n => n.textContent)]
  .filter(Boolean).join(' ')).filter(Boolean).join('\\n')"""

STILL = """node => new Promise(done => {
  let before = '', frames = 0;
  const look = () => {
    const { x, y, width, height } = node.getBoundingClientRect(), now = [x, y, width, height].join();
    const seen = width && height && getComputedStyle(node).visibility === 'visible';
    if (!node.isConnected || ++frames > 100) done(null);
    else if (seen && now === before) done({ x, y, width, height });
    else { before = now; requestAnimationFrame(look); }
  };
  look();
})"""
"""Tells where a thing is once it can be seen and stands still, or null where that never comes."""

FOCUSED = """async (node, patience) => {
  for (const end = performance.now() + patience; performance.now() < end && node.isConnected; ) {
    if (document.activeElement === node) return true;
    await new Promise(requestAnimationFrame);
  }
  return false;
}"""
"""Tells whether a field comes to be written in."""


class BrowserPhone:
    """One phone: a browser context of its own, with its own storage.

    Its owner has asked for less motion, as a setting of phones does, unless it is said to be `lively`: then all that
    slides and fades takes its time.
    """

    def __init__(
        self, browser: Browser, name: str = "", lang: str = "en", mode: str = "dark", lively: bool = False
    ) -> None:
        self.name = name
        self.t = translator(lang)
        self.context: BrowserContext = browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT},
            device_scale_factor=GRAIN,
            locale={"en": "en-GB", "ja": "ja-JP"}[lang],
            color_scheme=mode,  # type: ignore[arg-type]
            reduced_motion="no-preference" if lively else "reduce",
        )
        self.context.add_init_script(PLUG)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.frames: list[bytes] = []
        """Everything this phone was ever sent by the host."""
        self.heard = -math.inf
        """When the host sent the newest of it, by the monotonic clock."""
        self._told: list[bytes] = []
        """What of it came over the newest connection."""
        self.taps = 0
        """How often a finger was put on it, on purpose."""
        self.sent = 0
        """How many events of controls it sent to the host; those of the page itself come of no finger."""
        self.requests: list[str] = []
        self._hosts: set[str] = set()
        self.troubles: list[str] = []
        """Faults of the page itself, such as an exception that nobody caught."""
        self._finger = (0.0, 0.0)
        self.page.on("websocket", self._socket)
        self.page.on("pageerror", lambda fault: self.troubles.append(f"{fault} {fault.stack}"))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def _socket(self, socket: WebSocket) -> None:
        self._told = told = list[bytes]()

        def received(frame: Any) -> None:
            told.append(frame if isinstance(frame, bytes) else str(frame).encode())
            self.frames.append(told[-1])
            self.heard = time.monotonic()

        def sent(frame: Any) -> None:
            if isinstance(frame, bytes) and _touches(frame):
                self.sent += 1

        socket.on("framereceived", received)
        socket.on("framesent", sent)
        socket.on("close", lambda _: told.clear())

    @property
    def elsewhere(self) -> list[str]:
        """What it asked of any other host than that of its own addresses, answered or not."""
        asked = [url for url in self.requests if url.startswith("http")]
        return [url for url in asked if urlsplit(url).netloc not in self._hosts]

    # Coming and going

    def open(self, address: str) -> BrowserPhone:
        """Open an address and wait until its first screen can be read."""
        self._hosts.add(urlsplit(address).netloc)
        self.page.goto(address, wait_until="commit")
        self.read_aloud()
        return self

    def read_aloud(self) -> None:
        """Wait until a screen reader has something to read."""
        self.page.locator("flt-semantics[role], flt-semantics[aria-label], flt-semantics span").first.wait_for(
            state="attached"
        )

    def reload(self) -> None:
        """Reload the page, as a thumb does."""
        self.page.reload(wait_until="commit")
        self.read_aloud()

    def cut_off(self) -> None:
        """Take the network away: nothing new gets through, and what was connected is torn."""
        self.context.set_offline(True)
        self.unplug()

    def unplug(self) -> None:
        """Tear the connection, and leave the network as it is."""
        self.page.evaluate("() => window.testSockets.forEach(socket => socket.close())")

    def back_on(self) -> None:
        """Give the network back."""
        self.context.set_offline(False)

    def disconnected(self) -> None:
        """Wait until it has noticed that its connection is gone."""
        self.waits_for(lambda: not self._told, "it keeps its connection")

    def connected(self) -> None:
        """Wait until the host has drawn the screen anew over the newest connection.

        Until then the screen of before stands there, whose controls a host that was started again does not know.
        """
        # Every screen of ours has names for the reader; the empty page that comes first has none.
        self.waits_for(lambda: any(b"Semantics" in frame for frame in self._told), "it does not come back")
        self.next_frame()

    def waits_for(self, so: Callable[[], bool], trouble: str) -> None:
        """Wait until something is so that the phone was sent or heard of."""
        end = time.monotonic() + PATIENCE / 1000
        while not so():
            assert time.monotonic() < end, trouble
            self.next_frame()

    def hide(self) -> None:
        """Bring another app to the front: the page is told so, as a phone's browser tells it."""
        self._appear("hidden")

    def show(self) -> None:
        """Bring the page to the front again."""
        self._appear("visible")

    def blur(self) -> None:
        """Give the focus to another window, as a notification does."""
        self.page.evaluate("() => window.dispatchEvent(new Event('blur'))")

    def focus(self) -> None:
        """Take the focus back."""
        self.page.evaluate("() => window.dispatchEvent(new Event('focus'))")

    def _appear(self, state: str) -> None:
        # A browser without a window shows its pages always; the page cannot tell this from the real thing.
        script = """state => {
          Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
          Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' });
          document.dispatchEvent(new Event('visibilitychange'));
        }"""
        self.page.evaluate(script, state)

    def close(self) -> None:
        """Throw the phone away."""
        self.context.close()

    # Reading

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """Return the button of that name."""
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str)).first

    def words(self, text: str | re.Pattern[str]) -> Locator:
        """Return where a text stands, or is spoken."""
        return self.page.get_by_text(text).or_(self.page.get_by_label(text)).first

    def sees(self, text: str | re.Pattern[str]) -> None:
        """Wait until a text is there."""
        self.words(text).wait_for(state="attached")

    def does_not_see(self, text: str | re.Pattern[str]) -> None:
        """Wait until a text is gone."""
        self.words(text).wait_for(state="detached")

    def is_offered(self, name: str | re.Pattern[str]) -> None:
        """Wait until a button is there."""
        self.button(name).wait_for(state="attached")

    def offers(self, name: str | re.Pattern[str]) -> bool:
        """Tell whether a button is there now."""
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str)).count() > 0

    def spoken(self) -> str:
        """Return everything a screen reader would find, in order."""
        return str(self.page.evaluate(SPOKEN))

    def cards(self, since: int = 0) -> set[str]:
        """Return every ninja card in what this phone was sent after its first `since` frames, shown or not."""
        return set().union(*(shown(read_frame(frame)) for frame in self.frames[since:]))

    def scan(self) -> str:
        """Decode the QR code on this screen with a real decoder, looking until there is one, as a camera does."""
        end = time.monotonic() + PATIENCE / 1000
        while not (codes := zxingcpp.read_barcodes(self.picture())):
            assert time.monotonic() < end, "no code on the screen"
        assert len(codes) == 1, f"{len(codes)} codes on the screen"
        return str(codes[0].text)

    def picture(self) -> Image.Image:
        """Return what the eye sees now."""
        return Image.open(io.BytesIO(self.page.screenshot(scale="css"))).convert("RGB")

    def settled(self) -> Image.Image:
        """Return what the eye sees once nothing moves any more."""
        before = self.picture()
        end = time.monotonic() + PATIENCE / 1000
        while ImageChops.difference(before, now := self.picture()).getbbox() is not None:
            assert time.monotonic() < end, "it never stands still"
            before = now
        return now

    def looks(self, right: Callable[[Image.Image], bool]) -> None:
        """Wait until the picture is right: the eye sees a change a little later than a reader hears of it."""
        end = time.monotonic() + PATIENCE / 1000
        while not right(self.picture()):
            assert time.monotonic() < end, f"the screen does not look right: {right}"

    def guarded(self) -> bool:
        """Tell whether a finger put anywhere on this screen meets the guard's cover and nothing else."""
        points = [[x, y] for x in (1, WIDTH // 2, WIDTH - 2) for y in (1, HEIGHT // 2, HEIGHT - 2)]
        script = "points => points.every(([x, y]) => document.elementFromPoint(x, y)?.closest('#metsuke-cover'))"
        return bool(self.page.evaluate(script, points))

    def watch_cover(self) -> None:
        """Note from now on whether the guard covers the screen, however short, and whether all of it then."""
        script = """() => {
          const cover = document.getElementById('metsuke-cover');
          window.testCovered = [];
          new MutationObserver(() => {
            if (cover.style.display === 'none') return;
            const xs = [1, innerWidth / 2, innerWidth - 2], ys = [1, innerHeight / 2, innerHeight - 2];
            window.testCovered.push(xs.every(x => ys.every(y => cover.contains(document.elementFromPoint(x, y)))));
          }).observe(cover, { attributes: true, attributeFilter: ['style'] });
        }"""
        self.page.evaluate(script)

    def covers_itself(self) -> None:
        """Wait until the guard has covered the screen; each time it did so since it is watched, all of it."""
        self.page.wait_for_function("() => window.testCovered.length > 0")
        assert all(self.page.evaluate("() => window.testCovered"))

    def unguarded(self) -> None:
        """Wait until the guard has taken its cover away."""
        self.page.locator("#metsuke-cover").wait_for(state="hidden")

    def testify(self, picture: Path) -> None:
        """Print what this phone shows and keep a picture of it, for whoever reads of a failure."""
        try:
            self.page.screenshot(path=picture)
            print(f"--- {self.name or 'a phone'} at {self.page.url}, {picture}\n{self.spoken()}\n{self.troubles}")
        except PlaywrightError as fault:
            print(f"--- {self.name or 'a phone'} shows nothing: {fault}")

    # Touching

    def next_frame(self) -> None:
        """Wait until the page has been drawn once more."""
        self.page.evaluate(FRAME)

    def tap(self, name: str | re.Pattern[str]) -> None:
        """Tap a button in its middle, once it can be used."""
        exact = isinstance(name, str)
        self.touch(self.page.get_by_role("button", name=name, exact=exact, disabled=False).first)

    def touch(self, target: Locator) -> None:
        """Tap in the middle of what stands still."""
        self.taps += 1
        self._tell(lambda: self._meet(target), lambda: None)

    def _meet(self, target: Locator) -> None:
        """Put a finger on what stands still, and again where it was drawn anew just then."""
        end = time.monotonic() + PATIENCE / 1000
        while True:
            self._place(target)
            try:
                # What a finger meets are the engine's own elements, which lie over the one that has the name.
                target.click(force=True)
            except PlaywrightError:  # it stood still, and is gone: another has taken its place
                if time.monotonic() > end:
                    raise
            else:
                return

    def touch_named(self, target: Locator) -> None:
        """Tap something as a screen reader does, by its name: of a whole castle in one view a finger may miss it."""
        target.wait_for(state="attached")
        self._tell(lambda: target.dispatch_event("click"), lambda: None)

    def _tell(self, touch: Callable[[], None], let_go: Callable[[], None]) -> None:
        """Touch something, and again where the host was told nothing: it was named before it could be met.

        A second touch does no harm, for nobody knows of the first one.
        """
        end = time.monotonic() + PATIENCE / 1000
        while True:
            self.page.evaluate("() => null")  # what was sent until now is heard of now
            before, again = self.sent, time.monotonic() + AGAIN / 1000
            touch()
            while time.monotonic() < again:
                if self.sent > before:
                    return
                self.next_frame()
            let_go()
            assert time.monotonic() < end, "the host was never told of a touch"

    def _place(self, target: Locator) -> FloatRect:
        """Return where something is, once it stands still: sheets slide in, and rows move when others come."""
        end = time.monotonic() + PATIENCE / 1000
        while (box := target.evaluate(STILL)) is None:  # it moves, or another has taken its place
            assert time.monotonic() < end, f"{target} never stands still"
        return cast(FloatRect, box)

    def bring(self, name: str | re.Pattern[str], above: float) -> None:
        """Scroll until a button stands higher than a line across the screen."""
        button = self.button(name)
        button.wait_for(state="attached")
        self.page.mouse.move(WIDTH / 2, HEIGHT / 3)
        end = time.monotonic() + PATIENCE / 1000
        while (by := self._too_low(button, above)) != 0:
            assert time.monotonic() < end, f"{name} cannot be scrolled up"
            self.page.mouse.wheel(0, by)
            self.next_frame()
            self.next_frame()

    def _too_low(self, button: Locator, above: float) -> int:
        """Return how far to scroll until a button stands above a line: down, or back where it has gone too far up."""
        if button.count() == 0:
            return -STEP // 2
        box = button.bounding_box()
        return STEP if box is None or box["y"] + box["height"] > above else 0

    def choose(self, name: str) -> None:
        """Tap something that can be chosen, and wait until it is."""
        self.tap(name)
        chosen = self.page.get_by_role("button", name=name, exact=True).and_(self.page.locator("[aria-current=true]"))
        chosen.first.wait_for(state="attached")

    def tap_last(self, name: str) -> None:
        """Tap the last button of that name: that of the dock or of a sheet, where another has the same words."""
        self.touch(self.page.get_by_role("button", name=name, exact=True).last)

    def tap_nth(self, name: str, place: int) -> None:
        """Tap one of the buttons of that name, by its place from 1."""
        self.touch(self.page.get_by_role("button", name=name, exact=True).nth(place - 1))

    def field(self, place: int) -> Locator:
        """Return a field by its place on the screen, from 1."""
        return self.page.get_by_role("textbox").nth(place - 1)

    def write(self, place: int, text: str) -> None:
        """Write into a field by its place, in the place of what it holds."""
        self.write_into(self.field(place), text)

    def write_into(self, field: Locator, text: str) -> None:
        """Write into a field, in the place of what it holds."""
        end = time.monotonic() + PATIENCE / 1000
        while True:
            self._meet(field)
            if field.evaluate(FOCUSED, AGAIN):
                break  # else the field was drawn anew meanwhile, and is tapped again
            assert time.monotonic() < end, f"{field} is never focused"
        # A thumb is slower than this: the engine has to hear of the focus before it listens to letters.
        self.next_frame()
        field.fill(text)

    def press(self, name: str | re.Pattern[str]) -> None:
        """Put a finger on a button and leave it there."""
        self.taps += 1

        def pressed() -> None:
            box = self._place(self.button(name))
            self._finger = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            self.page.mouse.move(*self._finger)
            self.page.mouse.down()

        self._tell(pressed, self.lift)

    def slide(self, across: int, down: int) -> None:
        """Slide the finger that is down, as fingers do: in small steps."""
        x, y = self._finger
        self.page.mouse.move(x + across, y + down, steps=8)

    def lift(self) -> None:
        """Lift the finger."""
        self.page.mouse.up()


def _touches(frame: bytes) -> bool:
    """Tell whether a frame says that something happened to a control other than the page."""
    action, body = read_frame(frame)
    return bool(action == EVENT and body["target"] != PAGE)


def read_frame(frame: bytes) -> Any:
    """Return what a frame holds: it is one byte of its kind and then msgpack."""
    return msgpack.unpackb(frame[1:], strict_map_key=False, ext_hook=lambda _, data: data)
