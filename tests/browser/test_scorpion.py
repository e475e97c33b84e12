"""Four phones, a table display and a game master play a whole Scorpion match in real browsers."""

from __future__ import annotations

import re

import pytest

from referee.core.journal import Declare
from referee.core.transcripts import dump, lines, load
from referee.core.values import GAME_MASTER
from tests.browser.conftest import NewPhone, mixed_engines
from tests.browser.prepared import prepare
from tests.browser.scorpion_script import played
from tests.browser.scorpion_thumbs import T, Table, Thumb
from tests.hosted import Hosted
from tests.players.scorpion.match import seated
from tests.shares import SOAK
from tests.transcripts import imported

pytestmark = pytest.mark.browser

SEED, BEGINS = 18, 3
"""In `make test` the set-up and the turns before this one are played without phones."""
OPTIONS = {
    "depth": "plays", "cat_wait_s": 0, "gm": "active", "sentries": 4, "patrols": 1, "sleepers": 2,
    "ninja_hand": 3, "traitor_hand": 3, "ninja_rehand": 2, "traitor_rehand": 2,
}  # fmt: skip
"""A small set-up, so that an evening fits into a test."""


@pytest.mark.soak
@pytest.mark.timeout(900)
@mixed_engines
def test_four_phones_a_display_and_a_game_master_play_a_whole_match(host: Hosted, phone: NewPhone) -> None:
    seats = seated(4)
    before = [] if SOAK else played(SEED, OPTIONS, seats, lambda state: state.turn == BEGINS)
    match = prepare(host, before, options=OPTIONS, play="scorpion", seats=seats, game_master="referee")
    display = phone("display").open(f"{host.address}t/{match.code}")
    master = phone("master", storage=match.storage(GAME_MASTER)).open(match.address)
    phones = {
        s.seat: Thumb(phone(s.name, storage=match.storage(s.seat, tap_to_open=True)).open(match.address)) for s in seats
    }
    mishaps = [display.reload, master.reload, *(thumb.phone.reload for thumb in phones.values())]
    asleep: list[Thumb] = []
    answered: list[tuple[str, str]] = []

    def mishap(n: int, seat: str, kind: str) -> None:
        """Before every fourth declaration load a phone again; now and then let one sleep that has nothing to say.

        Once one sleeps that is asked: the game master answers for it.
        """
        table.master = None
        while asleep:
            asleep.pop().phone.show()
        if kind == "lock_path" and not answered:
            answered.append((seat, kind))
            asleep.append(phones[seat])
            asleep[0].phone.hide()
            table.master = Thumb(master)
            return
        others = [thumb for each, thumb in phones.items() if each != seat]
        if mishaps and n % 4 == 0:
            mishaps.pop()()
        elif n % 9 == 0:
            asleep.append(others[n % len(others)])
            asleep[0].phone.hide()

    with Table(host, match.code, phones, SEED) as table:
        table.set_up()
        display.sees(re.compile(f"^Turn {table.match.state.turn}"))
        table.play(lambda state: state.phase == "ended", mishap)
        ended = table.match
    for thumb in asleep:
        thumb.phone.show()
    assert not mishaps
    declared = [e.act.move["type"] for e in ended.entries if isinstance(e.act, Declare)]
    assert declared[len(before) :] == table.kinds
    assert ended.result is not None
    evening = load(lines(dump(ended)), "the evening")
    assert imported(evening).result == ended.result
    assert answered
    masters = [line for line in evening.items if line.seat == GAME_MASTER]
    assert [(line.for_, line.move and line.move["type"]) for line in masters] == answered
    won = [s.name for s in seats if s.seat in ended.result.winners]
    for each in (display, master, *(thumb.phone for thumb in phones.values())):
        each.sees(T("kit.strip_ended"))
        each.sees(re.compile(re.escape(outcome(won))))


def outcome(winners: list[str]) -> str:
    """Return what an end says of who has won."""
    if len(winners) == 1:
        return T("app.end.wins", name=winners[0])
    return T("app.end.share", names=" and ".join(winners)) if winners else T("app.end.draw")
