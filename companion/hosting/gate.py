"""Admission: counts and rate limits for each address and for the whole host, and what was rejected.

This machine itself is not counted as an address: a local proxy that does not pass on its clients' addresses would look
like a single phone that sends everything. Limits of the whole host apply to it too.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Hashable
from random import Random
from time import monotonic
from typing import Literal, NamedTuple, get_args

from companion.jobs import Queue
from companion.jobs.queue import Bucket, Rate, counted_as

MOST_CONNECTIONS = 8_000


class Limits(NamedTuple):
    """Limits. `…_in_all` are for the whole host, the others for one address or, where they say so, one phone."""

    connections: int = 600
    """Open connections: a browser that loads the page opens six, and a socket."""
    connections_in_all: int = MOST_CONNECTIONS
    connects: Rate = Rate(20, 1_200)
    requests: Rate = Rate(100, 3_000)
    """Files and pictures; a first load takes some thirty."""
    replies: Rate = Rate(5, 2_000)
    """New connections, heads of replies, and 64 kB pieces of their bodies that are served at once; further ones wait
    for a beat, which hides how busy the host was. A first load takes some 150, a later one some 10."""
    sockets: int = 240
    sockets_in_all: int = 4_000
    arrivals: Rate = Rate(4, 240)
    """Phones that arrive without a session to resume."""
    arrivals_in_all: Rate = Rate(100, 4_000)
    vain: Rate = Rate(0.1, 30)
    """Sockets of one browser at one address that closed before their phone registered."""
    asleep: int = 30
    """Sessions, of 0.3 MB each, kept for disconnected phones; beyond that the one away longest is dropped, and its
    phone comes back as after a reload."""
    asleep_in_all: int = 4_000
    phone_frames: Rate = Rate(200, 400)
    """Frames of one phone; a dragging finger sends sixty a second. Faster ones wait on the phone's side."""
    phone_bytes: Rate = Rate(200_000, 2_000_000)
    frames: Rate = Rate(1_000, 6_000)
    bytes: Rate = Rate(2_000_000, 20_000_000)
    phone_work: Rate = Rate(0.25, 2.0)
    """Seconds of the event loop that a phone's frames may cost: a tap costs 5 to 20 ms, a whole page 30."""
    work: Rate = Rate(0.5, 4.0)
    phone_answers: Rate = Rate(3, 120)
    """Taps of one phone that are answered at once; further ones are answered at a beat, as with `replies`."""
    answers: Rate = Rate(8, 600)
    foreign: Rate = Rate(5, 500)
    """Well-formed frames of one phone that have no meaning here, such as events of controls that have gone from its
    screen."""

    @classmethod
    def for_files(cls, files: int) -> Limits:
        """Return the limits of a process that may open so many files, of which it needs some itself."""
        return cls(connections_in_all=max(50, min(MOST_CONNECTIONS, files - 200)))


Kind = Literal["frame", "foreign", "silent", "slow", "full", "flood", "request", "name", "origin", "upload"]
EVERY = 60.0
"""Seconds between two log lines."""
WORDS: dict[Kind, str] = {
    "frame": "frames that are none",
    "foreign": "phones that sent what no phone of ours sends",
    "silent": "sockets whose phone never said who it is",
    "slow": "phones that read nothing",
    "full": "phones beyond the limit",
    "flood": "connections beyond the limit",
    "request": "requests beyond the limit",
    "name": "requests under a foreign name",
    "origin": "sockets from foreign pages",
    "upload": "uploads that were not expected or too large",
}
assert set(WORDS) == set(get_args(Kind))

log = logging.getLogger("metsuke")


