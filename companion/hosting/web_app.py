"""The web application: some addresses of our own, the phones' socket, and headers for all."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from fastapi import FastAPI, Request, WebSocket
from flet_web.fastapi import app_manager
from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion import __version__
from companion.flet_runtime.install import guards_phones
from companion.hosting.addresses import KnownNames
from companion.hosting.gate import Gate, Limits
from companion.hosting.sockets import serve_phone
from companion.hosting.web_client import VERSIONED, WebFiles, build
from companion.phones.intake import Intake
from companion.ui import qr


def policy(page: str) -> str:
    """Return the content security policy of a page: it may load this host's own files and run the scripts in it."""
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    hashes = " ".join(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts)
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' 'wasm-unsafe-eval' blob: {hashes}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "worker-src 'self' blob:",
            # Another address of the same table is another origin; the connection guard checks whether it answers.
            "connect-src 'self' data: blob: http: https: ws: wss:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


SECURITY = {
    # Addresses hold match codes and keys, which no other site may learn.
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class SecurityHeaders:
    """Middleware that adds security headers, without touching bodies or sockets."""

    def __init__(self, app: ASGIApp, page: str) -> None:
        self.app = app
        self.headers = SECURITY | {"Content-Security-Policy": policy(page)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                if scope["scheme"] == "https":  # browsers ignore it over plain http, and complain
                    headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
            await send(message)

        await self.app(scope, receive, with_headers)


class Reachable(Protocol):
    """An address under which phones reach this host."""

    @property
    def url(self) -> str:
        """The URL without a trailing slash."""


class Services(Protocol):
    """The tables of this host, as the web server uses them."""

    on_new_match: Callable[[str], None] | None
    """Called with the code of each match that is opened; the terminal then shows its QR code."""

    @property
    def intake(self) -> Intake:
        """The files that phones send, and the pictures they may see."""

    async def start(self) -> None:
        """Open the store. Raises `models.StoreError` with a message for people."""

    async def stop(self) -> None:
        """Close the store."""

    async def match_exists(self, code: str) -> bool:
        """Tell whether phones may join a match with this code."""

    def join_url(self, code: str) -> str:
        """Return the address that a phone opens to join."""

    def addresses(self) -> Sequence[Reachable]:
        """Return the addresses of this host, the likeliest first."""

    async def main(self, page: Any) -> None:
        """Run the Flet main: called once for each new phone session."""


def create_app(
    services: Services,
    cache: Path | None = None,
    language: str = "",
    public_url: str = "",
    limits: Limits | None = None,
    names: Collection[str] = (),
) -> FastAPI:
    """Build the application. Its `state.gate` counts and limits admissions.

    `cache` is the folder of compressed files, by default in the platform's cache folder. `names` are this host's own,
    in lower case. If `services` cannot start, its exception is kept as `app.state.failure`. Raises `RuntimeError` if
    the patches that protect phones are not installed.
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
        """Say that the table is there, and list its addresses. Any page may ask: the answer holds no secret."""
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
        """Return the photo under a board that is being traced, for the phone that traces it."""
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
    """Return the platform's cache folder, or None for an account without a home."""
    from platformdirs import user_cache_path

    try:
        folder = user_cache_path("metsuke", appauthor=False)
    except RuntimeError:
        return None
    return folder / "web" if folder.is_absolute() else None
