"""A neighbour at a shared phone who wants to see behind a PIN, by every way that leads to a seat's screen."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

import companion.phones.actions.new_match
import companion.phones.cover
from companion.flet_runtime.render import on_page
from companion.phones.device_storage import STORED_AS
from companion.phones.session import Phone
from companion.tables import seats
from companion.tables.keys import ProcessRight, SeatKey
from companion.tables.table import Table
from models.matches.seats import TRIES, WAIT
from referee.core.journal import Declare
from referee.core.values import Refused
from tests.wire.cards import shown
from tests.wire.hall import Hall, hall, storage
from tests.wire.phone import Phone as WirePhone
from tests.wire.phone import decode

HANDS = {"p1": ["red 1", "red 4", "blue 5"], "p2": ["black 1", "black 2", "black 4"]}
SECRET = set(HANDS["p1"])
PIN = "4711"


@dataclass
class Shared:
    """A phone that holds Aki's seat, which has a PIN, and Ben's. Ben has the phone; Aki has just looked."""

    here: Hall
    table: Table
    keys: dict[str, str]
    phone: WirePhone
    printed: list[Any] = field(default_factory=list)

    async def mine(self, phone: WirePhone | None = None) -> Phone:
        """Return the host's side of the phone."""
        await self.here.quiet()
        wanted = phone or self.phone
        found = next(p for p in self.here.sessions if p.session.id == wanted.session)
        while not found.ready or found.table is None:  # noqa: ASYNC110  nobody announces it
            await asyncio.sleep(0.001)
        await self.here.quiet()
        return found

    async def done(self, phone: Phone) -> None:
        """Wait until what a phone was asked for is done."""
        while phone._tasks:
            await asyncio.gather(*phone._tasks)
        await self.here.quiet()

    async def lifts(self, phone: Phone, seat: str, pin: str = "") -> None:
        """Hand the phone to a seat, which lifts its curtain."""
        if phone.curtain != seat:
            phone.actions.sharing.hand_over(seat)
        phone.actions.sharing.lift_curtain(pin)
        await self.done(phone)

    async def opens_nothing(self, phone: Phone, wire: WirePhone) -> None:
        """Do all that opens, takes away or declares what the seat looked through alone may."""
        assert self.table.match is not None
        number, files = self.table.match.number, len(wire.files)
        acts = phone.actions
        for act in (
            acts.secrets.hold,
            acts.secrets.keep,
            lambda: acts.secrets.hands(HANDS["p1"]),
            acts.match.export,
            acts.boards.print_sheet,
            acts.take_over.print_sheets,
            lambda: acts.pages.go("log"),
            acts.secrets.keep,
            acts.match.export,
            acts.keeping.open,
            acts.pages.back,
        ):
            on_page(phone.page, act)
            await self.done(phone)
            await wire.echo()
            assert not (phone.uncovered and phone.viewer == "p1")
            assert not shown(wire.mirror.page) & SECRET
        if phone.viewer == "p1":
            acts.match.declare({"type": "lead", "to": "p1", "colour": "red", "card": "#1"})
            acts.match.declare_all([{"type": "withdraw_hand"}])
            acts.match.undo()
            await self.done(phone)
            assert self.table.match.number == number
        acts.secrets.cover()
        assert all(len(sheets) == 1 or phone.viewer != "p1" for sheets in self.printed), "the open sheet alone"
        for file in wire.files[files:]:
            assert not shown(file.decode("utf-8", "replace")) & SECRET

    def told(self, wire: WirePhone, since: int = 0) -> set[str]:
        """Return the secret cards in what a phone was sent, from a frame on."""
        return set().union(*(shown(decode(frame)) for _, frame in wire.received[since:])) & SECRET


