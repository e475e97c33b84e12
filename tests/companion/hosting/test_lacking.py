"""Browsers that lack or forbid something, or in which something fails: they play without it, or say what it is."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page, WebSocketRoute

from tests.companion.hosting.conftest import TrivialHost
from tests.companion.hosting.test_opening import GONE, reader, said

__all__ = ["reader"]
pytestmark = pytest.mark.browser

DENIED = "{ configurable: true, get() { throw new DOMException('denied', 'SecurityError'); } }"
NO_GL = """for (const kind of [HTMLCanvasElement, OffscreenCanvas]) {
  const native = kind.prototype.getContext;
  kind.prototype.getContext = function (name, ...rest) {
    if (name.startsWith('webgl')) %s;
    return native.call(this, name, ...rest);
  };
}"""
LANGUAGE = """for (const [name, value] of [['language', %s], ['languages', %s]]) {
  Object.defineProperty(navigator, name, { configurable: true, get: () => value });
}"""
STOOD_IN = {
    "no storage": f"for (const n of ['localStorage', 'sessionStorage']) Object.defineProperty(window, n, {DENIED})",
    "no session storage": f"Object.defineProperty(window, 'sessionStorage', {DENIED})",
    "storage that is null": "for (const n of ['localStorage', 'sessionStorage']) "
    "Object.defineProperty(window, n, { configurable: true, value: null })",
    "storage that is full": "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }",
    "the language C": LANGUAGE % ("'C'", "['C', 'c']"),
    "a system's name of a language": LANGUAGE % ("'en_US.UTF-8'", "['en_US.UTF-8', 'de@euro']"),
    "no language": LANGUAGE % ("undefined", "undefined"),
    "no WebGL": NO_GL % "return null",
    "WebGL that throws": NO_GL % "throw new Error('forbidden')",
}


@pytest.mark.parametrize("script", [pytest.param(script, id=name) for name, script in STOOD_IN.items()])
def test_what_can_be_done_without_is_done_without(script: str, phone: Page, trivial_host: TrivialHost) -> None:
    sockets: list[object] = []
    phone.on("websocket", lambda each: sockets.append(each))
    phone.add_init_script(f"(() => {{ {script} }})()")
    phone.goto(f"{trivial_host.page}/m/abc", wait_until="commit")
    phone.locator("flutter-view").wait_for(state="attached")
    phone.wait_for_function(GONE)
    assert len(sockets) == 1


@pytest.mark.parametrize("name", ["WebAssembly", "WebSocket", "ResizeObserver"])
def test_what_cannot_be_done_without_is_named_and_stays_named(
    name: str, reader: Page, trivial_host: TrivialHost
) -> None:
    sockets: list[object] = []
    reader.on("websocket", lambda each: sockets.append(each))
    reader.clock.install()
    reader.add_init_script(f"delete window.{name}")
    reader.goto(f"{trivial_host.page}/m/abc", wait_until="commit")
    reader.wait_for_function("document.getElementById('opening-told')?.innerText")
    words = reader.evaluate("window.metsuke.say()")["load_lacks"].replace("{what}", name)
    assert said(reader) == words
    assert reader.locator("#opening-again").is_visible()
    reader.clock.run_for(30_000)
    assert said(reader) == words
    assert not sockets


def test_a_fault_of_a_script_is_no_slow_connection(reader: Page, trivial_host: TrivialHost) -> None:
    reader.clock.install()
    broken = {"status": 200, "content_type": "text/javascript", "body": "throw new Error('a fault of its own')"}
    reader.route("**/flutter_bootstrap.js", lambda route: route.fulfill(**broken))  # type: ignore[arg-type]
    reader.goto(f"{trivial_host.page}/m/abc", wait_until="commit")
    reader.wait_for_function("document.getElementById('opening-told')?.innerText")
    words = reader.evaluate("window.metsuke.say()")["load_broken"].replace("{what}", "a fault of its own")
    assert said(reader) == words
    reader.clock.run_for(30_000)
    assert said(reader) == words


def test_sockets_in_vain_come_with_growing_pauses_and_have_an_end_that_is_told(
    reader: Page, trivial_host: TrivialHost
) -> None:
    now, opened = 0, list[int]()

    def in_vain(socket: WebSocketRoute) -> None:
        opened.append(now)
        socket.close()

    reader.clock.install()
    reader.add_init_script(f"(() => {{ {STOOD_IN['no session storage']} }})()")  # else it is loaded anew between them
    reader.route_web_socket("**/ws*", in_vain)
    reader.goto(f"{trivial_host.page}/m/abc", wait_until="commit")
    told = """() => {
      const banner = document.getElementById('metsuke-banner');
      if (!banner) return false;
      const { unheard, load_again: again } = window.metsuke.say();
      const buttons = [...banner.querySelectorAll('button')];
      const offered = buttons.some(each => each.offsetParent && each.innerText === again);
      const opening = document.getElementById('opening-told')?.innerText;
      return opening === unheard || offered && banner.innerText.includes(unheard);
    }"""
    while not reader.evaluate(told):
        assert now < 600, "it never ends"
        reader.clock.run_for(1_000)
        now += 1
    pauses = [after - before for before, after in pairwise(opened)]
    assert len(opened) <= 12
    assert pauses[-1] >= 15
    assert sum(pauses[-3:]) > sum(pauses[:-3]), pauses
    all_of_them = len(opened)
    reader.clock.fast_forward(600_000)
    reader.clock.run_for(5_000)
    assert len(opened) == all_of_them

    # Whoever takes the phone up again has it tried again.
    reader.evaluate("window.dispatchEvent(new Event('focus'))")
    while len(opened) == all_of_them:
        reader.clock.run_for(1_000)
