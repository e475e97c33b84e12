"""Phones that lie: without a key, with another's key, with forged controls, sessions and frames, they get nothing."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from companion.hosting.gate import Limits
from companion.jobs.queue import Rate
from companion.tables.table import Table
from referee.core.journal import Declare
from tests.players.people import Said
from tests.players.shinobazu import OPEN, Players
from tests.wire.cards import shown
from tests.wire.hall import Hall, hall
from tests.wire.listening import Listener, Plain, next_said, own_cards, public_cards
from tests.wire.phone import EVENT, PROPS, REGISTER, Phone, decode

EVENTS = ("click", "tap", "tap_down", "vertical_drag_down", "change", "submit", "select", "route_change", "connect")
OWN_WAY: list[dict[str, Any]] = [
    {"args": ["p1"], "kwargs": {"viewer": "p1", "seat": "p1", "role": "gm"}},
    {"viewer": "p1", "seat": "p1", "role": "gm", "held": "kept", "data": "p1"},
    {"_b": None, "_state": {"hooks": []}, "_parent": 1, "_i": 1, "_c": "Page", "_values": {}, "_frozen": False},
    {"fn": "p1", "memoized": False, "_stale": True, "_contexts": {}},
    {"style": {"size": 99, "color": "#ff0000"}, "border": {"top": {"width": 99}}, "padding": {"left": 99}},
    {"content": None, "controls": [], "value": "p1", "on_click": None, "on_tap": "p1", "visible": False},
    {"_Page__session": 5, "_services": 5, "views": [], "route": "/m/x", "client_ip": "p1", "on_disconnect": None},
    {"theme": {"font_family": "none"}, "fonts": {"x": "/health"}, "title": "◉ Metsuke", "session": None, "_notify": 1},
]
"""What a phone might try to set in its own tree."""
PATIENT = Limits(foreign=Rate(1_000, 1_000_000))
"""A host that cuts nobody off, so that all that strangers send is looked at."""


def tell(story: Callable[[Hall, Table, dict[str, str], dict[str, Phone], Players], Awaitable[None]]) -> None:
    """Let three phones sit at a match in which the hands are entered and a card lies face down; then tell a story."""

    async def told() -> None:
        async with hall(PATIENT) as room:
            table, keys = await room.begun(3)
            phones = {seat: await room.phone(table, {seat: key}) for seat, key in keys.items()}
            players = Players(11, list(keys), OPEN)
            while "lay" not in {entry.act.move["type"] for entry in table.match.entries}:  # type: ignore[union-attr]
                said = next_said(players, table)
                assert said is not None
                assert (await room.declare(table, *said)).upheld
            await story(room, table, keys, phones, players)

    asyncio.run(told())


async def goes_on(room: Hall, table: Table, players: Players, honest: list[Phone]) -> None:
    """Declare once more: the match has not moved, goes on, and every honest phone hears of it."""
    heard = {phone: len(phone.received) for phone in honest}
    number = table.match.number if table.match else 0
    for _ in range(3):
        said = next_said(players, table)
        assert said is not None
        assert (await room.declare(table, *said)).upheld
        number += 1
    assert table.match is not None
    assert table.match.number == number
    for phone in honest:
        assert len(phone.received) > heard[phone]
        assert not phone.crashes
        assert not phone.faults


def sent_nothing_secret(phone: Phone, table: Table) -> None:
    """Assert that all a phone was ever sent is public."""
    public = public_cards(table)
    for _, frame in phone.received:
        assert shown(decode(frame)) <= public
    assert not phone.crashes


@pytest.mark.parametrize(
    "keys", [{}, {"p1": ""}, {"p1": "p1"}, {"p1": "0" * 43, "p2": "A" * 22, "gm": "x", "host": "host"}], ids=len
)
def test_who_knows_a_seat_but_not_its_key_sees_and_declares_nothing(
    keys: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(room: Hall, table: Table, _: Any, phones: dict[str, Phone], players: Players) -> None:
        number = table.match.number if table.match else 0
        stranger = await room.phone(table, keys)
        assert not any(own_cards(table, seat) & shown(stranger.mirror.page) for seat in phones)
        for found in stranger.mirror.walk():
            for event in EVENTS:
                await stranger.event(found.id, event, "p1" if event == "change" else None)
        # What its page is asked to remember while it is being loaded again, nobody answers.
        monkeypatch.setattr("companion.phones.journal_watch.STORAGE_SECONDS", 0.5)
        await stranger.reload()
        await room.quiet()
        assert table.match is not None
        assert table.match.number == number
        assert all(table.opens(seat, key) for seat, key in _.items())
        sent_nothing_secret(stranger, table)
        await goes_on(room, table, players, list(phones.values()))
        sent_nothing_secret(stranger, table)

    tell(story)


def test_a_seats_key_opens_no_other_seat_and_no_other_match() -> None:
    async def story(room: Hall, table: Table, keys: dict[str, str], phones: dict[str, Phone], players: Players) -> None:
        other, _ = await room.begun(3)
        swapped = {"p1": keys["p2"], "p2": keys["p1"], "gm": keys["p1"], "host": keys["p1"]}
        for stranger in (await room.phone(table, swapped), await room.phone(other, keys)):
            assert stranger.sees("Choose your seat") or not stranger.sees("Hold to look")
            sent_nothing_secret(stranger, table)
        await goes_on(room, table, players, list(phones.values()))

    tell(story)


def test_forged_properties_of_every_control_change_no_other_phone_and_show_no_secret() -> None:
    async def story(room: Hall, table: Table, keys: dict[str, str], phones: dict[str, Phone], players: Players) -> None:
        fresh = await _first_screen(room, table, keys, "p3")
        liar, number = phones["p2"], table.match.number if table.match else 0
        listener = Listener("p2", liar, "p2")
        list(listener.fresh())
        for found in liar.mirror.walk():
            for props in OWN_WAY:
                await liar.update(found.id, **props)
        for other in (phones["p1"], phones["p3"]):
            for found in other.mirror.walk()[:40]:  # controls of other phones' trees
                await liar.update(found.id, **OWN_WAY[4])
                await liar.event(found.id, "click")
        await liar.echo()
        await liar.tap("More")
        await liar.wait_for("What happened so far")
        await room.quiet()
        assert table.match is not None
        assert table.match.number == number
        listener.check(public_cards(table), set(), was_open=False, tree=True)
        assert await _first_screen(room, table, keys, "p3") == fresh
        await goes_on(room, table, players, [phones["p1"], phones["p3"]])
        listener.check(public_cards(table), own_cards(table, "p2"), was_open=False, tree=True)

    tell(story)


async def _first_screen(room: Hall, table: Table, keys: dict[str, str], seat: str) -> list[bytes]:
    """Return all that a new phone of this seat is sent until it shows the match, in comparable bytes."""
    phone = await Phone(
        f"{room.address}m/{table.code}", remembers={"metsuke.storage": _storage(table, keys, seat)}
    ).connect()
    room.phones.append(phone)
    await room.quiet()
    plain = Plain(table.code, *keys.values())
    frames = [plain.frame(decode(frame)) for _, frame in phone.received]
    await phone.close()
    room.phones.remove(phone)
    return frames


def _storage(table: Table, keys: dict[str, str], seat: str) -> str:
    return json.dumps({"keys": {table.code: {seat: keys[seat]}}})


@pytest.mark.parametrize("props", [{"_Page__session": 5}, {"_services": 5}, {"views": []}, {"on_disconnect": None}])
def test_a_forged_registration_silences_nobody(props: dict[str, Any]) -> None:
    async def story(room: Hall, table: Table, keys: dict[str, str], phones: dict[str, Phone], players: Players) -> None:
        liar = Phone(f"{room.address}m/{table.code}")
        honest = liar.registration

        def lying(session: str | None) -> dict[str, Any]:
            said = honest(session)
            return {**said, "page": {**said["page"], **props}}

        liar.registration = lying  # type: ignore[method-assign]
        room.phones.append(await liar.connect())
        await liar.update(1, **props)
        await liar.send(REGISTER, liar.registration(None))
        await liar.echo()
        await goes_on(room, table, players, list(phones.values()))
        sent_nothing_secret(liar, table)

    tell(story)


def test_made_up_and_borrowed_sessions_open_no_seat() -> None:
    async def story(room: Hall, table: Table, keys: dict[str, str], phones: dict[str, Phone], players: Players) -> None:
        mine = phones["p1"].session
        for session in (mine, "A" * 16, "", "p1", "🥷" * 40, f"m/{table.code}_{mine}"):
            stranger = Phone(f"{room.address}m/{table.code}")
            room.phones.append(await stranger.connect(session))
            assert stranger.session != mine
            sent_nothing_secret(stranger, table)
        await goes_on(room, table, players, list(phones.values()))

    tell(story)


TURN = re.compile("^Turn the cards? over$")


def turns_all(table: Table, said: Said) -> bool:
    """Tell whether a declaration turns all cards over that are due."""
    assert table.match is not None
    if said[1]["type"] != "turn_over":
        return False
    after, _ = table.match.act(said[0], Declare(seat=said[0], move=said[1]))
    return bool(after.state.phase != table.match.state.phase)


def test_replayed_frames_declare_nothing_again() -> None:
    async def story(room: Hall, table: Table, keys: dict[str, str], phones: dict[str, Phone], players: Players) -> None:
        while True:
            said = next_said(players, table)
            assert said is not None
            if turns_all(table, said):
                break
            assert (await room.declare(table, *said)).upheld
        await phones["p1"].tap(TURN)
        await phones["p1"].wait_for("Strongest first")
        await room.quiet()
        assert table.match is not None
        number = table.match.number
        stranger = await room.phone(table)
        spoken = [frame for phone in phones.values() for frame in phone.sent if decode(frame)[0] in (EVENT, PROPS)]
        for phone in (stranger, *phones.values()):
            for frame in spoken:
                await phone.send_bytes(frame)
            await phone.echo()
        await room.quiet()
        assert table.match.number == number
        sent_nothing_secret(stranger, table)

    tell(story)


def test_a_double_tap_declares_once() -> None:
    async def story(room: Hall, table: Table, keys: dict[str, str], phones: dict[str, Phone], players: Players) -> None:
        while True:
            said = next_said(players, table)
            assert said is not None
            if turns_all(table, said):
                break
            assert (await room.declare(table, *said)).upheld
        assert table.match is not None
        number = table.match.number
        for phone in phones.values():
            found = phone.handler(TURN, "click", "tap")
            assert found is not None
            for _ in range(5):
                await phone.press(found)
        await phones["p1"].wait_for("Strongest first")
        for phone in phones.values():
            await phone.echo()
        await room.quiet()
        assert table.match.number == number + 1

    tell(story)
