"""For whom something is done: a phone, and the address that it is counted for."""

from __future__ import annotations

import ipaddress
from collections.abc import Hashable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Asker:
    """A phone, and its address as it is counted. Empty: this host itself, for which no bound holds.

    A phone whose address is not counted is an address of its own: `address` is then the phone.
    """

    phone: Hashable = ""
    address: Hashable = ""

    @classmethod
    def of(cls, phone: Hashable, ip: str) -> Asker:
        """Return who asks from this IP address."""
        return cls(phone, counted_as(ip) or phone)


HERE: Final = Asker()
"""This host itself."""
ASKER: Final = ContextVar("ASKER", default=HERE)
"""For whom what is running now is done: set where a phone's action begins."""


def counted_as(ip: str) -> str | None:
    """Return the name under which an address is counted, or None for this machine itself.

    Of IPv6 a household has a whole network, so that is what is counted.
    """
    if ip in ("", "127.0.0.1", "::1"):
        return None
    try:
        address = ipaddress.ip_address(ip.partition("%")[0])
    except ValueError:
        return ip
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return counted_as(str(address.ipv4_mapped))
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
