"""All the paths that intruders may lock, as one choice: where each may go, and which cards work there (SCORPION-17).

Places are zones, the passage and outside. A zone in which the move is over, the start zone once more, and a zone in
which Shadow Walk may still cover the entry, or has, are places of their own. Zones of movement run out on the way; a
rope that the one hangs is there for the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.offers import Leg, Way
from referee.core.replacing import replace
from referee.scorpion.intruder_hands import may_hold
from referee.scorpion.intruders.offers_uses import Cards, guards_there, watchers
from referee.scorpion.intruders.path_rules import steps_from
from referee.scorpion.intruders.steps import MOST_STEPS, OUTSIDE, rope_between
from referee.scorpion.intruders.steps import Way as Steps
from referee.scorpion.moves import PASSAGE, GoTo, Movement
from referee.scorpion.state import (
    State,
    character,
    disputed,
    in_passage,
    needs_passage_card,
    watchful_at,
    with_character,
)


def path_of(state: State, who: tuple[str, ...]) -> Way:
    """Return the paths of one intruder, or of several in one list, in which each step names its intruder."""
    walkers = [Walker(state, one, who) for one in who]
    supply = guards_there(state)
    for walker in walkers:
        supply |= walker.supply
    return Way.model_construct(
        starts=tuple(walker.start for walker in walkers),
        legs={place: legs for walker in walkers for place, legs in walker.legs.items()},
        like={place: other for walker in walkers for place, other in walker.like.items()},
        supply=supply,
        unfinished=tuple(place for walker in walkers for place in walker.unfinished),
        interrupted={place: to for walker in walkers for place, to in walker.interrupted.items()},
        known={"intruder": who[0]} if len(who) == 1 else {},
    )


class Walker:
    """Where one intruder may go, alone or with others in one list."""

    def __init__(self, state: State, who: str, together: tuple[str, ...]) -> None:
        self.state, self.who, self.together = state, who, together
        self.one = character(state, who)
        self.cards = Cards(state, who, together)
        self.supply = {self._named("zones"): MOST_STEPS} | self.cards.supply()
        self.unfinished: list[str] = []
        self.interrupted: dict[str, str] = {}
        self.like: dict[str, str] = {}
        self.legs: dict[str, tuple[Leg, ...]] = {}
        self._found: dict[str, tuple[tuple[Movement, bool], ...]] = {}
        zone = self.one.zone or OUTSIDE
        self.start, self._again = self._named(zone), self._named(f"{zone} again")
        self.legs[self.start] = (*self._movements(zone), *self._uses(zone))
        edge = self._targets(zone)
        for _ in range(MOST_STEPS):
            edge = [further for to, ends in edge for further in self._arrive(to, ends)]

    # Where the intruder comes

    def _arrive(self, zone: str, ends: bool) -> list[tuple[str, bool]]:
        """Add a place that is reached, unless it is there; return where the path may go on to."""
        place = self._place(zone, ends)
        if place in self.legs or zone == OUTSIDE:
            return []
        if place == self._again:
            self.legs[place], self.like[place] = (), self.start
        else:
            self.legs[place] = (*(() if ends else self._movements(zone)), *self._uses(zone))
        if self._may_cover(zone, ends):
            self._cover(place)
        return [] if ends else self._targets(zone)

    def _place(self, zone: str, ends: bool) -> str:
        if ends:
            return self._named(f"{zone} (over)")
        return self._again if zone == self.one.zone else self._named(zone)

    def _targets(self, zone: str) -> list[tuple[str, bool]]:
        return [self._target(step) for step, _ in self._steps(zone)]

    def _target(self, step: Movement) -> tuple[str, bool]:
        if not isinstance(step, GoTo):
            return (PASSAGE, True) if step.do == "enter_passage" else (OUTSIDE, True)
        assert step.to is not None
        return step.to, step.do.startswith("rope") or step.to in self.state.board.moats

    def _steps(self, zone: str) -> tuple[tuple[Movement, bool], ...]:
        """Return the movements that lead on from a zone, each with whether it takes a rope of the same list."""
        if zone not in self._found:
            steps = steps_from(with_character(self.state, self.who, zone=zone), self.who, Steps((zone,)))
            hung = [(GoTo(do="rope_old", to=to), True) for to in self._hung_now(zone)]
            self._found[zone] = (*((step, False) for step in steps), *hung)
        return self._found[zone]

    def _hung_now(self, zone: str) -> Iterator[str]:
        """Yield where a rope may lead that the partner hangs in the same list (SCORPION-17.8, OP-11)."""
        others = tuple(other for other in self.together if other != self.who and may_hold(self.state, other, "rope"))
        if others and self._shares_ropes() and zone in self.state.board:
            for to in self.state.board.neighbours(zone, "wall"):
                if not rope_between(self.state, self.who, zone, to):
                    yield to

    def _shares_ropes(self) -> bool:
        return self.state.options.rope_same_turn == "yes" and not disputed(self.state)

    def _movements(self, zone: str) -> Iterator[Leg]:
        for step, hung in self._steps(zone):
            card = None
            if step.do == "rope_new":
                card = "rope"
            elif step.do == "enter_passage" and needs_passage_card(self.state, self.who):
                card = "secret_passage"
            item = step.model_dump(mode="json", exclude_none=True)
            to, ends = self._target(step)
            rope = (f"rope {min(zone, to)}|{max(zone, to)}",)
            needs = rope if hung else ()
            gains = rope if step.do == "rope_new" and len(self.together) > 1 and self._shares_ropes() else ()
            place, costs = self._place(to, ends), (self._named("zones"),)
            yield from self.cards.legs(item, card, costs, needs=needs, gains=gains, to=place)
            if self._may_cover(to, ends):
                needs = (*needs, watchers(to))
                yield from self.cards.legs(item, card, costs, needs=needs, gains=gains, to=_entering(place))

    # Which cards are used there

    def _uses(self, zone: str) -> Iterator[Leg]:
        if zone == OUTSIDE:
            return
        yield from self.cards.uses(replace(self.one, zone=zone))
        if self.who == "ninja" and self.state.options.shadow_walk_scope == "turn" and not in_passage(zone):
            yield from self.cards.legs({"do": "shadow_walk"}, "shadow_walk")

    def _may_cover(self, zone: str, ends: bool) -> bool:
        """Tell whether Shadow Walk may cover the entry of a zone while it is guarded (SCORPION-21.3, OP-12)."""
        options = self.state.options
        if self.who != "ninja" or options.shadow_walk_scope != "zone" or zone not in self.state.board:
            return False
        if ends and options.shadow_walk_stop == "no":
            return False
        return bool(watchful_at(self.state, zone)) and may_hold(self.state, self.who, "shadow_walk")

    def _cover(self, place: str) -> None:
        """Add what Shadow Walk does right on an entry; where nobody may stay the path has to go on (OP-12).

        Once the partner does something it is no longer the entry.
        """
        entering, covered, onward = _entering(place), f"{place} (covered)", f"{place} (going on)"
        may_stay = self.state.options.shadow_walk_stop == "yes"
        shadow = self.cards.legs({"do": "shadow_walk"}, "shadow_walk", to=None if may_stay else covered)
        self.legs[entering] = tuple(shadow)
        self.interrupted[entering] = place
        self.like[entering] = like = self.like.get(place, place)
        if not may_stay:
            self.legs[covered], self.legs[onward] = self.legs[entering], ()
            self.interrupted[covered] = onward
            self.like |= {covered: like, onward: like}
            self.unfinished += [covered, onward]

    def _named(self, what: str) -> str:
        return f"{self.who} {what}" if len(self.together) > 1 else what


def _entering(place: str) -> str:
    return f"{place} (entering)"
