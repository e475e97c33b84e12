"""The browser's own Back, Forward and reload."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from tests.browser.conftest import NewPhone, every_engine
from tests.browser.match import pad, script
from tests.browser.phones import BrowserPhone
from tests.browser.prepared import prepare
from tests.hosted import Hosted

pytestmark = pytest.mark.browser
DEALT = script(273, 3)[:3]
Way = Callable[[BrowserPhone], None]


def place(phone: BrowserPhone) -> str:
    return urlsplit(phone.page.url).path


def at(phone: BrowserPhone, path: str) -> None:
    """Wait until the address of what the phone shows is this one, and it is drawn."""
    phone.page.wait_for_url(re.compile(re.escape(path) + "$"), wait_until="commit")
    phone.next_frame()


def back(phone: BrowserPhone) -> None:
    """Press the browser's own Back; what it comes to is for the test to wait for."""
    phone.page.evaluate("() => history.back()")


def forward(phone: BrowserPhone) -> None:
    phone.page.evaluate("() => history.forward()")


def row(phone: BrowserPhone, key: str) -> None:
    """Tap a row by the beginning of its name, wherever its list has been scrolled to."""
    name = re.compile("^" + re.escape(phone.t(key)))
    phone.touch_named(phone.page.get_by_role("button", name=name, exact=False, disabled=False).first)


def to_archive(phone: BrowserPhone) -> None:
    row(phone, "app.home.history")
    phone.tap(phone.t("archive.title"))


def to_rules_of_a_game(phone: BrowserPhone) -> None:
    row(phone, "app.home.rules_many")
    row(phone, "app.rules.table")


def to_owner(phone: BrowserPhone) -> None:
    row(phone, "app.home.settings")
    row(phone, "owner.title")


FROM_HOME: dict[str, Way] = {
    "/history": lambda phone: row(phone, "app.home.history"),
    "/history/archive": to_archive,
    "/boards": lambda phone: row(phone, "boards.home"),
    "/rules": lambda phone: row(phone, "app.home.rules_many"),
    "/rules-table": to_rules_of_a_game,
    "/settings": lambda phone: row(phone, "app.home.settings"),
    "/owner": to_owner,
    "/tour": lambda phone: row(phone, "tour.title"),
    "/new": lambda phone: phone.tap(phone.t("app.home.open")),
}


def test_back_goes_where_the_screens_own_back_goes(host: Hosted, phone: NewPhone) -> None:
    mine = phone("mine").open(host.address)
    own = re.compile(f"^({mine.t('app.back')}|{mine.t('app.close')})$")
    for path, way in FROM_HOME.items():
        seen = []
        for leave in (lambda: mine.tap(own), lambda: back(mine)):
            way(mine)
            at(mine, path)
            mine.is_offered(own)
            leave()
            above = path.rpartition("/")[0] or "/"
            at(mine, above)
            mine.is_offered(mine.t("app.home.open" if above == "/" else "archive.title"))
            seen.append(mine.spoken())
            while place(mine) != "/":
                mine.tap(own)
                at(mine, "/")
            mine.is_offered(mine.t("app.home.open"))
        assert seen[0] == seen[1], path
    assert not mine.troubles


@every_engine
def test_back_forward_and_reload_in_another_engine(host: Hosted, phone: NewPhone) -> None:
    _back_forward_and_reload(host, phone)


def test_back_forward_and_reload(host: Hosted, phone: NewPhone) -> None:
    _back_forward_and_reload(host, phone)


def _back_forward_and_reload(host: Hosted, phone: NewPhone) -> None:
    mine = phone("mine").open(host.address)
    t = mine.t
    to_archive(mine)
    at(mine, "/history/archive")
    mine.reload()
    at(mine, "/history/archive")
    mine.sees(t("archive.title"))
    back(mine)
    at(mine, "/history")
    mine.is_offered(t("archive.title"))
    back(mine)
    at(mine, "/")
    mine.is_offered(t("app.home.open"))
    forward(mine)
    at(mine, "/history")
    mine.is_offered(t("archive.title"))
    mine.reload()
    at(mine, "/history")
    mine.is_offered(t("archive.title"))
    mine.tap(t("app.back"))
    at(mine, "/")
    mine.is_offered(t("app.home.open"))
    assert not mine.troubles


def test_at_a_match_back_leads_from_what_lies_over_it_to_it_and_then_home(host: Hosted, phone: NewPhone) -> None:
    match = prepare(host, DEALT)
    mine = phone("Aki", storage=match.storage("p1")).open(match.address)
    t, here = mine.t, f"/m/{match.code}"
    mine.is_offered(pad(mine))
    mine.tap(t("kit.rules"))
    at(mine, f"{here}/rules-shinobazu")
    mine.reload()
    at(mine, f"{here}/rules-shinobazu")
    mine.is_offered(t("app.back"))
    back(mine)
    at(mine, here)
    mine.is_offered(pad(mine))
    forward(mine)
    at(mine, f"{here}/rules-shinobazu")
    mine.is_offered(t("app.back"))
    mine.tap(t("app.back"))
    mine.is_offered(pad(mine))
    back(mine)
    at(mine, "/")
    mine.is_offered(t("app.home.go_on"))
    forward(mine)
    at(mine, here)
    mine.is_offered(pad(mine))
    assert not mine.troubles


def test_back_covers_a_hand_that_lies_open(host: Hosted, phone: NewPhone) -> None:
    match = prepare(host, DEALT)
    mine = phone("Aki", storage=match.storage("p1")).open(match.address)
    mine.press(pad(mine))
    mine.page.wait_for_function("() => document.title.startsWith('◉')")
    back(mine)
    at(mine, "/")
    mine.page.wait_for_function("() => !document.title.startsWith('◉')")
    mine.is_offered(mine.t("app.home.go_on"))
    mine.lift()


def test_only_from_home_does_back_leave_the_page(host: Hosted, phone: NewPhone) -> None:
    match = prepare(host, DEALT)
    mine = phone("guest")
    mine.page.goto(f"{host.address}health", wait_until="commit")
    mine.open(f"{match.address}.")  # as it was pasted from the end of a sentence
    at(mine, f"/m/{match.code}")
    mine.is_offered(mine.t("app.close"))
    back(mine)
    at(mine, "/")
    mine.is_offered(mine.t("app.home.go_on"))
    back(mine)
    mine.page.wait_for_url(re.compile("/health$"), wait_until="commit")


def test_back_twice_in_a_hurry_leads_two_screens_up(host: Hosted, phone: NewPhone) -> None:
    mine = phone("mine").open(host.address)
    to_archive(mine)
    at(mine, "/history/archive")
    mine.is_offered(mine.t("app.back"))
    back(mine)
    back(mine)
    at(mine, "/")
    mine.is_offered(mine.t("app.home.open"))