class Refusals:
    """Counts of rejections in this process. `counts` only grow; they are exported as metrics."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.counts: Counter[Kind] = Counter()
        self._reported: Counter[Kind] = Counter()
        self._clock = clock
        self._next = clock()

        self._later: asyncio.TimerHandle | None = None

    def note(self, kind: Kind) -> None:
        self.counts[kind] += 1
        if self._later is None:
            wait = max(0.0, self._next - self._clock())
            self._later = asyncio.get_running_loop().call_later(wait, self._tell)

    def _tell(self) -> None:
        self._later, self._next = None, self._clock() + EVERY
        fresh = self.counts - self._reported
        self._reported = self.counts.copy()
        log.warning("turned away: %s", ", ".join(f"{fresh[each]} {WORDS[each]}" for each in WORDS if fresh[each]))


BEAT_SECONDS = 0.1
"""The interval in seconds between beats. Addresses and phones that ask more than anybody needs are read and answered at
beats alone, as are pings: the time of an answer would otherwise reveal how long the host was busy, and so when somebody
acts in secret."""
BEAT_VARIES = 0.3
"""The share of the interval within which its beat is drawn at random, so that nobody can tell whether it was late."""
FORGET_BEYOND = 5_000
"""The number of addresses remembered before idle ones are dropped."""


class Address:
    """What one address has open, and what it may still do."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self.connections = self.sockets = 0
        self.connects = Bucket(limits.connects, clock)
        self.requests = Bucket(limits.requests, clock)
        self.replies = Bucket(limits.replies, clock)
        self.arrivals = Bucket(limits.arrivals, clock)
        self.frames = Bucket(limits.frames, clock)
        self.bytes = Bucket(limits.bytes, clock)
        self.work = Bucket(limits.work, clock)
        self.answers = Bucket(limits.answers, clock)

    @property
    def is_idle(self) -> bool:
        buckets = (
            self.connects, self.requests, self.replies, self.arrivals, self.frames, self.bytes, self.work, self.answers,
        )  # fmt: skip
        return not self.connections and not self.sockets and all(each.full for each in buckets)


class Pace:
    """The rate limits of one phone."""

    def __init__(self, limits: Limits, address: Address | None, clock: Callable[[], float]) -> None:
        self._frames = [Bucket(limits.phone_frames, clock)]
        self._bytes = [Bucket(limits.phone_bytes, clock)]
        self._work = [Bucket(limits.phone_work, clock)]
        self._answers = [Bucket(limits.phone_answers, clock)]
        self._asking = False
        if address is not None:
            self._frames.append(address.frames)
            self._bytes.append(address.bytes)
            self._work.append(address.work)
            self._answers.append(address.answers)
        self.foreign = Bucket(limits.foreign, clock)
        self.running = 0
        """The number of its requests that are not finished."""

    def wait(self, size: int) -> float:
        """Return the seconds for which to stop reading from this phone after a frame of so many bytes."""
        return max(
            *(each.owes() for each in self._frames),
            *(each.owes(size) for each in self._bytes),
            *(each.owes(0) for each in self._work),
        )

    def has_asked(self) -> None:
        """Note that an action of this phone was handled."""
        self._asking = True

    def has_answered(self) -> None:
        """Note that this phone was sent something: an answer, if it acted since it was last sent something."""
        if self._asking:
            self._asking = False
            for each in self._answers:
                each.has()

    @property
    def hurried(self) -> bool:
        """Whether this phone, or its address, has used up the answers it gets at once."""
        return any(each.left < 1 for each in self._answers)

    def pay(self, seconds: float) -> None:
        """Charge this phone for so many seconds of the event loop."""
        for each in self._work:
            each.owes(seconds)


