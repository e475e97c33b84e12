"""Serves scenes through the app's own web host: `/s/NAME/MODE/LANG` shows one."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import flet as ft
import uvicorn
from fastapi import FastAPI, Request, Response, WebSocket
from flet_web import get_package_web_dir
from flet_web.fastapi import app_manager

from companion.flet_runtime.install import install
from companion.hosting.gate import Gate
from companion.hosting.sockets import serve_phone
from companion.hosting.web_client import WebFile, WebFiles, build
from companion.phones.page import TITLE
from companion.ui import fonts, theme
from companion.ui.theme import is_low, make_look, shape_of
from tests.shots.scenes import SIZES, Scene, Still


class Stage:
    """Scenes, in place of tables."""

    def __init__(self, scenes: dict[str, Scene]) -> None:
        self.scenes = scenes

    async def main(self, page: ft.Page) -> None:
        """Show the scene that the route names."""
        _, name, mode, lang = page.route.strip("/").split("/")
        scene = self.scenes[name]
        width, height = SIZES[scene.size]
        shape = shape_of(width)
        look = make_look(
            lang, "light" if mode == "light" else "dark", secret=scene.secret, scale=scene.scale,
            shape=shape, low=is_low(shape, height, scene.scale),
        )  # fmt: skip
        page.fonts = fonts.page_fonts(web=True)
        page.theme = page.dark_theme = theme.flet_theme(look)
        page.theme_mode = ft.ThemeMode.DARK if mode == "dark" else ft.ThemeMode.LIGHT
        page.bgcolor = look.p.background
        page.title = TITLE
        page.padding = 0
        page.title = TITLE
        actions = Still()

        @ft.component
        def App() -> ft.Control:
            return scene.draw(look, actions)

        page.render(App)


def create_app(stage: Stage, cache: Path) -> FastAPI:
    """Put the host together as the app does, with all of Material's icons: a scene may use any."""
    root = build()
    icons = "assets/fonts/MaterialIcons-Regular.otf"
    whole = WebFile(icons, Path(get_package_web_dir()) / icons)
    files = WebFiles(replace(root, files={**root.files, icons: whole}), cache)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await app_manager.start()
        yield
        files.stop()
        await app_manager.shutdown()

    app, gate = FastAPI(lifespan=lifespan), Gate()

    gate = Gate()

    @app.websocket("/ws")
    async def phone(websocket: WebSocket) -> None:
        await serve_phone(websocket, stage.main, gate)

    @app.get("/{path:path}")
    async def client(request: Request) -> Response:
        return await files.answer(request)

    return app


@asynccontextmanager
async def serving(scenes: dict[str, Scene], cache: Path) -> AsyncIterator[str]:
    """Serve the scenes on a free port of this machine and yield its address."""
    install(hosting=True)
    app = create_app(Stage(scenes), cache)
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
