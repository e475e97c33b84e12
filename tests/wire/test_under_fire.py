"""Hostile and unlucky neighbours at the wire: each is told off with a code, and the evening beside it goes on."""

from __future__ import annotations

import asyncio
import http.client
import re
import socket
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import msgpack
import pytest
import websockets
from flet_web.fastapi import app_manager
from websockets.asyncio.client import ClientConnection

from companion.flet_runtime import connection as outgoing
from companion.hosting import compression, frames, process, sockets
from companion.hosting import sockets as door
from companion.hosting.gate import Limits
from companion.jobs.queue import Rate
from tests.hosted import Hosted
from tests.players.shinobazu import OPEN, Players
from tests.wire.hall import Hall, hall
from tests.wire.listening import next_said
from tests.wire.phone import EVENT, INVOKE, PROPS, REGISTER, Phone

ELSEWHERE = "127.0.0.2"
"""An address of this machine's that is counted like that of a stranger."""
FEW = Limits(
    connections=12,
    connects=Rate(0.001, 40),
    requests=Rate(0.001, 5),
    sockets=3,
    arrivals=Rate(0.001, 4),
    asleep=2,
)


def tell(story: Callable[[Hall], Awaitable[None]], limits: Limits | None = None) -> None:
    async def told() -> None:
        async with hall(limits) as room:
            await story(room)

    asyncio.run(told())


def frame(action: object, body: object) -> bytes:
    return b"\0" + msgpack.packb([action, body])


async def opened(
    room: Hall, frames: list[bytes | str], ip: str = "127.0.0.1", browser: str = "one"
) -> ClientConnection:
    """Open a bare socket and send frames in it."""
    url = f"{room.address.replace('http', 'ws')}ws"
    bare = await websockets.connect(
        url, max_size=None, local_addr=(ip, 0), open_timeout=60, user_agent_header=browser
    )
    with suppress(websockets.ConnectionClosed):
        for each in frames:
            await bare.send(each)
    return bare


async def code_of(bare: ClientConnection) -> int | None:
    """Wait until the host has closed a socket, and return the code."""
    with suppress(websockets.ConnectionClosed):
        async for _ in bare:
            pass
    return bare.close_code


async def until(holds: Callable[[], bool]) -> None:
    """Wait for what the host has no event for."""
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def registration(route: str = "/") -> bytes:
    phone = Phone("http://any/")
    phone.route = route
    return frame(REGISTER, phone.registration(None))


