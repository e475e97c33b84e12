"""A phone that knows everything but the keys: it gets the list of seats, and nothing of anybody's cards."""

from __future__ import annotations

import re

import pytest

from companion.phones.device_storage import DeviceStorage
from tests.browser.conftest import NewPhone
from tests.browser.match import NAMES, Table, hand_of, pad, script
from tests.browser.prepared import prepare
from tests.hosted import Hosted

pytestmark = pytest.mark.browser


def test_who_knows_a_seat_but_not_its_key_gets_the_list_of_seats_and_no_card(host: Hosted, phone: NewPhone) -> None:
    steps = script(273, 3)[:4]
    match = prepare(host, steps)
    mine = phone("Aki", storage=match.storage("p1")).open(match.address)
    table = Table({"p1": mine})
    table.check_covered_hand(mine, 2)
    mine.press(pad(mine))
    table.check_open_hand(mine, hand_of(steps[-1].after, "p1"))

    # It claims every seat, the game master's and the host's place with keys that it made up.
    forged = dict.fromkeys(("p1", "p2", "p3", "gm", "host"), "0" * 32)
    stranger = phone("stranger", storage=DeviceStorage(keys={match.code: forged}, active={match.code: "p1"}))
    stranger.open(match.address)
    for name in NAMES[:3]:
        stranger.sees(re.compile(f"^{name}, "))
    stranger.sees(re.compile(re.escape(stranger.t("app.lobby.how_free"))))
    t = stranger.t
    of_seats = [t(f"app.lobby.{action}.aloud", name=name) for action in ("sit", "free", "leave") for name in NAMES[:3]]
    for button in (*of_seats, t("app.lobby.start"), t("app.lobby.go_in"), pad(stranger)):
        assert not stranger.offers(button), stranger.spoken()

    # Typed addresses open no other door.
    for path, answer in (
        (f"m/{match.code}/p1", t("app.lobby.how_free")),
        (f"m/{match.code}?seat=p1&key={forged['p1']}", t("app.lobby.how_free")),
        (f"g/{match.code}", t("app.lobby.how_free")),
    ):
        stranger.open(f"{host.address}{path}")
        stranger.sees(re.compile(re.escape(answer)))
        assert not stranger.offers(pad(stranger))
    stranger.open(f"{host.address}m/{'x' * len(match.code)}")
    stranger.sees(re.compile(re.escape(t("app.lost.not_found"))))

    # The table display is everybody's: it shows that a card lies there, not which.
    stranger.open(f"{host.address}t/{match.code}")
    stranger.sees(re.compile(re.escape(t("shinobazu.screen.face_down"))))
    assert not stranger.offers(pad(stranger))
    assert not stranger.cards()
    mine.lift()
    table.check_covered_hand(mine, 2)
