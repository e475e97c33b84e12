"""Both intruders through one intruder phase: each walks alone, then what belongs together is put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.scorpion.event import Event
from referee.scorpion.knowledge.acts import BETWEEN, Phase, acts_of
from referee.scorpion.knowledge.cases import LEAST_BOXES, MANY, MOST_BOXES, NINJA, TRAITOR, Case, joined, loosened
from referee.scorpion.knowledge.ground import MOST, Ground, ones
from referee.scorpion.knowledge.table import ANYBODY, WHO, Table
from referee.scorpion.knowledge.walk import IDLE, NEVER, Link, Secret, Track, Walk
from referee.scorpion.options import Options

Ends = Mapping[tuple[Secret, Link], int]
"""Where one intruder can be after a phase, by what else came of it."""


class Both:
    """The two intruders of a match in one phase. What was worked out for one is kept for all cases with the same."""

    def __init__(
        self,
        ground: Ground,
        table: Table,
        events: Sequence[Event],
        owners: tuple[str, ...],
        *,
        rivals: bool,
        one_player: bool,
        tracks: Mapping[str, Track] | None = None,
        loose: frozenset[int] = frozenset(),
        most: int = MOST_BOXES,
    ) -> None:
        self.ground, self.table, self.events = ground, table, events
        self.rivals, self.one_player, self.tracks = rivals, one_player, tracks or {}
        self.phase: Phase = acts_of(table, events, len(owners))
        self.owners = (*owners, *self.phase.ropes())
        self.old = len(owners)
        self.alerts = frozenset(i for i, act in enumerate(self.phase.acts) if act.kind == "mission")
        self._walks: dict[tuple[int, bool, int], Walk] = {}
        self._ends: dict[object, Ends] = {}
        self.goals_told = goals_told(table.options)
        self.most = most
        told_apart, self.room = self.old, most
        while told_apart < len(self.owners) and self.room > len(ground.walls):
            told_apart, self.room = told_apart + 1, self.room // (len(ground.walls) + 1)
        self.loose = loose | frozenset(range(told_apart, len(self.owners)))
        """Ropes of which it is not kept which places go with which wall: of this phase's those for which no room is."""
        self.rough = bool(self.loose)
        """Whether what was worked out last may hold too much: see `loosened`."""

    def after(self, cases: Iterable[Case], *, over: bool) -> tuple[Case, ...]:
        """Return what is possible after the phase, or in the middle of it."""
        begun = loosened(self._begun(cases), self.ground.gone, self.loose, max(min(LEAST_BOXES, self.most), self.room))
        if begun.ropes != self.loose:
            self.loose = begun.ropes
            self._walks.clear()
            self._ends.clear()
        found: list[Case] = []
        for case in begun.cases:
            for goal_n in self._goals(case, NINJA):
                for goal_t in self._goals(case, TRAITOR):
                    found += self._case(case, (goal_n, goal_t), over=over)
        ended = loosened(joined(found, MANY), self.ground.gone, self.loose, self.most)
        self.loose = ended.ropes
        self.rough = bool(ended.ropes) or begun.rough or ended.rough
        return ended.cases

    def _begun(self, cases: Iterable[Case]) -> tuple[Case, ...]:
        """Return the cases with the ropes that may be hung, and what the searches told of the missions."""
        new = self.ground.any_wall | self.ground.no_wall
        more = (new,) * (len(self.owners) - self.old)
        begun = (case._replace(ropes=case.ropes + more) for case in cases)
        return joined(self._answered(case) for case in begun) if self.goals_told else tuple(begun)

    def _answered(self, case: Case) -> Case:
        goals = [*case.goals]
        accomplished = set(self.table.accomplished)
        for i, event in enumerate(self.events):
            if event.kind != "search_answered":
                continue
            zone, found, who = self.ground.bit(event.data["zone"]), event.data["found"], event.data["intruder"]
            sides = [side for side in (NINJA, TRAITOR) if self._is(case, side, who)]
            if len(found) > 1:
                goals = [goal & ~zone for goal in goals]
            elif i + 1 < len(self.events) and self.events[i + 1].kind == "mission_accomplished":
                accomplished.add(who)
                for side in (NINJA, TRAITOR):
                    keeps = zone if side in sides else self.ground.all if self.rivals else ~zone
                    goals[side] &= keeps
            elif who not in accomplished:
                for side in sides:
                    goals[side] &= ~zone
        return case._replace(goals=(goals[0], goals[1]))

    def _is(self, case: Case, side: int, who: str) -> bool:
        return who == WHO[side] or (who == ANYBODY and case.places(side) != self.ground.gone)

    def _goals(self, case: Case, side: int) -> list[tuple[int, int]]:
        """Return the goals apart whose zone the intruder can come to: with its zone, and as the set it stands for."""
        goals, told = case.goals[side], case.told[side]
        name = WHO[side]
        done = name in self.table.accomplished or ANYBODY in self.table.accomplished
        if not self.goals_told or told.alerted or done or case.places(side) == self.ground.gone:
            return [(0, goals)]
        near = goals & self._near(self.ground.folded(case.places(side)))
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

    def _case(self, case: Case, goals: tuple[tuple[int, int], tuple[int, int]], *, over: bool) -> list[Case]:
        sets = goals[0][1], goals[1][1]
        if not self.rivals and self.goals_told:
            if sets[0] == sets[1] and sets[0].bit_count() == 1:
                return []
            sets = _apart(*sets)
        case = case._replace(goals=sets)
        found: list[Case] = []
        second = self._side(case, TRAITOR, goals[TRAITOR][0], over)
        for (secret, link), places in self._side(case, NINJA, goals[NINJA][0], over).items():
            half = self._with(case, NINJA, secret, link, goals[NINJA][0]).put(NINJA, places)
            for (other, link2), more in second.items():
                ropes = _shared(secret.ropes, other.ropes)
                if ropes is None or not self._fit(link, link2):
                    continue
                whole = self._with(half, TRAITOR, other, link2, goals[TRAITOR][0])
                for passages in self._entrances(half, other.entrances):
                    found.append(whole._replace(passages=passages, ropes=ropes).put(TRAITOR, more))
        return found

    def _entrances(self, half: Case, traitors: tuple[int, ...]) -> Iterable[tuple[tuple[int, ...], ...]]:
        """Return the passages that both explain: of the common one it is not told which entrance is which."""
        if self.rivals:
            return ((half.passages[NINJA], traitors),)
        (a, b), (x, y) = half.passages[0], traitors
        pairs = {tuple(sorted(pair)) for pair in ((a & x, b & y), (a & y, b & x))}
        return [(pair,) for pair in pairs if all(pair)]

    def _with(self, case: Case, side: int, secret: Secret, link: Link, goal: int) -> Case:
        passages = [*case.passages]
        passages[side if self.rivals else 0] = secret.entrances
        alerted = case.told[side].alerted or (bool(goal) and link.alert >= 0)
        told = [*case.told]
        told[side] = told[side]._replace(decoy=secret.decoy, permitted=secret.permitted, alerted=alerted)
        return case._replace(passages=tuple(passages), ropes=secret.ropes, told=(told[0], told[1]))

    def _fit(self, one: Link, other: Link) -> bool:
        alerts = [link.alert for link in (one, other) if link.alert >= 0]
        if len(set(alerts)) != len(alerts) or set(alerts) != self.alerts:
            return False
        if not (one.joined or other.joined):
            return True
        if one.helped or other.helped:
            return one.part == other.part >= 0
        return -1 in (one.part, other.part) or one.part == other.part

    def _side(self, case: Case, side: int, goal: int, over: bool) -> Ends:
        places = case.places(side)
        told = case.told[side]
        entrances = case.passages[side if self.rivals else 0]
        secret = Secret(entrances, case.ropes, told.decoy, told.permitted)
        alone = case.places(1 - side) == self.ground.gone and not self._left_now(1 - side)
        if places == self.ground.gone:
            return {(secret, Link()): places}
        key = (side, alone, goal, places if not over else self.ground.folded(places), secret, over)
        if key not in self._ends:
            self._ends[key] = self._run(side, alone, goal, places, secret, over)
        return self._ends[key]

    def _left_now(self, side: int) -> bool:
        return any(act.kind == "escaped" and act.who == WHO[side] for act in self.phase.acts)

    def _run(self, side: int, alone: bool, goal: int, places: int, secret: Secret, over: bool) -> Ends:
        walk = self.walk(side, alone, goal)
        older = secret._replace(decoy=2 if secret.decoy else 0)
        ends: dict[tuple[Secret, Link], int] = {}
        nodes = walk.run(self.ground.folded(places), older)
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
                helped=self.one_player and not alone,
                one_list=self.one_player and not alone and self._both_act(),
                parted=self.one_player and not alone and (self._both_act() or self._card_after_sight()),
                rivals=self.rivals,
                usable=self._usable(who),
                goal=goal,
                track=self.tracks.get(who),
                loose=self.loose,
            )
        return self._walks[side, alone, goal]

    def _both_act(self) -> bool:
        """Tell whether the paths of both can lie within one another: what is told of both is not told in between."""
        own = {act.who for act in self.phase.acts if act.kind not in BETWEEN}
        return len(own) > 1

    def _card_after_sight(self) -> bool:
        """Tell whether somebody who was told of has then used a card: on a path only with the partner's help."""
        told: set[str | None] = set()
        for act in self.phase.acts:
            if act.kind in ("seen", "lost"):
                told.add(act.who)
            elif act.card and act.who in told:
                return True
        return False

    def _usable(self, who: str) -> tuple[int, ...]:
        """Return for each rope after how many acts an intruder may use it (SCORPION-17.8, 30.5, OP-11)."""
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


def _shared(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return where ropes can hang by what both did; None where one rope would have to hang twice."""
    if one == other:
        return one
    both = tuple(a & b for a, b in zip(one, other, strict=True))
    return both if all(both) else None


def goals_told(options: Options) -> bool:
    """Tell whether the alert answers whoever comes to a mission (SCORPION-31.2, OP-30): else no zone rests on them."""
    return options.alert_on_mission_when == "entered" and options.alert_on_mission != "0"


def _apart(ninja: int, traitor: int) -> tuple[int, int]:
    """Two tiles are never the same (SCORPION-2.5): once one is known, the other is another."""
    if ninja.bit_count() == 1:
        traitor &= ~ninja
    if traitor.bit_count() == 1:
        ninja &= ~traitor
    return ninja, traitor
