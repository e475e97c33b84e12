"""A page in a browser that takes WebDriver's commands, in the shape of Playwright's: what `BrowserPhone` uses of it."""

from __future__ import annotations

import re
import time
from base64 import b64decode
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, FloatRect

from tests.browser.webdriver import Driver, start

FINDING = (Path(__file__).parent / "finding.js").read_text("utf-8")
PATIENCE = 90.0
"""Seconds that something may take to come."""
SLICE = 2_000
"""Milliseconds that a page is asked to wait at a time: it may be left meanwhile."""
Pattern = str | re.Pattern[str]


class Socket:
    """A socket of the page, as far as a test listens to it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.handlers: dict[str, list[Callable[[Any], object]]] = defaultdict(list)

    def on(self, event: str, handler: Callable[[Any], object]) -> None:
        """Let it be called at every event of this kind."""
        self.handlers[event].append(handler)

    def tell(self, event: str, about: Any = None) -> None:
        """Call whoever waits for this kind of event."""
        for handler in self.handlers[event]:
            handler(about)


class Page:
    """The browser's one page."""

    def __init__(self, driver: Driver, scripts: list[str]) -> None:
        self.driver = driver
        self.mouse = Mouse(driver)
        self._scripts = scripts
        self._sockets: dict[int, Socket] = {}
        self._events = Socket("")
        self._loads = 0
        self.on = self._events.on

    # Scripts

    def evaluate(self, script: str, arg: Any = None) -> Any:
        """Return what a function of the page comes to, once it does."""
        return self.run(f"return await ({script})(given)", arg)

    def run(self, body: str, given: Any = None) -> Any:
        """Run the body of an asynchronous function in the page, and hear what the page has been told meanwhile."""
        source = f"""const given = arguments[0], done = arguments[1];
          (async () => {{ {body} }})().then(
            (value) => done([true, value ?? null, (window.testTold || []).splice(0)]),
            (fault) => done([false, String(fault), (window.testTold || []).splice(0)]))"""
        well, value, told = self.driver.send("ExecuteAsyncScript", script=source, args=[given])
        for event in told:
            self._hear(*event)
        if not well:
            raise Error(str(value))
        return value

    def _hear(self, event: str, *about: Any) -> None:
        match event, about:
            case "socket", (number, url):
                self._open(number, url)
            case "received", (number, data):
                if number not in self._sockets:  # its beginning was told to a command that was given up
                    self._open(number)
                self._sockets[number].tell("framereceived", b64decode(data))
            case "sent", (number, data) if number in self._sockets:
                self._sockets[number].tell("framesent", b64decode(data))
            case "closed", (number,) if number in self._sockets:
                self._sockets[number].tell("close")
            case "fault", (words, stack):
                self._events.tell("pageerror", Fault(words, stack))
            case "asked", (url,):
                self._events.tell("request", SimpleNamespace(url=url))

    def _open(self, number: int, url: str = "") -> None:
        self._sockets[number] = socket = Socket(url)
        self._events.tell("websocket", socket)

    def until(self, body: str, given: Any, patience: float, what: str) -> Any:
        """Return what a function comes to that is true in the end, whatever pages are loaded meanwhile."""
        end = time.monotonic() + patience
        while True:
            try:
                if found := self.run(body, given):
                    return found
                trouble = ""
            except Error as fault:  # the page is being left
                trouble = f": {fault}"
            if time.monotonic() > end:
                raise Error(f"{what} never came{trouble}")

    def wait_for_function(self, script: str) -> None:
        """Wait until a function of the page says that something is so."""
        self.until(f"return {POLL}(() => ({script})())", None, PATIENCE, script)

    # Coming and going

    @property
    def url(self) -> str:
        """Where the page is."""
        return str(self.run("return location.href"))

    def goto(self, address: str, wait_until: str = "commit") -> None:
        """Go to an address. What the test's scripts leave in the storage is there before the page itself is."""
        parts = urlsplit(address)
        self._leave("Navigate", url=f"{parts.scheme}://{parts.netloc}/health")
        self._leave("Navigate", url=address)

    def reload(self, wait_until: str = "commit") -> None:
        """Load the page anew."""
        self._leave("Refresh")

    def _leave(self, command: str, **about: Any) -> None:
        """Give a command that brings a new document, and run the test's scripts in it before it has run its own."""
        self._loads += 1
        self.until("window.testLeft = given; return true", self._loads, PATIENCE, "the page before")
        self.driver.send(command, **about)
        arrived = f"""if (window.testLeft === given || !document.head || location.protocol === "about:") return false;
          {FINDING}; {";".join(self._scripts)}; return true"""
        self.until(arrived, self._loads, PATIENCE, "the new page")

    def wait_for_url(self, url: re.Pattern[str], wait_until: str = "commit") -> None:
        """Wait until the page is at such an address."""
        looks = f"return {POLL}(() => new RegExp(given).test(location.href))"
        self.until(looks, url.pattern, PATIENCE, url.pattern)

    def screenshot(self, path: Path | None = None, scale: str = "css") -> bytes:
        """Return what the eye sees, as a PNG, and keep it."""
        taken = b64decode(self.driver.send("TakeScreenshot"))
        if path is not None:
            path.write_bytes(taken)
        return taken

    @contextmanager
    def expect_download(self, timeout: float = PATIENCE * 1000) -> Iterator[SimpleNamespace]:
        """Wait at the end for a file that was not there before."""
        before, found = set(self.driver.downloads.iterdir()), SimpleNamespace()
        yield found
        end = time.monotonic() + timeout / 1000
        while not (new := [each for each in self.driver.downloads.iterdir() if each not in before and _whole(each)]):
            assert time.monotonic() < end, "nothing was downloaded"
            self.run(FRAME)
        found.value = SimpleNamespace(path=lambda: new[0])

    # Finding

    def locator(self, selector: str) -> Locator:
        """Return what fits a CSS selector."""
        return Locator(self, {"css": selector})

    def get_by_role(
        self, role: str, name: Pattern | None = None, exact: bool = False, disabled: bool | None = None
    ) -> Locator:
        """Return what has a role and a name."""
        wanted = None if name is None else _pattern(name, exact)
        return Locator(self, {"role": {"role": role, "name": wanted, "disabled": disabled}})

    def get_by_text(self, text: Pattern) -> Locator:
        """Return the smallest things with a text."""
        return Locator(self, {"text": _pattern(text)})

    def get_by_label(self, text: Pattern) -> Locator:
        """Return what is labelled so for a screen reader."""
        return Locator(self, {"label": _pattern(text)})


