"""Bad input at the wire: a clear message or nothing at all, never a trace, and the host stays up."""

from __future__ import annotations

import asyncio
import re
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import msgpack
import pytest
import websockets

from companion.tables.keys import ProcessRight
from referee.core.journal import Declare
from tests.hosted import Hosted
from tests.players.shinobazu import OPEN, Players
from tests.wire.hall import Hall, hall
from tests.wire.listening import next_said
from tests.wire.mirror import strings_of
from tests.wire.phone import CRASHED, EVENT, INVOKE, PROPS, REGISTER, Phone, decode

_TRACE = re.compile(r'Traceback|File ".*", line \d|\.py\b|[A-Z]\w+Error\b|object at 0x')


def clean(*phones: Phone) -> None:
    """Assert that no frame that these phones were sent holds a trace of a program."""
    for phone in phones:
        for _, frame in phone.received:
            action, body = decode(frame)
            assert action != CRASHED
            for text in strings_of(body):
                assert not _TRACE.search(text), text
        assert not phone.faults


def tell(story: Callable[[Hall], Awaitable[None]]) -> None:
    """Tell a story in a hall."""

    async def told() -> None:
        async with hall() as room:
            await story(room)
            clean(*room.phones)

    asyncio.run(told())


async def drafting(room: Hall) -> Phone:
    """Return a phone that sets up a new match."""
    phone = await Phone(room.address).connect()
    room.phones.append(phone)
    await phone.tap("Open a table")
    await phone.wait_for("Name of seat 1")
    return phone


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("A" * 10_000, "1 to 40 characters"),
        ("名" * 10_000, "1 to 40 characters"),
        ("Aki\x00\x1b[2J", "characters that nobody can see"),
        ("\u202eikA\u2066", "characters that nobody can see"),
        ("\n\r\t\x07", "characters that nobody can see"),
    ],
    ids=["long", "long-ja", "control", "bidi", "whitespace"],
)
def test_a_name_that_cannot_be_is_refused_in_words_and_opens_no_table(name: str, words: str) -> None:
    async def story(room: Hall) -> None:
        phone = await drafting(room)
        await phone.write("Name of seat 1", name)
        await phone.tap("Open the table")
        await phone.wait_for(re.compile(words))
        assert not phone.sees(re.compile("QR code of"))
        other = await Phone(room.address).connect()
        room.phones.append(other)
        await other.wait_for("No match is running")
        assert not any(name[:100] in text for text in other.mirror.strings())

    tell(story)


@pytest.mark.parametrize(
    "route",
    ["m/nomatch", "m/" + "x" * 5000, "m/a/b/c", "t/%00", "m/..%2f..", "x", "m/ＡＢＣ", "m/'; DROP TABLE match;--"],
)
def test_an_address_that_leads_nowhere_says_so(route: str) -> None:
    async def story(room: Hall) -> None:
        phone = Phone(room.address)
        phone.route = "/" + route
        room.phones.append(await phone.connect())
        await phone.wait_for(re.compile("no match|No such|no page|Open a table|There is no|not here", re.IGNORECASE))

    tell(story)


def test_a_declaration_for_an_ended_match_changes_nothing_and_is_answered_in_words() -> None:
    async def story(room: Hall) -> None:
        table, keys = await room.begun(3)
        phone = await room.phone(table, {"p1": keys["p1"]})
        players = Players(3, list(keys), OPEN)
        pressable = []
        assert table.match is not None
        while table.match.result is None:
            pressable.append([(f.id, f.kind) for f in phone.mirror.walk() if f.hears("click")])
            said = next_said(players, table)
            assert said is not None
            await room.declare(table, *said)
        number = table.match.number
        for controls in pressable[-30:]:
            for control, _ in controls:
                if phone.mirror.control(control) is None:
                    await phone.event(control, "click")
        await phone.echo()
        await room.quiet()
        assert table.match.number == number
        ruling = await table.act(
            ProcessRight("p1"), Declare(seat="p1", move={"type": "lead", "to": "p1", "colour": "red"})
        )
        assert not ruling.upheld
        assert ruling.clause == "SHINOBAZU-9.10"
        assert table.match.number == number

    tell(story)


