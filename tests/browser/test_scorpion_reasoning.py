"""Two phones in real browsers: the guards' map that says where intruders can be, and an intruder's own exposure."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError

from companion.phones.cover import KEPT_SECONDS
from referee.core.values import Seat
from tests.browser.conftest import NewPhone
from tests.browser.match import Step, pad
from tests.browser.naps import lines
from tests.browser.phones import BrowserPhone
from tests.browser.prepared import prepare
from tests.hosted import Hosted
from tests.referee.scorpion.opening import SMALL, opening

pytestmark = pytest.mark.browser

TRIES = 5

OPTIONS = {**SMALL, "depth": "plays", "reasoning": "guards"}
SEATS = (Seat(seat="guards", name="Gin"), Seat(seat="intruders", name="Kage"))
AGE = re.compile("Traitor: never certain yet")
WHY = re.compile(r"Traitor: (possible|out)\.")
W1, M1 = re.compile("^W1, "), re.compile("^M1, ")
PANEL = re.compile(r"What they can know of the Ninja.* \d+ zones now.* \d+ after this path", re.DOTALL)


def test_guards_reason_on_their_open_map_and_an_intruder_sees_the_own_exposure(host: Hosted, phone: NewPhone) -> None:
    steps = [Step(None, seat, move, None) for seat, move in opening(2, **OPTIONS).said]
    match = prepare(host, steps, options=OPTIONS, play="scorpion", seats=SEATS)
    guard, intruder = (
        phone(seat.name, storage=match.storage(seat.seat, tap_to_open=True)).open(match.address) for seat in SEATS
    )
    shaded = guard.t("scorpion.screen.reason.on")
    notes = re.compile(re.escape(guard.t("scorpion.screen.guards.notes")))
    assert not guard.offers(shaded)
    opened(guard, notes, shaded)
    guard.tap(shaded)
    opened(guard, notes, AGE)
    opened(guard, notes, W1)
    guard.tap(W1)
    opened(guard, notes, WHY)
    secret = {line for line in lines(guard) if WHY.search(line)}
    assert secret
    guard.watch_cover()
    guard.hide()
    guard.covers_itself()
    told = len(guard.frames)
    guard.show()
    guard.unguarded()
    guard.is_offered(notes)
    assert not lines(guard) & secret
    assert not [frame for frame in guard.frames[told:] if b"Traitor: " in frame]
    opened(guard, notes, WHY)

    look, staying = pad(intruder, tap=True), re.compile("Staying would leave")
    opened(intruder, look, PANEL)
    assert not staying.search(intruder.spoken())
    opened(intruder, look, M1)
    intruder.tap(M1)
    opened(intruder, look, staying)
    intruder.tap(intruder.t("table_screen.cover"))
    intruder.does_not_see(PANEL)

    assert not [frame for frame in intruder.frames if b"never certain" in frame or b"Traitor: " in frame]


def opened(phone: BrowserPhone, pad: str | re.Pattern[str], shows: str | re.Pattern[str]) -> None:
    """Wait for what an open cover shows, and open it again if it has covered itself meanwhile."""
    for _ in range(TRIES):
        if phone.offers(pad):
            phone.tap(pad)
        with suppress(TimeoutError):
            phone.words(shows).wait_for(state="attached", timeout=KEPT_SECONDS * 1000)
            return
    phone.sees(shows)
