"""A phone of each engine beside Chromium: Firefox, and WebKit, which is that of every iPhone.

A match of each game whose phones are of three engines is the game's own test, in a soak (`mixed_engines`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import NewPhone, every_engine
from tests.browser.match import Table, script
from tests.browser.prepared import prepare
from tests.browser.webdriver_page import OtherBrowser
from tests.hosted import Hosted
from tools.find_browser import engine, how

pytestmark = pytest.mark.browser
STEPS = script(273, 3)[:3]


@every_engine
def test_home_is_drawn_a_seat_taken_a_hand_declared_and_looked_at(host: Hosted, phone: NewPhone) -> None:
    prepare(host, STEPS[:2], free=("p3",))
    chie = phone("Chie").open(host.address)
    chie.tap(chie.t("app.home.go_on"))
    chie.tap(chie.t("app.lobby.sit.aloud", name="Chie"))
    Table({"p3": chie}).make(STEPS[2])
    assert not chie.troubles


@pytest.mark.skipif(engine("webkit") is None, reason=how("webkit"))
def test_webkit_whose_language_is_c_draws_home(host: Hosted, tmp_path: Path) -> None:
    context = OtherBrowser("webkit", tmp_path).new_context(locale="C", color_scheme="dark", reduced_motion="reduce")
    try:
        page = context.new_page()
        page.goto(host.address)
        page.wait_for_function("() => document.querySelector('flutter-view') && !document.getElementById('opening')")
        assert page.evaluate("() => navigator.language") == "en"
    finally:
        context.close()
