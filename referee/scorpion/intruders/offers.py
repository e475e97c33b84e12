"""What an intruder player may declare in the intruders' phase, as offers: a secret of its seat (SCORPION-16 to 18)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from referee.core.offers import Choice, Offer, One, Some
from referee.scorpion.intruder_hands import may_hold
from referee.scorpion.intruders.cards import TARGETS, in_reach
from referee.scorpion.intruders.offers_paths import path_of
from referee.scorpion.intruders.offers_uses import bluffable, drinkers, drunk_figures, killers
from referee.scorpion.intruders.phase import may_be_done
from referee.scorpion.intruders.searching import searchable, searches_left
from referee.scorpion.state import Character, State, in_play

SMALL = 2
"""Zones that one intruder may search (SCORPION-18.4)."""


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


def paths_ahead(state: State, seat: str) -> tuple[Offer, ...]:
    """Return the paths that a seat could lock if its phase began now, while the guards play (SCORPION-9.3, 17)."""
    if state.phase not in ("alert", "cards", "patrol"):
        return ()
    return tuple(_paths(state, tuple(c.who for c in in_play(state) if c.seat == seat)))


def _paths(state: State, waiting: tuple[str, ...]) -> Iterator[Offer]:
    for who in waiting:
        named = (who,) if len(waiting) > 1 else (who, None)
        yield Offer(move="lock_path", fields={"intruder": One(of=named), "steps": path_of(state, (who,))})


def _cards(state: State, c: Character) -> Iterator[Offer]:
    """Offer the cards that are used where the intruder stands, before or after the path (SCORPION-16.2, 26.2)."""
    nobody = Some(of=(), most=0, optional=True)
    used = One(of=(None, False))
    who = One(of=(c.who,))

    def play(cards: Iterable[str], guards: Choice, bluff: One) -> Offer:
        fields: dict[str, Choice] = {"intruder": who, "card": One(of=tuple(cards)), "guards": guards, "bluff": bluff}
        return Offer(move="play_intruder_card", fields=fields)

    if thrown := tuple(card for card in bluffable(state, c.who) if may_hold(state, c.who, card)):
        yield play(thrown, nobody, One(of=(True,)))
    for card, reach in killers(state, c.who):
        near = tuple(g.id for g in state.figures if in_reach(state, c, g, reach))
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
    """Offer the zones that each of a seat may search, all in one list (SCORPION-18.2 to 18.8)."""
    own = [c for c in state.characters if c.seat == seat and c.status != "absent"]
    zones = {c.who: searchable(state, c.who) for c in own}
    named = [{"intruder": who, "zone": zone} for who, found in zones.items() for zone in found]
    if not named:
        return
    left = searches_left(state, named[0]["intruder"])
    if state.options.search_limit == "side_2" or sum(1 for found in zones.values() if found) < 2:
        yield _search(named, left)
    else:
        pairs = [tuple(combinations(found, min(len(found), SMALL))) for found in zones.values()]
        for one in pairs[0]:
            for other in pairs[1]:
                both = {own[0].who: one, own[1].who: other}
                yield _search([{"intruder": who, "zone": z} for who, some in both.items() for z in some], 2 * SMALL)
    if len(own) == 1:
        yield _search([{"zone": item["zone"]} for item in named], left)


def _search(items: list[dict[str, str]], most: int) -> Offer:
    some = Some(of=tuple(items), least=1, most=min(most, len(items)))
    return Offer(move="declare_searches", fields={"searches": some})
