"""The unseen steps of one intruder in an intruder phase, for a set of zones at once, until the path is locked."""

from __future__ import annotations

from collections.abc import Iterator

from referee.scorpion.knowledge.acts import (
    ALONE,
    ANNOUNCED,
    ANYBODY,
    ARRIVED,
    BARE,
    BETWEEN,
    COVERED,
    DONE,
    GUARDED,
    IDLE,
    MOVING,
    ON_THE_SPOT,
    ONWARD,
    OWED,
    SHADOW,
    STOP,
    TO_ALERT,
    WHO,
    Move,
    Node,
    Nodes,
    Phase,
    Secret,
    Track,
    with_rope,
)
from referee.scorpion.knowledge.ground import MOST, Ground


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
        goal: int = 0,
        track: Track | None = None,
        ropes_apart: frozenset[int] = frozenset(),
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
        asked = (
            ground.bit(a.zone) for a, mine in zip(phase.acts, self.mine, strict=True) if mine and a.kind == "search"
        )
        self.asked = tuple(dict.fromkeys(asked))
        answered = self.goal
        for zone in self.asked:
            answered |= zone
        self.uneventful = tuple(
            0 if seen or track is not None else ground.all & ~watched & ~answered
            for seen, watched in zip(self.seen, self.watched, strict=True)
        )
        """For each act, the zones where an arrival before it has no consequence: it is unseen, and no act depends on
        it."""
        self._steps: dict[tuple[int, Secret], list[Nodes]] = {}
        """The nodes before each act, by the zones and secrets at the beginning."""
        self.ends = frozenset(self._list_ends()) if one_list else frozenset()
        """The acts before which a list of both may have been locked."""
        self.helping = sum(1 << i for i in range(1, len(phase.acts)) if self._is_cut_off(i)) if one_list else 0
        """A bit set of the other's acts before which an unseen step of this intruder may be needed."""

    def _list_ends(self) -> Iterator[int]:
        """Yield the indices of acts before which a list of both may be over, since they cannot be part of it."""
        acts = self.phase.acts
        for i in range(1, len(acts)):
            if acts[i].kind in BETWEEN or acts[i].kind in ON_THE_SPOT:
                yield i
        yield len(acts)

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
            link = node.link._replace(silent=0)
            yield "lock", Node(DONE, node.steps, 0, node.touched, link, node.secret), bits
        if i in self.ends or (last and self.one_list):
            link = node.link._replace(locked=i)
            yield "lock", Node(DONE, node.steps, 0, node.touched, link, node.secret), bits

    def settled(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        """Yield what follows an arrival of which nothing is told."""
        if self.seen[i] or node.flags & OWED:
            return
        unseen = bits if node.flags & COVERED else bits & ~self.watched[i]
        if unseen:
            yield from self._at_goal("settle", self._came(node, announced=False), unseen, i)
        yield from self._in_shadow(node, bits & ~unseen, i, announced=False)

    def _in_shadow(self, node: Node, bits: int, i: int, *, announced: bool) -> Iterator[Move]:
        """Yield an arrival among guards that Shadow Walk covers for the turn, if the path goes on (OP-12)."""
        bits &= ~self.ground.passage
        if not bits or not node.flags & SHADOW:
            return
        came = self._came(node, announced=announced)
        if self.options.shadow_walk_stop == "no":
            if node.flags & STOP or node.steps >= MOST:
                return
            came = came._replace(flags=came.flags | ONWARD)
        yield from self._at_goal("settle", came, bits, i)

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

    def walked(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        if not self.may_step(node) or (node.secret.decoy > 1 and not node.steps and not node.flags & BARE):
            return
        node = self._silently(node, i)
        for touched, part in self._left(node, bits):
            to = self.ground.step(part)
            if to:
                onward = node if touched == node.touched else node._replace(touched=touched)
                yield from self.arrived("walk", onward, to, i)

    def _silently(self, node: Node, i: int) -> Node:
        """Return the node with this unseen step recorded, if the partner's card may need it."""
        if not self.helping >> i & 1:
            return node
        return node._replace(link=node.link._replace(silent=node.link.silent | 1 << i))

    def roped(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        """Yield steps over ropes that already hang (SCORPION-17.8)."""
        if not self.may_step(node) or (node.secret.decoy > 1 and not node.steps and not node.flags & BARE):
            return
        node = self._silently(node, i)
        for slot, walls in enumerate(node.secret.ropes):
            if self.usable[slot] <= i and bits & self.ground.along(walls):
                yield from self._crossed("rope_old", node, bits, slot, walls & self.ground.no_wall << 1, i)

    def _crossed(self, how: str, node: Node, bits: int, slot: int, marked: int, i: int) -> Iterator[Move]:
        """Yield steps over a rope on any of its possible walls, which determines the wall."""
        secret, uneventful = node.secret, self.uneventful[i]
        walls, steps, flags = secret.ropes[slot], node.steps + 1, node.flags & SHADOW | STOP
        for wall, here, there in self.ground.over(walls, bits):
            hangs = wall | marked
            kept = walls == hangs or slot in self.ropes_apart
            bound = secret if kept else secret._replace(ropes=with_rope(secret.ropes, slot, hangs))
            if here & uneventful and there & uneventful:
                yield how, Node(MOVING, steps, flags, node.touched, node.link, bound), there
                continue
            (touched, _), *_ = self._left(node, here)
            onward = Node(node.stage, node.steps, node.flags, touched, node.link, bound)
            yield from self.arrived(how, onward, there, i, stop=True)

    def _left(self, node: Node, bits: int) -> Iterator[tuple[int, int]]:
        """Yield the zones that are left, separating those whose leaving a search may ask for."""
        for n, zone in enumerate(self.asked):
            if bits & zone and not node.touched & 1 << n:
                yield node.touched | 1 << n, bits & zone
                bits &= ~zone
        if bits:
            yield node.touched, bits

    def arrived(self, how: str, node: Node, to: int, i: int, *, stop: bool = False) -> Iterator[Move]:
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
                yield how, Node(MOVING, steps, flags, node.touched, node.link, node.secret), uneventful
                zones &= ~uneventful
            for n, zone in enumerate(self.asked):
                if zones & zone and not node.touched & 1 << n:
                    entered = node._replace(touched=node.touched | 1 << n)
                    yield from self._arrived(how, entered, zones & zone, i, steps, stops)
                    zones &= ~zone
            if zones:
                yield from self._arrived(how, node, zones, i, steps, stops)

    def _arrived(self, how: str, node: Node, zones: int, i: int, steps: int, stops: bool) -> Iterator[Move]:
        kept = node.flags & SHADOW | (STOP if stops else 0)
        base = Node(MOVING, steps, kept, node.touched, node.link, node.secret)
        guarded = zones & self.watched[i]
        free = 0 if self.seen[i] else zones & ~guarded
        if free:
            yield from self._at_goal(how, base, free, i)
        shadowed = guarded & ~self.ground.passage if kept & SHADOW else 0
        if shadowed and not self.seen[i]:
            if self.options.shadow_walk_stop == "yes":
                yield from self._at_goal(how, base, shadowed, i)
            elif steps < MOST and not stops:
                yield from self._at_goal(how, base._replace(flags=kept | ONWARD), shadowed, i)
        loud = zones if self.seen[i] else guarded
        if self.goal and node.link.alert < 0:
            loud |= zones & self.goal  # cards are played before the alert
        if loud and i < len(self.mine) and self.mine[i]:
            for some, flag in ((loud & guarded, GUARDED), (loud & ~guarded, 0)):
                if some:
                    yield how, base._replace(stage=ARRIVED, flags=kept | flag), some

    def _at_goal(self, how: str, node: Node, zones: int, i: int) -> Iterator[Move]:
        """Yield a completed arrival, separating the mission's zone where the alert must rise."""
        goal = zones & self.goal if node.link.alert < 0 else 0
        if goal and i < len(self.mine) and self.phase.acts[i].kind == "mission":
            yield how, node._replace(flags=node.flags | TO_ALERT), goal
        if zones & ~goal:
            yield how, node, zones & ~goal
