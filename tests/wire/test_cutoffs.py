"""Phones that sleep, lose the network or are reloaded: they come back covered, by themselves, to the newest view."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
import websockets
from flet_web.fastapi import app_manager

from companion.tables.table import Table
from tests.players.shinobazu import OPEN, Players
from tests.wire.cards import shown
from tests.wire.hall import Hall, hall
from tests.wire.listening import OPEN_MARK, next_said, own_cards, public_cards
from tests.wire.people import PAD
from tests.wire.phone import NothingCame, Phone, decode

Story = Callable[[Hall, Table, dict[str, Phone], Players], Awaitable[None]]
ASLEEP, HERE = re.compile(r"^Aki, asleep"), re.compile(r"^Aki, (?!asleep)")


def tell(story: Story) -> None:
    """Let three phones sit at a match in which all hands are entered; then tell a story about Aki's."""

    async def told() -> None:
        async with hall() as room:
            table, keys = await room.begun(3)
            phones = {seat: await room.phone(table, {seat: key}) for seat, key in keys.items()}
            players = Players(21, list(keys), OPEN)
            while not all(s.hand_entered for s in table.match.view("public").seats):  # type: ignore[union-attr]
                await move(room, table, players)
            await story(room, table, phones, players)
            for phone in room.phones:
                assert not phone.crashes
                assert not phone.faults

    asyncio.run(told())


async def move(room: Hall, table: Table, players: Players, times: int = 1) -> None:
    """Declare what comes next, past all phones."""
    for _ in range(times):
        said = next_said(players, table)
        assert said is not None
        assert (await room.declare(table, *said)).upheld


def is_open(phone: Phone) -> bool:
    """Tell whether a phone's cover is open."""
    return str(phone.mirror.page.get("title")).startswith(OPEN_MARK)


async def held_open(phone: Phone, table: Table) -> None:
    """Put a finger on the pad and wait until the hand is there."""
    await phone.hold(PAD)
    own = own_cards(table, "p1")
    await phone.wait_for(lambda: own <= shown(phone.mirror.page), "the hand")
    assert is_open(phone)


async def missed(phone: Phone) -> None:
    """Wait until another phone shows that Aki's is asleep."""
    await phone.wait_for(ASLEEP)


def came_back_covered(phone: Phone, table: Table, since: int) -> None:
    """Assert that nothing secret was sent to a phone since its frame number `since`."""
    for _, frame in phone.received[since:]:
        assert shown(decode(frame)) <= public_cards(table)
    assert not is_open(phone)
    assert shown(phone.mirror.page) <= public_cards(table)


@pytest.mark.parametrize("how", ["drop", "close"])
def test_a_phone_that_is_cut_off_while_it_holds_a_secret_comes_back_covered(how: str) -> None:
    async def story(room: Hall, table: Table, phones: dict[str, Phone], players: Players) -> None:
        aki = phones["p1"]
        await held_open(aki, table)
        session, since = aki.session, len(aki.received)
        await getattr(aki, how)()
        await missed(phones["p2"])
        await aki.connect(session)
        assert aki.session == session
        await aki.wait_for(PAD)
        came_back_covered(aki, table, since)
        await phones["p2"].wait_for(lambda: not phones["p2"].sees(ASLEEP), "Aki to be back")

    tell(story)


def test_a_touch_that_was_made_while_cut_off_and_arrives_late_opens_nothing() -> None:
    async def story(room: Hall, table: Table, phones: dict[str, Phone], players: Players) -> None:
        aki = phones["p1"]
        pad = aki.handler(PAD, "vertical_drag_down")
        assert pad is not None
        await aki.drop()
        await missed(phones["p2"])
        since = len(aki.received)
        await aki.reconnect()
        await aki.event(pad.id, "vertical_drag_down", {"l": {"x": 1.0, "y": 1.0}, "g": {"x": 1.0, "y": 1.0}})
        await aki.wait_for(PAD)
        await aki.hold(PAD)
        await aki.echo()
        await room.quiet()
        came_back_covered(aki, table, since)

    tell(story)


def test_a_hidden_page_covers_itself_and_counts_as_asleep() -> None:
    async def story(room: Hall, table: Table, phones: dict[str, Phone], players: Players) -> None:
        aki = phones["p1"]
        await held_open(aki, table)
        await aki.event(1, "app_lifecycle_state_change", {"state": "hide"})
        await aki.wait_for(lambda: not is_open(aki), "the cover")
        assert shown(aki.mirror.page) <= public_cards(table)
        await missed(phones["p2"])
        await aki.event(1, "app_lifecycle_state_change", {"state": "show"})
        await phones["p2"].wait_for(lambda: not phones["p2"].sees(ASLEEP), "Aki to be back")

    tell(story)


