"""Prompts of the intruder phase, and offers of an intruder player (paths, cards, searches), which are secrets.

Cards are legs of a path that do not move (SCORPION-16, 21, 22, 26). Cards, guards and drunk figures are supplies that
legs use up. A card's leg is the same in every zone; what differs is which guards are near.

All paths of the intruders are one choice (SCORPION-17). Its places are zones, the passage and outside. Separate places
stand for a zone where the movement is over, the start zone entered again, and a zone whose entry Shadow Walk may cover
or has covered. The zones of movement are a supply; a rope hung by one intruder is added to the supply of the other.

There is one public prompt for each intruder player until the phase is over, so that locking a path is not visible
(SCORPION-16 to 18). The offers are shown to the player's seat alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations, permutations

from referee.core.base import replace
from referee.core.offers import Choice, Leg, Offer, One, Some, Way
from referee.core.values import Prompt, Viewer
from referee.scorpion.cards import KENJUTSU, KINDS, family, hand_of
from referee.scorpion.intruder_hands import may_hold
from referee.scorpion.intruders.cards import TARGETS, is_in_reach
from referee.scorpion.intruders.paths import may_be_done
from referee.scorpion.intruders.searching import MOST_SEARCHES, searchable, searches_left
from referee.scorpion.intruders.steps import MOST_STEPS, OUTSIDE, rope_between, steps_from
from referee.scorpion.intruders.steps import WalkedPath as Steps
from referee.scorpion.moves import PASSAGE, GoTo, Movement
from referee.scorpion.state import (
    MOST_DRUNK,
    Character,
    Figure,
    State,
    character,
    in_play,
    is_disputed,
    is_in_passage,
    needs_passage_card,
    seats_of,
    watchful_at,
    with_character,
)
from referee.scorpion.turns import ask

Costs = tuple[str, ...]
_DRUNK_FIGURES = "drunk figures"


# Cards and their targets


def killers(state: State, who: str) -> tuple[tuple[str, int], ...]:
    """Return the cards that kill a guard, with their reach in zones (SCORPION-22.3, OP-13)."""
    reach = {"shuriken": int(state.options.shuriken_range)}
    return tuple((card, reach.get(card, 0)) for card in KINDS[who] if card in KENJUTSU or card in reach)  # type: ignore[index]


def bluffable(state: State, who: str) -> tuple[str, ...]:
    """Return the cards that may be played as a bluff (SCORPION-26.1, 26.2, OP-24)."""
    forbidden = {"cat"} | ({"secret_passage"} if state.options.passage_bluff == "forbid" else set())
    return tuple(card for card in KINDS[who] if card not in forbidden)  # type: ignore[index]


def drunk_figures(state: State) -> int:
    """Return the number of drunk figures in the supply (SCORPION-1.2)."""
    return MOST_DRUNK - sum(g.drunk is not None for g in state.figures)


def drinkers(state: State, one: Character) -> Iterator[tuple[str, ...]]:
    """Yield for each zone the guards that one Potent Sake can reach."""
    near = [g for g in state.figures if g.drunk is None and is_in_reach(state, one, g, int(state.options.sake_range))]
    for zone in dict.fromkeys(g.zone for g in near):
        yield tuple(g.id for g in near if g.zone == zone)


# Supplies


def guards_there(state: State) -> dict[str, int]:
    """Return the supply of guards, of drunk figures, and of watchful guards in each zone."""
    supply = {_guard(g.id, drunk=g.drunk is not None): 1 for g in state.figures}
    watched = {watchers(g.zone): len(watchful_at(state, g.zone)) for g in state.figures}
    return {_DRUNK_FIGURES: drunk_figures(state)} | supply | watched


def watchers(zone: str) -> str:
    """Return the name of the supply of watchful guards in a zone."""
    return f"{zone} watched"


def _guard(id: str, *, drunk: bool) -> str:
    return f"{id} {'drunk' if drunk else 'sober'}"


class Cards:
    """The cards of one intruder in a list of steps of one or several intruders."""

    def __init__(self, state: State, who: str, together: tuple[str, ...]) -> None:
        self.state, self.who = state, who
        self.several = len(together) > 1
        self.pours = "traitor" in together
        self.one = character(state, who)
        self._killing = killers(state, who)
        self._bluffs = tuple(
            leg for card in bluffable(state, who) for leg in self.legs({"do": "bluff", "card": card}, card)
        )
        self._on_guard: dict[tuple[str, str], tuple[Leg, ...]] = {}
        self._on_group: dict[tuple[str, ...], tuple[Leg, ...]] = {}

    def uses(self, here: Character) -> Iterator[Leg]:
        """Yield the cards that can be used without moving, except those that open a way or cover an entry."""
        for card, reach in self._killing:
            for guard in self.state.figures:
                if is_in_reach(self.state, here, guard, reach):
                    yield from self._kill(card, guard)
        if self.who == "traitor":
            for group in drinkers(self.state, here):
                yield from self._sake(group)
        yield from self._bluffs

    def _kill(self, card: str, guard: Figure) -> tuple[Leg, ...]:
        """Return the legs that kill a guard; killing a drunk one returns the drunk figure (SCORPION-22.3)."""
        if (card, guard.id) not in self._on_guard:
            item: dict[str, object] = {"do": card, "guards": [guard.id]}
            if card in KENJUTSU:
                item |= {"do": "kenjutsu", "value": KENJUTSU[card]}
            seen = (watchers(guard.zone),)
            found: list[Leg] = []
            if guard.drunk is None:
                found += self.legs(item, card, (_guard(guard.id, drunk=False), *seen))
            if guard.drunk is not None or self.pours:
                still = seen if self.state.options.drunk_notices == "yes" else ()
                drunk = (_guard(guard.id, drunk=True), *still)
                found += self.legs(item, card, drunk, gains=(_DRUNK_FIGURES,))
            self._on_guard[card, guard.id] = tuple(found)
        return self._on_guard[card, guard.id]

    def _sake(self, group: tuple[str, ...]) -> tuple[Leg, ...]:
        """Return the legs by which Potent Sake reaches some of a zone's guards (SCORPION-21.3, 21.9, OP-14)."""
        if group not in self._on_group:
            most = min(len(group), TARGETS[self.state.options.sake_targets])
            some = [each for n in range(1, most + 1) for each in permutations(group, n)]
            self._on_group[group] = tuple(leg for each in some for leg in self._poured(each))
        return self._on_group[group]

    def _poured(self, guards: tuple[str, ...]) -> Iterator[Leg]:
        zone = next(g.zone for g in self.state.figures if g.id == guards[0])
        out = () if self.state.options.drunk_notices == "yes" else (watchers(zone),) * len(guards)
        sober = tuple(_guard(id, drunk=False) for id in guards)
        costs = (*sober, *out, *(_DRUNK_FIGURES,) * len(guards))
        item = {"do": "sake", "guards": list(guards)}
        return self.legs(item, "potent_sake", costs, gains=tuple(_guard(id, drunk=True) for id in guards))

    def legs(
        self,
        item: Mapping[str, object],
        card: str | None = None,
        costs: Costs = (),
        *,
        needs: Costs = (),
        gains: Costs = (),
        to: str | None = None,
    ) -> Iterator[Leg]:
        """Yield one leg for each way to pay for its card."""
        tagged = dict(item) | ({"intruder": self.who} if self.several else {})
        for paid in ((),) if card is None else self._paid(card):
            yield Leg.model_construct(item=tagged, to=to, costs=(*paid, *costs), needs=needs, gains=gains)

    # The intruder's cards

    def supply(self) -> dict[str, int]:
        """Return the cards in hand, or the possible ones if kinds are not entered (SCORPION-16.3, ledger 17.2)."""
        one, kinds = self.one, KINDS[self.one.who]  # type: ignore[index]
        if one.hand is not None:
            return {self._token(card): one.hand.count(card) for card in kinds}
        listed = self.state.options.deck_list(self.who)
        hand = {self._token("hand"): one.hand_size}
        if listed is not None:
            return hand | {self._token(card): max(0, listed.get(card, 0) - one.played.count(card)) for card in kinds}
        possible = hand_of(self.who, one.hand_size, None, one.played)
        known = {self._token(family(group.keys[0])): group.most for group in possible.groups}
        return hand | known | {self._token("spare"): max(0, possible.spare)}

    def _paid(self, card: str) -> tuple[Costs, ...]:
        if self.one.hand is not None:
            return ((self._token(card),),)
        hand = self._token("hand")
        if self.state.options.deck_list(self.who) is not None:
            return ((hand, self._token(card)),)
        return ((hand, self._token(family(card))), (hand, self._token("spare")))

    def _token(self, card: str) -> str:
        return f"{self.who}'s {card}"


