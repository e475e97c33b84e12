"""The browser's own text size: a screen looks as in the same size that is chosen in the app."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PIL import ImageChops
from playwright.sync_api import Browser

from companion.phones.device_storage import DeviceStorage
from tests.browser.conftest import NewPhone
from tests.browser.match import pad, script
from tests.browser.phones import BrowserPhone
from tests.browser.prepared import prepare, remembering
from tests.hosted import Hosted
from tests.shots.camera import ARGS, chromium

pytestmark = pytest.mark.browser
Set = Callable[[str], BrowserPhone]
DEALT = script(273, 3)[:3]


@pytest.fixture
def phone_set_to(browser: Browser) -> Iterator[Set]:
    """Give out a phone whose browser has these settings, as `defaultFontSize=24`."""
    started: list[Browser] = []

    def new(settings: str) -> BrowserPhone:
        args = [*ARGS, f"--blink-settings={settings}"]
        started.append(browser.browser_type.launch(executable_path=chromium(), args=args))
        return BrowserPhone(started[-1], settings)

    yield new
    for each in started:
        each.close()


@pytest.mark.parametrize(
    ("settings", "scale"),
    [
        ("defaultFontSize=20", 1.3),
        ("defaultFontSize=24", 1.5),
        ("defaultFontSize=72", 2.0),
        ("minimumFontSize=20", 1.5),
        ("minimumFontSize=12", 1.0),
    ],
)
def test_a_screen_looks_as_in_the_size_of_the_app(
    host: Hosted, phone: NewPhone, phone_set_to: Set, settings: str, scale: float
) -> None:
    match = prepare(host, DEALT)
    seen = []
    storage = match.storage("p1")
    for each, chosen in ((phone_set_to(settings), 1.0), (phone("standard"), scale)):
        each.context.add_init_script(remembering(DeviceStorage(keys=storage.keys, scale=chosen)))
        each.open(match.address).is_offered(pad(each))
        seen.append(each.settled())
    assert ImageChops.difference(*seen).getbbox() is None


def test_it_is_multiplied_with_what_is_chosen_in_the_app(host: Hosted, phone: NewPhone, phone_set_to: Set) -> None:
    seen = []
    for each, chosen in ((phone_set_to("defaultFontSize=20"), 1.15), (phone("standard"), 1.5)):
        each.context.add_init_script(remembering(DeviceStorage(scale=chosen)))
        each.open(host.address).is_offered(each.t("app.home.open"))
        seen.append(each.settled())
    assert ImageChops.difference(*seen).getbbox() is None


def test_who_changes_it_sees_the_screen_change(host: Hosted, phone: NewPhone) -> None:
    mine, other = phone("mine").open(host.address), phone("other", storage=DeviceStorage(scale=1.5)).open(host.address)
    other.is_offered(other.t("app.home.open"))
    large = other.settled()
    mine.page.evaluate("() => { window.metsuke.text = 1.5; window.metsuke.resized(); }")
    mine.looks(lambda picture: ImageChops.difference(picture, large).getbbox() is None)


def test_the_words_of_the_page_itself_follow(host: Hosted, phone_set_to: Set) -> None:
    mine = phone_set_to("defaultFontSize=24").open(host.address)
    assert mine.page.locator("#metsuke-cover").evaluate("node => getComputedStyle(node).fontSize") == "24px"
