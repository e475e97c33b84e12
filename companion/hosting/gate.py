"""Who is let in: counts for each address and for the whole host against the limits, and what was turned away.

Who is let in: counts for each address and for the whole host, against the limits. This machine itself is not counted by
its address: a proxy that runs here and does not say for whom it asks would look like one phone with a thousand hands.
What is for the whole host holds for it too.
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
    """`…_in_all` is for the whole host, the others for one address or, where it says so, for one phone."""

    connections: int = 600
    """Connections that are open: a browser that loads the page opens six, and its phone's socket."""
    connections_in_all: int = MOST_CONNECTIONS
    connects: Rate = Rate(20, 1_200)
    requests: Rate = Rate(100, 3_000)
    """Files and pictures; a first load takes some thirty."""
    replies: Rate = Rate(5, 2_000)
    """Connections, heads of replies, and pieces of 64 kB of their bodies that come at once; the rest waits for a beat,
    at which nobody sees how busy the host was. A first load takes some 150, a later one some 10."""
    sockets: int = 240
    sockets_in_all: int = 4_000
    arrivals: Rate = Rate(4, 240)
    """Phones that come without a session they could go on with."""
    arrivals_in_all: Rate = Rate(100, 4_000)
    vain: Rate = Rate(0.1, 30)
    """Sockets of one browser at one address that end before its phone has said who it is."""
    asleep: int = 30
    """Sessions, of 0.3 MB each, that are kept for phones that have gone; beyond that the longest away is forgotten, and
    its phone comes back as after a reload."""
    asleep_in_all: int = 4_000
    phone_frames: Rate = Rate(200, 400)
    """Frames of one phone; a finger that drags sends sixty a second. What comes faster waits on the phone's side."""
    phone_bytes: Rate = Rate(200_000, 2_000_000)
    frames: Rate = Rate(1_000, 6_000)
    bytes: Rate = Rate(2_000_000, 20_000_000)
    phone_work: Rate = Rate(0.25, 2.0)
    """Seconds of the event loop that what one phone sends may cost: a tap costs 5 to 20 ms, a whole page 30."""
    work: Rate = Rate(0.5, 4.0)
    phone_answers: Rate = Rate(3, 120)
    """Taps of one phone that are heard and answered at once; more are at a beat, as `replies` are."""
    answers: Rate = Rate(8, 600)
    foreign: Rate = Rate(5, 500)
    """Frames of one phone that are well formed and mean nothing here: events of what has gone from its screen."""

    @classmethod
    def for_files(cls, files: int) -> Limits:
        """Return the limits of a process that may have so many files open, of which it needs some itself."""
        return cls(connections_in_all=max(50, min(MOST_CONNECTIONS, files - 200)))


Kind = Literal["frame", "foreign", "silent", "slow", "full", "flood", "request", "name", "origin", "upload"]
EVERY = 60.0
"""Seconds from one line to the next."""
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
    """Counts of this process. `counts` only grow; the figures of a host are made of them."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.counts: Counter[Kind] = Counter()
        self._told: Counter[Kind] = Counter()
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
        fresh = self.counts - self._told
        self._told = self.counts.copy()
        log.warning("turned away: %s", ", ".join(f"{fresh[each]} {WORDS[each]}" for each in WORDS if fresh[each]))


BEAT_SECONDS = 0.1
"""Who asks more than anybody needs is heard and answered at beats alone, one in each such while, and so are pings: when
an answer comes would tell how long the host was busy, and so when somebody does something in secret."""
BEAT_VARIES = 0.3
"""Part of that while within which its beat falls; nobody knows where, so nobody knows whether it was late."""
FORGET_BEYOND = 5_000
"""Addresses that are remembered before those are looked for that have been quiet."""


class Address:
    """What one address has open, and how much it may do now."""

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
    def quiet(self) -> bool:
        buckets = (
            self.connects, self.requests, self.replies, self.arrivals, self.frames, self.bytes, self.work, self.answers,
        )  # fmt: skip
        return not self.connections and not self.sockets and all(each.full for each in buckets)


class Pace:
    """How fast one phone may send."""

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
        """How much that it has asked for is not finished."""

    def wait(self, size: int) -> float:
        """Return for how many seconds nothing more is to be read from this phone after a frame of so many bytes."""
        return max(
            *(each.owes() for each in self._frames),
            *(each.owes(size) for each in self._bytes),
            *(each.owes(0) for each in self._work),
        )

    def heard(self) -> None:
        """Note that something this phone did was heard."""
        self._asking = True

    def told(self) -> None:
        """Note that this phone was told something: an answer, if it did something since it was told something last."""
        if self._asking:
            self._asking = False
            for each in self._answers:
                each.has()

    @property
    def hurried(self) -> bool:
        """Whether this phone, or its address, was answered more often than is done at once."""
        return any(each.left < 1 for each in self._answers)

    def pay(self, seconds: float) -> None:
        """Note that what this phone sent has cost so much of the event loop's time."""
        for each in self._work:
            each.owes(seconds)


class Gate:
    """The counts of one process. Every address comes as text; all of it is on the server's event loop."""

    def __init__(self, limits: Limits | None = None, clock: Callable[[], float] = monotonic) -> None:
        self.limits = limits or Limits()
        self.refusals = Refusals(clock)
        self.sockets = 0
        self.turns = Queue(1, self.limits.sockets_in_all, self.limits.sockets_in_all)
        """Whose frame is taken in next: one at a time, in turns among addresses and their phones."""
        self._clock = clock
        self._addresses: dict[str, Address] = {}
        self._open: dict[Hashable, Address | None] = {}
        self._arrivals = Bucket(self.limits.arrivals_in_all, clock)
        self._salt = secrets.token_hex(8)
        self._vain: dict[tuple[str, str], Bucket] = {}
        self._asleep: dict[str, tuple[str | None, float]] = {}
        """By session, the longest away first: whose address it is counted for, and when it ends."""

    def address(self, ip: str) -> Address | None:
        """Return the counts of an address, or None for this machine itself."""
        name = counted_as(ip)
        if name is None:
            return None
        if name not in self._addresses:
            if len(self._addresses) >= FORGET_BEYOND:
                self._addresses = {each: found for each, found in self._addresses.items() if not found.quiet}
            self._addresses[name] = Address(self.limits, self._clock)
        return self._addresses[name]

    # Connections, whatever they carry

    def connects(self, connection: Hashable, ip: str) -> bool:
        """A connection was made; tell whether it may stay. `left` is to be called if so."""
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
        """Tell whether an address may ask for one thing more."""
        address = self.address(ip)
        if address is None or address.requests.has():
            return True
        self.refusals.note("request")
        return False

    def holds(self, ip: str) -> float:
        """Return for how many seconds what an address is to be told next has to wait."""
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
        """Tell whether a phone may open a socket; `closed` is to be called if so."""
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
        """A browser at an address has closed a socket before its phone has said who it is: something fails in it."""
        if (name := counted_as(ip)) is None:
            return
        if len(self._vain) >= FORGET_BEYOND:
            self._vain = {each: bucket for each, bucket in self._vain.items() if not bucket.full}
        self._vain.setdefault((name, browser), Bucket(self.limits.vain, self._clock)).owes()

    def tries_in_vain(self, ip: str, browser: str) -> bool:
        """Tell whether a browser does that so often that it is to wait. Others at its address are not held back."""
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
        """A phone has come back to its session."""
        self._asleep.pop(session, None)

    def sleeps(self, session: str, ip: str, seconds: float) -> list[str]:
        """Note that a phone has gone whose session ends in so many seconds.

        Returns the sessions, of others or its own, that are to be forgotten to make room.
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