def evening(play: Callable[[Shared], Awaitable[None]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat Aki and Ben on one phone, with a PIN for Aki's seat, and play."""
    monkeypatch.setattr(companion.phones.cover, "LATE_TAPS", 0.0)

    async def run() -> None:
        async with hall(pair=False) as here:
            table, keys = await here.begun(3)
            for seat, cards in HANDS.items():
                hand = Declare(seat=seat, move={"type": "enter_hand", "cards": cards})
                assert (await table.act(ProcessRight(seat), hand)).upheld
            record = table.seat("p1")
            assert record is not None
            assert (await seats.set_pin(table, record, PIN, SeatKey("p1", keys["p1"])))[0] == ""
            phone = await here.phone(table, {seat: keys[seat] for seat in ("p1", "p2")})
            shared = Shared(here, table, keys, phone)

            def printing(sheets: Any, *_: Any) -> bytes:
                shared.printed.append(sheets)
                return b"paper"

            monkeypatch.setattr(companion.phones.actions.new_match, "position_pdf", printing)
            await play(shared)

    asyncio.run(run())


Way = Callable[[Shared], Awaitable[WirePhone | None]]


async def reload(at: Shared) -> None:
    await at.phone.reload()


async def reload_with_one_key(at: Shared) -> None:
    at.phone.remembers[STORED_AS] = storage(at.table.code, {"p1": at.keys["p1"]})
    await at.phone.reload()


async def reload_as_looked_through_last(at: Shared) -> None:
    kept = json.loads(at.phone.remembers[STORED_AS])
    at.phone.remembers[STORED_AS] = json.dumps(kept | {"active": {at.table.code: "p1"}, "lifted": "p1", "pin": PIN})
    await at.phone.reload()


async def cut_off_and_back(at: Shared) -> None:
    mine = await at.mine()
    await at.lifts(mine, "p1", PIN)
    await at.phone.drop()
    while mine.connected:  # noqa: ASYNC110  nobody announces it
        await asyncio.sleep(0.001)
    await at.phone.reconnect()


async def laid_down_and_taken_up(at: Shared) -> None:
    await at.lifts(await at.mine(), "p1", PIN)
    for state in ("hide", "show", "resume"):
        await at.phone.event(1, "app_lifecycle_state_change", {"state": state})
    await at.phone.echo()


async def home_and_back(at: Shared) -> None:
    mine = await at.mine()
    await at.lifts(mine, "p1", PIN)
    mine.actions.pages.go("home")
    await at.done(mine)
    mine.actions.pages.open_match(at.table.code)
    await at.done(mine)


async def another_address_and_back(at: Shared) -> None:
    await at.lifts(await at.mine(), "p1", PIN)
    for route in (f"/t/{at.table.code}", f"/m/{at.table.code}"):
        await at.phone.event(1, "route_change", {"route": route})
        await at.phone.echo()


async def display_and_seats(at: Shared) -> None:
    mine = await at.mine()
    mine.actions.lobby.watch()
    mine.actions.demonstration.seats()
    await at.done(mine)


async def handed_on_and_the_other_seat_is_freed(at: Shared) -> None:
    mine = await at.mine()
    await at.lifts(mine, "p1", PIN)
    mine.actions.sharing.hand_over("p2")
    await seats.free(at.table, "p2", ProcessRight())


async def the_neighbour_leaves(at: Shared) -> None:
    mine = await at.mine()
    mine.actions.lobby.leave("p2")
    await at.done(mine)


async def handed_on_and_taken_back(at: Shared) -> None:
    mine = await at.mine()
    await at.lifts(mine, "p1", PIN)
    mine.actions.sharing.hand_over("p2")
    mine.actions.sharing.hand_over("p1")


async def handed_on_and_gone_back_from_the_settings(at: Shared) -> None:
    mine = await at.mine()
    await at.lifts(mine, "p1", PIN)
    await at.lifts(mine, "p2")
    mine.actions.pages.go("settings")
    mine.actions.pages.back()
    mine.actions.sharing.hand_over("p1")


async def guessed(at: Shared) -> None:
    mine = await at.mine()
    for pin in ("", "0000", "47110", "４７１１", "'--"):
        await at.lifts(mine, "p1", pin)
    clock = at.table.backend.clock
    at.table.backend.clock = lambda: clock() + WAIT


async def dropped_or_changed(at: Shared) -> None:
    mine = await at.mine()
    for pin, old in (("", ""), ("", "0000"), ("1234", ""), ("1234", "1234")):
        mine.actions.sharing.set_pin("p1", pin, old)
        await at.done(mine)
    await at.lifts(mine, "p1", "1234")
    clock = at.table.backend.clock
    at.table.backend.clock = lambda: clock() + WAIT


async def left_and_taken_again(at: Shared) -> None:
    mine = await at.mine()
    for pin in ("", "0000"):
        mine.actions.lobby.leave("p1", pin)
        await at.done(mine)
    mine.actions.lobby.free("p1")
    mine.actions.lobby.sit("p1")
    await at.done(mine)
    mine.actions.sharing.hand_over("p1")


async def in_a_second_tab(at: Shared) -> WirePhone:
    await at.lifts(await at.mine(), "p1", PIN)
    tab = await WirePhone(f"{at.here.address}m/{at.table.code}", remembers=at.phone.remembers).connect()
    at.here.phones.append(tab)
    return tab


WAYS: tuple[Way, ...] = (
    reload,
    reload_with_one_key,
    reload_as_looked_through_last,
    cut_off_and_back,
    laid_down_and_taken_up,
    home_and_back,
    another_address_and_back,
    display_and_seats,
    handed_on_and_the_other_seat_is_freed,
    the_neighbour_leaves,
    handed_on_and_taken_back,
    handed_on_and_gone_back_from_the_settings,
    guessed,
    dropped_or_changed,
    left_and_taken_again,
    in_a_second_tab,
)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_no_way_leads_behind_a_pin(way: Way, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(at: Shared) -> None:
        mine = await at.mine()
        await at.lifts(mine, "p1", PIN)
        await at.lifts(mine, "p2")
        wire = await way(at) or at.phone
        mine = await at.mine(wire)
        since = len(wire.received)
        await at.opens_nothing(mine, wire)
        if mine.holds("p2"):
            await at.lifts(mine, "p2")
            await at.opens_nothing(mine, wire)
        assert at.told(wire, since) == set()
        # The owner of the PIN is not kept out by any of it.
        await at.lifts(mine, "p1", PIN)
        mine.actions.secrets.keep()
        await at.done(mine)
        assert (mine.snap.viewer, mine.snap.view.private[0].hand) == ("p1", tuple(HANDS["p1"]))
        await wire.wait_for(lambda: shown(wire.mirror.page) >= SECRET, "the hand of whoever knows the PIN")
        assert at.told(wire, since) == SECRET

    evening(play, monkeypatch)


def test_a_pin_that_is_changed_on_another_phone_covers_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(at: Shared) -> None:
        mine = await at.mine()
        await at.lifts(mine, "p1", PIN)
        mine.actions.secrets.keep()
        await at.done(mine)
        assert mine.uncovered
        tab = await in_a_second_tab(at)
        other = await at.mine(tab)
        since = len(at.phone.received)
        other.actions.sharing.set_pin("p1", "0815", PIN)
        await at.done(other)
        assert (mine.held, mine.snap.curtain, mine.snap.view) == ("covered", "p1", None)
        await at.opens_nothing(mine, at.phone)
        assert at.told(at.phone, since) == set()
        await at.lifts(mine, "p1", "0815")
        assert mine.snap.curtain == ""

    evening(play, monkeypatch)


def test_whoever_sets_or_changes_the_pin_of_the_seat_looked_through_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(at: Shared) -> None:
        mine = await at.mine()
        await at.lifts(mine, "p2")
        mine.actions.sharing.set_pin("p2", "1234")
        await at.done(mine)
        assert mine.snap.curtain == ""
        mine.actions.sharing.set_pin("p2", "", "1234")
        await at.done(mine)
        assert (mine.snap.curtain, at.table.seat("p2").pin) == ("", False)  # type: ignore[union-attr]

    evening(play, monkeypatch)


def test_what_was_refused_on_one_seat_is_not_told_on_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(at: Shared) -> None:
        mine = await at.mine()
        await at.lifts(mine, "p1", PIN)
        mine.actions.match.declare({"type": "lead", "to": "p1", "colour": "blue", "card": "#1"})
        await at.done(mine)
        assert mine.snap.refusal.reason == "app.refused_privately"  # type: ignore[union-attr]
        mine.actions.lobby.leave("p1", PIN)
        await at.done(mine)
        await at.lifts(mine, "p2")
        mine.actions.secrets.keep()
        await at.done(mine)
        assert (mine.snap.viewer, mine.uncovered, mine.snap.refusal) == ("p2", True, None)

    evening(play, monkeypatch)


def test_wrong_pins_shut_a_seat_for_a_while_and_the_host_opens_it_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(at: Shared) -> None:
        mine = await at.mine()
        clock = at.table.backend.clock
        for _ in range(TRIES):
            await at.lifts(mine, "p1", "0000")
        await at.lifts(mine, "p1", PIN)
        assert (mine.snap.curtain, mine.snap.curtain_problem) == ("p1", "app.pin_wait")
        at.table.backend.clock = lambda: clock() + WAIT
        await at.lifts(mine, "p1", PIN)
        assert mine.snap.curtain == ""
        mine.actions.sharing.hand_over("p2")
        for _ in range(TRIES):
            await at.lifts(mine, "p1", "0000")
        await seats.free(at.table, "p1", ProcessRight())
        assert (await seats.sit(at.table, "p1"), at.table.seat("p1").pin) != (None, True)  # type: ignore[union-attr]
        record = at.table.seat("p1")
        assert record is not None
        assert await at.table.run(at.table.backend.store.pins.may_try, "p1", clock())

    evening(play, monkeypatch)


def test_a_pin_that_is_set_while_its_seat_is_freed_is_not_the_next_owners(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(at: Shared) -> None:
        record = at.table.seat("p2")
        assert record is not None
        await seats.free(at.table, "p2", ProcessRight())
        key = await seats.sit(at.table, "p2")
        for late in (
            seats.set_pin(at.table, record, "0000", SeatKey("p2", at.keys["p2"])),
            seats.leave(at.table, record, SeatKey("p2", at.keys["p2"])),
        ):
            with pytest.raises(Refused):
                await late
        after = at.table.seat("p2")
        assert after is not None
        assert (after.pin, at.table.opens("p2", key or "")) == (False, True)

    evening(play, monkeypatch)


def test_a_phone_with_one_seat_and_no_pin_is_never_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(at: Shared) -> None:
        phone = await at.here.phone(at.table, {"p3": at.keys["p3"]})
        mine = await at.mine(phone)
        assert mine.snap.curtain == ""
        await phone.event(1, "app_lifecycle_state_change", {"state": "hide"})
        await phone.event(1, "app_lifecycle_state_change", {"state": "show"})
        await phone.reload()
        assert (await at.mine(phone)).snap.curtain == ""

    evening(play, monkeypatch)


def test_a_finished_match_is_open_to_all_and_its_seats_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(at: Shared) -> None:
        mine = await at.mine()
        for seat in ("p1", "p2", "p3"):
            await at.table.act(ProcessRight(seat), Declare(seat=seat, move={"type": "withdraw_hand"}))
        assert at.table.match is not None
        ended = at.table.match
        monkeypatch.setattr(type(ended), "result", property(lambda _: ENDED))
        at.table.record = type(at.table.record)(**{**_fields(at.table.record), "status": "ended"})
        at.table.publish()
        await at.mine()
        assert mine.curtain == ""
        mine.actions.match.undo()
        await at.done(mine)
        assert (mine.curtain, at.table.match.number) == ("p1", ended.number)

    ENDED = object()

    def _fields(record: Any) -> dict[str, Any]:
        return {name: getattr(record, name) for name in record.__dataclass_fields__}

    evening(play, monkeypatch)