class Locator:
    """Things on the page, looked for anew each time."""

    def __init__(self, page: Page, query: dict[str, Any]) -> None:
        self.page, self.query = page, query

    def __str__(self) -> str:
        return str(self.query)

    def nth(self, place: int) -> Locator:
        """Return one of them, by its place from 0."""
        return Locator(self.page, {"nth": [self.query, place]})

    @property
    def first(self) -> Locator:
        """The first of them."""
        return self.nth(0)

    @property
    def last(self) -> Locator:
        """The last of them."""
        return self.nth(-1)

    def or_(self, other: Locator) -> Locator:
        """Return these and the others."""
        return Locator(self.page, {"or": [self.query, other.query]})

    def and_(self, other: Locator) -> Locator:
        """Return those that are among the others, too."""
        return Locator(self.page, {"and": [self.query, other.query]})

    def count(self) -> int:
        """Return how many there are now."""
        return int(self.page.run("return testFinding.find(given).length", self.query))

    def wait_for(self, state: str = "visible") -> None:
        """Wait until one is there, or none."""
        body = f"return testFinding.waits(given[0], given[1], {SLICE})"
        self.page.until(body, [self.query, state], PATIENCE, f"{self.query} {state}")

    def evaluate(self, script: str, arg: Any = None) -> Any:
        """Return what a function comes to of the first that there is, once there is one."""
        self.wait_for(state="attached")
        body = f"""const [node] = testFinding.find(given[0]);
          if (!node) throw new Error("it is gone");
          return await ({script})(node, given[1])"""
        return self.page.run(body, [self.query, arg])

    def bounding_box(self) -> FloatRect | None:
        """Return where it is on the page, in pixels."""
        found: FloatRect = self.evaluate("node => node.getBoundingClientRect().toJSON()")
        return found if found["width"] and found["height"] else None

    def click(self, force: bool = False) -> None:
        """Put a finger on its middle and lift it. Raises `Error` where a list hides it, and scrolls there."""
        reached = self.evaluate(REACH)
        box = self.bounding_box()
        if box is None or not reached:
            raise Error(f"{self.query} cannot be met")
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def dispatch_event(self, event: str) -> None:
        """Tell it of an event, as a screen reader does."""
        self.evaluate("(node, event) => node.dispatchEvent(new MouseEvent(event, { bubbles: true }))", event)

    def fill(self, text: str) -> None:
        """Type a text in the place of what a field holds."""
        self.evaluate("node => { node.focus(); node.setSelectionRange(0, node.value.length); }")
        keys = [{"type": kind, "value": letter} for letter in text or "\ue017" for kind in ("keyDown", "keyUp")]
        self.page.driver.send("PerformActions", actions=[{"type": "key", "id": "keys", "actions": keys}])


