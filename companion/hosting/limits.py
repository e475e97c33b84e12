"""How much one address may ask of a host, and all of them together: generous for thirty phones behind one router."""

from __future__ import annotations

from typing import NamedTuple

from companion.jobs.rates import Rate

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
