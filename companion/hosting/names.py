"""Under which names this host answers, and how much one address may ask of it.

A page of a stranger's can have its own name lead to this machine, and would then pass for one of ours. So a request
says a name that no stranger can own: an address, one without a dot, one that never leads out of a local network, or
the public one.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from companion.hosting.gate import Gate

LOCAL = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box", ".test")
"""How names end that routers and machines give in their own network, and that nobody can register outside."""
FOREIGN = (
    "This table is not known by that name. Open it by its address, or start it with --public-url and the name. / "
    "この名前では卓を開けません。アドレスで開くか、--public-url に名前を指定してください。"
)
TOO_MUCH = (
    "Too much is asked for from this address at once. Wait a minute, then open the page again. / "
    "このアドレスからの要求が多すぎます。1分ほど待って開き直してください。"
)


class KnownNames:
    """Turns away what comes under a foreign name, and more requests of one address than may be."""

    def __init__(self, app: ASGIApp, gate: Gate, own: Collection[str] = ()) -> None:
        """`own` are the names that this host was given, in lower case."""
        self.app = app
        self._gate = gate
        self._own = own

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        ip = (scope["client"] or ("",))[0]
        answer: PlainTextResponse | None = None
        if not knows(Headers(scope=scope).get("host", ""), self._own):
            self._gate.refusals.note("name")
            answer = PlainTextResponse(FOREIGN, 421, {"Cache-Control": "no-store"})
        elif scope["type"] == "http" and not self._gate.may_ask(ip):
            answer = PlainTextResponse(TOO_MUCH, 429, {"Cache-Control": "no-store", "Retry-After": "60"})

        async def told(message: Message) -> None:
            if held := self._gate.holds(ip):
                await asyncio.sleep(held)
            await send(message)

        if scope["type"] == "http":
            await (answer or self.app)(scope, receive, told)
        elif answer is None:
            await self.app(scope, receive, send)
        else:
            await WebSocketClose(1008)(scope, receive, send)


def knows(host: str, own: Collection[str] = ()) -> bool:
    """Tell whether no stranger can own the name in a `Host` header, or it is this host's own.

    Without a header there is no page to fear.
    """
    if not host:
        return True
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".").lower()
    except ValueError:
        return False
    ours = name in own or name == _this_machine()
    return bool(name) and ("." not in name or ours or name.endswith(LOCAL) or _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def _this_machine() -> str:
    return socket.gethostname().lower()
