"""What an intruder's cards do on the spot, as legs of a path, and what each use takes (SCORPION-16, 21, 22, 26).

Cards, guards and drunk figures run out on the way. A leg is the same in every zone: what differs is who is near.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations

from referee.core.offers import Leg
from referee.scorpion.cards import KENJUTSU, KINDS, LEAST, TOTALS, family
from referee.scorpion.intruder_hands import deck_list
from referee.scorpion.intruders.cards import TARGETS, in_reach
from referee.scorpion.state import MOST_DRUNK, Character, Figure, State, character, watchful_at

Costs = tuple[str, ...]
_DRUNK_FIGURES = "drunk figures"


# Which cards, and on whom


def killers(state: State, who: str) -> tuple[tuple[str, int], ...]:
    """Return the cards that kill a guard, each with how many zones it reaches (SCORPION-22.3, OP-13)."""
    reach = {"shuriken": int(state.options.shuriken_range)}
    return tuple((card, reach.get(card, 0)) for card in KINDS[who] if card in KENJUTSU or card in reach)  # type: ignore[index]


def bluffable(state: State, who: str) -> tuple[str, ...]:
    """Return the cards that may be thrown for their looks (SCORPION-26.1, 26.2, OP-24)."""
    forbidden = {"cat"} | ({"secret_passage"} if state.options.passage_bluff == "forbid" else set())
    return tuple(card for card in KINDS[who] if card not in forbidden)  # type: ignore[index]


def drunk_figures(state: State) -> int:
    """Return how many drunk figures are in the supply (SCORPION-1.2)."""
    return MOST_DRUNK - sum(g.drunk is not None for g in state.figures)


def drinkers(state: State, one: Character) -> Iterator[tuple[str, ...]]:
    """Yield, zone by zone, the guards whom one Potent Sake may reach while there are drunk figures for them."""
    near = [g for g in state.figures if g.drunk is None and in_reach(state, one, g, int(state.options.sake_range))]
    for zone in dict.fromkeys(g.zone for g in near):
        yield tuple(g.id for g in near if g.zone == zone)


# What is there to be used up


def guards_there(state: State) -> dict[str, int]:
    """Return the supply of guards, of drunk figures, and of guards who would notice somebody in their zone."""
    supply = {_guard(g.id, drunk=g.drunk is not None): 1 for g in state.figures}
    watched = {watchers(g.zone): len(watchful_at(state, g.zone)) for g in state.figures}
    return {_DRUNK_FIGURES: drunk_figures(state)} | supply | watched


def watchers(zone: str) -> str:
    """Return what the guards are called who would notice somebody in a zone."""
    return f"{zone} watched"


def _guard(id: str, *, drunk: bool) -> str:
    return f"{id} {'drunk' if drunk else 'sober'}"


class Cards:
    """The cards of one intruder in a list of steps, which may be of one or of several."""

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
        """Yield what the cards do on the spot, but for those that open a way or cover an entry."""
        for card, reach in self._killing:
            for guard in self.state.figures:
                if in_reach(self.state, here, guard, reach):
                    yield from self._kill(card, guard)
        if self.who == "traitor":
            for group in drinkers(self.state, here):
                yield from self._sake(group)
        yield from self._bluffs

    def _kill(self, card: str, guard: Figure) -> tuple[Leg, ...]:
        """Return the killing of a guard; one who is drunk, by now too, gives a drunk figure back (SCORPION-22.3)."""
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
        """Return how Potent Sake may reach some of a zone's guards (SCORPION-21.3, 21.9, OP-14)."""
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
        """Yield one step, once for each way to pay for its card."""
        tagged = dict(item) | ({"intruder": self.who} if self.several else {})
        for paid in ((),) if card is None else self._paid(card):
            yield Leg.model_construct(item=tagged, to=to, costs=(*paid, *costs), needs=needs, gains=gains)

    # What the intruder has

    def supply(self) -> dict[str, int]:
        """Return the cards in hand, or where unnamed the possible ones (SCORPION-16.3, 17.2 of the ledger)."""
        one, kinds = self.one, KINDS[self.one.who]  # type: ignore[index]
        if one.hand is not None:
            return {self._token(card): one.hand.count(card) for card in kinds}
        listed = deck_list(self.state, self.who)
        hand = {self._token("hand"): one.hand_size}
        if listed is not None:
            return hand | {self._token(card): max(0, listed.get(card, 0) - one.played.count(card)) for card in kinds}
        least = LEAST[one.who]  # type: ignore[index]
        seen = {kind: sum(family(card) == kind for card in one.played) for kind in least}
        spare = TOTALS[one.who] - sum(least.values()) - sum(max(0, seen[k] - least[k]) for k in least)  # type: ignore[index]
        known = {self._token(kind): max(0, n - seen[kind]) for kind, n in least.items()}
        return hand | known | {self._token("spare"): max(0, spare)}

    def _paid(self, card: str) -> tuple[Costs, ...]:
        if self.one.hand is not None:
            return ((self._token(card),),)
        hand = self._token("hand")
        if deck_list(self.state, self.who) is not None:
            return ((hand, self._token(card)),)
        return ((hand, self._token(family(card))), (hand, self._token("spare")))

    def _token(self, card: str) -> str:
        return f"{self.who}'s {card}"
