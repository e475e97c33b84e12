"""Scroll Trick on real phones: a whole match from scan to winner, and results alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from companion.games.scroll_trick.facts import signed
from companion.phones.device_storage import HOST, DeviceStorage
from companion.tables.keys import key_hash, new_code, new_key, new_salt
from models import Store
from referee.core.journal import Declare
from referee.core.values import Result
from referee.scroll_trick.cards import HAND
from tests.browser.conftest import NewPhone, three_engines
from tests.browser.match import NAMES, journal_of, sit
from tests.browser.naps import nap
from tests.browser.phones import BrowserPhone
from tests.companion.games.scroll_trick.tables import Table, begun
from tests.companion.games.scroll_trick.thumbs import CALM, Taps, Thumbs, next_of
from tests.companion.screens.stage import EN
from tests.hosted import Hosted
from tests.shares import SOAK

pytestmark = pytest.mark.browser

SEED, ROUNDS = 15, 3
"""A match in which the shadow never leads, which would end the game for two (SCROLL-10.3).

In `make test` the rounds before the last are played without phones.
"""


class Evening:
    """A match that the referee judges here as its phones play it there."""

    def __init__(self, seed: int, count: int, **options: Any) -> None:
        self.table: Table = begun(count, **options)
        self.players = Thumbs(seed, [f"p{n + 1}" for n in range(count)], CALM)
        self.said: list[tuple[str, dict[str, Any]]] = []
        self.phones: dict[str, BrowserPhone] = {}

    def step(self) -> bool:
        """Let the next declaration be made, by thumb where there are phones; tell whether there was one."""
        turn = next_of(self.table, self.players)
        if turn is None:
            return False
        seat, prompt, move = turn
        if self.phones:
            phone, taps = self.phones[seat], Taps(EN)
            names = taps.of(self.table.view, prompt, move, self.players.table.scrolls)
            for words in taps.asked(self.table.snap(seat), prompt):
                # The screen of the moment before may have buttons of the same names.
                phone.sees(re.compile(re.escape(words)))
            slots = taps.unknown(self.table.view, prompt) if move["type"] == "take_trick" else []
            for at, name in enumerate(names):
                phone.tap(name)
                if move["type"] == "take_trick" and at < len(names) - 1:
                    # The next value is asked once this one stands on its card.
                    who = taps.name(self.table.view, slots[at].seat)
                    phone.is_offered(f"{who}, {taps.card(slots[at].card)}: {name}")
        self.table = self.table.says(seat, **{("type_" if key == "type" else key): v for key, v in move.items()})
        self.said.append((seat, move))
        return True

    def until(self, wanted: Callable[[Any], bool]) -> None:
        """Let declarations be made until the public view is as wanted, or the match is over."""
        while not wanted(self.table.view) and self.step():
            pass

    def written(self, host: Hosted) -> tuple[str, DeviceStorage]:
        """Write the match so far into the host's database, its seats free; return what its host's phone remembers."""
        code, key, now = new_code(), new_key(), datetime.now(UTC)
        match = begun(len(self.players.seats), **self.table.match.options.model_dump(mode="json")).match
        seats = [(s.seat, s.name) for s in match.seats]
        store = Store.open(host.database)
        try:
            record = store.matches.open(
                code=code, game="scroll-trick", options=match.options.model_dump(mode="json"), seats=seats,
                host_key=key_hash(key), game_master="none", created=now,
            )  # fmt: skip
            if self.said:
                store.matches.set_status(record.id, "running", now)
            for seat, move in self.said:
                match, ruling = match.act(seat, Declare(seat=seat, move=move, salt=new_salt()))
                assert ruling.upheld
                entry = match.entries[-1]
                store.journals.append(record.id, entry.number, entry.actor, entry.act.model_dump(mode="json"), now)
        finally:
            store.close()
        return code, DeviceStorage(keys={code: {HOST: key}})

    def sit_down(self, host: Hosted, phone: NewPhone) -> str:
        """Let everybody scan and take a seat, each on a phone of their own; return the match's code."""
        code, storage = self.written(host)
        address = f"{host.address}m/{code}"
        for n, seat in enumerate(self.players.seats):
            each = phone(NAMES[n], storage=storage if n == 0 and not self.said else None).open(address)
            if self.said:
                each.tap(each.t("app.lobby.sit.aloud", name=NAMES[n]))
            else:
                if n == 0:
                    assert each.scan().endswith(f"/m/{code}")
                sit(each, NAMES[n])
            self.phones[seat] = each
        if not self.said:
            first = self.phones["p1"]
            first.tap(first.t("app.lobby.start"))
        return code

    def ends(self, result: Result) -> None:
        """Wait until every phone shows the end, and everybody's place and points."""
        for each in self.phones.values():
            each.sees(each.t("kit.strip_ended"))
            each.tap(each.t("analysis.face.record"))
            for line in result.ranking:
                name = Taps(EN).name(self.table.view, line.seat)
                each.sees(re.compile(f"{line.place}: {name}, {_points(line.points)} points"))

    def same(self, host: Hosted, code: str) -> None:
        """Check that the host's journal came to the same."""
        match = journal_of(host, code)
        assert match.view("public") == self.table.view


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_two_phones_sit_and_play_every_card_to_the_winner(host: Hosted, phone: NewPhone) -> None:
    plays(Evening(SEED, 2), host, phone, whole=SOAK)


@three_engines
def test_three_phones_of_three_engines_play_the_last_round_to_the_winner(host: Hosted, phone: NewPhone) -> None:
    plays(Evening(SEED, 3), host, phone, whole=False)


def plays(evening: Evening, host: Hosted, phone: NewPhone, whole: bool) -> None:
    """Play a match to its winner, of which the rounds before the last may be played without phones."""
    if not whole:
        evening.until(lambda v: v.round == ROUNDS)
    code = evening.sit_down(host, phone)

    # In a later round one who waits looks under the cover, locks the phone, and takes it up again.
    evening.until(lambda v: v.round > 1 and v.active in evening.phones)
    view = evening.table.view
    waits = next(seat for seat in evening.phones if seat != view.active)
    each, asked = evening.phones[waits], Taps(EN).name(view, view.active or "")
    each.is_offered(each.t("table_screen.turn_of", name=asked))
    nap(each, Taps(EN).name(view, waits))
    each.reload()
    each.is_offered(each.t("table_screen.turn_of", name=asked))

    evening.until(lambda v: v.result is not None)
    result = evening.table.match.result
    assert result is not None
    assert len(result.winners) == 1
    assert (evening.table.view.round, len(evening.table.view.tricks)) == (ROUNDS, HAND)
    evening.ends(result)
    evening.same(host, code)


def test_results_alone_are_entered_from_scan_to_winner(host: Hosted, phone: NewPhone) -> None:
    evening = Evening(7, 2, depth="scores", shadow_tie="strict")
    code = evening.sit_down(host, phone)
    evening.until(lambda v: v.result is not None)
    for each in evening.phones.values():
        each.sees(each.t("kit.strip_ended"))
    evening.same(host, code)


def _points(points: int) -> str:
    return signed(points).lstrip("+") if points else "0"