def sessions() -> int:
    return len(app_manager._FletAppManager__sessions)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["hello"], frames.TEXT),
        ([b"\0\xff\xff"], frames.NO_FRAME),
        ([b"garbage"], frames.NO_FRAME),
        ([b""], frames.NO_FRAME),
        ([b"\0" + b"\x91" * 20_000], frames.NO_FRAME),
        ([b"\0" + b"\xdd\xff\xff\xff\xff" * 4000], frames.NO_FRAME),
        ([frame(EVENT, {"target": 1, "name": "x", "data": None})], sockets.FOREIGN),
        ([frame(REGISTER, {})], sockets.FOREIGN),
        ([frame(REGISTER, {"session_id": None, "page_name": "", "page": {"route": "/"}})], sockets.FOREIGN),
        ([b"\0" + b"x" * 2_000_000], 1009),
    ],
)
def test_a_socket_that_brings_no_phone_is_closed_with_a_code_and_leaves_no_session(
    frames: list[bytes | str], code: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(room: Hall) -> None:
        before = sessions()
        for _ in range(3):
            assert await code_of(await opened(room, frames)) == code
        assert sessions() == before
        assert len(caplog.records) <= 1
        assert not [record for record in caplog.records if record.exc_info or "\n" in record.getMessage()]

    tell(story)


def test_a_phone_that_turns_to_nonsense_is_told_off_once_and_its_session_waits_for_it() -> None:
    async def story(room: Hall) -> None:
        phone = await Phone(room.address).connect()
        room.phones.append(phone)
        await phone.wait_for("Open a table")
        session = phone.session
        await phone.send_bytes(b"\0\xc1")
        await phone.gone()
        assert phone._socket is not None
        assert phone._socket.close_code == frames.NO_FRAME
        await phone.connect(session)
        assert phone.session == session
        await phone.wait_for("Open a table")

    tell(story)


def test_the_session_of_a_phone_that_turned_to_nonsense_waits_for_a_minute_and_no_longer() -> None:
    async def story(room: Hall) -> None:
        kept: list[float] = []
        sleeps = room.gate.sleeps

        def noted(session: str, ip: str, seconds: float) -> list[str]:
            kept.append(seconds)
            return sleeps(session, ip, seconds)

        room.gate.sleeps = noted  # type: ignore[method-assign]
        for last in (b"\0\xc1", None):
            phone = await Phone(room.address).connect()
            room.phones.append(phone)
            await phone.wait_for("Open a table")
            await (phone.close() if last is None else phone.send_bytes(last))
            await until(lambda: not room.gate.sockets)
        assert kept == [sockets.NONSENSE_SECONDS, sockets.SESSION_SECONDS]

    tell(story)


def test_a_phone_that_never_answered_a_call_leaves_no_session_whatever_else_it_said() -> None:
    async def story(room: Hall) -> None:
        before = sessions()
        said = [registration(), frame(EVENT, {"target": 1, "name": "media_change", "data": {}})]
        said += [frame(INVOKE, {"control_id": 1, "call_id": "guess", "result": "x", "error": None})]
        bare = await opened(room, said)
        await until(lambda: sessions() > before)
        await bare.close()
        await until(lambda: sessions() == before)

    tell(story)


@pytest.mark.parametrize("call", [[], {}, None, 7], ids=repr)
def test_an_answer_to_a_call_that_is_no_call_is_foreign_and_no_fault(call: object) -> None:
    async def story(room: Hall) -> None:
        phone = await Phone(room.address).connect()
        room.phones.append(phone)
        await phone.wait_for("Open a table")
        await phone.send(INVOKE, {"control_id": 1, "call_id": call, "result": "x", "error": None})
        await phone.update(1, width=391.0)
        (session,) = room.sessions
        await until(lambda: session.page.width == 391.0)
        assert phone.connected

    tell(story)


def test_a_phone_that_goes_on_about_what_is_not_there_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(room: Hall) -> None:
        phone = await Phone(room.address).connect()
        room.phones.append(phone)
        await phone.wait_for("Open a table")
        with suppress(websockets.ConnectionClosed):
            for number in range(1, 100):
                await phone.event(10**9 + number, "click")
        await phone.gone()
        assert phone._socket is not None
        assert phone._socket.close_code == sockets.FOREIGN

    tell(story, Limits(foreign=Rate(0.001, 50)))


def test_frames_that_are_replayed_or_come_in_another_order_declare_nothing_elsewhere() -> None:
    async def story(room: Hall) -> None:
        table, keys = await room.begun(3)
        phones = {seat: await room.phone(table, {seat: key}) for seat, key in keys.items()}
        players = Players(4, list(keys), OPEN)
        for phone in phones.values():
            await phone.tap("More")
        while table.match is not None and table.match.number < 8:
            said = next_said(players, table)
            assert said is not None
            assert (await room.declare(table, *said)).upheld
        assert table.match is not None
        number = table.match.number
        stranger = await room.phone(table)
        heard = [each for phone in phones.values() for each in phone.sent]
        assert len(heard) > 10
        for each in (*heard, *reversed(heard)):
            await stranger.send_bytes(each)
        await stranger.echo()
        await room.quiet()
        assert stranger.connected
        assert table.match.number == number
        for phone in phones.values():
            again = [each for each in phone.sent if each[2:3] != bytes([EVENT])]  # its taps would be its own
            for each in (*again, *reversed(again)):
                await phone.send_bytes(each)
            await phone.echo()
            assert phone.connected
            assert not phone.faults
        assert table.match.number == number

    tell(story)


def test_a_phone_that_reads_nothing_is_let_go_before_it_fills_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "MOST_BYTES", 200_000)
    monkeypatch.setattr(compression, "LAST_WORDS_SECONDS", 0.2)

    async def story(room: Hall) -> None:
        table, keys = await room.begun(3)
        honest = await room.phone(table, {"p1": keys["p1"]})
        deaf = socket.create_connection(("127.0.0.1", int(room.address.split(":")[2].rstrip("/"))))
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        deaf.sendall(handshake("127.0.0.1", "http://127.0.0.1"))
        assert await asyncio.get_running_loop().run_in_executor(None, deaf.recv, 1000)  # it is let in; no more is read
        deaf.sendall(masked(registration(f"/m/{table.code}")))
        await until(lambda: not (len(room.sessions) < 2))
        phone = next(p for p in room.sessions if p.page.session.id != honest.session)
        connection = phone.page.session.connection
        for _ in range(1_000):  # what the system's own buffers take is not little
            connection.outgoing.put(b"\0" * 50_000)
            if connection.outgoing.closed:
                break
            await asyncio.sleep(0)
        await until(lambda: not phone.connected)
        assert connection.outgoing.overfull
        assert outgoing.Outgoing._in_all < 100_000
        await until(lambda: not (room.gate.sockets > 1))
        deaf.close()
        assert room.gate.refusals.counts["slow"] == 1
        assert honest.connected

    tell(story)


