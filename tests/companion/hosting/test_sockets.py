"""The phones' socket: what is let in, and what happens to one that is lost."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import flet as ft
import msgpack
import pytest
import starlette.websockets
import uvicorn
import websockets

from companion.hosting import sockets
from companion.hosting.web_app import create_app
from tests.companion.hosting.trivial import Trivial, config

PATIENCE = 20.0
PADDING = {"top": 0.0, "right": 0.0, "bottom": 0.0, "left": 0.0}
PAGE = {
    "route": "/",
    "web": True,
    "platform": "android",
    "width": 390,
    "height": 844,
    "media": {"padding": PADDING, "view_padding": PADDING, "view_insets": PADDING},
}


def frame(action: int, body: dict[str, Any]) -> bytes:
    return b"\0" + msgpack.packb([action, body])


REGISTER = frame(1, {"session_id": "", "page_name": "", "page": PAGE})


class Watched(Trivial):
    """Keeps the pages it was given."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.pages: asyncio.Queue[ft.Page] = asyncio.Queue()

    async def main(self, page: ft.Page) -> None:
        await super().main(page)
        self.pages.put_nowait(page)


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Watched]:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    table = Watched(listening.getsockname()[1])
    server = uvicorn.Server(config(create_app(table, folder)))
    task = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield table
    finally:
        server.should_exit = True
        await task
        listening.close()


def running(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 120))


async def until_away(page: ft.Page) -> None:
    """Wait until Flet's session counts as disconnected."""
    end = asyncio.get_running_loop().time() + PATIENCE
    while page.session.connection is not None:
        assert asyncio.get_running_loop().time() < end, "the phone still counts as connected"
        await asyncio.sleep(0.01)  # Flet has no event that can be awaited here


def phone_tasks() -> list[str]:
    """What still runs for some phone's socket."""
    ours = ("Connection.", "Outgoing.", "serve_phone", "_serve", "_hear")
    names = [task.get_coro().__qualname__ for task in asyncio.all_tasks()]  # type: ignore[union-attr]
    return [name for name in names if name.startswith(ours)]


def test_a_phone_that_goes_counts_as_away_and_keeps_its_session(cache: Path) -> None:
    async def work() -> None:
        async with serving(cache) as table:
            async with websockets.connect(f"ws://127.0.0.1:{table.port}/ws") as phone:
                await phone.send(REGISTER)
                page = await table.pages.get()
                assert page.session.connection is not None
                assert phone_tasks()
            await until_away(page)
            assert page.session.expires_at is not None

    running(work())


def test_a_phone_that_is_lost_while_it_is_told_something_counts_as_away(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with serving(cache) as table:
            async with websockets.connect(f"ws://127.0.0.1:{table.port}/ws") as phone:
                await phone.send(REGISTER)
                page = await table.pages.get()

                async def fail(_: Any, message: bytes) -> None:
                    raise RuntimeError("the other end has gone")

                monkeypatch.setattr(starlette.websockets.WebSocket, "send_bytes", fail)
                page.title = "something new"
                page.update()
            await until_away(page)

    running(work())


def test_a_socket_that_never_says_who_it_is_leaves_nothing_behind(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "REGISTER_SECONDS", 0.05)

    async def work() -> None:
        async with serving(cache) as table:
            for _ in range(5):
                async with websockets.connect(f"ws://127.0.0.1:{table.port}/ws") as silent:
                    with pytest.raises(websockets.ConnectionClosed):
                        await silent.recv()
            async with websockets.connect(f"ws://127.0.0.1:{table.port}/ws"):
                pass
            end = asyncio.get_running_loop().time() + PATIENCE
            while left := phone_tasks():
                assert asyncio.get_running_loop().time() < end, left
                await asyncio.sleep(0.01)
            assert table.pages.empty()

    running(work())


@pytest.mark.parametrize(
    "frames",
    [[b"\0\xff\xff"], [b"garbage"], [frame(3, {"target": 1, "name": "x", "data": 1})], [REGISTER, b"\0\xff"], [b""]],
)
def test_a_broken_frame_harms_nobody_else(frames: list[bytes], cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "REGISTER_SECONDS", 5.0)  # so long a phone that sent nonsense is waited for

    async def work() -> None:
        async with serving(cache) as table:
            url = f"ws://127.0.0.1:{table.port}/ws"
            async with websockets.connect(url) as bad, websockets.connect(url) as good:
                for each in frames:
                    await bad.send(each)
                await good.send(REGISTER)
                assert (await good.recv())[0] == 0

    running(work())


@pytest.mark.parametrize(
    ("origin", "let_in"),
    [
        (None, True),
        ("http://127.0.0.1:{port}", True),
        ("https://table.example.org", True),
        ("http://elsewhere.example.com", False),
        ("null", False),
        ("http://127.0.0.1:1", False),
        ("https://table.example.org:443", True),
        ("https://table.example.org:8443", False),
        ("https://forwarded.example.com", False),
        ("http://[::1", False),
    ],
)
def test_only_our_own_pages_open_a_socket(origin: str | None, let_in: bool, cache: Path) -> None:
    async def work() -> None:
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port = listening.getsockname()[1]
        app = create_app(Trivial(port), cache, public_url="https://table.example.org")
        server = uvicorn.Server(config(app))
        task = asyncio.create_task(server.serve(sockets=[listening]))
        headers = {"X-Forwarded-Host": "forwarded.example.com"}
        if origin:
            headers["Origin"] = origin.format(port=port)
        try:
            async with websockets.connect(f"ws://127.0.0.1:{port}/ws", additional_headers=headers) as phone:
                await phone.send(REGISTER)
                assert (await phone.recv())[0] == 0
                assert let_in
        except (websockets.InvalidStatus, websockets.ConnectionClosed):
            assert not let_in
        finally:
            server.should_exit = True
            await task
            listening.close()

    running(work())