class Gate:
    """The counts of one process. Every address is a text; used on the server's event loop alone."""

    def __init__(self, limits: Limits | None = None, clock: Callable[[], float] = monotonic) -> None:
        self.limits = limits or Limits()
        self.refusals = Refusals(clock)
        self.sockets = 0
        self.turns = Queue(1, self.limits.sockets_in_all, self.limits.sockets_in_all)
        """The queue for handling frames: one at a time, fair among addresses and their phones."""
        self._clock = clock
        self._addresses: dict[str, Address] = {}
        self._open: dict[Hashable, Address | None] = {}
        self._arrivals = Bucket(self.limits.arrivals_in_all, clock)
        self._salt = secrets.token_hex(8)
        self._vain: dict[tuple[str, str], Bucket] = {}
        self._asleep: dict[str, tuple[str | None, float]] = {}
        """By session, the one away longest first: the address it counts for, and when it expires."""

    def address(self, ip: str) -> Address | None:
        """Return the counts of an address, or None for this machine."""
        name = counted_as(ip)
        if name is None:
            return None
        if name not in self._addresses:
            if len(self._addresses) >= FORGET_BEYOND:
                self._addresses = {each: found for each, found in self._addresses.items() if not found.is_idle}
            self._addresses[name] = Address(self.limits, self._clock)
        return self._addresses[name]

    # Connections of any kind

    def connects(self, connection: Hashable, ip: str) -> bool:
        """Count a new connection; tell whether it may stay. If so, call `left` at its end."""
        address, limits = self.address(ip), self.limits
        fits = len(self._open) < limits.connections_in_all and (
            address is None or (address.connections < limits.connections and address.connects.has())
        )
        if not fits:
            self.refusals.note("flood")
            return False
        self._open[connection] = address
        if address is not None:
            address.connections += 1
        return True

    def left(self, connection: Hashable) -> None:
        address = self._open.pop(connection, None)
        if address is not None:
            address.connections -= 1

    def may_ask(self, ip: str) -> bool:
        """Tell whether an address may make one more request."""
        address = self.address(ip)
        if address is None or address.requests.has():
            return True
        self.refusals.note("request")
        return False

    def holds(self, ip: str) -> float:
        """Return the seconds for which the next reply to an address must wait."""
        address = self.address(ip)
        return 0.0 if address is None or address.replies.has() else self.until_beat()

    def until_beat(self) -> float:
        """Return the seconds until the next beat."""
        now = self._clock() / BEAT_SECONDS
        this = int(now)
        return (next(beat for beat in map(self._beat, (this, this + 1)) if beat > now) - now) * BEAT_SECONDS

    def _beat(self, number: int) -> float:
        return number + Random(f"{self._salt} {number}").random() * BEAT_VARIES

    # Phones

    def opens(self, ip: str) -> bool:
        """Tell whether a phone may open a socket; if so, call `closed` at its end."""
        address, limits = self.address(ip), self.limits
        if self.sockets >= limits.sockets_in_all or (address is not None and address.sockets >= limits.sockets):
            self.refusals.note("full")
            return False
        self.sockets += 1
        if address is not None:
            address.sockets += 1
        return True

    def closed(self, ip: str) -> None:
        self.sockets -= 1
        if (address := self.address(ip)) is not None:
            address.sockets -= 1

    def in_vain(self, ip: str, browser: str) -> None:
        """Note that a browser at an address has closed a socket before its phone registered: something fails in it."""
        if (name := counted_as(ip)) is None:
            return
        if len(self._vain) >= FORGET_BEYOND:
            self._vain = {each: bucket for each, bucket in self._vain.items() if not bucket.full}
        self._vain.setdefault((name, browser), Bucket(self.limits.vain, self._clock)).owes()

    def tries_in_vain(self, ip: str, browser: str) -> bool:
        """Tell whether a browser does that so often that it must wait. Others at its address are not affected."""
        bucket = self._vain.get((counted_as(ip) or "", browser))
        if bucket is None or bucket.left >= 1:
            return False
        self.refusals.note("silent")
        return True

    def arrives(self, ip: str) -> bool:
        """Tell whether a phone may begin a session."""
        address = self.address(ip)
        if (address is None or address.arrivals.has()) and self._arrivals.has():
            return True
        self.refusals.note("full")
        return False

    def pace(self, ip: str) -> Pace:
        return Pace(self.limits, self.address(ip), self._clock)

    def back(self, session: str) -> None:
        """Note that a phone has resumed its session."""
        self._asleep.pop(session, None)

    def sleeps(self, session: str, ip: str, seconds: float) -> list[str]:
        """Note that a phone has disconnected whose session expires in so many seconds.

        Return the sessions, of this or other phones, that must be dropped to make room.
        """
        now, name, limits = self._clock(), counted_as(ip), self.limits
        self._asleep = {each: kept for each, kept in self._asleep.items() if kept[1] > now and each != session}
        self._asleep[session] = name, now + seconds
        same = [each for each, kept in self._asleep.items() if name is not None and kept[0] == name]
        forgotten = same[: max(0, len(same) - limits.asleep)]
        rest = [each for each in self._asleep if each not in forgotten]
        forgotten += rest[: max(0, len(rest) - limits.asleep_in_all)]
        for each in forgotten:
            del self._asleep[each]
        return forgotten
