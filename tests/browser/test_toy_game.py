"""A game that is a package of its own, installed beside Metsuke: offered, seated, played, undone and printed."""

from __future__ import annotations

import re

import pytest

from companion.contract.game_ui import ui_of
from tests.browser.conftest import NewPhone, also_other_engines
from tests.browser.match import NAMES, journal_of, open_for, sit
from tests.browser.phones import BrowserPhone
from tests.hosted import Hosted

pytestmark = pytest.mark.browser


def _t(phone: BrowserPhone, key: str, **params: object) -> str:
    return phone.t(f"toy.screen.{key}", **params)


def learn(phone: BrowserPhone) -> None:
    """Let the test read the game's words, as the host does from the game's own folder."""
    assert ui_of("toy").locale, "the toy game is not installed: run make test"


def hide(phone: BrowserPhone, number: int) -> None:
    """Hide a number."""
    phone.choose(str(number))
    phone.tap(_t(phone, "hide", n=number))


@also_other_engines
def test_two_phones_play_a_game_that_metsuke_has_never_heard_of(host: Hosted, phone: NewPhone) -> None:
    aki = phone(NAMES[0]).open(host.address)
    learn(aki)
    t = aki.t

    # Offered among the others, printed before it begins, and opened.
    aki.tap(t("app.home.open"))
    aki.tap(t("app.game.toy"))
    aki.sees(re.compile(re.escape(t("app.game.toy.about"))))
    with aki.page.expect_download() as download:
        aki.tap(t("boards.papers"))
    assert download.value.path().read_bytes().startswith(b"%PDF")
    address = open_for(aki, NAMES[:2])
    code = address.rpartition("/")[2]
    ben = phone(NAMES[1]).open(address)
    for each, name in zip((aki, ben), NAMES, strict=False):
        sit(each, name)
    aki.tap(t("app.lobby.start"))

    # Numbers are hidden; one is taken back and hidden anew.
    hide(ben, 3)
    aki.sees(re.compile(re.escape(_t(aki, "hides"))))
    ben.tap(t("table_screen.undo_mine"))
    aki.does_not_see(re.compile(re.escape(_t(aki, "hides"))))
    hide(ben, 5)
    aki.sees(re.compile(re.escape(_t(aki, "hides"))))  # what is chosen while the screen changes is not heard
    hide(aki, 4)

    # Aki guesses wrong, Ben guesses right until it is enough.
    aki.choose("1")
    aki.tap(_t(aki, "guess", n=1))
    ben.choose("4")
    ben.tap(_t(ben, "guess", n=4))
    ben.sees(re.compile(re.escape(_t(ben, "points", n=1))))
    match = journal_of(host, code)
    assert [entry.act.type for entry in match.entries] == ["declare", "undo", *["declare"] * 4]
    assert match.view("p1").seats[1].points == 1