def test_a_phone_that_has_gone_without_a_word_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "PING_SECONDS", 0.1)
    monkeypatch.setattr(process, "PING_PATIENCE", 1.0)

    async def story(room: Hall) -> None:
        before = sessions()
        with socket.create_connection(("127.0.0.1", int(room.address.split(":")[2].rstrip("/")))) as gone:
            gone.sendall(handshake("127.0.0.1", "http://127.0.0.1"))
            assert await asyncio.get_running_loop().run_in_executor(None, gone.recv, 1000)
            gone.sendall(masked(registration()))
            await until(lambda: bool(room.sessions))
            phone = room.sessions[0]  # it is sent its page and pings, and takes none of them
            await until(lambda: not room.gate.sockets)
            assert not phone.connected
            await until(lambda: sessions() == before)  # it never answered anything

    tell(story)


def handshake(name: str, origin: str) -> bytes:
    """Return what opens a socket under this name, by a page of this origin."""
    return (
        f"GET /ws HTTP/1.1\r\nHost: {name}\r\nOrigin: {origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def masked(data: bytes) -> bytes:
    """Return a binary message as a client's frame of RFC 6455."""
    size = len(data)
    head = bytes([0x82, 0x80 | size]) if size < 126 else bytes([0x82, 0xFE]) + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + data


def test_more_phones_of_one_address_than_may_be_are_told_so_and_the_others_come_in() -> None:
    async def story(room: Hall) -> None:
        many = [await opened(room, [registration()], ELSEWHERE) for _ in range(FEW.sockets)]
        late = await opened(room, [], ELSEWHERE)
        assert await code_of(late) == sockets.FULL
        assert late.close_reason == "full"
        honest = await Phone(room.address).connect()
        room.phones.append(honest)
        await honest.wait_for("Open a table")
        for each in many:
            await each.close()
        await until(lambda: not (room.gate.sockets > 1))
        again = await opened(room, [registration()], ELSEWHERE)
        assert isinstance(await again.recv(), bytes)
        await again.close()
        await until(lambda: not (room.gate.sockets > 1))
        assert await code_of(await opened(room, [registration()], ELSEWHERE)) == sockets.FULL  # too many new ones
        assert room.gate.refusals.counts["full"] == 2

    tell(story, FEW)


def test_a_browser_that_opens_sockets_in_vain_is_held_back_and_no_other_at_its_address() -> None:
    async def story(room: Hall) -> None:
        for _ in range(3):
            await (await opened(room, [], ELSEWHERE)).close()

        async def lets_in(browser: str) -> bool:
            try:
                bare = await opened(room, [registration()], ELSEWHERE, browser)
                return isinstance(await bare.recv(), bytes)
            except websockets.InvalidStatus:
                return False

        # The host may still be busy with the last of them.
        async with asyncio.timeout(60):
            while await lets_in("one"):
                pass
        assert await lets_in("another")
        assert not await lets_in("one")

    tell(story, Limits(vain=Rate(0.001, 3)))


def test_of_one_address_only_so_many_sessions_are_kept_and_the_longest_away_goes_first() -> None:
    async def story(room: Hall) -> None:
        before = sessions()
        ids: list[str | None] = []
        for _ in range(4):
            phone = Phone(room.address)
            phone.ip = ELSEWHERE
            await phone.connect()
            await phone.wait_for("Open a table")
            ids.append(phone.session)
            await phone.close()
            await until(lambda: not (room.gate.sockets))
        assert sessions() - before == FEW.asleep
        kept = [each for each in ids if any(str(each) in key for key in app_manager._FletAppManager__sessions)]  # type: ignore[attr-defined]
        assert kept == ids[-FEW.asleep :]

    tell(story, FEW)


def test_a_flood_of_connections_of_one_address_is_answered_in_words_and_the_others_are_served() -> None:
    async def story(room: Hall) -> None:
        loop = asyncio.get_running_loop()
        port = int(room.address.split(":")[2].rstrip("/"))

        def ask(ip: str) -> tuple[int, str]:
            asked = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(ip, 0))
            asked.request("GET", "/health")
            answer = asked.getresponse()
            said = answer.status, answer.read().decode()
            asked.close()
            return said

        answers = [await loop.run_in_executor(None, ask, ELSEWHERE) for _ in range(60)]
        assert {status for status, _ in answers} == {200, 429}
        assert [status for status, _ in answers[:5]] == [200] * 5
        assert re.search("Wait a minute.*1分", answers[-1][1])
        assert (await loop.run_in_executor(None, ask, "127.0.0.1"))[0] == 200
        counts = room.gate.refusals.counts
        assert counts["flood"] == 20
        assert counts["request"] == 35

    tell(story, FEW)


