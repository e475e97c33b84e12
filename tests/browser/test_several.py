"""Several matches on one host, seats that change hands, and those who come late."""

from __future__ import annotations

import re

import pytest

from companion.phones.device_storage import HOST
from tests.browser.conftest import NewPhone
from tests.browser.match import Table, hand_of, pad, script, sit
from tests.browser.prepared import prepare
from tests.hosted import Hosted

pytestmark = pytest.mark.browser

STEPS = script(273, 3)
DEALT = STEPS[:3]


def test_matches_on_one_host_do_not_mix(host: Hosted, phone: NewPhone) -> None:
    one, other = prepare(host, DEALT), prepare(host, DEALT, names=("Dai", "Emi", "Fumi"))
    aki = phone("Aki", storage=one.storage("p1")).open(one.address)
    dai = phone("Dai", storage=other.storage("p1")).open(other.address)
    Table({}).check_covered_hand(dai, 3)
    told = len(dai.frames)
    table = Table({"p1": aki})
    table.make(STEPS[3])
    aki.sees(re.compile(re.escape(aki.t("table_screen.turn_of", name="Chie"))))
    dai.sees(re.compile(re.escape(dai.t("shinobazu.screen.ask.leads"))))
    assert len(dai.frames) == told
    # A key of the one opens nothing of the other.
    crossed = phone("crossed", storage=one.storage("p1")).open(other.address)
    crossed.sees(re.compile(re.escape(crossed.t("app.lobby.how_free"))))
    assert not crossed.offers(pad(crossed))
    assert not crossed.cards()


def test_who_comes_late_takes_a_free_seat_and_plays_on(host: Hosted, phone: NewPhone) -> None:
    match = prepare(host, STEPS[:2], free=("p3",))
    late = phone("Chie").open(match.address)
    late.tap(late.t("app.lobby.sit.aloud", name="Chie"))
    late.is_offered(late.t("shinobazu.screen.enter_my_cards"))
    Table({"p3": late}).make(STEPS[2])
    late.reload()
    Table({}).check_covered_hand(late, 3)


def test_a_freed_seat_goes_to_another_phone_and_the_old_one_loses_everything(host: Hosted, phone: NewPhone) -> None:
    match = prepare(host, DEALT)
    hand = hand_of(DEALT[-1].after, "p1")
    old = phone("old", storage=match.storage("p1")).open(match.address)
    table = Table({"p1": old})
    table.check_covered_hand(old, 3)
    old.press(pad(old))
    table.check_open_hand(old, hand)

    laptop = phone("laptop", storage=match.storage(HOST)).open(match.address)
    t = laptop.t
    laptop.tap(t("app.lobby.change"))
    laptop.tap(t("app.lobby.free.aloud", name="Aki"))
    laptop.tap(t("app.lobby.free_sure.aloud", name="Aki"))
    laptop.sees(re.compile("^Aki, " + re.escape(t("app.free"))))
    old.sees(re.compile(re.escape(t("app.seat_was_freed").partition(".")[0])))
    old.lift()
    old.unguarded()
    told = len(old.frames)

    new = phone("new").open(match.address)
    sit_in(new)
    new.press(pad(new))
    table.check_open_hand(new, hand)
    new.lift()
    table.check_covered_hand(new, 3)
    old.reload()
    old.sees(re.compile(re.escape(t("app.lobby.how_free"))))
    assert not old.offers(pad(old))
    assert not old.cards(told)


def sit_in(phone):
    """Take the first seat of a match that runs."""
    phone.tap(phone.t("app.lobby.sit.aloud", name="Aki"))
    Table({}).check_covered_hand(phone, 3)


__all__ = ["sit"]
