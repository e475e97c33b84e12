"""All the paths that intruders may lock, as one choice: where each may go, and what his cards do there (SCORPION-17).

Places are zones, the passage and outside. A zone in which the move is over, the start zone once more, and a guarded
zone crossed in the shadow are places of their own. Cards, zones of movement and guards run out on the way. Left out
are: whom a card reaches only because a drunk figure came free, a rope of the partner's part of the same list, and
Shadow Walk for a zone in a list of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from referee.board.board import Board
from referee.core.replacing import replace
from referee.core.ways import Leg, Way
from referee.scorpion.cards import KENJUTSU, KINDS, LEAST, TOTALS, family
from referee.scorpion.intruder_hands import deck_list
from referee.scorpion.intruders.cards import TARGETS, in_reach
from referee.scorpion.intruders.path_rules import steps_from
from referee.scorpion.intruders.steps import MOST_STEPS, OUTSIDE
from referee.scorpion.intruders.steps import Way as Steps
from referee.scorpion.moves import PASSAGE, GoTo, Movement
from referee.scorpion.state import (
    MOST_DRUNK,
    Character,
    Figure,
    State,
    character,
    in_passage,
    needs_passage_card,
    watchful_at,
    with_character,
)

Costs = tuple[tuple[str, ...], ...]
"""Other ways to pay for the same."""


def path_of(state: State, who: tuple[str, ...]) -> Way:
    """Return the paths of one intruder, or of several in one list, in which each step names its intruder."""
    walkers = [Walker(state, one, several=len(who) > 1) for one in who]
    supply = {f"{g.id} alive": 1 for g in state.figures}
    supply |= {f"{g.id} sober": 1 for g in state.figures if g.drunk is None}
    supply["drunk figures"] = MOST_DRUNK - sum(g.drunk is not None for g in state.figures)
    for walker in walkers:
        supply |= walker.supply
    return Way.model_construct(
        starts=tuple(walker.start for walker in walkers),
        legs={place: legs for walker in walkers for place, legs in walker.legs.items()},
        supply=supply,
        unfinished=tuple(place for walker in walkers for place in walker.unfinished),
        known={"intruder": who[0]} if len(who) == 1 else {},
    )


def killers(state: State, who: str) -> tuple[tuple[str, int], ...]:
    """Return the cards that kill a guard, each with how many zones it reaches (SCORPION-22.3, OP-13)."""
    reach = {"shuriken": int(state.options.shuriken_range)}
    return tuple((card, reach.get(card, 0)) for card in KINDS[who] if card in KENJUTSU or card in reach)  # type: ignore[index]


def bluffable(state: State, who: str) -> tuple[str, ...]:
    """Return the cards that may be thrown for their looks (SCORPION-26.1, 26.2, OP-24)."""
    forbidden = {"cat"} | ({"secret_passage"} if state.options.passage_bluff == "forbid" else set())
    return tuple(card for card in KINDS[who] if card not in forbidden)  # type: ignore[index]


def most_drinkers(state: State) -> int:
    """Return how many guards one Potent Sake may reach now (SCORPION-1.2, OP-14)."""
    drunk = sum(g.drunk is not None for g in state.figures)
    return min(TARGETS[state.options.sake_targets], MOST_DRUNK - drunk)


def drinkers(state: State, one: Character) -> Iterator[tuple[str, ...]]:
    """Yield, zone by zone, the guards whom one Potent Sake may reach."""
    if not most_drinkers(state):
        return
    near = [g for g in state.figures if g.drunk is None and in_reach(state, one, g, int(state.options.sake_range))]
    for zone in dict.fromkeys(g.zone for g in near):
        yield tuple(g.id for g in near if g.zone == zone)


class Walker:
    """Where one intruder may go by his own cards."""

    def __init__(self, state: State, who: str, several: bool) -> None:
        self.state, self.who, self.several = state, who, several
        self.one = character(state, who)
        self.board: Board = state.board
        self.supply = {self._named("zones"): MOST_STEPS} | self._hand()
        self.unfinished: list[str] = []
        self.legs: dict[str, tuple[Leg, ...]] = {}
        zone = self.one.zone or OUTSIDE
        self.start = self._named(zone)
        self.legs[self.start] = (*self._movements(zone), *self._uses(zone))
        edge = self._targets(zone)
        for _ in range(MOST_STEPS):
            edge = [further for to, ends in edge for further in self._arrive(to, ends)]

    # Where he comes

    def _arrive(self, zone: str, ends: bool) -> list[tuple[str, bool]]:
        """Add a place where he comes, unless it is there; return where he may go on to."""
        place = self._place(zone, ends)
        if place in self.legs or zone == OUTSIDE:
            return []
        onward = () if ends else self._movements(zone)
        uses = self._uses(zone)
        self.legs[place] = (*onward, *uses, *self._cover(zone, place, ends))
        if not ends and self._crossed(place) in self.unfinished:
            self.legs[self._crossed(place)] = (*onward, *uses)
        return [] if ends else self._targets(zone)

    def _place(self, zone: str, ends: bool) -> str:
        again = " again" if zone == self.one.zone and not ends else ""
        return self._named(f"{zone} (over)" if ends else f"{zone}{again}")

    def _crossed(self, place: str) -> str:
        return f"{place} (covered)"

    def _steps(self, zone: str) -> tuple[Movement, ...]:
        return steps_from(with_character(self.state, self.who, zone=zone), self.who, Steps((zone,)))

    def _targets(self, zone: str) -> list[tuple[str, bool]]:
        return [self._target(step) for step in self._steps(zone)]

    def _target(self, step: Movement) -> tuple[str, bool]:
        if not isinstance(step, GoTo):
            return (PASSAGE, True) if step.do == "enter_passage" else (OUTSIDE, True)
        assert step.to is not None
        return step.to, step.do.startswith("rope") or step.to in self.board.moats

    def _movements(self, zone: str) -> tuple[Leg, ...]:
        found: list[Leg] = []
        for step in self._steps(zone):
            paid: Costs = ((),)
            if step.do == "rope_new":
                paid = self._card("rope")
            elif step.do == "enter_passage" and needs_passage_card(self.state, self.who):
                paid = self._card("secret_passage")
            item = step.model_dump(mode="json", exclude_none=True)
            found += self._leg(item, paid, (self._named("zones"),), to=self._place(*self._target(step)))
        return tuple(found)

    # What he does there

    def _uses(self, zone: str) -> tuple[Leg, ...]:
        if zone == OUTSIDE:
            return ()
        found: list[Leg] = []
        here = replace(self.one, zone=zone)
        for card, reach in killers(self.state, self.who):
            named = {"do": "kenjutsu", "value": KENJUTSU[card]} if card in KENJUTSU else {"do": card}
            for guard in self.state.figures:
                if in_reach(self.state, here, guard, reach):
                    found += self._leg(named | {"guards": [guard.id]}, self._card(card), (f"{guard.id} alive",))
        if self.who == "traitor":
            for group in drinkers(self.state, here):
                found += self._sake(group)
        for card in bluffable(self.state, self.who):
            found += self._leg({"do": "bluff", "card": card}, self._card(card))
        if self.who == "ninja" and self.state.options.shadow_walk_scope == "turn" and not in_passage(zone):
            found += self._leg({"do": "shadow_walk"}, self._card("shadow_walk"))
        return tuple(found)

    def _sake(self, group: tuple[str, ...]) -> Iterator[Leg]:
        for n in range(1, most_drinkers(self.state) + 1):
            for some in permutations(group, n):
                sober = tuple(f"{id} sober" for id in some)
                alive = tuple(f"{id} alive" for id in some)
                more = (*sober, *("drunk figures",) * n)
                yield from self._leg({"do": "sake", "guards": list(some)}, self._card("potent_sake"), more, alive)

    def _cover(self, zone: str, place: str, ends: bool) -> Iterator[Leg]:
        """Yield Shadow Walk on the entry of a zone that is still guarded; he has to go on from there (OP-12)."""
        options = self.state.options
        may_stay = options.shadow_walk_stop == "yes"
        scoped = self.who == "ninja" and options.shadow_walk_scope == "zone" and not self.several
        if not scoped or in_passage(zone) or (ends and not may_stay):
            return
        to = None
        if not may_stay:
            to = self._crossed(place)
        for guard in watchful_at(self.state, zone):
            if guard.inside in (None, self.who):
                if to is not None and to not in self.unfinished:
                    self.unfinished.append(to)
                yield from self._leg({"do": "shadow_walk"}, self._card("shadow_walk"), (), self._noticing(guard), to)

    def _noticing(self, guard: Figure) -> tuple[str, ...]:
        alive = (f"{guard.id} alive",)
        return alive if self.state.options.drunk_notices == "yes" else (*alive, f"{guard.id} sober")

    # What it costs

    def _leg(
        self,
        item: dict[str, object],
        paid: Costs,
        more: tuple[str, ...] = (),
        needs: tuple[str, ...] = (),
        to: str | None = None,
    ) -> Iterator[Leg]:
        tagged = item | {"intruder": self.who} if self.several else item
        for costs in paid:
            yield Leg.model_construct(item=tagged, to=to, costs=(*costs, *more), needs=needs)

    def _named(self, what: str) -> str:
        return f"{self.who} {what}" if self.several else what

    def _token(self, card: str) -> str:
        return f"{self.who}'s {card}"

    def _hand(self) -> dict[str, int]:
        """Return what cards he has, or where they are not named could have (SCORPION-16.3, 17.2 of the ledger)."""
        one, kinds = self.one, KINDS[self.one.who]  # type: ignore[index]
        if one.hand is not None:
            return {self._token(card): one.hand.count(card) for card in kinds}
        listed = deck_list(self.state, self.who)
        hand = {self._token("hand"): one.hand_size}
        if listed is not None:
            return hand | {self._token(card): max(0, listed.get(card, 0) - one.played.count(card)) for card in kinds}
        least = LEAST[self.one.who]  # type: ignore[index]
        seen = {kind: sum(family(card) == kind for card in one.played) for kind in least}
        spare = TOTALS[self.one.who] - sum(least.values()) - sum(max(0, seen[k] - least[k]) for k in least)  # type: ignore[index]
        known = {self._token(kind): max(0, n - seen[kind]) for kind, n in least.items()}
        return hand | known | {self._token("spare"): max(0, spare)}

    def _card(self, card: str) -> Costs:
        if self.one.hand is not None:
            return ((self._token(card),),)
        hand = self._token("hand")
        if deck_list(self.state, self.who) is not None:
            return ((hand, self._token(card)),)
        return ((hand, self._token(family(card))), (hand, self._token("spare")))
