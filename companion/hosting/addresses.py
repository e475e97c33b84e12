"""The addresses under which phones reach this machine, the likeliest first."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

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
"""How interfaces are named that lead to containers, virtual machines and tunnels, not to a phone on the table."""


@dataclass(frozen=True)
class Interface:
    """One address of one network interface."""

    name: str
    ip: str


def rank(interfaces: Iterable[Interface], *defaults: str) -> tuple[Interface, ...]:
    """Put the likeliest address for a phone first; loopback stays only if there is nothing else.

    `defaults` are the addresses that this machine would itself use to reach the outside.
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
    # The way out is the best guess, unless it is a tunnel: phones at the table are not in it.
    return reach, ip.version, 0 if interface.ip in defaults else 1, int(ip)


def addresses(port: int, scheme: str = "http", public_url: str = "", bound: str = "0.0.0.0") -> tuple[str, ...]:
    """Every URL to offer, without a slash at its end: the public one first, then this machine's, the likeliest first.

    `bound` is the address the host listens on; if it is one of them, only that one is offered.
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
    """Return of which versions all addresses are listened on; none where it is one address, or a name."""
    try:
        address = ipaddress.ip_address(bound)
    except ValueError:
        return (4,) if bound in ("", "0") else ()
    if not address.is_unspecified:
        return ()
    return (4,) if address.version == 4 else (4, 6) if both_versions() else (6,)


def both_versions() -> bool:
    """Whether one socket can listen to IPv6 and IPv4 here, as `listen_to_both` makes it."""
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            return listen_to_both(probe)
    except OSError:
        return False


def listen_to_both(listening: socket.socket) -> bool:
    """Let a socket of IPv6 answer IPv4 as well, whatever the system's own way is; tell whether it does."""
    try:
        listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    except (OSError, AttributeError):
        return False
    return True


def reach_phones(urls: Iterable[str]) -> bool:
    """Whether any of these addresses leads from another machine to this one."""
    names = (urlsplit(url).hostname or "" for url in urls)
    return any(name != "localhost" and not name.startswith("127.") and name != "::1" for name in names)


def web_address(host: str, port: int, scheme: str = "http") -> str:
    """`http://192.168.1.20:8550`; the port is left out where the scheme implies it."""
    name = f"[{host}]" if ":" in host else host
    return f"{scheme}://{name}" if port == {"http": 80, "https": 443}[scheme] else f"{scheme}://{name}:{port}"


def interfaces() -> tuple[Interface, ...]:
    """The addresses of all network interfaces that are up, without those that browsers cannot open."""
    import psutil

    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    return tuple(
        Interface(name, entry.address)
        for name, entries in psutil.net_if_addrs().items()
        if name in up
        for entry in entries
        # Of IPv6 a link-local one holds the name of an interface of this machine.
        if entry.family == socket.AF_INET or (entry.family == socket.AF_INET6 and not entry.address.startswith("fe80:"))
    )


def default_source(version: int = 4) -> str:
    """The address this machine sends from by default, or nothing. Connecting a datagram socket sends no packet."""
    family, outside = (socket.AF_INET, "192.0.2.1") if version == 4 else (socket.AF_INET6, "2001:db8::1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((outside, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""
