"""What a phone shows until the app's first screen is drawn, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route

from companion.i18n import languages
from tests.companion.hosting.conftest import TrivialHost
from tests.hosted import PATIENCE

pytestmark = pytest.mark.browser

BARS = """window.bars = []; window.faults = [];
new MutationObserver(() => {
  const now = document.getElementById('opening-bar')?.getAttribute('aria-valuenow');
  if (now && window.bars.at(-1) !== +now) window.bars.push(+now);
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-valuenow'] });"""
GONE = "!document.getElementById('opening')"
LARGE = "**/main.dart.wasm"


@pytest.fixture(params=["en-GB", "ja-JP"])
def reader(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page in either language."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, bypass_csp=True, locale=request.param)
    context.set_default_timeout(PATIENCE * 1000)
    yield context.new_page()
    context.close()


def said(phone: Page) -> str:
    return phone.inner_text("#opening-told")


@pytest.mark.parametrize(
    ("wanted", "lang"), [(["ja-JP"], "ja"), (["en-GB"], "en"), (["fr-FR", "ja"], "ja"), (["fr", "de"], "en")]
)
def test_the_page_is_in_the_language_of_the_phone(
    browser: Browser, trivial_host: TrivialHost, wanted: list[str], lang: str
) -> None:
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    page.add_init_script(f"""for (const [name, value] of [['language', {wanted[0]!r}], ['languages', {wanted}]])
      Object.defineProperty(navigator, name, {{ configurable: true, get: () => value }});""")
    page.goto(trivial_host.page, wait_until="commit")
    page.wait_for_function(f"document.documentElement?.lang === {lang!r}")  # there may be no element yet
    kept = json.dumps(json.dumps(json.dumps({"language": "ja"})))
    page.evaluate(f"localStorage.setItem('flutter.metsuke.storage', {kept})")
    page.wait_for_function("document.documentElement?.lang === 'ja'")
    context.close()


def test_without_scripts_it_says_in_every_language_what_is_needed(browser: Browser, trivial_host: TrivialHost) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(trivial_host.page)
    for lang in languages():
        said = page.locator(f"noscript p[lang={lang}]")
        assert said.is_visible()
        assert "JavaScript" in said.inner_text()
    context.close()


def test_the_bar_rises_with_what_is_loaded_and_goes_with_the_first_screen(
    phone: Page, trivial_host: TrivialHost
) -> None:
    phone.add_init_script(BARS)
    session = phone.context.new_cdp_session(phone)
    session.send("Network.enable")
    slow = {"offline": False, "latency": 5, "downloadThroughput": 2_500_000, "uploadThroughput": 1_000_000}
    session.send("Network.emulateNetworkConditions", slow)
    phone.goto(f"{trivial_host.page}/m/abc", wait_until="commit")
    phone.wait_for_selector("#opening-bar", state="visible")
    phone.wait_for_function(GONE)
    bars = phone.evaluate("window.bars")
    assert bars == sorted(bars)
    assert len(bars) > 5
    assert bars[-1] == 90, "all that was asked for has come"
    assert phone.locator("flutter-view").count()


def test_a_phone_that_has_it_already_is_shown_no_bar(phone: Page, trivial_host: TrivialHost) -> None:
    phone.add_init_script(BARS)
    phone.goto(f"{trivial_host.page}/m/abc")
    phone.wait_for_function(GONE)
    assert phone.evaluate("window.bars.length") > 0
    phone.reload()
    phone.wait_for_function(GONE)
    assert phone.evaluate("window.bars") == []


def test_a_slow_load_says_so_and_then_what_to_do(reader: Page, trivial_host: TrivialHost) -> None:
    reader.clock.install()
    hung: list[Route] = []
    reader.route(LARGE, lambda route: hung.append(route))
    reader.goto(f"{trivial_host.page}/m/abc", wait_until="commit")
    reader.wait_for_selector("#opening-bar", state="visible")
    words = reader.evaluate("window.metsuke.say()")
    assert said(reader) == ""
    reader.clock.run_for(6_000)
    assert said(reader) == words["load_once"]
    assert reader.locator("#opening-again").is_hidden()
    reader.clock.run_for(10_000)
    assert said(reader) == words["load_slow"]
    assert reader.locator("#opening-again").inner_text() == words["load_again"]
    box = reader.locator("#opening-again").bounding_box()
    assert box is not None
    assert box["height"] >= 48
    for each in hung:
        each.abort()


def test_a_load_that_breaks_off_offers_another_that_succeeds(phone: Page, trivial_host: TrivialHost) -> None:
    phone.route(LARGE, lambda route: route.abort())
    phone.goto(f"{trivial_host.page}/m/abc", wait_until="commit")
    phone.wait_for_function("document.getElementById('opening-told')?.innerText")
    assert said(phone) == phone.evaluate("window.metsuke.say().load_failed")
    phone.unroute(LARGE)
    phone.locator("#opening-again").click()
    phone.wait_for_function(GONE)
    assert phone.locator("flutter-view").count()


@pytest.mark.parametrize(
    ("system", "chosen", "ground"),
    [
        ("light", "", "rgb(244, 237, 223)"),
        ("dark", "", "rgb(20, 17, 13)"),
        ("light", "dark", "rgb(20, 17, 13)"),
        ("dark", "light", "rgb(244, 237, 223)"),
        ("light", "system", "rgb(244, 237, 223)"),
    ],
)
def test_it_comes_up_in_the_brightness_of_the_phone_or_in_the_one_chosen_on_it(
    phone: Page, trivial_host: TrivialHost, system: str, chosen: str, ground: str
) -> None:
    stored = json.dumps(json.dumps({"mode": chosen} if chosen else {}))
    phone.add_init_script(f"localStorage.setItem('flutter.metsuke.storage', {json.dumps(stored)})")
    phone.emulate_media(color_scheme=system)  # type: ignore[arg-type]
    phone.route(LARGE, lambda route: route.abort())
    phone.goto(f"{trivial_host.page}/m/abc", wait_until="commit")
    phone.wait_for_selector("#opening", state="attached")
    for part in ("document.body", "document.getElementById('opening')"):
        assert phone.evaluate(f"getComputedStyle({part}).backgroundColor") == ground
