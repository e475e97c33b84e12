"""Serves scenes through the app's own web host: `/s/NAME/MODE/LANG` shows one."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import flet as ft
import uvicorn

from companion import fonts
from companion.addresses import Address
from companion.hosting import server
from companion.look import make_look, shape_of
from companion.ui import theme
from tests.shots.scenes import SIZES, Scene, Still


class Stage:
    """What the web host needs, with scenes in place of tables."""

    on_new_match: Callable[[str], None] | None = None

    def __init__(self, scenes: dict[str, Scene]) -> None:
        self.scenes = scenes

    async def start(self) -> None:
        """Nothing to open."""

    async def stop(self) -> None:
        """Nothing to close."""

    def match_exists(self, code: str) -> bool:
        """There are no matches here."""
        return False

    def join_url(self, code: str) -> str:
        """There are no matches here."""
        return ""

    def addresses(self) -> tuple[Address, ...]:
        """Nobody has to find this host."""
        return ()

    async def main(self, page: ft.Page) -> None:
        """Show the scene that the route names."""
        _, name, mode, lang = page.route.strip("/").split("/")
        scene = self.scenes[name]
        look = make_look(
            lang, "light" if mode == "light" else "dark", secret=scene.secret, scale=scene.scale,
            shape=shape_of(SIZES[scene.size][0]),
        )  # fmt: skip
        page.fonts = fonts.page_fonts(web=True)
        page.theme = page.dark_theme = theme.flet_theme(look.p)
        page.theme_mode = ft.ThemeMode.DARK if mode == "dark" else ft.ThemeMode.LIGHT
        page.bgcolor = look.p.bg
        page.padding = 0
        actions = Still()

        @ft.component
        def App() -> ft.Control:
            return scene.draw(look, actions)

        page.render(App)


@asynccontextmanager
async def serving(scenes: dict[str, Scene], cache: Path) -> AsyncIterator[str]:
    """Serve the scenes on a free port of this machine and yield its address."""
    app = server.create_app(Stage(scenes), cache)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port = listening.getsockname()[1]
        host: Any = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
        task = asyncio.create_task(host.serve(sockets=[listening]))
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            host.should_exit = True
            await task