def path_of(state: State, who: tuple[str, ...]) -> Way:
    """Return the paths of one intruder, or of several in one list whose steps each name their intruder."""
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
    """The places and legs of one intruder, alone or with others in one list."""

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

    # Places

    def _arrive(self, zone: str, ends: bool) -> list[tuple[str, bool]]:
        """Add a place with its legs, unless it exists; return the places that the path may go on to."""
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
        """Return the movements from a zone, each with whether it uses a rope hung in the same list."""
        if zone not in self._found:
            steps = steps_from(with_character(self.state, self.who, zone=zone), self.who, Steps((zone,)))
            hung = [(GoTo(do="rope_old", to=to), True) for to in self._hung_now(zone)]
            self._found[zone] = (*((step, False) for step in steps), *hung)
        return self._found[zone]

    def _hung_now(self, zone: str) -> Iterator[str]:
        """Yield zones across a rope that the partner may hang in the same list (SCORPION-17.8, OP-11)."""
        others = tuple(other for other in self.together if other != self.who and may_hold(self.state, other, "rope"))
        if others and self._shares_ropes() and zone in self.state.board:
            for to in self.state.board.neighbours(zone, "wall"):
                if not rope_between(self.state, self.who, zone, to):
                    yield to

    def _shares_ropes(self) -> bool:
        return self.state.options.rope_same_turn == "yes" and not is_disputed(self.state)

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

    # Cards at a place

    def _uses(self, zone: str) -> Iterator[Leg]:
        if zone == OUTSIDE:
            return
        yield from self.cards.uses(replace(self.one, zone=zone))
        if self.who == "ninja" and self.state.options.shadow_walk_scope == "turn" and not is_in_passage(zone):
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
        """Add the places around an entry covered by Shadow Walk; if one may not stay, the path must go on (OP-12).

        Once the partner acts, the entry can no longer be covered.
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


def intruder_offers(state: State, seat: str) -> Iterator[Offer]:
    mine = tuple(c for c in in_play(state) if c.seat == seat)
    waiting = tuple(c.who for c in mine if not c.locked)
    yield from _paths(state, waiting)
    if len(waiting) > 1:
        yield Offer(move="lock_path", fields={"steps": path_of(state, waiting)})
    for c in mine:
        yield from _cards(state, c)
    yield from _searches(state, seat)
    if may_be_done(state, seat):
        yield Offer(move="end_intruder_phase")


def early_paths(state: State, seat: str) -> tuple[Offer, ...]:
    """Return the paths that a seat could lock if its phase began now, for planning ahead (SCORPION-9.3, 17)."""
    if state.phase not in ("alert", "cards", "patrol"):
        return ()
    return tuple(_paths(state, tuple(c.who for c in in_play(state) if c.seat == seat)))


def _paths(state: State, waiting: tuple[str, ...]) -> Iterator[Offer]:
    for who in waiting:
        named = (who,) if len(waiting) > 1 else (who, None)
        yield Offer(move="lock_path", fields={"intruder": One(of=named), "steps": path_of(state, (who,))})


def _cards(state: State, c: Character) -> Iterator[Offer]:
    """Yield the cards that can be used without moving, before or after the path (SCORPION-16.2, 26.2)."""
    nobody = Some(of=(), most=0, optional=True)
    used = One(of=(None, False))
    who = One(of=(c.who,))

    def play(cards: Iterable[str], guards: Choice, bluff: One) -> Offer:
        fields: dict[str, Choice] = {"intruder": who, "card": One(of=tuple(cards)), "guards": guards, "bluff": bluff}
        return Offer(move="play_intruder_card", fields=fields)

    if thrown := tuple(card for card in bluffable(state, c.who) if may_hold(state, c.who, card)):
        yield play(thrown, nobody, One(of=(True,)))
    for card, reach in killers(state, c.who):
        near = tuple(g.id for g in state.figures if is_in_reach(state, c, g, reach))
        if near and may_hold(state, c.who, card):
            yield play((card,), Some(of=near, least=1, most=1), used)
    most = min(TARGETS[state.options.sake_targets], drunk_figures(state))
    if most and may_hold(state, c.who, "potent_sake"):
        for group in drinkers(state, c):
            yield play(("potent_sake",), Some(of=group, least=1, most=most), used)
    covers = state.options.shadow_walk_scope == "turn" and not c.locked
    if covers and may_hold(state, c.who, "shadow_walk"):
        yield play(("shadow_walk",), nobody, used)


def _searches(state: State, seat: str) -> Iterator[Offer]:
    """Yield the zones that a seat's intruders may search, in one list (SCORPION-18.2 to 18.8)."""
    own = [c for c in state.characters if c.seat == seat and c.status != "absent"]
    zones = {c.who: searchable(state, c.who) for c in own}
    named = [{"intruder": who, "zone": zone} for who, found in zones.items() for zone in found]
    if not named:
        return
    left = searches_left(state, named[0]["intruder"])
    if state.options.search_limit == "side_2" or sum(1 for found in zones.values() if found) < 2:
        yield _search(named, left)
    else:
        pairs = [tuple(combinations(found, min(len(found), MOST_SEARCHES))) for found in zones.values()]
        for one in pairs[0]:
            for other in pairs[1]:
                both = {own[0].who: one, own[1].who: other}
                yield _search(
                    [{"intruder": who, "zone": z} for who, some in both.items() for z in some], 2 * MOST_SEARCHES
                )
    if len(own) == 1:
        yield _search([{"zone": item["zone"]} for item in named], left)


def _search(items: list[dict[str, str]], most: int) -> Offer:
    some = Some(of=tuple(items), least=1, most=min(most, len(items)))
    return Offer(move="declare_searches", fields={"searches": some})


def intruder_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for seat in seats_of(state, "intruders"):
        yield ask(state, viewer, seat, "intruders", partial(intruder_offers, state, seat))
