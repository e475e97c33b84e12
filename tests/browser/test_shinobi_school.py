"""Shinobi School on real phones: a whole match from scan to winner, and one of results alone."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from companion.phones.device_storage import HOST, DeviceStorage
from companion.tables.keys import key_hash, new_code, new_key
from models import Store
from referee import shinobi_school
from tests.browser.conftest import NewPhone, mixed_engines
from tests.browser.match import NAMES, journal_of, sit
from tests.browser.naps import nap
from tests.browser.phones import BrowserPhone
from tests.hosted import Hosted

pytestmark = pytest.mark.browser

SHORT = {"3": {"cards": 2, "highest": 8}}
"""Two cards each: a round of a few turns."""


def lobby(host: Hosted, **options: Any) -> tuple[str, DeviceStorage]:
    """Write a match that waits for its players; return its code, and what its host's phone remembers."""
    chosen = shinobi_school.OPTIONS.model_validate(options)
    seats = [(f"p{n}", name) for n, name in enumerate(NAMES[:3], 1)]
    code, key = new_code(), new_key()
    store = Store.open(host.database)
    try:
        store.matches.open(
            code=code, game="shinobi-school", options=chosen.model_dump(mode="json"), seats=seats,
            host_key=key_hash(key), game_master="none", created=datetime.now(UTC),
        )  # fmt: skip
    finally:
        store.close()
    return code, DeviceStorage(keys={code: {HOST: key}})


def seated(host: Hosted, phone: NewPhone, **options: Any) -> tuple[str, list[BrowserPhone]]:
    """Open a match on three phones, the first of which is the host's; all have scanned, sat down and begun."""
    code, storage = lobby(host, **options)
    first = phone(NAMES[0], storage=storage).open(f"{host.address}m/{code}")
    assert first.scan().endswith(f"/m/{code}")
    phones = [first, *(phone(name).open(f"{host.address}m/{code}") for name in NAMES[1:3])]
    for each, name in zip(phones, NAMES, strict=False):
        sit(each, name)
    first.tap(first.t("app.lobby.start"))
    return code, phones


def _t(phone: BrowserPhone, key: str, **params: Any) -> str:
    return phone.t(f"shinobi_school.screen.{key}", **params)


def enter(phone: BrowserPhone, way: str, cards: list[int], lock: str) -> None:
    """Enter cards secretly and lock them: the cover closes with it."""
    phone.tap(way)
    phone.sees(_t(phone, "line.entry"))  # the open table may ask for cards, too
    for number in cards:
        phone.tap(_t(phone, "one_more", number=number))
        phone.is_offered(_t(phone, "one_less", cards=number))
    phone.tap(lock)
    phone.sees(phone.t("kit.strip_covered_parts"))


@mixed_engines
def test_three_phones_play_a_round_from_scan_to_winner(host: Hosted, phone: NewPhone) -> None:
    code, (aki, ben, chie) = seated(host, phone, rounds=1, deal_table=SHORT)
    aki.tap(_t(aki, "dealt", n=2))

    # The split: two note their earths secretly, Chie only lays an empty one.
    enter(aki, _t(aki, "enter_earth"), [2], _t(aki, "lock.earth", n=1))
    enter(ben, _t(ben, "enter_earth"), [8], _t(ben, "lock.earth", n=1))
    chie.tap(_t(chie, "without"))
    # Who has noted nothing enters it on that seat's own phone; the others are told whom they wait for.
    aki.sees(re.compile(re.escape(_t(aki, "does.earth", name="Chie"))))
    enter(aki, _t(aki, "enter"), [1], _t(aki, "lock.heaven"))
    chie.tap(_t(chie, "my_earth_empty"))
    ben.tap("4")
    ben.is_offered(_t(ben, "take_back", cards="4"))
    ben.tap("6")
    ben.tap(_t(ben, "make_field"))
    chie.is_offered(re.compile(re.escape(_t(chie, "missing.start"))))
    chie.choose("Ben")
    chie.tap(_t(chie, "starts", name="Ben"))

    # Ben's 8 goes below the 6; heaven passes. Chie passes with both.
    ben.tap("8")
    ben.tap(_t(ben, "place_bottom", cards="8"))
    ben.sees(re.compile(re.escape(_t(ben, "second_action"))))
    ben.choose(_t(ben, "pass"))
    ben.tap(_t(ben, "pass_heaven"))
    chie.choose(_t(chie, "pass"))
    chie.choose(_t(chie, "both_pass"))
    chie.tap(_t(chie, "pass_both"))

    # Aki looks, locks the phone, and takes it up again; Chie loads the page anew.
    chie.reload()
    aki.is_offered("2")
    nap(aki, "Aki", (ben, chie))
    aki.sees(aki.t("kit.strip_covered_parts"))

    # The player gets rid of everything: the round ends at once.
    aki.tap("2")
    aki.tap(_t(aki, "place_top", cards="2"))
    aki.sees(re.compile(re.escape(_t(aki, "second_action"))))
    aki.tap("1")
    aki.tap(_t(aki, "place_top", cards="1"))

    # The winner sees that all is right and goes on. The others show what is left, and the referee counts.
    aki.tap(_t(aki, "score_round"))
    for each, left in ((ben, (5,)), (chie, (3, 3))):
        for n, number in enumerate(left):
            each.tap(_t(each, "one_more", number=number))
            each.is_offered(_t(each, "one_less", cards=number if n == 0 else f"{number} ×2"))
        each.tap(_t(each, "show_them"))
    for each in (aki, ben, chie):
        each.sees(each.t("kit.strip_ended"))
        each.sees(re.compile("Aki wins"))
    match = journal_of(host, code)
    assert match.result is not None
    assert {line.seat: line.points for line in match.result.ranking} == {"p1": 5, "p2": -1, "p3": -3}
    assert match.result.winners == ("p1",)


def test_results_alone_are_entered_to_a_winner(host: Hosted, phone: NewPhone) -> None:
    code, (aki, ben, chie) = seated(host, phone, rounds=2, depth="scores")

    # Chie enters the first round by its cards, for all.
    chie.choose("Ben")
    for name, number in (("Aki", 9), ("Chie", 4)):
        chie.tap(f"{name}: {_t(chie, 'heaven')}")
        chie.sees(re.compile("^None yet"))  # until then a number would be added to what was open before
        chie.tap(_t(chie, "one_more", number=number))
        chie.is_offered(_t(chie, "one_less", cards=number))
    chie.tap(_t(chie, "enter_round", name="Ben"))

    # Aki enters the second by its points.
    aki.sees(re.compile(re.escape(_t(aki, "who_won", n=2))))
    aki.choose("Ben")
    aki.choose(_t(aki, "by_points"))
    for name in ("Aki", "Chie"):
        aki.tap(_t(aki, "ten_less", name=name))
    aki.tap(_t(aki, "enter_round", name="Ben"))
    ben.tap(_t(ben, "end_match"))
    for each in (aki, ben, chie):
        each.sees(each.t("kit.strip_ended"))
        each.sees(re.compile("Ben wins"))
    match = journal_of(host, code)
    assert match.result is not None
    assert {line.seat: line.points for line in match.result.ranking} == {"p1": -11, "p2": 10, "p3": -11}