class Mouse:
    """The one pointer."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._at = (0, 0)

    def _do(self, *acts: dict[str, Any]) -> None:
        pointer = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "mouse"}, "actions": list(acts)}
        self._driver.send("PerformActions", actions=[pointer])

    def move(self, x: float, y: float, steps: int = 1) -> None:
        """Move it, in so many steps, of which the page is drawn after each."""
        (fx, fy), self._at = self._at, (round(x), round(y))
        points = [(fx + (x - fx) * n / steps, fy + (y - fy) * n / steps) for n in range(1, steps + 1)]
        duration = 20 if steps > 1 else 0
        self._do(*({"type": "pointerMove", "duration": duration, "x": round(a), "y": round(b)} for a, b in points))

    def down(self) -> None:
        """Press."""
        self._do({"type": "pointerDown", "button": 0})

    def up(self) -> None:
        """Let go."""
        self._do({"type": "pointerUp", "button": 0})

    def click(self, x: float, y: float) -> None:
        """Press and let go somewhere, in one command: what is there may move when others come."""
        self._at = round(x), round(y)
        self._do(
            {"type": "pointerMove", "duration": 0, "x": self._at[0], "y": self._at[1]},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 20},
            {"type": "pointerUp", "button": 0},
        )

    def wheel(self, across: float, down: float) -> None:
        """Turn the wheel."""
        x, y = self._at
        turn = {"type": "scroll", "x": x, "y": y, "deltaX": round(across), "deltaY": round(down), "duration": 0}
        self._driver.send("PerformActions", actions=[{"type": "wheel", "id": "wheel", "actions": [turn]}])


class Fault(Exception):
    """What nobody caught in the page."""

    def __init__(self, words: str, stack: str) -> None:
        super().__init__(words)
        self.stack = stack


class OtherBrowser:
    """An engine of which each context is a browser of its own, on a folder of its own."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.folder = name, folder
        self._contexts = 0

    def new_context(self, *, locale: str, color_scheme: str, reduced_motion: str, **_: Any) -> Context:
        """Start a browser for one phone."""
        self._contexts += 1
        folder = self.folder / f"{self.name}-{self._contexts}"
        lang = locale.replace("-", "_")
        return Context(start(self.name, folder, lang, color_scheme == "dark", reduced_motion == "reduce"))


class Context:
    """A browser with one page, as Playwright's context has: it has nothing in common with any other."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._scripts: list[str] = []
        self._page = Page(driver, self._scripts)

    def add_init_script(self, script: str) -> None:
        """Run a script in every page before its own."""
        self._scripts.append(script)

    def set_default_timeout(self, timeout: float) -> None:
        """Nothing: what is waited for here has the patience of these tests."""

    def new_page(self) -> Page:
        """Return the one page."""
        return self._page

    def set_offline(self, offline: bool) -> None:
        """Take the network away, or give it back."""
        self._page.run("testOffline(given)", offline)

    def close(self) -> None:
        """End the browser."""
        self._driver.end()


FRAME = "await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
REACH = """async node => {
  const { y, height } = node.getBoundingClientRect(), middle = y + height / 2;
  for (let around = node.parentElement; around; around = around.parentElement) {
    if (getComputedStyle(around).overflowY === "visible" && around !== document.body) continue;
    const { top, bottom } = around.getBoundingClientRect();
    if (middle > top && middle < bottom) continue;
    node.scrollIntoView({ block: "center" });
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    return false;
  }
  return true;
}"""
POLL = f"""(async (so) => {{
  for (const end = performance.now() + {SLICE}; performance.now() < end; ) {{
    if (so()) return true;
    await new Promise(done => setTimeout(done, 20));
  }}
  return false;
}})"""


def _pattern(words: Pattern, exact: bool = False) -> dict[str, Any]:
    if isinstance(words, str):
        return {"words": words, "exact": exact}
    return {"source": words.pattern, "flags": "i" if words.flags & re.IGNORECASE else ""}


def _whole(file: Path) -> bool:
    """Tell whether a file is there to its end: both engines give it another name until then."""
    return file.suffix not in (".part", ".wkdownload") and file.stat().st_size > 0
