"""How much a phone, an address and all together may make on a host: tables, boards, sketches, names, files."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, Literal, NamedTuple
from weakref import WeakKeyDictionary

from companion.jobs import Asker
from companion.jobs.rates import Bucket, Rate

Kind = Literal["table", "board", "sketch", "file", "name", "demonstration", "code"]
FORGET_BEYOND: Final = 2_000
"""Addresses that are remembered before those are looked for that have made nothing for a while."""


class Allowed(NamedTuple):
    """How often a phone, an address, and all phones together may make something."""

    phone: Rate
    address: Rate
    in_all: Rate


A_MINUTE: Final = 1 / 60
ALLOWED: Final[dict[Kind, Allowed]] = {
    # A club of ten tables opens some forty in an evening, from one address if it is behind a router.
    "table": Allowed(Rate(A_MINUTE, 6), Rate(6 * A_MINUTE, 40), Rate(1, 300)),
    "demonstration": Allowed(Rate(6 * A_MINUTE, 6), Rate(12 * A_MINUTE, 40), Rate(1, 300)),
    "board": Allowed(Rate(A_MINUTE, 10), Rate(4 * A_MINUTE, 40), Rate(1, 300)),
    "sketch": Allowed(Rate(A_MINUTE, 10), Rate(4 * A_MINUTE, 40), Rate(1, 300)),
    "file": Allowed(Rate(4 * A_MINUTE, 12), Rate(16 * A_MINUTE, 60), Rate(2, 400)),
    "code": Allowed(Rate(A_MINUTE, 5), Rate(4 * A_MINUTE, 20), Rate(1, 60)),  # tries at the owner's code
    "name": Allowed(Rate(12 * A_MINUTE, 40), Rate(1, 200), Rate(10, 2_000)),
}


class TooMany(Exception):
    """A phone or its address has made so many of a kind lately that it has to wait."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(kind)
        self.kind = kind


class Allowance:
    """What is left to phones and addresses of one process."""

    def __init__(self) -> None:
        self._phones: WeakKeyDictionary[Hashable, dict[Kind, Bucket]] = WeakKeyDictionary()
        self._addresses: dict[Hashable, dict[Kind, Bucket]] = {}
        self._all: dict[Kind, Bucket] = {}

    def take(self, asker: Asker, kind: Kind) -> None:
        """Count one more of a kind. Raises `TooMany`, and counts nothing, where it would be too much."""
        allowed = ALLOWED[kind]
        buckets = [self._phones.setdefault(asker.phone, {}).setdefault(kind, Bucket(allowed.phone))]
        if asker.address is not asker.phone:
            buckets.append(self._address(asker.address).setdefault(kind, Bucket(allowed.address)))
        buckets.append(self._all.setdefault(kind, Bucket(allowed.in_all)))
        if not all(each.left >= 1 for each in buckets):
            raise TooMany(kind)
        for each in buckets:
            each.has()

    def _address(self, address: Hashable) -> dict[Kind, Bucket]:
        if address not in self._addresses and len(self._addresses) >= FORGET_BEYOND:
            busy = {each: kinds for each, kinds in self._addresses.items() if not all(b.full for b in kinds.values())}
            self._addresses = busy
        return self._addresses.setdefault(address, {})
