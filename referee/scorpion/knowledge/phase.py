"""Both intruders in one intruder phase: each is evaluated separately, then compatible results are combined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from referee.scorpion.knowledge.acts import ANYBODY, BETWEEN, WHO, Phase, PublicFacts, acts_of
from referee.scorpion.knowledge.cases import (
    MANY,
    MOST_HALVES,
    NINJA,
    SIDES,
    TRAITOR,
    Case,
    Half,
    Halves,
    LoosenedCases,
    fewer,
    fewer_cases,
    joined,
    loosened,
    mated,
    simple,
    tightened,
)
from referee.scorpion.knowledge.ground import MOST, Ground, ones
from referee.scorpion.knowledge.steps import IDLE, Link, Secret, Track
from referee.scorpion.knowledge.walk import Walk
from referee.scorpion.options import Options
from referee.scorpion.parts import Event

NEVER: Final = 99
"""An index greater than that of any act."""
Ends = Mapping[tuple[Secret, Link], int]
"""The possible places of one intruder after a phase, by the rest of the result."""


class BothIntruders:
    """The two intruders in one phase. Results for one intruder are cached for all cases that share them."""

    def __init__(
        self,
        ground: Ground,
        table: PublicFacts,
        events: Sequence[Event],
        owners: tuple[str, ...],
        *,
        rivals: bool,
        one_player: bool,
        tracks: Mapping[str, Track] | None = None,
        letters: Sequence[str | None] = (None, None),
        raised: Mapping[str, int | None] = MappingProxyType({}),
        ropes_apart: frozenset[int] = frozenset(),
        most: int = MOST_HALVES,
    ) -> None:
        self.ground, self.table, self.events = ground, table, events
        self.rivals, self.one_player, self.tracks = rivals, one_player, tracks or {}
        self.letters = letters
        """The missions that the viewer knows, by side."""
        self.phase: Phase = acts_of(table, events, len(owners))
        self.acts = len(self.phase.acts)
        """The number of acts to evaluate."""
        self.owners = (*owners, *self.phase.ropes())
        self.old = len(owners)
        alerts = [i for i, act in enumerate(self.phase.acts) if act.kind == "mission"]
        self.alerts = frozenset(alerts)
        self.raised = {who: -1 if n is None else alerts[n] for who, n in raised.items() if n is None or n < len(alerts)}
        """For each intruder the viewer knows: the index of the alert that it raised, or -1."""
        self._walks: dict[tuple[int, bool, int], Walk] = {}
        self._ends: dict[object, Ends] = {}
        self.reveals_goals = reveals_goals(table.options)
        self.most = most
        self.ropes_apart = ropes_apart
        """Ropes for which the dependence between places and wall is not kept."""
        self.rough = bool(self.ropes_apart)
        """Whether the last result may include impossible situations; see `loosened`."""

    def after(self, cases: Iterable[Case], *, over: bool) -> tuple[Case, ...]:
        """Return the possible situations after the phase if it is `over`, else at its current point."""
        ended = self._ended(cases, over)
        self.ropes_apart = ended.ropes
        self.rough = bool(ended.ropes) or ended.rough
        return ended.cases

    def before(self, cases: Iterable[Case], acts: int) -> tuple[tuple[Case, ...], bool]:
        """Return the possible situations after the first `acts` acts, and whether they may include too much."""
        assert not self.reveals_goals  # otherwise later answers would be used
        self.acts = acts
        ended = self._ended(cases, over=False)
        self.acts = len(self.phase.acts)
        return ended.cases, bool(ended.ropes) or ended.rough

    def _ended(self, cases: Iterable[Case], over: bool) -> LoosenedCases:
        found = [
            case
            for begun in self._begun(cases)
            for some in self._by_presence(begun)
            for case in self._case(some, over=over)
        ]
        return loosened(
            fewer_cases(found, MANY), self.ground.gone, self.ground.no_wall << 1, self.ropes_apart, self.most
        )

    def _begun(self, cases: Iterable[Case]) -> Iterable[Case]:
        """Yield the cases with the ropes that may be hung now, and with what the searches told of the missions."""
        more = (self.ground.any_wall | self.ground.no_wall,) * (len(self.owners) - self.old)

        def begun(half: Half, side: int) -> tuple[Half]:
            half = half._replace(ropes=half.ropes + more) if more else half
            return (self._answered(half, side) if self.reveals_goals else half,)

        changed = (case.each(begun) for case in cases)
        return joined(changed) if self.reveals_goals else changed

    def _answered(self, half: Half, side: int) -> Half:
        goals = half.goals
        accomplished = set(self.table.accomplished)
        for i, event in enumerate(self.events):
            if event.kind != "search_answered":
                continue
            zone, found, who = self.ground.bit(event.data["zone"]), event.data["found"], event.data["intruder"]
            mine, letter = self._is(half, side, who), self.letters[side]
            if letter is not None:
                goals &= zone if found == letter else ~zone
            elif len(found) > 1:
                goals &= ~zone
            elif i + 1 < len(self.events) and self.events[i + 1].kind == "mission_accomplished":
                accomplished.add(who)
                goals &= zone if mine else self.ground.all if self.rivals else ~zone
            elif who not in accomplished and mine:
                goals &= ~zone
        return half if goals == half.goals else half._replace(goals=goals)

    def _by_presence(self, case: Case) -> Iterable[Case]:
        """Return the case split by which of the two intruders are on the map."""
        gone = self.ground.gone
        parts = [case]
        for side in SIDES:
            if len({half.places == gone for half in case.halves(side)}) > 1:
                parts = [
                    part.put(side, [half for half in part.halves(side) if (half.places == gone) is away])
                    for part in parts
                    for away in (False, True)
                ]
        return parts

    def _is(self, half: Half, side: int, who: str) -> bool:
        return who == WHO[side] or (who == ANYBODY and half.places != self.ground.gone)

    def _goals(self, half: Half, side: int) -> list[tuple[int, int]]:
        """Return the reachable mission zones singly and the rest together, each as its zone (or 0) and as a set."""
        goals, name = half.goals, WHO[side]
        done = name in self.table.accomplished or ANYBODY in self.table.accomplished
        if not self.reveals_goals or half.shown.alerted or done or half.places == self.ground.gone:
            return [(0, goals)]
        near = goals & self._near(self.ground.folded(half.places))
        apart = [(1 << i, 1 << i) for i in ones(near)]
        rest = goals & ~near
        return [*apart, (0, rest)] if rest else apart

    def _near(self, zones: int) -> int:
        if zones & self.ground.passage or any(act.kind in ("enter", "leave") for act in self.phase.acts):
            return self.ground.all
        for _ in range(MOST):
            more = self.ground.step(zones)
            for a, b in self.ground.walls:
                if zones >> a & 1 or zones >> b & 1:
                    more |= 1 << a | 1 << b
            zones |= more
        return zones

    def _case(self, case: Case, *, over: bool) -> Iterable[Case]:
        """Yield the results of a case; links of one intruder that fit the same links of the other share a case."""
        ends = [self._ends_of(case, side, over) for side in SIDES]
        together: dict[tuple[Link, ...], list[Link]] = {}
        for link in ends[NINJA]:
            fitting = tuple(other for other in ends[TRAITOR] if self._fit(link, other))
            together.setdefault(fitting, []).append(link)
        for fitting, links in together.items():
            ninja, traitor = self._merged(ends[NINJA], links), self._merged(ends[TRAITOR], fitting)
            found = mated(Case(ninja, traitor, self.rivals))
            if found is not None:
                tight = tightened(found)
                yield tight if tight == found else simple(tight) or tight

    def _merged(self, ends: Mapping[Link, Halves], links: Sequence[Link]) -> Halves:
        if len(links) == 1:
            return ends[links[0]]
        return fewer(half for link in links for half in ends[link])

    def _ends_of(self, case: Case, side: int, over: bool) -> Mapping[Link, Halves]:
        """Return the results for the halves of one intruder, by how they are interleaved with the other's acts."""
        away = case.places(1 - side) == self.ground.gone and not self._left_now(1 - side)
        found: dict[Link, list[Half]] = {}
        for half in case.halves(side):
            for zone, goals in self._goals(half, side):
                for (secret, link), places in self._side(half, side, zone, away, over).items():
                    if self.reveals_goals and self.raised.get(WHO[side], link.alert) != link.alert:
                        continue
                    shown = half.shown._replace(
                        decoy=secret.decoy,
                        permitted=secret.permitted,
                        alerted=half.shown.alerted or (bool(zone) and link.alert >= 0),
                    )
                    end = Half(places, secret.entrances, secret.ropes, goals, shown)
                    found.setdefault(link, []).append(end)
        return {link: fewer(halves) for link, halves in found.items()}

    def _fit(self, one: Link, other: Link) -> bool:
        alerts = [link.alert for link in (one, other) if link.alert >= 0]
        if len(set(alerts)) != len(alerts) or set(alerts) != self.alerts:
            return False
        if one.locked != other.locked:
            return False
        return not (one.helped & ~other.silent or other.helped & ~one.silent)

    def _side(self, half: Half, side: int, goal: int, alone: bool, over: bool) -> Ends:
        places = half.places
        secret = Secret(half.entrances, half.ropes, half.shown.decoy, half.shown.permitted)
        if places == self.ground.gone:
            return {(secret, Link()): places}
        key = (side, alone, goal, places if not over else self.ground.folded(places), secret, over, self.acts)
        if key not in self._ends:
            self._ends[key] = self._run(side, alone, goal, places, secret, over)
        return self._ends[key]

    def _left_now(self, side: int) -> bool:
        return any(act.kind == "escaped" and act.who == WHO[side] for act in self.phase.acts)

    def _run(self, side: int, alone: bool, goal: int, places: int, secret: Secret, over: bool) -> Ends:
        walk = self.walk(side, alone, goal)
        older = secret._replace(decoy=2 if secret.decoy else 0)
        ends: dict[tuple[Secret, Link], int] = {}
        nodes = walk.run(self.ground.folded(places), older, self.acts)
        for node, bits in nodes.items():
            if node.stage == IDLE and (over or walk.has_moved):
                continue
            if node.stage == IDLE:
                at = places & self.ground.at(bits)
            elif bits & self.ground.gone:
                at = self.ground.gone
            else:
                at = bits << node.steps * self.ground.width
            ends[node.secret, node.link] = ends.get((node.secret, node.link), 0) | at
        return ends

    def walk(self, side: int, alone: bool, goal: int) -> Walk:
        if (side, alone, goal) not in self._walks:
            who = WHO[side]
            self._walks[side, alone, goal] = Walk(
                self.ground,
                self.phase,
                who,
                alone=alone,
                one_list=self.one_player and not alone and (self._both_act() or self._card_after_sight()),
                rivals=self.rivals,
                usable=self._usable(who),
                goal=goal,
                track=self.tracks.get(who),
                ropes_apart=self.ropes_apart,
            )
        return self._walks[side, alone, goal]

    def _both_act(self) -> bool:
        """Tell whether the paths of both may be interleaved: what is public of both would not be told in between."""
        own = {act.who for act in self.phase.acts if act.kind not in BETWEEN}
        return len(own) > 1

    def _card_after_sight(self) -> bool:
        """Tell whether an intruder used a card after being told of: within a path this needs the partner's help."""
        announced: set[str | None] = set()
        for act in self.phase.acts:
            if act.kind == "mission":
                announced |= {*WHO, ANYBODY}
            elif act.kind in ("seen", "lost"):
                announced.add(act.who)
            elif act.card and act.who in announced:
                return True
        return False

    def _usable(self, who: str) -> tuple[int, ...]:
        """Return for each rope the number of acts after which an intruder may use it (SCORPION-17.8, 30.5, OP-11)."""
        hung = {act.rope: i for i, act in enumerate(self.phase.acts) if act.rope >= 0}
        found = []
        for slot, owner in enumerate(self.owners):
            mine = owner in (who, ANYBODY) or not self.rivals
            if slot not in hung:
                found.append(0 if mine else NEVER)
            else:
                at_once = mine and self.table.options.rope_same_turn == "yes" and owner != who
                found.append(hung[slot] + 1 if at_once else NEVER)
        return tuple(found)


def reveals_goals(options: Options) -> bool:
    """Tell whether entering a mission's zone raises the alert; else no place depends on it (SCORPION-31.2, OP-30)."""
    return options.alert_on_mission_when == "entered" and options.alert_on_mission != "0"
