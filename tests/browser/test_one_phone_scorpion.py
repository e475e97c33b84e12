"""One phone that goes to and fro between the guards and the intruders: what the intruders know goes with nobody."""

from __future__ import annotations

import re
from itertools import groupby

import pytest

from companion.games.scorpion.facts import Pick
from referee import scorpion
from referee.core.journal import Declare
from referee.core.values import PUBLIC
from referee.scorpion.state import State
from tests.browser.conftest import NewPhone
from tests.browser.match import Step, keep_open, pad
from tests.browser.phones import BrowserPhone
from tests.browser.prepared import prepare
from tests.browser.scorpion_script import played
from tests.browser.scorpion_thumbs import T, Table, Thumb
from tests.companion.games.scorpion.intruders.stage import Phone
from tests.hosted import Hosted
from tests.players.scorpion.match import seated

pytestmark = pytest.mark.browser

SEED, BEGINS, ENDS = 18, "focus_listen", 6
"""A match of two in which a guard hears the Traitor, both missions are found in that turn, and the next begins."""
OPTIONS = {
    "depth": "plays", "cat_wait_s": 0, "sentries": 4, "patrols": 1, "sleepers": 2,
    "ninja_hand": 3, "traitor_hand": 3, "ninja_rehand": 2, "traitor_rehand": 2,
}  # fmt: skip
SEATS = seated(2)
NAME = {each.seat: each.name for each in SEATS}
PIN = {"intruders": "4711"}


def secrets(state: State, *, listed: bool = False) -> set[str]:
    """Return what only the intruders' open phone says of the Ninja and the Traitor, on its map or in its list."""
    phones = [Phone(state, "intruders", held) for held in ("kept", "covered")]
    for phone in phones:
        phone.pick = Pick(listed=listed)
        phone.again()
    mine, public = (set(phone.names) for phone in phones)
    return {name for name in mine - public if T("scorpion.ninja") in name or T("scorpion.traitor") in name}


class Holder(Thumb):
    """A thumb that holds the pad, and slides up to keep the cover open."""

    def hold(self, seat: str) -> None:
        """Put the thumb on the pad and leave it there: the cover of whoever has the phone opens."""
        self.phone.press(pad(self.phone))
        self.phone.sees(re.compile("^" + re.escape(T("kit.strip_secret", who=NAME[seat]))))

    def look(self) -> None:
        if self.phone.offers(pad(self.phone)):
            self.hold("intruders")
            keep_open(self.phone)


class GoingRound:
    """The phone as it is handed on. `seat` has it; while a curtain is drawn, `curtain` is whom it is drawn for."""

    def __init__(self, phone: BrowserPhone, thumb: Holder, table: Table, known: set[str]) -> None:
        self.phone, self.thumb, self.table, self.known = phone, thumb, table, known
        self.seat, self.curtain = "", "guards"
        self.told = 0
        """How much the phone had been sent when the curtain was last seen."""

    def make(self, step: Step) -> None:
        """Make a declaration. Where somebody else is asked next, the curtain falls, and names them."""
        if self.curtain:
            self.lift()
        assert self.seat == step.seat
        if self.seat == "guards":
            self.hides()
        number = self.table.match.number
        self.table.declare(step.before, step.seat, step.move)
        self.table.further(number + 1, self.thumb)
        asked = [prompt.seat for prompt in scorpion.prompts(step.after, PUBLIC) if prompt.must]
        if self.seat not in asked:
            self.falls(asked[0])

    def falls(self, seat: str) -> None:
        """Wait for the curtain; it says who is handed the phone, and nothing that the intruders know."""
        self.curtain = seat
        self.phone.sees(hand_to(seat))
        self.phone.is_offered(T("app.curtain.lift", name=NAME[seat]))
        self.told = len(self.phone.frames)
        self.hides()

    def hides(self) -> None:
        """Check that nothing of the intruders is in the page, nor in what it was sent since the curtain was seen."""
        said, sent = self.phone.spoken(), b"".join(self.phone.frames[self.told :])
        assert not [each for each in self.known if each in said or each.encode() in sent]

    def shows(self, state: State) -> None:
        """Check that the intruders' secret is there while the pad is held, and gone when the thumb is lifted."""
        told, wanted = len(self.phone.frames), secrets(state)
        self.thumb.hold("intruders")
        for each in wanted:
            if T("scorpion.traitor") in each:  # the map is about the guard who listens, two zones from the Traitor
                self.phone.sees(each)
        sent = b"".join(self.phone.frames[told:])
        assert wanted
        assert not [each for each in wanted if each.encode() not in sent]
        self.phone.lift()
        self.phone.sees(T("kit.strip_covered"))
        self.told = len(self.phone.frames)
        self.hides()

    def enters(self, pin: str) -> None:
        """Key in a PIN, if any, and lift the curtain with it."""
        for digit in pin:
            self.phone.tap(T("app.curtain.digit", n=digit))
        self.phone.tap(T("app.curtain.lift", name=NAME[self.curtain]))

    def lift(self) -> None:
        """Take the phone."""
        self.enters(PIN.get(self.curtain, ""))
        self.phone.does_not_see(hand_to(self.curtain))
        self.seat, self.curtain = self.curtain, ""


