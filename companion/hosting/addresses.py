"""The addresses under which phones reach this machine, the likeliest first."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass

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
    """One IPv4 address of one network interface."""

    name: str
    ip: str


def rank(interfaces: Iterable[Interface], default: str = "") -> tuple[Interface, ...]:
    """Put the likeliest address for a phone first; loopback stays only if there is nothing else.

    `default` is the address that this machine would itself use to reach the outside.
    """
    known = {interface.ip: interface for interface in interfaces}
    outside = [interface for interface in known.values() if not ipaddress.ip_address(interface.ip).is_loopback]
    return tuple(sorted(outside or known.values(), key=lambda interface: _unlikelihood(interface, default)))


def _unlikelihood(interface: Interface, default: str) -> tuple[int, int, int]:
    ip = ipaddress.ip_address(interface.ip)
    if ip.is_link_local:
        reach = 3
    elif interface.name.lower().startswith(_APART):
        reach = 2
    else:
        reach = 0 if ip.is_private else 1
    # The way out is the best guess, unless it is a tunnel: phones at the table are not in it.
    return reach, 0 if interface.ip == default else 1, int(ip)


def addresses(port: int, scheme: str = "http", public_url: str = "", bound: str = "0.0.0.0") -> tuple[str, ...]:
    """Every URL to offer, without a slash at its end: the public one first, then this machine's, the likeliest first.

    `bound` is the address the host listens on; if it is one of them, only that one is offered.
    """
    found = [public_url] if public_url else []
    if bound not in ("", "0.0.0.0", "::"):
        local: tuple[Interface, ...] = (Interface("", bound),)
    else:
        local = rank(interfaces(), default_source()) or (Interface("lo", "127.0.0.1"),)
    return (*found, *(web_address(interface.ip, port, scheme) for interface in local))


def web_address(host: str, port: int, scheme: str = "http") -> str:
    """`http://192.168.1.20:8550`; the port is left out where the scheme implies it."""
    name = f"[{host}]" if ":" in host else host
    return f"{scheme}://{name}" if port == {"http": 80, "https": 443}[scheme] else f"{scheme}://{name}:{port}"


def interfaces() -> tuple[Interface, ...]:
    """The IPv4 addresses of all network interfaces that are up."""
    import psutil

    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    return tuple(
        Interface(name, entry.address)
        for name, entries in psutil.net_if_addrs().items()
        if name in up
        for entry in entries
        if entry.family == socket.AF_INET
    )


def default_source() -> str:
    """The address this machine sends from by default, or nothing. Connecting a datagram socket sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])