def test_nothing_more_is_sent_to_a_phone_that_is_gone_and_the_others_hear_everything() -> None:
    async def story(room: Hall, table: Table, phones: dict[str, Phone], players: Players) -> None:
        aki = phones["p1"]
        await aki.drop()
        await missed(phones["p2"])
        sent = room.sent(aki)
        for _ in range(6):
            heard = {seat: len(phones[seat].received) for seat in ("p2", "p3")}
            await move(room, table, players)
            silent = [seat for seat in heard if len(phones[seat].received) == heard[seat]]
            last = table.match.entries[-1].act.move  # type: ignore[union-attr]
            assert not silent or last["type"] == "configure", last  # to name who starts already changes nothing
        assert room.sent(aki) == sent

    tell(story)


def test_a_phone_that_slept_through_several_moves_gets_the_newest_view_at_once() -> None:
    async def story(room: Hall, table: Table, phones: dict[str, Phone], players: Players) -> None:
        aki, twin = phones["p1"], await Phone(phones["p1"].address, remembers=phones["p1"].remembers).connect()
        room.phones.append(twin)
        await aki.drop()
        await move(room, table, players, 9)
        since = len(aki.received)
        await aki.reconnect()
        await aki.wait_for(lambda: aki.texts() == twin.texts(), "the newest view")
        assert len(aki.received) - since <= 6
        await move(room, table, players, 2)
        assert aki.texts() == twin.texts()

    tell(story)


def test_a_phone_lost_while_it_is_being_sent_to_counts_as_asleep_and_comes_back() -> None:
    async def story(room: Hall, table: Table, phones: dict[str, Phone], players: Players) -> None:
        aki = phones["p1"]
        session = aki.session
        aki.cut()
        await move(room, table, players, 3)  # the host does not know yet, and writes to a dead line
        await aki.drop()
        await missed(phones["p2"])
        await aki.connect(session)
        assert aki.session == session
        await aki.wait_for(re.compile("Set 1, round 1"))
        await move(room, table, players)

    tell(story)


def test_a_phone_whose_session_is_gone_comes_back_to_its_seat_by_its_key() -> None:
    async def story(room: Hall, table: Table, phones: dict[str, Phone], players: Players) -> None:
        aki = phones["p1"]
        session = aki.session
        await aki.drop()
        await missed(phones["p2"])
        for name in list(app_manager._FletAppManager__sessions):  # type: ignore[attr-defined]
            if session and session in name:
                await app_manager.delete_session(name)
        await aki.connect(session)
        assert aki.session != session
        await held_open_later(aki, table)
        await phones["p2"].wait_for(lambda: not phones["p2"].sees(ASLEEP), "Aki to be back")

    tell(story)


async def held_open_later(phone: Phone, table: Table) -> None:
    """Wait until the pad takes touches again after a new connection, then hold it."""
    await phone.wait_for(PAD)
    while not is_open(phone):
        held = await phone.hold(PAD)
        await phone.echo()
        if not is_open(phone):
            await phone.lift(held)
    assert own_cards(table, "p1") <= shown(phone.mirror.page)


def test_a_reload_and_a_move_to_another_network_come_back_without_a_tap() -> None:
    async def story(room: Hall, table: Table, phones: dict[str, Phone], players: Players) -> None:
        aki = phones["p1"]
        since = len(aki.received)
        await aki.reload()
        await aki.wait_for(PAD)
        came_back_covered(aki, table, since)
        old = aki.session
        other = await Phone(aki.address, remembers=aki.remembers).connect(old)  # the old line still counts as open
        room.phones.append(other)
        assert other.session != old
        await other.wait_for(PAD)

    tell(story)


def test_two_tabs_of_one_key_are_one_seat_with_two_covers() -> None:
    async def story(room: Hall, table: Table, phones: dict[str, Phone], players: Players) -> None:
        aki = phones["p1"]
        tab = await Phone(aki.address, remembers=aki.remembers).connect()
        room.phones.append(tab)
        await tab.wait_for(PAD)
        await held_open(aki, table)
        await tab.echo()
        assert not is_open(tab)
        assert shown(tab.mirror.page) <= public_cards(table)
        await aki.drop()
        await move(room, table, players, 2)
        assert not phones["p2"].sees(ASLEEP)
        await tab.drop()
        await missed(phones["p2"])

    tell(story)


def test_a_phone_whose_network_goes_before_it_has_told_its_keys_is_asked_for_them_again() -> None:
    async def story(room: Hall, table: Table, phones: dict[str, Phone], players: Players) -> None:
        late = Phone(f"{room.address}m/{table.code}", remembers=phones["p1"].remembers)
        answer, lost = late._answer, list[str]()

        async def cut_off(question: dict[str, Any]) -> None:
            if lost:
                await answer(question)
            else:
                lost.append(question["name"])
                late.cut()

        late._answer = cut_off  # type: ignore[method-assign]
        with suppress(websockets.ConnectionClosed, NothingCame):
            await late.connect()
        await late.gone()
        assert lost == ["get"]
        room.phones.append(await late.reconnect())
        await late.wait_for(PAD)

    tell(story)
