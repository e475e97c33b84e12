"""Phones in a real browser: what a person at the table sees and touches, by the names of what is there."""

from __future__ import annotations

import io
import re
import time
from pathlib import Path
from typing import Any

import msgpack
import zxingcpp
from PIL import Image, ImageChops
from playwright.sync_api import Browser, BrowserContext, Locator, Page, WebSocket, expect
from playwright.sync_api import Error as PlaywrightError

from companion.i18n import translator
from tests.wire.cards import shown

WIDTH, HEIGHT = 390, 844
PATIENCE = 45_000
"""Milliseconds a thing may take to appear; one that takes longer has failed."""

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


class BrowserPhone:
    """One phone: a browser context of its own, with its own storage."""

    def __init__(self, browser: Browser, name: str = "", lang: str = "en", mode: str = "dark") -> None:
        self.name = name
        self.t = translator(lang)
        self.context: BrowserContext = browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT},
            locale={"en": "en-GB", "ja": "ja-JP"}[lang],
            color_scheme=mode,  # type: ignore[arg-type]
        )
        self.context.add_init_script(PLUG)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.frames: list[bytes] = []
        """Everything this phone was ever sent by the host."""
        self.requests: list[str] = []
        self.troubles: list[str] = []
        """Faults of the page itself, such as an exception that nobody caught."""
        self._finger = (0.0, 0.0)
        self.page.on("websocket", self._socket)
        self.page.on("pageerror", lambda fault: self.troubles.append(f"{fault} {fault.stack}"))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._received)

    def _received(self, frame: Any) -> None:
        self.frames.append(frame if isinstance(frame, bytes) else str(frame).encode())

    # Coming and going

    def open(self, address: str) -> BrowserPhone:
        """Open an address and wait until its first screen can be read."""
        self.page.goto(address, wait_until="commit")
        self.read_aloud()
        return self

    def read_aloud(self) -> None:
        """Wait until a screen reader has something to read."""
        self.page.locator("flt-semantics[role], flt-semantics[aria-label], flt-semantics span").first.wait_for(
            state="attached", timeout=PATIENCE * 2
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

    def connected(self) -> None:
        """Wait until the newest connection stands."""
        self.page.wait_for_function("() => window.testSockets.at(-1)?.readyState === 1")

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
        expect(self.page.get_by_text(text).or_(self.page.get_by_label(text))).to_have_count(0, timeout=PATIENCE)

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
        return Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")

    def settled(self) -> Image.Image:
        """Return what the eye sees once nothing moves any more."""
        before = self.picture()
        while ImageChops.difference(before, now := self.picture()).getbbox() is not None:
            before = now
        return now

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
        expect(self.page.locator("#metsuke-cover")).to_be_hidden(timeout=PATIENCE)

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
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def tap(self, name: str | re.Pattern[str]) -> None:
        """Tap a button in its middle, once it can be used."""
        exact = isinstance(name, str)
        button = self.page.get_by_role("button", name=name, exact=exact, disabled=False).first
        button.wait_for(state="attached")
        button.click(force=True)

    def bring(self, name: str | re.Pattern[str], above: float) -> None:
        """Scroll until a button stands higher than a line across the screen."""
        button = self.button(name)
        button.wait_for(state="attached")
        self.page.mouse.move(WIDTH / 2, HEIGHT / 3)
        end = time.monotonic() + PATIENCE / 1000
        while (box := button.bounding_box()) is None or box["y"] + box["height"] > above:
            assert time.monotonic() < end, f"{name} cannot be scrolled up"
            self.page.mouse.wheel(0, 120)
            self.next_frame()

    def choose(self, name: str) -> None:
        """Tap something that can be chosen, and wait until it is."""
        self.tap(name)
        chosen = self.page.get_by_role("button", name=name, exact=True).and_(self.page.locator("[aria-current=true]"))
        chosen.first.wait_for(state="attached")

    def tap_last(self, name: str) -> None:
        """Tap the last button of that name: that of the dock or of a sheet, where another has the same words."""
        self.button(name).wait_for(state="attached")
        self.page.get_by_role("button", name=name, exact=True).last.click(force=True)

    def tap_beside(self, label: str | re.Pattern[str], name: str) -> None:
        """Tap the button of that name that stands in the same row as a label."""
        self.sees(label)
        row = self.words(label).bounding_box()
        assert row is not None, f"{label} is nowhere"
        middle = row["y"] + row["height"] / 2
        for button in self.page.get_by_role("button", name=name, exact=True).all():
            box = button.bounding_box()
            if box is not None and box["y"] < middle < box["y"] + box["height"]:
                button.click(force=True)
                return
        raise AssertionError(f"no {name} beside {label}")

    def field(self, place: int) -> Locator:
        """Return a field by its place on the screen, from 1."""
        return self.page.get_by_role("textbox").nth(place - 1)

    def write(self, place: int, text: str) -> None:
        """Write into a field, in the place of what it holds."""
        field = self.field(place)
        field.wait_for(state="attached")
        field.click(force=True)
        # A thumb is slower than this: the engine has to hear of the focus before it listens to letters.
        expect(field).to_be_focused(timeout=PATIENCE)
        self.next_frame()
        field.fill(text)

    def press(self, name: str | re.Pattern[str]) -> None:
        """Put a finger on a button and leave it there."""
        button = self.button(name)
        button.wait_for(state="attached")
        box = button.bounding_box()
        assert box is not None, f"{name} is nowhere"
        self._finger = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(*self._finger)
        self.page.mouse.down()

    def slide(self, across: int, down: int) -> None:
        """Slide the finger that is down, as fingers do: in small steps."""
        x, y = self._finger
        self.page.mouse.move(x + across, y + down, steps=8)

    def lift(self) -> None:
        """Lift the finger."""
        self.page.mouse.up()


def read_frame(frame: bytes) -> Any:
    """Return what a frame holds: it is one byte of its kind and then msgpack."""
    return msgpack.unpackb(frame[1:], strict_map_key=False, ext_hook=lambda _, data: data)
