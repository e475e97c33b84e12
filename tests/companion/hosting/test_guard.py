"""What a phone shows while the host cannot tell it anything: looked at in a real browser."""

from __future__ import annotations

import io
import json
import os
import signal
from typing import Any
from urllib.parse import quote

import pytest
from PIL import Image
from playwright.sync_api import Page

from companion.phones.device_storage import STORED_AS, STORED_BEFORE
from companion.phones.page import HELD, TITLE
from tests.companion.hosting.conftest import TrivialHost

pytestmark = pytest.mark.browser

PAD, PLACE = (80, 250), (100, 100)
RED, MOON = (255, 0, 0), (10, 15, 46)
COVERED = "getComputedStyle(document.getElementById('metsuke-cover')).display !== 'none'"
BANNER = "getComputedStyle(document.getElementById('metsuke-banner')).display !== 'none'"


def pixel(phone: Page) -> tuple[int, int, int]:
    """The colour in a corner of the place where the secret is shown, as the eye sees it."""
    picture = Image.open(io.BytesIO(phone.screenshot())).convert("RGB")
    return picture.getpixel((PLACE[0] + 80, PLACE[1] + 80))  # type: ignore[return-value]


def on_top(phone: Page) -> str:
    return str(phone.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('[id]')?.id ?? ''", list(PLACE)))


def ready(phone: Page) -> None:
    """Wait until the app is drawn and listens: a hold opens the secret. Leaves it covered."""
    phone.wait_for_selector("flt-semantics-placeholder", state="attached")
    phone.mouse.move(*PAD)
    for _ in range(100):
        phone.mouse.down()
        try:
            phone.wait_for_function(f"document.title === '{HELD}'", timeout=500)
        except Exception:
            phone.mouse.up()
            continue
        phone.mouse.up()
        phone.wait_for_function(f"document.title === '{TITLE}'")
        return
    raise AssertionError("the app never answered a hold")


def hold(phone: Page) -> None:
    """Hold the pad until the secret is on the screen."""
    phone.mouse.move(*PAD)
    phone.mouse.down()
    phone.wait_for_function(f"document.title === '{HELD}'")
    for _ in range(200):
        if pixel(phone) == RED:
            return
    raise AssertionError("the secret never showed")


@pytest.fixture
def quiet(phone: Page, trivial_host: TrivialHost) -> Page:
    """The app, connected, with nothing ever opened on it."""
    phone.goto(f"{trivial_host.page}/m/abc")
    phone.wait_for_function("sessionStorage.getItem('_flet_session_id')")
    return phone


@pytest.fixture
def app(phone: Page, trivial_host: TrivialHost) -> Page:
    phone.goto(f"{trivial_host.page}/m/abc")
    ready(phone)
    return phone


def test_a_secret_is_shown_while_it_is_held_and_the_guard_keeps_out_of_it(app: Page) -> None:
    hold(app)
    assert not app.evaluate(COVERED)
    app.mouse.up()
    app.wait_for_function(f"document.title === '{TITLE}'")
    assert not app.evaluate(COVERED)


def test_a_host_that_dies_during_a_hold_leaves_a_cover_until_it_is_back_and_has_covered(
    app: Page, trivial_host: TrivialHost
) -> None:
    hold(app)
    trivial_host.kill()
    app.wait_for_function(COVERED)
    assert app.title() == HELD, "the client itself still shows the last picture"
    assert on_top(app) == "metsuke-cover"
    assert pixel(app) == MOON
    assert "Nothing is lost" in app.inner_text("#metsuke-cover")
    app.mouse.up()
    trivial_host.start()
    app.wait_for_function(f"!({COVERED})")
    assert app.title() == TITLE
    assert pixel(app) != RED
    ready(app)


def test_a_host_that_falls_silent_during_a_hold_is_noticed(app: Page, trivial_host: TrivialHost) -> None:
    assert trivial_host.process is not None
    hold(app)
    os.kill(trivial_host.process.pid, signal.SIGSTOP)
    try:
        app.wait_for_function(COVERED)
        assert pixel(app) == MOON
        app.mouse.up()
    finally:
        os.kill(trivial_host.process.pid, signal.SIGCONT)
    app.wait_for_function(f"!({COVERED})")
    assert app.title() == TITLE
    ready(app)


@pytest.mark.parametrize("event", ["hidden", "pagehide", "blur", "offline", "freeze"])
def test_a_page_that_is_put_away_during_a_hold_is_covered_at_once(app: Page, event: str) -> None:
    hold(app)
    app.evaluate(
        """(event) => {
        if (event === "hidden") {
            Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        } else (event === "freeze" ? document : window).dispatchEvent(new Event(event));
    }""",
        event,
    )
    assert app.evaluate(COVERED)
    assert pixel(app) == MOON
    # Back again, with the finger still down: covered as long as the host believes the secret to be open.
    app.evaluate("""() => {
        delete document.visibilityState;
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    assert app.evaluate(f"document.title === '{TITLE}' || {COVERED}")
    app.mouse.up()
    app.wait_for_function(f"!({COVERED})")
    assert app.title() == TITLE
    assert pixel(app) != RED


def test_a_secret_does_not_outlast_the_finger(app: Page) -> None:
    hold(app)
    # The host never hears that the finger has gone.
    app.evaluate("window.addEventListener('pointerup', (event) => event.stopImmediatePropagation(), true)")
    app.evaluate("dispatchEvent(new PointerEvent('pointerup', { pointerId: 1 }))")
    app.wait_for_function(COVERED)
    assert pixel(app) == MOON
    # It is told by a new connection, and covers.
    app.wait_for_function(f"!({COVERED})")
    assert app.title() == TITLE


def test_a_lost_table_is_a_line_at_the_top_when_nothing_is_secret(quiet: Page, trivial_host: TrivialHost) -> None:
    trivial_host.kill()
    quiet.wait_for_function(BANNER)
    assert not quiet.evaluate(COVERED)
    assert "This phone lost the table" in quiet.inner_text("#metsuke-banner")
    trivial_host.start()
    quiet.wait_for_function(f"!({BANNER})")
    ready(quiet)


@pytest.mark.parametrize("name", [STORED_AS, STORED_BEFORE])
def test_the_guard_speaks_the_language_chosen_on_this_phone(quiet: Page, trivial_host: TrivialHost, name: str) -> None:
    quiet.evaluate(f"""localStorage.setItem(
        "flutter.{name}", JSON.stringify(JSON.stringify({{language: "ja"}})))""")
    trivial_host.kill()
    quiet.wait_for_function(BANNER)
    assert "記録は無事です" in quiet.inner_text("#metsuke-banner")


def carried_to(page: Page, host: TrivialHost, own: object, carried: object, at: str = "/m/new") -> Any:
    """Open a match's address that carries something in a browser that has something; return what it has then."""
    page.evaluate(f"localStorage.setItem('{KEPT_AS}', {json.dumps(json.dumps(json.dumps(own)))})")
    page.goto("about:blank")
    page.goto(f"{host.page}{at}#metsuke={quote(json.dumps(carried))}")
    page.wait_for_function("sessionStorage.getItem('_flet_session_id')")
    assert "#" not in page.url
    return page.evaluate(f"JSON.parse(JSON.parse(localStorage.getItem('{KEPT_AS}')))")


KEPT_AS = f"flutter.{STORED_AS}"


def test_what_an_address_carries_lies_beside_what_the_phone_has_until_the_next_load(
    quiet: Page, trivial_host: TrivialHost
) -> None:
    own = {"keys": {"old": {"p1": "mine", "host": "mine"}, "new": {"host": "mine"}}, "language": "en", "maker": "mine"}
    keys = {"old": {"p1": "theirs"}, "new": {"p2": "key", "host": "theirs", "gm": "theirs"}}
    junk = {f"junk{n}": {"p1": "theirs"} for n in range(41)}
    carried = {"keys": keys | junk, "language": "ja", "aloud": True, "maker": "theirs", "active": {"old": "p2"}}
    brought = {"code": "new", "keys": {"p2": "key"}}
    assert carried_to(quiet, trivial_host, own, carried) == own | {"carried": brought}
    quiet.reload()
    quiet.wait_for_function("sessionStorage.getItem('_flet_session_id')")
    assert quiet.evaluate(f"JSON.parse(JSON.parse(localStorage.getItem('{KEPT_AS}')))") == own


@pytest.mark.parametrize("screen", ["/log", "/lobby", "/settings", "/rules-2"])
def test_a_match_is_known_by_its_code_on_each_of_its_screens(
    quiet: Page, trivial_host: TrivialHost, screen: str
) -> None:
    kept = carried_to(quiet, trivial_host, {}, {"keys": {"new": {"p2": "key"}}}, f"/m/new{screen}")
    assert kept["carried"] == {"code": "new", "keys": {"p2": "key"}}


def test_a_phone_that_has_nothing_yet_takes_along_how_it_looks_and_nothing_else(
    quiet: Page, trivial_host: TrivialHost
) -> None:
    carried = {"language": "ja", "scale": 1.5, "aloud": True, "maker": "theirs", "learnt": ["x"], "keys": {}}
    looks = {"language": "ja", "scale": 1.5}
    assert carried_to(quiet, trivial_host, {}, carried) == looks | {"carried": {"code": "new", "keys": {}}}


@pytest.mark.parametrize("carried", [3, "x", [], {"keys": 3}, {"keys": {"new": [3]}}])
def test_an_address_that_carries_junk_changes_nothing(quiet: Page, trivial_host: TrivialHost, carried: object) -> None:
    own = {"keys": {"old": {"p1": "mine"}}}
    kept = carried_to(quiet, trivial_host, own, carried)
    assert {name: value for name, value in kept.items() if name != "carried"} == own