def test_connections_that_say_nothing_or_say_it_letter_by_letter_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "HEAD_SECONDS", 0.3)

    async def story(room: Hall) -> None:
        port = int(room.address.split(":")[2].rstrip("/"))
        silent = await asyncio.open_connection("127.0.0.1", port)
        slow = await asyncio.open_connection("127.0.0.1", port)
        second = await asyncio.open_connection("127.0.0.1", port)
        second[1].write(b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
        assert (await second[0].readline()).startswith(b"HTTP/1.1 200")
        await second[0].readuntil(b"}")
        for each in (slow, second):
            each[1].write(b"GET /health HTTP/1.1\r\nX-A: ")
        for reader, writer in (silent, slow, second):
            with suppress(ConnectionError):
                assert await asyncio.wait_for(reader.read(), 20) == b""
            writer.close()
        long = await asyncio.open_connection("127.0.0.1", port)
        with suppress(ConnectionError):
            long[1].write(b"GET / HTTP/1.1\r\n" + b"X-A: " + b"b" * 200_000)
            assert (await long[0].readline()).split()[1] in (b"431", b"400")
        long[1].close()

    tell(story)


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("evil.example.com", 421),
        ("evil.example.com:8550", 421),
        ("127.0.0.1.evil.example.com", 421),
        ("[::1", 421),
        ("127.0.0.1:8550", 200),
        ("[fe80::1]:8550", 200),
        ("laptop", 200),
        ("laptop.local:8550", 200),
    ],
)
def test_under_a_name_that_a_stranger_can_own_nothing_is_answered(name: str, status: int) -> None:
    async def story(room: Hall) -> None:
        loop = asyncio.get_running_loop()

        def ask() -> tuple[int, str]:
            request = urllib.request.Request(room.address + "health", headers={"Host": name})
            try:
                with urllib.request.urlopen(request, timeout=20) as answer:
                    return answer.status, answer.read().decode()
            except urllib.error.HTTPError as refused:
                return refused.code, refused.read().decode()

        said, words = await loop.run_in_executor(None, ask)
        assert said == status
        if status == 421:
            assert "--public-url" in words
            assert "addresses" not in words
        reader, writer = await asyncio.open_connection("127.0.0.1", int(room.address.split(":")[2].rstrip("/")))
        writer.write(handshake(name, f"http://{name}"))
        assert int((await reader.readline()).split()[1]) == (101 if status == 200 else 403)
        writer.close()

    tell(story)


