"""The unseen steps of one intruder in an intruder phase, for a set of zones at once, until the path is locked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from referee.scorpion.knowledge.acts import ANYBODY, BETWEEN, ON_THE_SPOT, WHO, Phase
from referee.scorpion.knowledge.ground import MOST, Ground, with_item

IDLE, MOVING, ARRIVED, DONE = range(4)
"""The stages of a path: not moved yet; under way; arrived where cards are used or the intruder is seen; locked."""
STOP, ONWARD, ANNOUNCED, SHADOW, GUARDED, COVERED, TO_SEE, TO_HIDE, TO_ALERT, BARE, APART = (1 << i for i in range(11))
"""The flags of a node: the path may not go on; it must go on; the intruder was just seen or lost, so that no card
follows; Shadow Walk covers the turn; guards stood there on arrival; the arrival is covered; the next act must be a
discovery, a loss of sight, the alert of the mission, or a step; the partner has acted since the arrival, so that a card
stands alone."""
OWED: Final = TO_SEE | TO_HIDE | TO_ALERT
ALONE, OPEN = -1, -2


class Link(NamedTuple):
    """How one intruder's acts are interleaved with the other's."""

    locked: int = ALONE
    """The index of the act before which a list of both was locked; `ALONE` for an own list or none; `OPEN` until
    locked."""
    helped: int = 0
    """A bit set of the acts before which the partner must have made an unseen step in that list."""
    silent: int = 0
    """A bit set of the acts before which this intruder made such a step, as far as it may be needed."""
    alert: int = -1
    """The index of the alert that this intruder raised by entering the mission's zone, or -1."""


class Secret(NamedTuple):
    """What still matters of an intruder's past besides the zone."""

    entrances: tuple[int, ...]
    """For each of the two entrances: its possible zones, as bits."""
    ropes: tuple[int, ...]
    """For each Rope card played: the possible walls, as bits, including that it hangs nowhere."""
    decoy: int = 0
    """Whether the figure on the passage card is a bluff: 0 no, 1 since this turn, 2 since an earlier turn."""
    permitted: bool = False
    """Whether the Secret Passage card was really used, where a bluff looks the same."""


class Node(NamedTuple):
    stage: int
    steps: int
    flags: int
    touched: int
    """A bit set of the searched zones that were entered or left."""
    link: Link
    secret: Secret


Move = tuple[Node, int]
"""The node that a step leads to, and the zones for which it is possible, as bits."""
Nodes = dict[Node, int]


class Track(NamedTuple):
    """The known path of an intruder: the zones of the map, and the number of steps; `None` if it is not locked."""

    zones: tuple[int, ...]
    steps: int | None


def distinct_entrances(entrances: tuple[int, ...]) -> tuple[int, ...]:
    """Return the indices of the entrances that have to be distinguished: one if both have the same possible zones."""
    return (0,) if entrances[0] == entrances[1] else (0, 1)


def bound(entrances: tuple[int, ...], part: int, zones: int) -> tuple[int, ...]:
    pair = [*entrances]
    pair[part] &= zones
    return tuple(sorted(pair))


