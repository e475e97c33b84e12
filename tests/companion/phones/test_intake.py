"""Files that come in: one each, once, no larger than asked for; pictures only for who knows their address."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest

from companion.hosting.web_app import create_app
from companion.phones.intake import MOST_PICTURES, MOST_WAITING, Intake, TooLarge
from tests.companion.hosting.trivial import Trivial


async def parts(*each: bytes) -> AsyncIterator[bytes]:
    for part in each:
        yield part


def test_a_file_is_taken_once() -> None:
    async def run() -> None:
        intake = Intake()
        token, file = intake.expect(10)
        assert await intake.receive(token, parts(b"12345", b"67890")) == 204
        assert await file == b"1234567890"
        assert await intake.receive(token, parts(b"again")) == 404

    asyncio.run(run())


def test_nothing_is_read_beyond_what_may_come() -> None:
    read: list[int] = []

    async def endless() -> AsyncIterator[bytes]:
        for n in range(1_000):
            read.append(n)
            yield b"x" * 100

    async def run() -> None:
        intake = Intake()
        token, file = intake.expect(250)
        assert await intake.receive(token, endless()) == 413
        with pytest.raises(TooLarge):
            await file

    asyncio.run(run())
    assert len(read) == 3


def test_what_nobody_asked_for_is_not_taken() -> None:
    async def run() -> None:
        assert await Intake().receive("guess", parts(b"x")) == 404

    asyncio.run(run())


def test_of_a_file_that_is_announced_as_too_large_nothing_is_read() -> None:
    async def unread() -> AsyncIterator[bytes]:
        raise AssertionError
        yield b""

    async def run() -> None:
        intake = Intake()
        token, file = intake.expect(250)
        assert await intake.receive(token, unread(), 251) == 413
        with pytest.raises(TooLarge):
            await file

    asyncio.run(run())


def test_a_sender_that_goes_in_the_middle_leaves_nobody_waiting_and_nothing_in_memory() -> None:
    async def broken() -> AsyncIterator[bytes]:
        yield b"begun"
        raise ConnectionError

    async def run() -> None:
        intake = Intake()
        token, file = intake.expect(250)
        assert await intake.receive(token, broken()) == 408
        with pytest.raises(TimeoutError):
            await file
        assert intake._coming == 0

    asyncio.run(run())


def test_many_large_files_at_once_are_not_all_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.phones.intake.MOST_BYTES", 250)

    async def run() -> None:
        intake = Intake()
        gate = asyncio.Event()

        async def slow() -> AsyncIterator[bytes]:
            yield b"x" * 100
            await gate.wait()
            yield b"x" * 50

        tokens = [intake.expect(150)[0] for _ in range(3)]
        coming = [asyncio.create_task(intake.receive(token, slow())) for token in tokens]
        await asyncio.sleep(0)
        await asyncio.wait({coming[2]})
        gate.set()
        answers = await asyncio.gather(*coming)
        assert sorted(answers) == [204, 204, 413]
        token, _ = intake.expect(150)
        assert await intake.receive(token, parts(b"x" * 150)) == 204

    asyncio.run(run())


def test_only_so_much_is_waited_for_and_shown_at_once() -> None:
    async def run() -> None:
        intake = Intake()
        files = [intake.expect(1) for _ in range(MOST_WAITING + 1)]
        with pytest.raises(TimeoutError):
            await files[0][1]
        assert not files[1][1].done()
        shown = [intake.show(b"%d" % n) for n in range(MOST_PICTURES + 1)]
        assert await intake.picture(shown[0]) is None
        assert await intake.picture(shown[-1]) == b"%d" % MOST_PICTURES
        intake.hide(shown[-1])
        assert await intake.picture(shown[-1]) is None

    asyncio.run(run())


def test_the_web_takes_files_and_shows_pictures_under_their_addresses_alone() -> None:
    async def run() -> None:
        table = Trivial(1)
        transport = httpx.ASGITransport(app=create_app(table))
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as web:
            token, file = table.intake.expect(5)
            assert (await web.put(f"/intake/{token}", content=b"photo")).status_code == 204
            assert await file == b"photo"
            assert (await web.put(f"/intake/{token}", content=b"photo")).status_code == 404
            other, late = table.intake.expect(3)
            too_large = await web.put(f"/intake/{other}", content=b"photo")
            assert (too_large.status_code, too_large.text) == (413, "This file is too large.")
            assert isinstance(late.exception(), TooLarge)
            seen = table.intake.show(b"jpeg")
            beside = await web.get(f"/-/0123456789ab/photo/{seen}.jpg")
            answer = await web.get(f"/photo/{seen}.jpg")
            assert beside.content == answer.content
            assert (answer.status_code, answer.content) == (200, b"jpeg")
            assert "no-store" in answer.headers["cache-control"]
            table.intake.hide(seen)
            assert (await web.get(f"/photo/{seen}.jpg")).status_code == 404

    asyncio.run(run())
