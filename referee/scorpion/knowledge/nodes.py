"""How one intruder can stand in the middle of an intruder phase, and what of the past still matters then."""

from __future__ import annotations

from typing import Final, NamedTuple

IDLE, MOVING, ARRIVED, DONE = range(4)
"""Not moved yet; under way; arrived where cards are used or somebody is seen; with a locked path."""
STOP, ONWARD, TOLD, SHADOW, GUARDED, COVERED, TO_SEE, TO_HIDE, TO_ALERT, BARE, APART = (1 << i for i in range(11))
"""What holds on the way: it may not go on; it must; somebody was just seen or lost, so that no card follows; Shadow
Walk covers the turn; guards stood there on arrival; the entry is covered; the next act has to be a discovery, a loss of
sight, the alert of the mission, or a step; the partner has acted since the arrival, so that a card stands alone."""
OWED: Final = TO_SEE | TO_HIDE | TO_ALERT


ALONE, OPEN = -1, -2


class Link(NamedTuple):
    """How one intruder's phase hangs together with the other's."""

    locked: int = ALONE
    """Before which act a list of both was locked; `ALONE` for an own one, or none; `OPEN` while it goes on."""
    helped: int = 0
    """Before which acts, as bits, the other has to have gone a step in that list that nobody saw."""
    silent: int = 0
    """Before which acts, of those where it may be needed, this intruder has gone such a step."""
    alert: int = -1
    """Which alert this intruder raised by coming to the mission."""


class Secret(NamedTuple):
    """What of an intruder's past still matters beside the zone."""

    entrances: tuple[int, ...]
    """The zones in which each of the two entrances can be."""
    ropes: tuple[int, ...]
    """For each Rope card played: the walls where it can hang, or that it hangs nowhere."""
    decoy: int = 0
    """Whether the figure on the passage card is a bluff: 1 of this turn, 2 an older one."""
    permitted: bool = False
    """Whether the Secret Passage card was used where a bluff looks the same."""


class Node(NamedTuple):
    stage: int
    steps: int
    flags: int
    touched: int
    """Which of the zones to be searched were entered or left."""
    link: Link
    secret: Secret


Move = tuple[str, Node, int]
"""How it is done, where it leads, and with which zones."""
Nodes = dict[Node, int]


class Track(NamedTuple):
    """The path that an intruder is known to have gone: the zones of the map, and how many steps; None: not locked."""

    zones: tuple[int, ...]
    steps: int | None


def told_apart(entrances: tuple[int, ...]) -> tuple[int, ...]:
    """Return which of the entrances to tell apart."""
    return (0,) if entrances[0] == entrances[1] else (0, 1)


def with_rope(ropes: tuple[int, ...], slot: int, walls: int) -> tuple[int, ...]:
    return (*ropes[:slot], walls, *ropes[slot + 1 :])


def bound(entrances: tuple[int, ...], part: int, zones: int) -> tuple[int, ...]:
    pair = [*entrances]
    pair[part] &= zones
    return tuple(sorted(pair))
