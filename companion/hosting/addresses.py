"""The addresses under which phones reach this machine, the likeliest first, and the host names that are accepted.

A foreign page can let its own host name resolve to this machine, and would then pass for one of ours (DNS rebinding).
So a request must carry a name that no stranger can own: an IP address, a name without a dot, a name that never leads
out of a local network, or the public one.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from companion.hosting.gate import Gate

_APART = (
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "vethernet",
    "utun",
    "tun",
    "tap",
    "wg",
    "tailscale",
    "zt",
    "ppp",
    "ipsec",
    "lxc",
    "lxd",
    "podman",
    "cni",
    "flannel",
    "hyper-v",
    "wsl",
    "bridge",
    "awdl",
    "llw",
    "anpi",
    "hamachi",
    "nordlynx",
    "proton",
    "vmware",
    "virtualbox",
    "default switch",
)
"""Prefixes of interfaces that lead to containers, virtual machines and tunnels, not to phones at the table."""


@dataclass(frozen=True)
class Interface:
    """One address of one network interface."""

    name: str
    ip: str


def rank(interfaces: Iterable[Interface], *defaults: str) -> tuple[Interface, ...]:
    """Sort by likelihood for a phone, the likeliest first; loopback stays only if there is nothing else.

    `defaults` are the addresses that this machine itself uses to reach the outside.
    """
    known = {interface.ip: interface for interface in interfaces}
    outside = [interface for interface in known.values() if not ipaddress.ip_address(interface.ip).is_loopback]
    return tuple(sorted(outside or known.values(), key=lambda interface: _unlikelihood(interface, defaults)))


def _unlikelihood(interface: Interface, defaults: Sequence[str]) -> tuple[int, int, int, int]:
    ip = ipaddress.ip_address(interface.ip)
    if ip.is_link_local:
        reach = 3
    elif interface.name.lower().startswith(_APART):
        reach = 2
    else:
        reach = 0 if ip.is_private else 1
    # The default route is the best guess, unless it is a tunnel, which phones at the table do not use.
    return reach, ip.version, 0 if interface.ip in defaults else 1, int(ip)


def addresses(port: int, scheme: str = "http", public_url: str = "", bound: str = "0.0.0.0") -> tuple[str, ...]:
    """Return every URL to offer, without a trailing slash: the public one first, then this machine's, likeliest first.

    `bound` is the address that the host listens on; if it is a single one, only that is offered.
    """
    found = [public_url] if public_url else []
    versions = _all_of(bound)
    if versions:
        here = [each for each in interfaces() if ipaddress.ip_address(each.ip).version in versions]
        alone = Interface("lo", "127.0.0.1" if 4 in versions else "::1")
        local = rank(here, default_source(), default_source(6)) or (alone,)
    else:
        local = (Interface("", bound),)
    return (*found, *(web_address(interface.ip, port, scheme) for interface in local))


def _all_of(bound: str) -> tuple[int, ...]:
    """Return the IP versions of a wildcard address; none for a single address or a name."""
    try:
        address = ipaddress.ip_address(bound)
    except ValueError:
        return (4,) if bound in ("", "0") else ()
    if not address.is_unspecified:
        return ()
    return (4,) if address.version == 4 else (4, 6) if both_versions() else (6,)


def both_versions() -> bool:
    """Tell whether one socket, made by `listen_to_both`, can listen on IPv6 and IPv4 here."""
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            return listen_to_both(probe)
    except OSError:
        return False


def listen_to_both(listening: socket.socket) -> bool:
    """Let an IPv6 socket answer IPv4 as well, whatever the system's default; tell whether it does."""
    try:
        listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    except (OSError, AttributeError):
        return False
    return True


def reach_phones(urls: Iterable[str]) -> bool:
    """Tell whether any of these addresses leads from another machine to this one."""
    names = (urlsplit(url).hostname or "" for url in urls)
    return any(name != "localhost" and not name.startswith("127.") and name != "::1" for name in names)


def web_address(host: str, port: int, scheme: str = "http") -> str:
    """Return a URL such as `http://192.168.1.20:8550`, without the scheme's default port."""
    name = f"[{host}]" if ":" in host else host
    return f"{scheme}://{name}" if port == {"http": 80, "https": 443}[scheme] else f"{scheme}://{name}:{port}"


def interfaces() -> tuple[Interface, ...]:
    """Return the addresses of all active network interfaces, without those that browsers cannot open."""
    import psutil

    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    return tuple(
        Interface(name, entry.address)
        for name, entries in psutil.net_if_addrs().items()
        if name in up
        for entry in entries
        # A link-local IPv6 address contains the name of an interface of this machine.
        if entry.family == socket.AF_INET or (entry.family == socket.AF_INET6 and not entry.address.startswith("fe80:"))
    )


def default_source(version: int = 4) -> str:
    """Return this machine's default source address, or an empty string. Connecting a datagram socket sends nothing."""
    family, outside = (socket.AF_INET, "192.0.2.1") if version == 4 else (socket.AF_INET6, "2001:db8::1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((outside, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""


LOCAL = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box", ".test")
"""Suffixes of names that routers and machines give in their own network, and that nobody can register."""
FOREIGN = (
    "This table is not known by that name. Open it by its address, or start it with --public-url and the name. / "
    "この名前では卓を開けません。アドレスで開くか、--public-url に名前を指定してください。"
)
TOO_MUCH = (
    "Too much is asked for from this address at once. Wait a minute, then open the page again. / "
    "このアドレスからの要求が多すぎます。1分ほど待って開き直してください。"
)


class KnownNames:
    """Middleware that rejects requests under a foreign host name, and those beyond an address's rate limit."""

    def __init__(self, app: ASGIApp, gate: Gate, own: Collection[str] = ()) -> None:
        """`own` are the configured names of this host, in lower case."""
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

        async def send_on_time(message: Message) -> None:
            if held := self._gate.holds(ip):
                await asyncio.sleep(held)
            await send(message)

        if scope["type"] == "http":
            await (answer or self.app)(scope, receive, send_on_time)
        elif answer is None:
            await self.app(scope, receive, send)
        else:
            await WebSocketClose(1008)(scope, receive, send)


def knows(host: str, own: Collection[str] = ()) -> bool:
    """Tell whether no stranger can own the name in a `Host` header, or it is one of this host's own.

    A request without the header comes from no browser, and is accepted.
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