def junk() -> Iterator[bytes]:
    """Yield frames that no client sends."""
    yield from (b"", b"\x00", b"\x00\xc1", b"\x01abc", b"\x07junk", bytes(range(256)), b"\x00" * 5000)
    bodies = [None, 5, "x", [], {}, [[]] * 50, {"target": 1}, {"id": 1, "props": 5}, {"target": None, "name": None}]
    for action in (REGISTER, EVENT, PROPS, INVOKE, CRASHED, 0, -1, 99, None, "x", 2**63):
        for body in bodies:
            yield b"\x00" + msgpack.packb([action, body])
    for name in (
        "__class__",
        "click",
        "tap_down",
        "error",
        "close",
        "disconnect",
        "connect",
        "keyboard_event",
        "x" * 9999,
    ):
        for target in (1, 2, 7, 10**12, -1, 1.5, "1", True):
            yield b"\x00" + msgpack.packb([EVENT, {"target": target, "name": name, "data": {"k": 1, "l": "x"}}])
    deep: list[object] = []
    for _ in range(400):
        deep = [deep]
    yield b"\x00" + msgpack.packb([PROPS, {"id": 1, "props": {"media": deep}}])
    yield b"\x00" + b"\x91" * 20_000


def test_junk_frames_end_at_most_the_phone_that_sent_them(tmp_path: Path) -> None:
    async def story(host: Hosted) -> None:
        honest = await Phone(host.address).connect()
        await honest.wait_for("Open a table")
        liar = await Phone(host.address).connect()
        for frame in junk():
            if not liar.connected:
                clean(liar)
                liar = await Phone(host.address).connect()
            try:
                await liar.send_bytes(frame)
                await liar.echo()
            except websockets.ConnectionClosed:
                continue
        for before_registering in junk():
            socket = await websockets.connect(liar.socket_url, max_size=None)
            await socket.send(before_registering)
            await socket.close()
        assert honest.connected
        await honest.tap("Open a table")
        await honest.wait_for("Name of seat 1")
        clean(honest, liar)
        await honest.close()
        await liar.close()

    with Hosted(tmp_path) as host:
        asyncio.run(story(host))
        assert _healthy(host)


def test_huge_frames_and_texts_are_turned_away_and_the_host_stays_up(tmp_path: Path) -> None:
    async def story(host: Hosted) -> None:
        liar = await Phone(host.address).connect()
        await liar.tap("Open a table")
        await liar.wait_for("Name of seat 1")
        field = liar._field("Name of seat 1")
        assert field is not None
        for size in (30_000, 500_000, 5_000_000, 40_000_000):
            if not liar.connected:
                clean(liar)
                liar = await Phone(host.address).connect()
            try:
                await liar.update(field.id, value="x" * size)
                await liar.event(field.id, "change", "x" * size)
                await liar.echo()
            except websockets.ConnectionClosed:
                continue
        await liar.gone()
        clean(liar)
        honest = await Phone(host.address).connect()
        await honest.wait_for("Open a table")
        await honest.close()

    with Hosted(tmp_path) as host:
        asyncio.run(story(host))
        assert _healthy(host)
        assert host.memory() < 400_000_000


def test_sockets_of_other_origins_are_turned_away(tmp_path: Path) -> None:
    async def story(host: Hosted) -> None:
        phone = Phone(host.address)
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(phone.socket_url, origin=websockets.Origin("http://elsewhere.example"))

    with Hosted(tmp_path) as host:
        asyncio.run(story(host))


def _healthy(host: Hosted) -> bool:
    with urllib.request.urlopen(host.address + "health") as answer:
        return int(answer.status) == 200
