"""A Flet app served in this process, for tests that look at both ends of the wire."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import flet_web.fastapi
import uvicorn
from fastapi import FastAPI


@asynccontextmanager
async def serving(main: Callable[..., Any]) -> AsyncIterator[str]:
    """Serve the app on a free port of this machine and yield its address."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await flet_web.fastapi.app_manager.start()
        yield
        await flet_web.fastapi.app_manager.shutdown()

    app = FastAPI(lifespan=lifespan)
    app.mount("/", flet_web.fastapi.app(main, no_cdn=True))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port = listening.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="on", timeout_graceful_shutdown=1))
        task = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.should_exit = True
            await task
