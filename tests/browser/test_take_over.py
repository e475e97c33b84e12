"""A match that was begun elsewhere is entered on phones and goes on, printed and taken over again."""

from __future__ import annotations

import re

import pytest

from companion.contract.game_ui import ui_of
from companion.tables.taking_over import LinkedTable, link
from referee.core.values import GAME_MASTER
from tests.browser.conftest import NewPhone
from tests.browser.match import NAMES, journal_of, seat_players, sit
from tests.browser.phones import BrowserPhone
from tests.hosted import Hosted

pytestmark = pytest.mark.browser


def opened(aki: BrowserPhone, game: str, seats: int) -> str:
    """Open a table of a game that goes on from the middle, and return its code."""
    assert ui_of(game).take_over is not None  # this reads the game's own words, as the host does
    t = aki.t
    aki.tap(t("app.home.open"))
    aki.tap(t(f"app.game.{game}"))
    seat_players(aki, NAMES[:seats])
    aki.bring(re.compile(re.escape(t("app.take_over.title"))), above=720)
    aki.tap(re.compile(re.escape(t("app.take_over.title"))))
    aki.page.wait_for_url(re.compile(r"/m/\w+/lobby$"), wait_until="commit")
    return aki.page.url.split("/")[-2]


def test_two_phones_enter_a_table_and_play_on(host: Hosted, phone: NewPhone) -> None:
    aki = phone(NAMES[0]).open(host.address)
    t = aki.t
    code = opened(aki, "toy", 2)
    ben = phone(NAMES[1]).open(aki.page.url)
    ben.tap(t("app.lobby.sit.aloud", name=NAMES[1]))
    sit(aki, NAMES[0])
    aki.tap(t("app.take_over.enter_table"))

    # Aki hosts: points, whose turn it is, who hides a number. Ben may look on, and has nothing to enter yet.
    aki.is_offered(t("app.take_over.next"))
    for _ in range(2):
        aki.tap(t("new.more", name=NAMES[1]))
    aki.sees(t("app.take_over.sum", n=2))
    aki.tap(t("app.take_over.next"))
    aki.tap(NAMES[1])
    ben.is_offered(t("app.take_over.enter_mine"))
    aki.tap(t("app.take_over.next"))
    aki.sees(re.compile(re.escape(t("app.take_over.waiting", names=NAMES[1]))))

    # Only Ben enters what Ben hides; Aki's phone is told that it is there.
    ben.tap(t("app.take_over.enter_mine"))
    ben.choose("5")
    ben.tap(t("app.take_over.done"))
    aki.sees(re.compile(re.escape(t("app.take_over.entered", n=1))))
    with aki.page.expect_download() as download:
        aki.tap(t("app.take_over.print"))
    assert download.value.path().read_bytes().startswith(b"%PDF")
    aki.tap(t("app.take_over.go_on"))

    ben.sees(re.compile(re.escape(t("toy.screen.points", n=2))))
    match = journal_of(host, code)
    assert [entry.act.type for entry in match.entries] == ["lay"]
    assert match.view(GAME_MASTER).seats[1].number == 5
    assert match.view(GAME_MASTER).seats[1].points == 2


def test_the_code_of_a_sheet_brings_what_lies_open_to_another_host(host: Hosted, phone: NewPhone) -> None:
    assert ui_of("toy").take_over is not None
    table = {"turn": "p2", "seats": {"p1": {"points": 2}, "p2": {"points": 1, "hidden": True}}}
    path = link(LinkedTable("toy", {"goal": 5}, NAMES[:2], table))
    aki = phone(NAMES[0]).open(host.address + path.removeprefix("/"))
    t = aki.t
    aki.sees(re.compile(re.escape(t("app.take_over.scanned").partition(".")[0])))
    aki.tap_last(t("kit.close"))
    aki.tap(t("app.take_over.title"))
    aki.page.wait_for_url(re.compile(r"/m/\w+/lobby$"), wait_until="commit")
    aki.tap(t("app.take_over.enter_table"))
    aki.sees(t("app.take_over.sum", n=3))
    aki.tap(t("app.take_over.next"))
    aki.sees(t("app.take_over.of", n=1, of=2))