@pytest.mark.parametrize(
    "path",
    [
        "/../../etc/passwd",
        "/-/x/../../../pyproject.toml",
        "/%2e%2e/%2e%2e/etc/passwd.txt",
        "/-//etc/passwd.txt",
        "/..%5c..%5cflet.toml",
        "/fonts/%00.woff2",
        "/photo/..%2f..%2fmetsuke.db.jpg",
        "/qr/../../x.png",
        "/metsuke.db",
        "/.git/config.txt",
        "/" + "a/" * 10_000 + "x.js",
    ],
)
def test_paths_lead_to_nothing_but_the_clients_own_files(path: str) -> None:
    async def story(room: Hall) -> None:
        port = int(room.address.split(":")[2].rstrip("/"))
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        answer = await asyncio.wait_for(reader.read(), 20)
        writer.close()
        status = int(answer.split(maxsplit=2)[1])
        assert status in (400, 404, 414) or b"<title>Metsuke</title>" in answer
        assert b"root:" not in answer
        assert b"[project]" not in answer
        assert b"SQLite format" not in answer

    tell(story)


def test_a_real_host_logs_one_line_for_a_storm_of_nonsense(tmp_path: Path) -> None:
    async def storm(host: Hosted) -> None:
        url = f"{host.address.replace('http', 'ws')}ws"
        for _ in range(40):
            for each in (b"\0\xff\xff", "text", frame(EVENT, {}), b"\0" + b"x" * 300_000):
                bare = await websockets.connect(url, max_size=None)
                with suppress(websockets.ConnectionClosed):
                    await bare.send(each)
                await code_of(bare)
        phone = await Phone(host.address).connect()
        await phone.wait_for("Open a table")
        for each in 50 * (frame(PROPS, {"id": 1, "props": {"media": {"padding": {"left": "x"}}}}),
                     frame(EVENT, {"target": 1, "name": "media_change", "data": {"padding": 5, "x": []}}),
                     frame(EVENT, {"target": 1, "name": "app_lifecycle_state_change", "data": {"state": 7}}),
                     frame(EVENT, {"target": 1, "name": "route_change", "data": {"nothing": 1}})):  # fmt: skip
            await phone.send_bytes(each)
        await phone.echo()
        await phone.close()

    with Hosted(tmp_path) as host:
        before = host.output
        asyncio.run(storm(host))
        said = host.output.removeprefix(before)
    assert "Traceback" not in said
    assert 'File "' not in said
    assert said.count("turned away") in ((1, 2) if host.workers else (1,))  # each process tells for itself
    lines = [line for line in said.splitlines() if "owner's code" not in line and "forget and merge" not in line]
    assert len(lines) <= (6 if host.workers else 4), said


def test_a_phone_whose_frames_wait_here_is_not_ended_for_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "PING_SECONDS", 0.1)
    monkeypatch.setattr(process, "PING_PATIENCE", 1.5)

    async def play() -> None:
        async with hall() as here:
            phone = await Phone(here.address).connect()
            here.phones.append(phone)
            await here.quiet()
            assert here.gate.turns.at_once()  # others' frames have all the turns for a while
            for width in (391.0, 392.0, 393.0):  # of which one waits for its turn, and the others behind it
                await phone.update(1, width=width)
            await asyncio.sleep(3.5)
            here.gate.turns.done()
            await phone.echo()
            assert phone.connected
            (session,) = here.sessions
            while session.page.width != 393.0:  # noqa: ASYNC110  nothing tells of it
                await asyncio.sleep(0.01)

    asyncio.run(play())