class Steps:
    """One intruder in one intruder phase, between public acts."""

    def __init__(
        self,
        ground: Ground,
        phase: Phase,
        who: str,
        *,
        alone: bool,
        one_list: bool,
        rivals: bool,
        usable: tuple[int, ...],
        goal: int,
        track: Track | None,
        ropes_apart: frozenset[int],
    ) -> None:
        self.ground, self.phase, self.who = ground, phase, who
        self.alone, self.one_list, self.rivals = alone, one_list, rivals
        self.others = tuple(other for other in WHO if other != who and not alone)
        self.goal, self.track = goal, track
        self.ropes_apart = ropes_apart
        """Ropes for which it is not recorded on which wall they hang (`cases.loosened`)."""
        self.usable = usable
        """For each rope, the number of acts after which this intruder may use it."""
        self.options = phase.tables[0].options
        self.mine = tuple(act.who in (who, ANYBODY) for act in phase.acts)
        self.watched = tuple(table.watched(who) for table in phase.tables)
        self.seen = tuple(who in t.visible or (alone and ANYBODY in t.visible) for t in phase.tables)
        first = phase.tables[0].permitted
        self.shows_decoys = self.options.passage_bluff == "figure_shown"
        self.permitted = who in first or (alone and ANYBODY in first)
        searched = dict.fromkeys(
            a.zone for a, mine in zip(phase.acts, self.mine, strict=True) if mine and a.kind == "search"
        )
        self.asked = tuple(ground.bit(zone) for zone in searched)
        uneventful = ground.all & ~goal & ~ground.zones(searched)
        self.uneventful = tuple(
            0 if seen or track is not None else uneventful & ~watched
            for seen, watched in zip(self.seen, self.watched, strict=True)
        )
        """For each act, the zones where an arrival before it has no consequence: it is unseen, and no act depends on
        it."""
        self._steps: dict[tuple[int, Secret], list[Nodes]] = {}
        """The nodes before each act, by the zones and secrets at the beginning."""
        apart = {i for i, act in enumerate(phase.acts) if i and act.kind in BETWEEN | ON_THE_SPOT}
        self.ends = apart | {len(phase.acts)} if one_list else set()
        """The indices of acts before which a list of both may be over, since they cannot be part of it."""
        self.helping = sum(1 << i for i in range(1, len(phase.acts)) if self._is_cut_off(i)) if one_list else 0
        """A bit set of the other's acts before which an unseen step of this intruder may be needed."""

    def _is_cut_off(self, i: int) -> bool:
        """Tell whether the other uses a card right after being told of, impossible in an own list (SCORPION-6.7)."""
        act, before = self.phase.acts[i], self.phase.acts[i - 1]
        theirs = not self.mine[i] and act.who is not None and act.kind in ON_THE_SPOT
        return theirs and (before.kind == "mission" or (before.who == act.who and before.kind in ("seen", "lost")))

    @property
    def has_moved(self) -> bool:
        """Whether the path of this phase is known, so that the intruder has moved."""
        return self.track is not None and self.track.steps is not None

    def locked(self, node: Node, bits: int, i: int, last: bool) -> Iterator[Move]:
        """Yield the locking of a path, as an own list or as part of a list of both."""
        if node.stage not in (IDLE, MOVING) or node.flags & (ONWARD | BARE | OWED):
            return
        if self.track is not None and node.steps != self.track.steps:
            return
        if node.link.locked == ALONE:
            link = node.link._replace(silent=0) if node.link.silent else node.link
            yield Node(DONE, node.steps, 0, node.touched, link, node.secret), bits
        if i in self.ends or (last and self.one_list):
            yield Node(DONE, node.steps, 0, node.touched, node.link._replace(locked=i), node.secret), bits

    def settled(self, node: Node, bits: int, i: int, *, announced: bool) -> Iterator[Move]:
        """Yield what follows an arrival of which nothing is told, or that the intruder was lost from sight.

        Shadow Walk covers an arrival among guards for the turn, if the path goes on (OP-12).
        """
        after, came = i + announced, self._came(node, announced=announced)
        unseen = bits if node.flags & COVERED else bits & ~self.watched[i]
        if unseen:
            yield from self._at_goal(came, unseen, after)
        shadowed = bits & ~unseen & ~self.ground.passage
        if not shadowed or not node.flags & SHADOW:
            return
        if self.options.shadow_walk_stop == "no":
            if node.flags & STOP or node.steps >= MOST:
                return
            came = came._replace(flags=came.flags | ONWARD)
        yield from self._at_goal(came, shadowed, after)

    def _came(self, node: Node, *, announced: bool) -> Node:
        """Return the node after an arrival; if only this arrival was covered, the path must go on (OP-12)."""
        onward = node.flags & COVERED and self.options.shadow_walk_stop == "no"
        kept = node.flags & (STOP | SHADOW) | (ANNOUNCED if announced else 0) | (ONWARD if onward else 0)
        return node._replace(stage=MOVING, flags=kept)

    def may_step(self, node: Node) -> bool:
        return (
            node.stage in (IDLE, MOVING)
            and node.steps < MOST
            and not node.flags & (STOP | OWED)
            and not (self.track is not None and node.steps + 1 >= len(self.track.zones))
        )

    def may_walk(self, node: Node) -> bool:
        """Tell whether an unseen step may follow: not while the figure lies on the passage card by an old bluff."""
        return node.secret.decoy < 2 and self.may_step(node)

    def walked(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        for touched, part in self._left(node, bits):
            to = self.ground.step(part)
            if to:
                onward = node if touched == node.touched else node._replace(touched=touched)
                yield from self.arrived(onward, to, i)

    def silently(self, node: Node, i: int) -> Node:
        """Return the node with this unseen step recorded, if the partner's card may need it."""
        if not self.helping >> i & 1:
            return node
        return node._replace(link=node.link._replace(silent=node.link.silent | 1 << i))

    def roped(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        """Yield steps over ropes that already hang (SCORPION-17.8)."""
        for slot, walls in enumerate(node.secret.ropes):
            if self.usable[slot] <= i and bits & self.ground.along(walls):
                yield from self._crossed(node, bits, slot, walls & self.ground.no_wall << 1, i)

    def _crossed(self, node: Node, bits: int, slot: int, marked: int, i: int) -> Iterator[Move]:
        """Yield steps over a rope on any of its possible walls, which determines the wall."""
        secret, uneventful = node.secret, self.uneventful[i]
        walls, steps, flags = secret.ropes[slot], node.steps + 1, node.flags & SHADOW | STOP
        for wall, here, there in self.ground.over(walls, bits):
            hangs = wall | marked
            kept = walls == hangs or slot in self.ropes_apart
            bound = secret if kept else secret._replace(ropes=with_item(secret.ropes, slot, hangs))
            if here & uneventful and there & uneventful:
                yield Node(MOVING, steps, flags, node.touched, node.link, bound), there
                continue
            (touched, _), *_ = self._left(node, here)
            onward = Node(node.stage, node.steps, node.flags, touched, node.link, bound)
            yield from self.arrived(onward, there, i, stop=True)

    def _left(self, node: Node, bits: int) -> Iterator[tuple[int, int]]:
        """Yield the zones that are left, separating those whose leaving a search may ask for."""
        for n, zone in enumerate(self.asked):
            if bits & zone and not node.touched & 1 << n:
                yield node.touched | 1 << n, bits & zone
                bits &= ~zone
        if bits:
            yield node.touched, bits

    def arrived(self, node: Node, to: int, i: int, *, stop: bool = False) -> Iterator[Move]:
        """Yield one more step, split by everything that makes a difference at its end."""
        steps = node.steps + 1
        if self.track is not None:
            to &= self.track.zones[steps]
        moats = to & self.ground.moats
        parts = ((to, True),) if stop else ((to & ~moats, False), (moats, True))
        for zones, stops in parts:
            uneventful = zones & self.uneventful[i]
            if uneventful:
                flags = node.flags & SHADOW | (STOP if stops else 0)
                yield Node(MOVING, steps, flags, node.touched, node.link, node.secret), uneventful
                zones &= ~uneventful
            for n, zone in enumerate(self.asked):
                if zones & zone and not node.touched & 1 << n:
                    entered = node._replace(touched=node.touched | 1 << n)
                    yield from self._arrived(entered, zones & zone, i, steps, stops)
                    zones &= ~zone
            if zones:
                yield from self._arrived(node, zones, i, steps, stops)

    def _arrived(self, node: Node, zones: int, i: int, steps: int, stops: bool) -> Iterator[Move]:
        kept = node.flags & SHADOW | (STOP if stops else 0)
        base = Node(MOVING, steps, kept, node.touched, node.link, node.secret)
        guarded = zones & self.watched[i]
        free = 0 if self.seen[i] else zones & ~guarded
        if free:
            yield from self._at_goal(base, free, i)
        shadowed = guarded & ~self.ground.passage if kept & SHADOW else 0
        if shadowed and not self.seen[i]:
            if self.options.shadow_walk_stop == "yes":
                yield from self._at_goal(base, shadowed, i)
            elif steps < MOST and not stops:
                yield from self._at_goal(base._replace(flags=kept | ONWARD), shadowed, i)
        loud = zones if self.seen[i] else guarded
        if self.goal and node.link.alert < 0:
            loud |= zones & self.goal  # cards are played before the alert
        if loud and i < len(self.mine) and self.mine[i]:
            for some, flag in ((loud & guarded, GUARDED), (loud & ~guarded, 0)):
                if some:
                    yield base._replace(stage=ARRIVED, flags=kept | flag), some

    def _at_goal(self, node: Node, zones: int, i: int) -> Iterator[Move]:
        """Yield a completed arrival, separating the mission's zone where the alert must rise."""
        goal = zones & self.goal if node.link.alert < 0 else 0
        if goal and i < len(self.mine) and self.phase.acts[i].kind == "mission":
            yield node._replace(flags=node.flags | TO_ALERT), goal
        if zones & ~goal:
            yield node, zones & ~goal
