"""The web application: a handful of addresses of our own, the phones' socket, and the web client for the rest."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, WebSocket
from flet_web.fastapi import app_manager
from starlette.responses import JSONResponse, Response

from companion import __version__
from companion.flet_runtime.install import guards_phones
from companion.hosting.gate import Gate
from companion.hosting.headers import SecurityHeaders
from companion.hosting.limits import Limits
from companion.hosting.names import KnownNames
from companion.hosting.services import Services
from companion.hosting.sockets import serve_phone
from companion.hosting.web_client.page import VERSIONED
from companion.hosting.web_client.root import build
from companion.hosting.web_client.static import WebFiles
from companion.ui import qr


def create_app(
    services: Services,
    cache: Path | None = None,
    language: str = "",
    public_url: str = "",
    limits: Limits | None = None,
    names: Collection[str] = (),
) -> FastAPI:
    """Put the application together. Its `state.gate` counts who is let in.

    `cache` is the folder of compressed files, by default in the platform's cache folder. `names` are this host's own,
    in lower case. If `services` cannot start, what it raised is kept as `app.state.failure`. Raises `RuntimeError`
    where nothing guards the phones.
    """
    if not guards_phones():
        raise RuntimeError("call companion.flet_runtime.install.install(hosting=True) at the start")
    files = WebFiles(build(language=language), cache or _cache())

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        try:
            await services.start()
        except Exception as failure:
            app.state.failure = failure
            raise
        await app_manager.start()
        await files.start()
        try:
            yield
        finally:
            files.stop()
            await app_manager.shutdown()
            await services.stop()

    app = FastAPI(
        title="Metsuke", version=__version__, lifespan=lifespan, openapi_url=None, docs_url=None, redoc_url=None
    )
    app.state.failure = None
    gate = app.state.gate = Gate(limits)
    app.add_middleware(KnownNames, gate=gate, own=names)
    app.add_middleware(SecurityHeaders, page=files.root.index.read().decode())

    @app.get("/health")
    async def health() -> Response:
        """Say that the table is there, and under which addresses. Any page may ask: it holds no secret."""
        body = {
            "app": "metsuke",
            "version": __version__,
            "web": files.root.version,
            "addresses": [address.url for address in services.addresses()],
        }
        return JSONResponse(body, headers={"Cache-Control": "no-store", "Access-Control-Allow-Origin": "*"})

    @app.get("/qr/{code}.png")
    async def picture(code: str) -> Response:
        if len(code) > 64 or not await services.match_exists(code):
            return Response("There is no match of this code.", 404, {"Cache-Control": "no-store"}, "text/plain")
        return Response(qr.png(services.join_url(code)), media_type="image/png", headers={"Cache-Control": "no-store"})

    @app.api_route("/intake/{token}", methods=["PUT", "POST"])
    async def take(token: str, request: Request) -> Response:
        length = request.headers.get("content-length", "")
        status = await services.intake.receive(token, request.stream(), int(length) if length.isdecimal() else 0)
        if status != 204:
            gate.refusals.note("upload")
        words = {404: "This file was not expected, or no longer.", 413: "This file is too large."}.get(status, "")
        return Response(words, status, {"Cache-Control": "no-store", "Connection": "close"}, "text/plain")

    @app.get("/photo/{token}.jpg")
    @app.get(VERSIONED + "{version}/photo/{token}.jpg")  # the client looks for pictures beside its own files
    async def photo(token: str) -> Response:
        """A photo under a board that is being traced, for the phone that traces it."""
        found = await services.intake.picture(token) if len(token) <= 64 else None
        if found is None:
            return Response("There is no such picture.", 404, {"Cache-Control": "no-store"}, "text/plain")
        return Response(found, media_type="image/jpeg", headers={"Cache-Control": "no-store, private"})

    @app.websocket("/ws")
    async def phone(websocket: WebSocket) -> None:
        await serve_phone(websocket, services.main, gate, public_url)

    @app.api_route("/{path:path}", methods=["GET", "HEAD"])
    async def client(request: Request) -> Response:
        return await files.answer(request)

    return app


def _cache() -> Path | None:
    """Return the platform's folder for what can be made again, or None for an account without a home."""
    from platformdirs import user_cache_path

    try:
        folder = user_cache_path("metsuke", appauthor=False)
    except RuntimeError:
        return None
    return folder / "web" if folder.is_absolute() else None
