"""An example that is a package of its own, with no screen of its own: three phones play it to its end."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.contract.game_ui import ui_of
from tests.browser.conftest import NewPhone
from tests.browser.match import NAMES, journal_of
from tests.browser.phones import BrowserPhone
from tests.browser.prepared import prepare
from tests.hosted import Hosted

pytestmark = pytest.mark.browser

SEATS = ("p1", "p2", "p3")


def said(phone: BrowserPhone, kind: str, **params: object) -> str:
    return phone.t(f"liars_dice.do.{kind}", **params)


def test_three_phones_play_liars_dice_to_its_end(host: Hosted, phone: NewPhone) -> None:
    assert ui_of("liars-dice").locale, "the example is not installed: run make test"
    prepared = prepare(host, options={"dice": 1}, play="liars-dice")
    phones = {
        seat: phone(name, prepared.storage(seat)).open(prepared.address)
        for seat, name in zip(SEATS, NAMES, strict=False)
    }
    for _ in range(2):
        turn = play_round(host, prepared.code, phones)
    match = journal_of(host, prepared.code)
    assert match.result is not None
    assert [entry.act.type for entry in match.entries] == ["declare"] * 9
    for each in phones.values():
        each.sees(re.compile(re.escape(each.t("app.end.wins", name=NAMES[SEATS.index(match.result.winners[0])]))))
    assert turn in SEATS


def play_round(host: Hosted, code: str, phones: dict[str, BrowserPhone]) -> str:
    """Roll on every phone that has dice, look at one's own, bid, and doubt. Returns who bid."""
    left = [seat.seat for seat in public(host, code).seats if seat.left]
    for seat in left:
        phones[seat].tap(said(phones[seat], "roll"))
    turn = public(host, code).turn
    bidder, doubter = (
        phones[turn],
        phones[next(seat for seat in (*left[left.index(turn) + 1 :], *left) if seat != turn)],
    )

    bidder.sees(re.compile(re.escape(bidder.t("table_screen.choose_first"))))
    bidder.tap(bidder.t("new.more", name=bidder.t("liars_dice.field.bid.count")))
    bidder.choose("6")
    bidder.tap(said(bidder, "bid", count=2, face=6))
    doubter.tap(said(doubter, "doubt"))
    doubter.does_not_see(re.compile(re.escape(said(doubter, "doubt"))))
    return turn


def public(host: Hosted, code: str) -> Any:
    return journal_of(host, code).view("public")
