"""A table that plays itself, watched on phones: stopped, stepped, and a seat of it taken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import NewPhone
from tests.browser.phones import BrowserPhone
from tests.hosted import Hosted

pytestmark = pytest.mark.browser


@pytest.fixture
def showing(tmp_path: Path) -> Iterator[Hosted]:
    hosted = Hosted(tmp_path, "demo", "giryaku", "--pace", "5").start()
    yield hosted
    hosted.kill()


def says(phone: BrowserPhone, key: str, **params: object) -> None:
    phone.sees(re.compile(re.escape(phone.t(f"app.demo.{key}", **params))))


def test_it_is_watched_stopped_stepped_and_joined(showing: Hosted, phone: NewPhone) -> None:
    display, other = phone("display").open(showing.address), phone("other").open(showing.address)
    t = display.t
    for each in (display, other):
        says(each, "nobody")
    display.tap(t("app.demo.pause"))
    other.is_offered(t("app.demo.step"))
    other.tap(t("app.demo.step"))

    # A phone sits down behind somebody, then plays that seat, then lets the machine play again. Play is stopped
    # meanwhile: with the end of a match, its seats would go.
    other.tap(t("app.demo.seats"))
    other.tap(re.compile("^" + re.escape(t("app.lobby.sit.aloud", name="Aki"))))
    other.tap(t("app.demo.take"))
    for each in (display, other):
        says(each, "people", names="Aki")
    other.tap(t("app.demo.let"))
    for each in (display, other):
        says(each, "nobody")
    other.tap(t("app.demo.go"))
    display.is_offered(t("app.demo.pause"))
    assert "Traceback" not in showing.output
