"""What one intruder may have done in one intruder phase: one forward pass over the acts, for a set of zones at once.

This is the subset construction of a nondeterministic automaton, as programs for Scotland Yard keep lists of possible
locations (J. Sevenster, "The complexity of Scotland Yard", 2006; P. Nijssen and M. Winands, "Monte Carlo tree search
for the hide-and-seek game Scotland Yard", 2012), with the relevant past as part of the state. Each act of the phase
must be explained as this intruder's own or as somebody else's; any unseen step may happen in between. A path is not
interrupted (SCORPION-17.2), except by the partner in a list of both (6.7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from referee.scorpion.knowledge.acts import ANYBODY, BETWEEN, WHO, Act
from referee.scorpion.knowledge.ground import MOST, ones, with_item
from referee.scorpion.knowledge.steps import (
    ANNOUNCED,
    APART,
    ARRIVED,
    BARE,
    COVERED,
    DONE,
    GUARDED,
    IDLE,
    MOVING,
    ONWARD,
    OPEN,
    OWED,
    SHADOW,
    STOP,
    TO_ALERT,
    TO_HIDE,
    TO_SEE,
    Link,
    Move,
    Node,
    Nodes,
    Secret,
    Steps,
    bound,
    distinct_entrances,
)


class Walk(Steps):
    """One intruder in one intruder phase, across its public acts."""

    # Over the whole phase

    def run(self, zones: int, secret: Secret, acts: int) -> Nodes:
        """Return the possible nodes after the first `acts` acts for an intruder who started in one of these zones."""
        steps = self._steps.setdefault((zones, secret), [])
        if not steps:
            steps.append(self._ready({Node(IDLE, 0, 0, 0, Link(), secret): zones}, 0))
        for i in range(len(steps) - 1, acts):
            after: Nodes = {}
            for node, bits in steps[i].items():
                for to, found in self.announced(node, bits, i):
                    if found:
                        after[to] = after.get(to, 0) | found
            steps.append(self._ready(after, i + 1))
        nodes = steps[acts]
        if not self.phase.busy[acts] and (not self._matters(acts) or (self.one_list and acts not in self.ends)):
            nodes = dict(nodes)
            self._spread(nodes, acts, last=True)
        return {node: bits for node, bits in nodes.items() if node.stage in (IDLE, DONE) and not node.flags & OWED}

    def _ready(self, nodes: Nodes, i: int) -> Nodes:
        """Return the nodes together with those reached by unseen steps before an act, if these matter."""
        if self._matters(i) or any(node.stage in (MOVING, ARRIVED) for node in nodes):
            self._spread(nodes, i)
        return nodes

    def _matters(self, i: int) -> bool:
        """Tell whether unseen steps before an act must be considered; otherwise they can as well happen later."""
        if self.phase.busy[i]:
            return False
        if i == len(self.phase.acts):
            return True
        act = self.phase.acts[i]
        return self.mine[i] or act.kind in BETWEEN or act.kind == "mission" or bool(self.helping >> i & 1)

    def _spread(self, nodes: Nodes, i: int, last: bool = False) -> None:
        for node, bits in list(nodes.items()):
            if node.stage == ARRIVED and not self.seen[i] and not node.flags & OWED:
                for to, found in self.settled(node, bits, i, announced=False):
                    _add(nodes, to, found)
        for steps in range(MOST):
            here = [
                (self.silently(n, i), bits)
                for n, bits in nodes.items()
                if n[1] == steps and n[0] < ARRIVED and self.may_walk(n)
            ]
            for node, bits in here:
                for to, found in self.walked(node, bits, i):
                    _add(nodes, to, found)
            for node, bits in here:
                for to, found in self.roped(node, bits, i):
                    _add_unless_free(nodes, node, to, found)
        for node, bits in [(node, bits) for node, bits in nodes.items() if node[0] < ARRIVED]:
            for to, found in self.locked(node, bits, i, last):
                _add(nodes, to, found)

    # Public acts

    def announced(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        """Yield the ways to explain an act."""
        act = self.phase.acts[i]
        if act.kind == "mission" and node.flags & TO_ALERT:
            link = node.link._replace(alert=i)
            yield node._replace(flags=node.flags & ~TO_ALERT | ANNOUNCED, link=link), bits
        elif node.flags & OWED and act.kind not in ("seen", "lost"):
            return
        elif self.mine[i]:
            yield from _OWN[act.kind](self, node, bits, i)
        elif not self.alone or (act.who is None and act.kind != "mission"):
            yield from self._others(node, bits, i)

    def _others(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        act = self.phase.acts[i]
        if act.kind in BETWEEN:
            yield from self._between(node, bits, i)
            return
        if act.kind == "lost" and node.flags & TO_HIDE and self.who == WHO[0]:
            return  # of two who hide at once the Ninja is told of first
        if act.kind == "lost" and node.stage in (MOVING, ARRIVED) and self._by_my_hand(i) is not None:
            yield node, bits
            return
        if node.stage == ARRIVED or node.flags & TO_ALERT:
            return
        if node.stage == MOVING:
            if not self.one_list:
                return
            node = node._replace(flags=node.flags & ~ANNOUNCED | APART, link=node.link._replace(locked=OPEN))
        if act.kind == "strike":
            yield from self._guards_gone(node, bits, i)
        else:
            yield node, bits

    def _by_my_hand(self, i: int) -> Act | None:
        """Return this intruder's strike right before act `i`, if any; an intruder there may then hide (21.5)."""
        while i > 0 and self.phase.acts[i].kind == "lost":
            i -= 1
        return self.phase.acts[i] if self.mine[i] and self.phase.acts[i].kind == "strike" else None

    def _hides_another(self, i: int) -> bool:
        """Tell whether this intruder's strike hides another, of whom the record tells first (SCORPION-21.5)."""
        strike, table = self._by_my_hand(i), self.phase.tables[i]
        if strike is None:
            return False
        zone = self.ground.bit(strike.zone)
        return any(table.visible.get(who) == strike.zone and not table.watched(who) & zone for who in self.others)

    def _between(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        """Yield acts between paths; a placed hidden sentry discovers an intruder there (SCORPION-18.3, 19.6, OP-17)."""
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
                yield node._replace(flags=node.flags | TO_SEE), there
            bits &= ~there
        if bits:
            yield node, bits

    def _guards_gone(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        """Yield a strike after which a visible intruder in a zone without guards becomes hidden (SCORPION-21.5)."""
        there = bits & self.ground.bit(self.phase.acts[i].zone) & ~self.watched[i + 1] if self.seen[i] else 0
        if there:
            yield node._replace(flags=node.flags | TO_HIDE), there
        if bits & ~there:
            yield node, bits & ~there

    def _using(self, node: Node, i: int) -> Node | None:
        """Return the node in which a card may be used without moving, or `None`."""
        if node.stage in (IDLE, DONE, ARRIVED):
            return node
        if node.flags & BARE:
            return None
        if node.flags & APART or not node.flags & (ANNOUNCED | ONWARD):
            return node
        if not self.one_list:
            return None
        link = node.link._replace(locked=OPEN, helped=node.link.helped | 1 << i)
        return node._replace(flags=node.flags & ~ANNOUNCED | APART, link=link)

    def _card(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        act, using = self.phase.acts[i], self._using(node, i)
        if using is not None:
            yield from self._bluffed(using, bits, i)
        if act.card == "rope" and self.may_walk(node):
            yield from self._crossed(node, bits, act.rope, 0, i + 1)
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
            node = node._replace(secret=node.secret._replace(ropes=with_item(ropes, act.rope, self.ground.no_wall)))
        if bits:
            yield node, bits

    def _shadow(self, node: Node, using: Node | None, bits: int, i: int) -> Iterator[Move]:
        if self.options.shadow_walk_scope == "zone":
            onward = node._replace(stage=MOVING)
            goes_on = self.options.shadow_walk_stop == "yes" or self.may_step(onward) or self.may_leave(onward)
            if node.stage == ARRIVED and node.flags & GUARDED and goes_on and bits & ~self.ground.passage:
                yield node._replace(flags=node.flags | COVERED), bits & ~self.ground.passage
            return
        if using is None or node.stage == DONE:
            return
        if node.stage != IDLE:
            bits &= ~self.ground.passage
        if bits:
            yield using._replace(flags=using.flags | SHADOW), bits

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
            yield node, bits

    def _enter(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        card, secret = bool(self.phase.acts[i].card), node.secret
        permitted = secret.permitted if self.shows_decoys else self.permitted
        needed = not permitted or self.options.passage_reuse == "no"
        if needed == card and self.may_walk(node):
            yield from self._into_passage(node, bits, i)
        using = self._using(node, i) if card and self.shows_decoys else None
        if using is None:
            return
        hidden = bits & ~self.ground.passage & ~self.ground.gone
        if hidden and not self.seen[i]:
            yield using._replace(secret=secret._replace(decoy=1)), hidden
        if self.seen[i] and not needed and self.may_step(using):  # a bluff of a visible intruder shows no figure
            yield from self._into_passage(using, bits, i)

    def _into_passage(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        secret = node.secret
        for part in distinct_entrances(secret.entrances):
            for touched, zones in self._left(node, bits):
                if zones & secret.entrances[part]:
                    pair = bound(secret.entrances, part, zones)
                    inside = secret._replace(entrances=pair, decoy=0, permitted=self.shows_decoys)
                    onward = node._replace(touched=touched, secret=inside)
                    yield from self.arrived(onward, self.ground.passage, i + 1, stop=True)

    def _leave(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        secret, lost = node.secret, self.phase.acts[i].lost
        if secret.decoy > 1 and secret.permitted != lost and node.stage == IDLE and bits & ~self.ground.passage:
            bare = node._replace(stage=MOVING, flags=node.flags | BARE, secret=secret._replace(decoy=0))
            yield bare, bits & ~self.ground.passage
        if lost or secret.decoy or not bits & self.ground.passage or not self.may_step(node):
            return
        for part in distinct_entrances(secret.entrances):
            for exit in ones(secret.entrances[part]):
                pair = bound(secret.entrances, part, 1 << exit)
                onward = node._replace(secret=secret._replace(entrances=pair))
                yield from self.arrived(onward, 1 << exit, i + 1)

    def _seen(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        at = bits & self.ground.bit(self.phase.acts[i].zone)
        if not at:
            return
        secret = node.secret._replace(decoy=0)
        if self.phase.acts[i].placed != bool(node.flags & TO_SEE):
            return
        if node.flags & TO_SEE:
            yield node._replace(flags=node.flags & ~TO_SEE, secret=secret), at
            return
        if node.stage != ARRIVED or node.flags & (COVERED | OWED) or not at & self.watched[i]:
            return
        stopped = 0
        if node.flags & SHADOW and not at & self.ground.passage:
            if self.options.shadow_walk_stop == "yes":
                return
            stopped = STOP
        came = self._came(node, announced=True)
        yield from self._at_goal(came._replace(flags=came.flags | stopped, secret=secret), at, i + 1)

    def _lost(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        if node.flags & TO_HIDE:
            yield node._replace(flags=node.flags & ~TO_HIDE), bits
            return
        if node.flags & OWED:
            return
        if node.stage in (IDLE, DONE):
            alone = bits & ~self.watched[i] if self._may_stay_alone(i) else 0
            if alone:
                yield node, alone
            return
        if node.stage != ARRIVED or self._hides_another(i):
            return
        yield from self.settled(node, bits, i, announced=True)

    def _may_stay_alone(self, i: int) -> bool:
        """Tell whether a sentry, placed or declined, allows an intruder who is alone to hide (SCORPION-21.7, OP-18)."""
        while i > 0 and self.phase.acts[i].kind in ("lost", "seen"):
            i -= 1
        return self.options.rehide_when_alone == "yes" and self.phase.acts[i].kind in ("placed", "declined")

    def _escaped(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        if node.secret.decoy > 1 or not self.may_leave(node):
            return
        for touched, zones in self._left(node, bits & self.ground.edges):
            secret = node.secret._replace(decoy=0)
            gone = Node(MOVING, node.steps + 1, STOP, touched, node.link, secret)
            yield gone, self.ground.gone if zones else 0

    def may_leave(self, node: Node) -> bool:
        """Tell whether a step off the map may follow; a track does not show it as a zone."""
        may_go_on = node.stage in (IDLE, MOVING) and node.steps < MOST and not node.flags & (STOP | OWED)
        track = self.track
        return may_go_on and (track is None or node.steps + 1 == track.steps == len(track.zones))

    def _search(self, node: Node, bits: int, i: int) -> Iterator[Move]:
        n = self.asked.index(self.ground.bit(self.phase.acts[i].zone))
        if node.stage == DONE and node.touched & 1 << n:
            yield node, bits


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
"""The methods that explain this intruder's own acts, by kind."""


def _add(nodes: Nodes, node: Node, bits: int) -> None:
    nodes[node] = nodes.get(node, 0) | bits


def _add_unless_free(nodes: Nodes, before: Node, node: Node, bits: int) -> None:
    """Add the results of a step over a rope, except those reached without determining the rope's wall."""
    if node.secret is not before.secret and node.secret != before.secret:
        for flags in (node.flags, node.flags & ~STOP):
            bits &= ~nodes.get(Node(node.stage, node.steps, flags, node.touched, node.link, before.secret), 0)
    if bits:
        _add(nodes, node, bits)
