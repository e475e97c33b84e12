"""What one intruder may have done in one intruder phase: one forward pass over the acts, for a set of zones at once.

It is the subset construction of a nondeterministic automaton, as possible-location lists are kept by programs that
hunt the fugitive of Scotland Yard (J. Sevenster, "The complexity of Scotland Yard", 2006; P. Nijssen and M. Winands,
"Monte Carlo tree search for the hide-and-seek game Scotland Yard", 2012), with what of the past still matters in the
state. Each act of the phase has to be explained by the intruder's own doing, or be somebody else's; everything silent
may happen in between. Nobody under way is interrupted (SCORPION-17.2), except by the partner in one list (6.7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from typing import Final, NamedTuple

from referee.scorpion.knowledge.acts import BETWEEN, Phase
from referee.scorpion.knowledge.ground import MOST, Ground, ones
from referee.scorpion.knowledge.table import ANYBODY

IDLE, MOVING, ARRIVED, DONE = range(4)
"""Not moved yet; under way; arrived where cards are used or somebody is seen; with a locked path."""
STOP, ONWARD, TOLD, SHADOW, GUARDED, COVERED, TO_SEE, TO_HIDE, TO_ALERT, BARE = (1 << i for i in range(10))
"""What holds on the way: it may not go on; it must; somebody was just seen or lost, so that no card follows; Shadow
Walk covers the turn; guards stood there on arrival; the entry is covered; the next act has to be a discovery, a loss of
sight, the alert of the mission, or a step."""
OWED: Final = TO_SEE | TO_HIDE | TO_ALERT
NEVER: Final = 99


class Link(NamedTuple):
    """How one intruder's phase hangs together with the other's."""

    part: int = -1
    """Between which searches the path was locked; -1 for none, or where it does not matter."""
    joined: bool = False
    """Whether both must be in one list."""
    helped: bool = False
    """Whether the other has to have gone a step in that list that nobody saw."""
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


class Walk:
    """One intruder in one intruder phase."""

    def __init__(
        self,
        ground: Ground,
        phase: Phase,
        who: str,
        *,
        alone: bool,
        helped: bool,
        one_list: bool,
        parted: bool,
        rivals: bool,
        usable: tuple[int, ...],
        goal: int = 0,
        track: Track | None = None,
        loose: frozenset[int] = frozenset(),
    ) -> None:
        self.ground, self.phase, self.who = ground, phase, who
        self.alone, self.helped, self.one_list, self.rivals = alone, helped, one_list, rivals
        self.parted = parted
        self.goal, self.track = goal, track
        self.loose = loose
        """Ropes of which it is not kept on which wall they hang (`cases.loosened`)."""
        self.usable = usable
        """For each rope from how many acts on this intruder may use it."""
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
        told = self.goal
        for zone in self.asked:
            told |= zone
        self.quiet = tuple(
            0 if seen or track is not None else ground.all & ~watched & ~told
            for seen, watched in zip(self.seen, self.watched, strict=True)
        )
        """The zones where an arrival before each act is just that: nobody sees it, and nothing is asked of it."""
        self._steps: dict[tuple[int, Secret], list[Nodes]] = {}
        """What there is before each act, from some zones and a past on."""
        self.parts = (0, *accumulate(act.kind in BETWEEN for act in phase.acts))
        """How many acts between paths there are before each act."""

    @property
    def has_moved(self) -> bool:
        """Whether the path of this phase is known, and with it that it has been made."""
        return self.track is not None and self.track.steps is not None

    # Over the whole phase

    def run(self, zones: int, secret: Secret, acts: int) -> Nodes:
        """Return how the phase can stand after so many acts for an intruder who was in one of these zones."""
        steps = self._steps.setdefault((zones, secret), [])
        if not steps:
            steps.append(self._ready({Node(IDLE, 0, 0, 0, Link(), secret): zones}, 0))
        for i in range(len(steps) - 1, acts):
            after: Nodes = {}
            for node, bits in steps[i].items():
                for _, to, found in self.told(node, bits, i):
                    if found:
                        after[to] = after.get(to, 0) | found
            steps.append(self._ready(after, i + 1))
        nodes = steps[acts]
        if not self._matters(acts):
            nodes = dict(nodes)
            self._spread(nodes, acts)
        return {node: bits for node, bits in nodes.items() if node.stage in (IDLE, DONE) and not node.flags & OWED}

    def _ready(self, nodes: Nodes, i: int) -> Nodes:
        """Return the nodes with all that may be silent before an act, where that has to be thought of."""
        if self._matters(i) or any(node.stage in (MOVING, ARRIVED) for node in nodes):
            self._spread(nodes, i)
        return nodes

    def _matters(self, i: int) -> bool:
        """Tell whether something silent has to be thought of before an act: else it may as well come later."""
        if i == len(self.phase.acts):
            return True
        act = self.phase.acts[i]
        return self.mine[i] or act.kind in BETWEEN or act.kind == "mission"

    def _spread(self, nodes: Nodes, i: int) -> None:
        part = self.parts[i]
        for node, bits in list(nodes.items()):
            if node.stage == ARRIVED:
                for _, to, found in self.settled(node, bits, i):
                    _add(nodes, to, found)
        for steps in range(MOST):
            here = [(n, bits) for n, bits in nodes.items() if n[1] == steps and n[0] < ARRIVED and self.may_step(n)]
            for node, bits in here:
                for _, to, found in self.walked(node, bits, i):
                    _add(nodes, to, found)
            for node, bits in here:
                for _, to, found in self.roped(node, bits, i):
                    _add_unless_free(nodes, node, to, found)
        for node, bits in [(node, bits) for node, bits in nodes.items() if node[0] < ARRIVED]:
            for _, to, found in self.locked(node, bits, part):
                _add(nodes, to, found)

    # Silent

    def locked(self, node: Node, bits: int, part: int) -> Iterator[Move]:
        if node.stage not in (IDLE, MOVING) or node.flags & (ONWARD | BARE | OWED):
            return
        if self.track is not None and node.steps != self.track.steps:
            return
        link = node.link
        if node.steps and self.parted:
            link = link._replace(part=part)
        yield "lock", Node(DONE, node.steps, 0, node.touched, link, node.secret), bits

    def settled(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        """Yield what follows an arrival of which nothing is told."""
        if self.seen[i] or node.flags & OWED:
            return
        unseen = bits if node.flags & COVERED else bits & ~self.watched[i]
        if unseen:
            yield from self._at_goal("settle", self._came(node, told=False), unseen, i)
        yield from self._in_shadow(node, bits & ~unseen, i, told=False)

    def _in_shadow(self, node: Node, bits: int, i: int, *, told: bool) -> Iterator[Move]:
        """Yield an arrival among guards that a Shadow Walk of the whole turn covers, if the path goes on (OP-12)."""
        bits &= ~self.ground.passage
        if not bits or not node.flags & SHADOW:
            return
        came = self._came(node, told=told)
        if self.options.shadow_walk_stop == "no":
            if node.flags & STOP or node.steps >= MOST:
                return
            came = came._replace(flags=came.flags | ONWARD)
        yield from self._at_goal("settle", came, bits, i)

    def _came(self, node: Node, *, told: bool) -> Node:
        """Return an arrival that is over; one that was covered by itself has to go on (OP-12)."""
        onward = node.flags & COVERED and self.options.shadow_walk_stop == "no"
        kept = node.flags & (STOP | SHADOW) | (TOLD if told else 0) | (ONWARD if onward else 0)
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
        for touched, part in self._left(node, bits):
            to = self.ground.step(part)
            if to:
                onward = node if touched == node.touched else node._replace(touched=touched)
                yield from self.arrived("walk", onward, to, i)

    def roped(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        """Yield what ropes lead to that hang already (SCORPION-17.8)."""
        if not self.may_step(node) or (node.secret.decoy > 1 and not node.steps and not node.flags & BARE):
            return
        for slot, walls in enumerate(node.secret.ropes):
            if self.usable[slot] <= i and bits & self.ground.along(walls):
                yield from self._crossed("rope_old", node, bits, slot, walls & self.ground.no_wall << 1, i)

    def _crossed(self, how: str, node: Node, bits: int, slot: int, marked: int, i: int) -> Iterator[Move]:
        """Yield where a rope leads that hangs on any of the walls where it may: then it is known which."""
        secret, quiet = node.secret, self.quiet[i]
        walls, steps, flags = secret.ropes[slot], node.steps + 1, node.flags & SHADOW | STOP
        for wall, here, there in self.ground.over(walls, bits):
            hangs = wall | marked
            kept = walls == hangs or slot in self.loose
            bound = secret if kept else secret._replace(ropes=_with(secret.ropes, slot, hangs))
            if here & quiet and there & quiet:
                yield how, Node(MOVING, steps, flags, node.touched, node.link, bound), there
                continue
            (touched, _), *_ = self._left(node, here)
            onward = Node(node.stage, node.steps, node.flags, touched, node.link, bound)
            yield from self.arrived(how, onward, there, i, stop=True)

    def _left(self, node: Node, bits: int) -> Iterator[tuple[int, int]]:
        """Yield the zones that are left, apart where leaving one may be searched for."""
        for n, zone in enumerate(self.asked):
            if bits & zone and not node.touched & 1 << n:
                yield node.touched | 1 << n, bits & zone
                bits &= ~zone
        if bits:
            yield node.touched, bits

    def arrived(self, how: str, node: Node, to: int, i: int, *, stop: bool = False) -> Iterator[Move]:
        """Yield one step more, apart by all that makes a difference where it leads."""
        steps = node.steps + 1
        if self.track is not None:
            to &= self.track.zones[steps]
        moats = to & self.ground.moats
        parts = ((to, True),) if stop else ((to & ~moats, False), (moats, True))
        for zones, stops in parts:
            quiet = zones & self.quiet[i]
            if quiet:
                flags = node.flags & SHADOW | (STOP if stops else 0)
                yield how, Node(MOVING, steps, flags, node.touched, node.link, node.secret), quiet
                zones &= ~quiet
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
        if loud and i < len(self.mine) and self.mine[i]:
            for some, flag in ((loud & guarded, GUARDED), (loud & ~guarded, 0)):
                if some:
                    yield how, base._replace(stage=ARRIVED, flags=kept | flag), some

    def _at_goal(self, how: str, node: Node, zones: int, i: int) -> Iterator[Move]:
        """Yield an arrival that is over, apart where it is the mission's zone and the alert has to rise."""
        goal = zones & self.goal if node.link.alert < 0 else 0
        if goal and i < len(self.mine) and self.phase.acts[i].kind == "mission":
            yield how, node._replace(flags=node.flags | TO_ALERT), goal
        if zones & ~goal:
            yield how, node, zones & ~goal

    # Told

    def told(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        """Yield how an act can be explained."""
        act = self.phase.acts[i]
        if self.mine[i]:
            if node.flags & OWED and act.kind not in ("seen", "lost"):
                return
            yield from _OWN[act.kind](self, node, bits, i)
            return
        if act.kind == "mission":
            if node.flags & TO_ALERT:
                link = node.link._replace(alert=i)
                yield "alert", node._replace(flags=node.flags & ~TO_ALERT, link=link), bits
                return
            if self.alone:
                return
        elif self.alone and act.who is not None:
            return
        yield from self._others(node, bits, i)

    def _others(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        act = self.phase.acts[i]
        if node.flags & OWED and act.kind not in ("seen", "lost"):
            return
        if act.kind in BETWEEN:
            yield from self._between(node, bits, i)
            return
        if act.kind == "lost" and node.stage in (MOVING, ARRIVED) and self._by_my_hand(i):
            yield "wait", node, bits
            return
        if node.stage == ARRIVED or node.flags & TO_ALERT:
            return
        if node.stage == MOVING:
            if not self.one_list:
                return
            node = node._replace(link=node.link._replace(joined=True))
        if act.kind == "strike":
            yield from self._guards_gone(node, bits, i)
        else:
            yield "wait", node, bits

    def _by_my_hand(self, i: int) -> bool:
        """Tell whether the other is hidden because this intruder has just removed the last guard (SCORPION-21.5)."""
        while i > 0 and self.phase.acts[i].kind == "lost":
            i -= 1
        return self.mine[i] and self.phase.acts[i].kind == "strike"

    def _between(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        """Nobody is under way; whoever is where a hidden sentry comes out is seen (SCORPION-18.3, 19.6, OP-17)."""
        act = self.phase.acts[i]
        if node.stage not in (IDLE, DONE):
            return
        waits = self.options.search_timing == "both_moves" and not self.rivals
        if act.kind == "search" and node.stage == IDLE and waits:
            return
        if act.kind in ("placed", "declined"):
            searcher = act.who in (self.who, ANYBODY)
            there = bits & self.ground.bit(act.zone)
            if self.options.placement_discovers == "no" and not searcher:
                there = 0
            if searcher and self.options.hidden_discovers == "always":
                there = bits & ~self.ground.gone
            if there:
                yield "wait", node._replace(flags=node.flags | TO_SEE), there
            bits &= ~there
        if bits:
            yield "wait", node, bits

    def _guards_gone(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        """Whoever is seen in a zone without guards, by the intruders' own doing, is hidden (SCORPION-21.5)."""
        there = bits & self.ground.bit(self.phase.acts[i].zone) & ~self.watched[i + 1] if self.seen[i] else 0
        if there:
            yield "card", node._replace(flags=node.flags | TO_HIDE), there
        if bits & ~there:
            yield "card", node, bits & ~there

    def _using(self, node: Node, i: int) -> Node | None:
        """Return a node in which a card may be used on the spot, or None."""
        if node.stage in (IDLE, DONE, ARRIVED):
            return node
        if not node.flags & (TOLD | ONWARD | BARE):
            return node
        if self.helped and not node.flags & BARE:
            between = i > 0 and not self.mine[i - 1]
            return node._replace(link=node.link._replace(joined=True, helped=node.link.helped or not between))
        return None

    def _card(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        act, using = self.phase.acts[i], self._using(node, i)
        if using is not None:
            yield from self._bluffed(using, bits, i)
        if act.card == "rope" and self.may_step(node) and (node.secret.decoy < 2 or node.steps):
            yield from self._hung(node, bits, i)
        if act.card == "shadow_walk":
            yield from self._shadow(node, using, bits, i)

    def _bluffed(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        act = self.phase.acts[i]
        if act.card == "secret_passage" and self.shows_decoys and not self.seen[i]:
            bits &= self.ground.passage
        if act.rope >= 0:
            ropes = node.secret.ropes
            if not ropes[act.rope] & self.ground.no_wall:
                return
            secret = node.secret._replace(ropes=_with(ropes, act.rope, self.ground.no_wall))
            node = node._replace(secret=secret)
        if bits:
            yield "bluff", node, bits

    def _hung(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        yield from self._crossed("rope_new", node, bits, self.phase.acts[i].rope, 0, i + 1)

    def _shadow(self, node: Node, using: Node | None, bits: int, i: int) -> Iterator[Move]:
        if self.options.shadow_walk_scope == "zone":
            goes_on = self.options.shadow_walk_stop == "yes" or self.may_step(node._replace(stage=MOVING))
            if node.stage == ARRIVED and node.flags & GUARDED and goes_on and bits & ~self.ground.passage:
                yield "shadow", node._replace(flags=node.flags | COVERED), bits & ~self.ground.passage
            return
        if using is None or node.stage == DONE:
            return
        if node.stage != IDLE:
            bits &= ~self.ground.passage
        if bits:
            yield "shadow", using._replace(flags=using.flags | SHADOW), bits

    def _strike(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        act, using = self.phase.acts[i], self._using(node, i)
        if using is None or act.inside not in (None, self.who):
            return
        reach = {"shuriken": self.options.shuriken_range, "potent_sake": self.options.sake_range}.get(act.card, "0")
        bits &= self.ground.near(act.zone, int(reach))
        if bits:
            yield from self._guards_gone(using, bits, i)

    def _reacted(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        if self.options.hidden_kill_reach == "present":
            bits &= self.ground.bit(self.phase.acts[i].zone)
        if node.stage in (IDLE, DONE) and bits:
            yield "react", node, bits

    def _enter(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        card, secret = bool(self.phase.acts[i].card), node.secret
        permitted = secret.permitted if self.shows_decoys else self.permitted
        needed = not permitted or self.options.passage_reuse == "no"
        fresh = secret.decoy < 2 or bool(node.steps)
        if self.may_step(node) and needed == card and fresh:
            yield from self._into_passage(node, bits, i)
        if card and self.shows_decoys and not self.seen[i]:
            using, hidden = self._using(node, i), bits & ~self.ground.passage & ~self.ground.gone
            if using is not None and hidden:
                yield "decoy", using._replace(secret=secret._replace(decoy=1)), hidden

    def _into_passage(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        secret = node.secret
        for part in _parts(secret.entrances):
            for touched, zones in self._left(node, bits):
                if zones & secret.entrances[part]:
                    pair = _bound(secret.entrances, part, zones)
                    inside = secret._replace(entrances=pair, decoy=0, permitted=self.shows_decoys)
                    onward = node._replace(touched=touched, secret=inside)
                    yield from self.arrived("enter_passage", onward, self.ground.passage, i + 1, stop=True)

    def _leave(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        secret, lost = node.secret, self.phase.acts[i].lost
        if secret.decoy > 1 and secret.permitted != lost and node.stage == IDLE and bits & ~self.ground.passage:
            bare = node._replace(stage=MOVING, flags=node.flags | BARE, secret=secret._replace(decoy=0))
            yield "begin", bare, bits & ~self.ground.passage
        if lost or secret.decoy or not bits & self.ground.passage or not self.may_step(node):
            return
        for part in _parts(secret.entrances):
            for exit in ones(secret.entrances[part]):
                pair = _bound(secret.entrances, part, 1 << exit)
                onward = node._replace(secret=secret._replace(entrances=pair))
                yield from self.arrived("leave_passage", onward, 1 << exit, i + 1)

    def _seen(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        at = bits & self.ground.bit(self.phase.acts[i].zone)
        if not at:
            return
        secret = node.secret._replace(decoy=0)
        if node.flags & TO_SEE:
            yield "wait", node._replace(flags=node.flags & ~TO_SEE, secret=secret), at
            return
        if node.stage != ARRIVED or node.flags & (COVERED | OWED) or not at & self.watched[i]:
            return
        stopped = 0
        if node.flags & SHADOW and not at & self.ground.passage:
            if self.options.shadow_walk_stop == "yes":
                return
            stopped = STOP
        came = self._came(node, told=True)
        yield from self._at_goal("settle", came._replace(flags=came.flags | stopped, secret=secret), at, i + 1)

    def _lost(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        if node.flags & TO_HIDE:
            yield "wait", node._replace(flags=node.flags & ~TO_HIDE), bits
            return
        if node.flags & OWED:
            return
        if node.stage in (IDLE, DONE):
            alone = bits & ~self.watched[i] if self.options.rehide_when_alone == "yes" else 0
            if alone:
                yield "wait", node, alone
            return
        if node.stage != ARRIVED:
            return
        unseen = bits if node.flags & COVERED else bits & ~self.watched[i]
        if unseen:
            yield from self._at_goal("settle", self._came(node, told=True), unseen, i + 1)
        yield from self._in_shadow(node, bits & ~unseen, i + 1, told=True)

    def _escaped(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        fresh = node.secret.decoy < 2 or bool(node.steps) or node.flags & BARE
        if not self.may_leave(node) or not fresh:
            return
        for touched, zones in self._left(node, bits & self.ground.edges):
            gone = node._replace(stage=MOVING, steps=node.steps + 1, flags=STOP, touched=touched)
            yield "exit_map", gone, self.ground.gone if zones else 0

    def may_leave(self, node: Node) -> bool:
        """Tell whether a step off the map may follow: a track does not show it as a zone."""
        free = node.stage in (IDLE, MOVING) and node.steps < MOST and not node.flags & (STOP | OWED)
        track = self.track
        return free and (track is None or node.steps + 1 == track.steps == len(track.zones))

    def _search(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        n = self.asked.index(self.ground.bit(self.phase.acts[i].zone))
        if node.stage == DONE and node.touched & 1 << n:
            yield "search", node, bits


_OWN: Final[Mapping[str, Callable[[Walk, Node, int, int], Iterator[Move]]]] = {
    "card": Walk._card,
    "strike": Walk._strike,
    "reacted": Walk._reacted,
    "enter": Walk._enter,
    "leave": Walk._leave,
    "seen": Walk._seen,
    "lost": Walk._lost,
    "escaped": Walk._escaped,
    "search": Walk._search,
    "placed": Walk._between,
    "declined": Walk._between,
}
"""How an act of one's own is explained."""


def _parts(entrances: tuple[int, ...]) -> tuple[int, ...]:
    """Return which of the entrances to tell apart."""
    return (0,) if entrances[0] == entrances[1] else (0, 1)


def _with(ropes: tuple[int, ...], slot: int, walls: int) -> tuple[int, ...]:
    return (*ropes[:slot], walls, *ropes[slot + 1 :])


def _bound(entrances: tuple[int, ...], part: int, zones: int) -> tuple[int, ...]:
    pair = [*entrances]
    pair[part] &= zones
    return tuple(sorted(pair))


def _add(nodes: Nodes, node: Node, bits: int) -> None:
    nodes[node] = nodes.get(node, 0) | bits


def _add_unless_free(nodes: Nodes, before: Node, node: Node, bits: int) -> None:
    """Add what a rope leads to, but for what is reached without knowing where the rope hangs."""
    if node.secret is not before.secret and node.secret != before.secret:
        for flags in (node.flags, node.flags & ~STOP):
            bits &= ~nodes.get(Node(node.stage, node.steps, flags, node.touched, node.link, before.secret), 0)
    if bits:
        _add(nodes, node, bits)
