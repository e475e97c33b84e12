"""Four phones, a table display and a game master play the last turns of a Scorpion match in real browsers."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from typing import Any

import pytest

from companion.i18n import translator
from companion.screens.scorpion_facts import GUARDS
from referee import scorpion
from referee.journal import Declare
from referee.scorpion import moves
from referee.scorpion.random_match import Played, judged, seated
from referee.scorpion.state import State
from tests.browser.conftest import NewPhone
from tests.browser.match import journal_of
from tests.browser.phones import BrowserPhone
from tests.browser.prepared import prepare
from tests.companion.screens import scorpion_guards_stage, scorpion_intruders_stage
from tests.companion.screens.test_scorpion_intruders_play import tap_out
from tests.hosted import Hosted
from tests.shots.tree import press

pytestmark = pytest.mark.browser

SEED, TURN = 22, 19
"""A match of four, and the turn from which on it is played by thumb: a search, a listen and its Cat, ways, a card."""
OPTIONS = {"depth": "plays", "cat_wait_s": 1, "gm": "active"}
T = translator("en")
LIST = "Zones as a list"


class Thumb:
    """Taps on a phone in a browser whatever is tapped on its model, which knows the names of what to tap."""

    def __init__(self, phone: BrowserPhone) -> None:
        self.phone = phone
        self.listed = False
        """Whether zones are a list there already: a phone keeps that until it is loaded again."""

    def reload(self) -> None:
        """Load the page again."""
        self.phone.reload()
        self.listed = False

    def tap(self, name: str) -> None:
        """Tap what has this name; a zone by its id, for what stands in it may be told in more words."""
        zone = re.match(r"^([A-Z]\d+), ", name)
        self.phone.tap(re.compile(f"^{zone[1]}, ") if zone else name)


class Guard(scorpion_guards_stage.GuardPhone):
    """A guard player's phone, beside its model."""

    def __init__(self, state: State, seat: str, thumb: Thumb) -> None:
        self.thumb = thumb
        super().__init__(state, seat)

    def tap(self, name: str) -> None:
        self.thumb.tap(name)
        super().tap(name)

    def go(self) -> None:
        self.thumb.phone.tap_last(self.main)
        super().go()

    def tap_zone(self, zone: str) -> None:
        if not self.pick.listed:
            as_list(self)
        super().tap_zone(zone)


class Intruder(scorpion_intruders_stage.Phone):
    """An intruder's phone, beside its model. Its cover is open, or the question is asked on closed doors."""

    def __init__(self, state: State, seat: str, thumb: Thumb) -> None:
        self.thumb = thumb
        super().__init__(state, seat)

    def tap(self, name: str) -> None:
        press(self.tree, name)  # what cannot be tapped is not looked for on the phone
        self.thumb.tap(name)
        self._happen()

    def tap_zone(self, zone: str) -> None:
        if not self.pick.listed:
            as_list(self)
        super().tap_zone(zone)


def as_list(model: Guard | Intruder) -> None:
    """Show the zones as a list, where each can be tapped whatever is seen of the map."""
    if not model.thumb.listed:
        model.thumb.tap(LIST)
        model.thumb.listed = True
    press(model.tree, LIST)
    model._happen()


def declares(one: Played, thumb: Thumb) -> None:
    """Declare by thumb what was declared."""
    if one.seat in GUARDS:
        Guard(one.before, one.seat, thumb).make(one.move)
        return
    if not isinstance(one.parsed, moves.AnswerCat):
        thumb.phone.tap(T("kit.tap_to_look"))
    tap_out(Intruder(one.before, one.seat, thumb), one.parsed)


def entries(host: Hosted, code: str) -> list[Mapping[str, Any]]:
    """Return what was declared so far."""
    return [entry.act.move for entry in journal_of(host, code).entries if isinstance(entry.act, Declare)]


def test_four_phones_a_display_and_a_game_master_play_to_the_end(host: Hosted, phone: NewPhone) -> None:
    steps = list(judged(SEED, 4, OPTIONS))
    first = next(n for n, one in enumerate(steps) if one.before.turn == TURN and one.before.phase == "alert")
    seats = seated(4)
    match = prepare(host, steps[:first], options=OPTIONS, play="scorpion", seats=seats, game_master="referee")  # type: ignore[arg-type]
    display = phone("display").open(f"{host.address}t/{match.code}")
    master = phone("master", pocket=match.pocket("gm")).open(match.address)
    phones = {
        s.seat: Thumb(phone(s.name, pocket=match.pocket(s.seat, tap_to_open=True)).open(match.address)) for s in seats
    }
    display.sees(re.compile("^Turn 19"))
    asleep = list(phones)
    for n, one in enumerate(steps[first:]):
        if asleep and one.seat != asleep[0]:
            phones[asleep.pop(0)].reload()
        declares(one, phones[one.seat])
        _until(host, match.code, first + n + 1, phones[one.seat].phone)
    # A thumb may say more than the script does, such as which unit takes a step; it says the same, and it ends alike.
    assert [move["type"] for move in entries(host, match.code)] == [one.move["type"] for one in steps]
    assert journal_of(host, match.code).result == scorpion.result(steps[-1].ruling.state)
    result = scorpion.result(steps[-1].ruling.state)
    assert result is not None
    won = {s.seat: s.name for s in seats if s.seat in result.winners}
    for each in (display, master, *(thumb.phone for thumb in phones.values())):
        each.sees(T("kit.strip_ended"))
        each.sees(re.compile(re.escape(outcome(list(won.values())))))


def outcome(winners: list[str]) -> str:
    """Return what an end says of who has won."""
    if len(winners) == 1:
        return T("app.end.wins", name=winners[0])
    return T("app.end.share", names=" and ".join(winners)) if winners else T("app.end.draw")


def _until(host: Hosted, code: str, number: int, phone: BrowserPhone) -> None:
    """Wait until the journal is so long."""
    end = time.monotonic() + 20
    while len(entries(host, code)) < number:
        assert time.monotonic() < end, f"entry {number} never came: {phone.spoken()[-600:]}"
        phone.next_frame()