def hand_to(seat: str) -> re.Pattern[str]:
    """Return how a curtain begins that is drawn for a seat."""
    return re.compile("^" + re.escape(T("app.curtain.hand", name=NAME[seat])))


def test_what_the_intruders_know_stays_behind_the_curtain_of_the_one_phone(host: Hosted, phone: NewPhone) -> None:
    whole = played(SEED, OPTIONS, SEATS, lambda state: state.turn == ENDS)
    begins = next(n for n, step in enumerate(whole) if step.move["type"] == BEGINS)
    before, rest = whole[:begins], whole[begins:]
    match = prepare(host, before, options=OPTIONS, play="scorpion", seats=SEATS, pins=PIN)
    only = phone("only", storage=match.storage(*NAME)).open(match.address)
    holder = Holder(only)
    known = {each for step in rest for listed in (False, True) for each in secrets(step.before, listed=listed)}
    with Table(host, match.code, dict.fromkeys(NAME, holder), SEED) as table:
        going = GoingRound(only, holder, table, known)
        going.falls("guards")
        going.make(rest[0])

        # A wrong PIN lifts nothing. Behind the right one, the secret is there while the pad is held.
        assert going.curtain == "intruders"
        going.enters("1234")
        only.sees(re.compile(re.escape(T("app.pin_wrong"))))
        assert only.offers(T("app.curtain.digit", n=1))
        going.hides()
        going.lift()
        going.shows(rest[0].after)
        going.make(rest[1])

        # The guards hear what the referee says to it; what their own cover hides is not the intruders'.
        going.lift()
        only.sees(re.compile("Something was heard"))
        holder.hold("guards")
        going.hides()
        only.lift()
        only.sees(T("kit.strip_covered_parts"))
        for step in rest[2:]:
            going.make(step)

        # What was found is told to all: it is on the guards' map, as far as that is on the screen.
        assert going.curtain == "guards"
        going.lift()
        at = dict(whole[-1].after.marks.objectives)
        found = [f"Mark {c.mission}, {at[c.mission]}" for c in whole[-1].after.characters if c.mission is not None]
        assert len(found) == 2
        only.sees(found[0])
        sent = b"".join(only.frames[going.told :])
        assert not [each for each in found if each.encode() not in sent]
        going.hides()
        ended = table.match
    assert ended.state == whole[-1].after
    declared = [(e.actor, e.act.seat, e.act.move["type"]) for e in ended.entries if isinstance(e.act, Declare)]
    assert declared == [(step.seat, step.seat, step.move["type"]) for step in whole]
    turns = [seat for seat, _ in groupby(seat for seat, _, _ in declared[begins:])]
    assert turns == ["guards", "intruders", "guards", "intruders"]
