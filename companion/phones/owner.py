"""The owner of a host, and limits on what phones, addresses and all phones together may create on it.

A phone becomes the owner's by a code shown in the host's terminal; attempts are limited. A phone's address never makes
it the owner's, not even this machine's own: through a proxy or a tunnel, everybody comes from there. Only where nothing
is hosted is the user of the device the owner.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Hashable
from typing import Final, Literal, NamedTuple
from weakref import WeakKeyDictionary

from companion.jobs import Asker
from companion.jobs.queue import Bucket, Rate
from companion.phones.device_storage import DeviceStorage
from companion.tables.keys import CODE_ALPHABET, key_hash, new_key
from companion.tables.tables import Tables
from models import Store

Kind = Literal["table", "board", "sketch", "file", "name", "demonstration", "code"]
FORGET_BEYOND: Final = 2_000
"""The number of addresses remembered before idle ones are dropped."""


class CreationRates(NamedTuple):
    """The rates at which a phone, an address, and all phones together may create something."""

    phone: Rate
    address: Rate
    in_all: Rate


A_MINUTE: Final = 1 / 60
ALLOWED: Final[dict[Kind, CreationRates]] = {
    # A club with ten tables opens some forty in an evening, from one address if it is behind a router.
    "table": CreationRates(Rate(A_MINUTE, 6), Rate(6 * A_MINUTE, 40), Rate(1, 300)),
    "demonstration": CreationRates(Rate(6 * A_MINUTE, 6), Rate(12 * A_MINUTE, 40), Rate(1, 300)),
    "board": CreationRates(Rate(A_MINUTE, 10), Rate(4 * A_MINUTE, 40), Rate(1, 300)),
    "sketch": CreationRates(Rate(A_MINUTE, 10), Rate(4 * A_MINUTE, 40), Rate(1, 300)),
    "file": CreationRates(Rate(4 * A_MINUTE, 12), Rate(16 * A_MINUTE, 60), Rate(2, 400)),
    "code": CreationRates(Rate(A_MINUTE, 5), Rate(4 * A_MINUTE, 20), Rate(1, 60)),  # attempts at the owner's code
    "name": CreationRates(Rate(12 * A_MINUTE, 40), Rate(1, 200), Rate(10, 2_000)),
}


class TooManyCreated(Exception):
    """A phone or its address has created so many things of a kind lately that it must wait."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(kind)
        self.kind = kind


class Allowance:
    """The remaining allowance of phones and addresses in one process."""

    def __init__(self) -> None:
        self._phones: WeakKeyDictionary[Hashable, dict[Kind, Bucket]] = WeakKeyDictionary()
        self._addresses: dict[Hashable, dict[Kind, Bucket]] = {}
        self._all: dict[Kind, Bucket] = {}

    def take(self, asker: Asker, kind: Kind) -> None:
        """Count one more of a kind. Raises `TooManyCreated`, and counts nothing, if it exceeds a limit."""
        allowed = ALLOWED[kind]
        buckets = [self._phones.setdefault(asker.phone, {}).setdefault(kind, Bucket(allowed.phone))]
        if asker.address is not asker.phone:
            buckets.append(self._address(asker.address).setdefault(kind, Bucket(allowed.address)))
        buckets.append(self._all.setdefault(kind, Bucket(allowed.in_all)))
        if not all(each.left >= 1 for each in buckets):
            raise TooManyCreated(kind)
        for each in buckets:
            each.has()

    def _address(self, address: Hashable) -> dict[Kind, Bucket]:
        if address not in self._addresses and len(self._addresses) >= FORGET_BEYOND:
            busy = {each: kinds for each, kinds in self._addresses.items() if not all(b.full for b in kinds.values())}
            self._addresses = busy
        return self._addresses.setdefault(address, {})


LENGTH = 8
"""The characters of a code: 40 random bits, shown in two groups of four."""
SELDOM = 60.0
"""The least seconds between two times that phones make the terminal show the code."""


def new_code() -> str:
    """Return a fresh owner's code in the form in which it is shown: `k7qx-2m9p`."""
    drawn = "".join(secrets.choice(CODE_ALPHABET) for _ in range(LENGTH))
    return f"{drawn[: LENGTH // 2]}-{drawn[LENGTH // 2 :]}"


def code_hash(entered: str) -> str:
    """Return the hash of a code, however it was typed; empty if it cannot be a code."""
    code = "".join(each for each in entered.lower() if each not in "- .")
    return key_hash(f"owner {code}") if len(code) == LENGTH and set(code) <= set(CODE_ALPHABET) else ""


def issue(store: Store) -> str:
    """Issue a fresh code that makes one phone the owner's; it replaces the code before."""
    code = new_code()
    store.owners.issue(code_hash(code))
    return code


class Ownership:
    """The owner of one host, for one of its processes."""

    def __init__(
        self, tables: Tables, allowance: Allowance, show: Callable[[str], None] | None, alone: bool
    ) -> None:
        """Serve the phones of these tables. `show` prints a code in the terminal, if there is one.

        `alone`: only the user of the device can reach this app, and is its owner.
        """
        self._tables = tables
        self._show = show
        self._alone = key_hash(new_key()) if alone else ""
        self._code = ""
        """The code that this process showed last."""
        self._shown_at = -SELDOM
        self._allowance = allowance

    async def start(self) -> None:
        """Make the device itself the owner's, if it is `alone`."""
        if self._alone:
            await self._tables.run(self._tables.store.owners.admit, self._alone)

    async def stop(self) -> None:
        if self._alone:
            await self._tables.run(self._tables.store.owners.give_up, self._alone)

    @property
    def given(self) -> bool:
        """Whether every phone here is the owner's, and cannot give that up."""
        return bool(self._alone)

    def by(self, storage: DeviceStorage) -> str:
        """Return the hash of the key by which a phone claims to be the owner's; the store checks it."""
        return self._alone or (key_hash(storage.owner) if storage.owner else "")

    async def owns(self, storage: DeviceStorage) -> bool:
        """Tell whether a phone is the owner's now, to decide what it is shown."""
        by = self.by(storage)
        return bool(by) and await self._tables.run(self._tables.store.owners.owns, by)

    async def pair(self, code: str, asker: Asker) -> tuple[str, str]:
        """Try a code. Return the outcome (`paired`, `wrong`, `wait`), and the new owner's key for the phone.

        The attempt is counted before it is judged: for the phone and its address here, for the host in the database.
        """
        if not (hashed := code_hash(code)):
            return "wrong", ""
        try:
            self._allowance.take(asker, "code")
        except TooManyCreated:
            return "wait", ""
        key = new_key()
        owners = self._tables.store.owners
        came = await self._tables.run(owners.pair, hashed, key_hash(key), self._tables.clock())
        if came != "paired":
            return came, ""
        await self.show_fresh()
        return came, key

    async def show_again(self) -> None:
        """Show the code again for a phone that asks for it, if it is this process's and still valid."""
        now = time.monotonic()
        if self._show is None or not self._code or now - self._shown_at < SELDOM:
            return
        self._shown_at = now
        if await self._tables.run(self._tables.store.owners.valid, code_hash(self._code)):
            self._show(self._code)

    async def show_fresh(self) -> None:
        """Show a fresh code for the next phone, if there is a terminal for it."""
        if self._show is not None:
            self._code, self._shown_at = await self._tables.run(issue, self._tables.store), time.monotonic()
            self._show(self._code)
