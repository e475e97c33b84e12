"""A new user's phone in each game, from the code that it scans to the first declaration: its taps, and how long."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from companion.phones.device_storage import HOST
from referee.core.values import Seat
from tests.browser.match import journal_of, script, sit, words
from tests.browser.phones import BrowserPhone
from tests.browser.prepared import Prepared, prepare
from tests.companion.games.scroll_trick.tables import begun
from tests.companion.games.scroll_trick.thumbs import CALM, Taps, Thumbs, next_of
from tests.companion.screens.stage import EN
from tests.hosted import Hosted

NewPhone = Callable[..., BrowserPhone]


class Begun(NamedTuple):
    """What it took: taps of this phone, and seconds on this machine, in which fingers lose no time by thinking."""

    taps: int
    seconds: float
    declared: tuple[str, ...]


def from_scan(host: Hosted, phone: NewPhone, game: str) -> Begun:
    """Let a phone that knows nothing yet come to a table, sit down, and declare what is first there."""
    names, first = GAMES[game]
    match = prepare(
        host, seats=[Seat(seat=f"p{n}", name=name) for n, name in enumerate(names, 1)],
        options={"depth": "plays"}, free=("p1",), running=False, play=game,
    )  # fmt: skip
    others = phone("host", storage=match.storage(HOST)).open(match.address)
    new = phone("new")
    begun_at = time.perf_counter()
    new.open(match.address)
    sit(new, names[0])
    others.tap(others.t("app.lobby.start"))
    first(new)
    declared = _declared(match, new)
    return Begun(new.taps, time.perf_counter() - begun_at, declared)


def _declared(match: Prepared, phone: BrowserPhone) -> tuple[str, ...]:
    """Wait for the first entries of the journal, and return what they declare."""
    while not (entries := journal_of(match.host, match.code).entries):
        phone.next_frame()
    return tuple(entry.act.move["type"] for entry in entries)


def _scroll_trick(phone: BrowserPhone) -> None:
    table = begun(2)
    turn = next_of(table, Thumbs(15, ["p1", "p2"], CALM))
    assert turn is not None
    for name in Taps(EN).of(table.view, turn[1], turn[2], ()):
        phone.tap(name)


def _shinobi_school(phone: BrowserPhone) -> None:
    phone.tap(re.compile(r"^Dealt, \d+ each"))


def _giryaku(phone: BrowserPhone) -> None:
    phone.tap("Aki")
    phone.tap(phone.t("giryaku.screen.settle"))


def _shinobazu(phone: BrowserPhone) -> None:
    step = next(step for step in script(273, 3) if step.move["type"] == "enter_hand" and step.seat == "p1")
    phone.tap(phone.t("shinobazu.screen.enter_my_cards"))
    for card in step.move["cards"]:
        phone.choose(words(phone, card))
    phone.tap(phone.t("shinobazu.screen.lock_it"))


def _scorpion(phone: BrowserPhone) -> None:
    phone.tap(phone.t("scorpion.screen.setup.open"))
    phone.tap(phone.t("scorpion.screen.setup.quick"))
    phone.tap(phone.t("scorpion.screen.setup.quick.so"))


GAMES: dict[str, tuple[tuple[str, ...], Callable[[BrowserPhone], None]]] = {
    "scroll-trick": (("Aki", "Ben"), _scroll_trick),
    "shinobi-school": (("Aki", "Ben", "Chie"), _shinobi_school),
    "giryaku": (("Aki", "Ben"), _giryaku),
    "shinobazu": (("Aki", "Ben", "Chie"), _shinobazu),
    "scorpion": (("Aki", "Ben"), _scorpion),
}
