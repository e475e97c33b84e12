"""Prompts of the guards' phases, and offers of declarations, by what a guard player knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from referee.board.board import Board, UnsettledFacing
from referee.core.offers import Chain, Choice, Offer, One, Some
from referee.core.values import Prompt, Viewer
from referee.scorpion.cards import KINDS, cards, counts
from referee.scorpion.contact import add_guard
from referee.scorpion.guards.alert_phase import (
    HAND_CARDS,
    all_have_drawn,
    cards_to_draw,
    draw_due,
    is_possible,
    shares_to_agree,
)
from referee.scorpion.guards.attacks import may_attack, may_awaken, must_answer_first
from referee.scorpion.guards.cards import may_enter_by_card, may_unlock
from referee.scorpion.guards.listening import may_focus, may_listen, may_patrol_listen
from referee.scorpion.guards.patrol_phase import must_move, next_step, patrol_steps, patrols_to_move
from referee.scorpion.guards.searching import may_patrol_search, may_search
from referee.scorpion.guards.steps import REACH, stops, zones_onward
from referee.scorpion.guards.units import (
    Unit,
    ahead,
    headings_at,
    headings_to_join,
    is_entitled,
    makes_no_difference,
    may_merge,
    where,
)
from referee.scorpion.parts import Moving
from referee.scorpion.state import State, figure, patrol_of, stock, two_guard_players, unit_text
from referee.scorpion.turns import ask

Fields = dict[str, Choice]
OR_NOT = One(of=(None, False, True))
NOT = One(of=(None, False))
NO_WAY = Chain(first=(), most=0, optional=True)
MANY = 5
"""With more units than this in one zone, only all of them or any two are offered for joining."""
WEAPONS = ("sword", "spear")

# The alert phase


def drawing(state: State, role: str, due: int) -> Iterator[Offer]:
    n = One(of=(due,))
    if state.options.guard_cards == "counted":
        yield Offer(move="draw_cards", fields={"n": n})
        return
    mine = stock(state, role)
    drawn = (kinds for kinds in combinations_with_replacement(KINDS["guards"], due) if is_possible(state, mine, kinds))
    yield Offer(move="draw_cards", fields={"n": n, "cards": One(of=tuple(counts(cards(kinds)) for kinds in drawn))})


def splits(state: State, role: str, what: str) -> tuple[Offer, ...]:
    """Return an offer for each way in which two guard players may share draws or hand cards."""
    return tuple(
        Offer(move="agree_split", fields={"what": One(of=(what,)), "sword": One(of=(a,)), "spear": One(of=(b,))})
        for a, b in shares_to_agree(state, role, what)
    )


# Cards


def playable(state: State, role: str) -> Iterator[Offer]:
    """Yield the cards that a guard player may play now with their possible targets, as the player knows."""
    if guards := may_listen(state, role):
        yield Offer(move="play_sentry_listen", fields={"guard": One(of=guards)})
    if units := may_patrol_listen(state, role):
        yield Offer(move="play_patrol_listen", fields={"unit": One(of=units)})
    yield from _sentries_search(state, role)
    for unit in may_patrol_search(state, role):
        yield from _patrol_searches(state, role, unit)
    for zone, most in may_awaken(state, role).items():
        yield from _wakes(state, role, zone, most)
    if may_unlock(state, role):
        yield Offer(move="play_guard_passage")
    if guards := may_enter_by_card(state, role):
        yield Offer(move="play_guard_passage", fields={"guard": One(of=guards)})


def _sentries_search(state: State, role: str) -> Iterator[Offer]:
    """Yield sentry searches; guards in the same place have the same ways."""
    there: dict[tuple[str, str | None], list[str]] = {}
    for id in may_search(state, role):
        found = figure(state, id)
        assert found is not None
        there.setdefault((found.zone, found.inside), []).append(id)
    for (zone, _), guards in there.items():
        way = _way(state, Moving((guards[0],), "sentry_search", role, REACH, zone))
        yield Offer(move="play_sentry_search", fields={"guard": One(of=tuple(guards)), "way": way, "stop": OR_NOT})


def _patrol_searches(state: State, role: str, text: str) -> Iterator[Offer]:
    unit = tuple(text.split("+"))
    moving = Moving(unit, "patrol_search", role, REACH, where(state, unit))
    one, way = One(of=(text,)), _way(state, moving)
    yield Offer(move="play_patrol_search", fields={"unit": one, "way": way, "stop": OR_NOT})
    ends: dict[str, list[tuple[str, ...]]] = {moving.start: [()]}
    for first in way.first:
        ends.setdefault(first, []).append((first,))
        for second in way.then.get(first, ()):
            ends.setdefault(second, []).append((first, second))
    for zone, ways in ends.items():
        behind = tuple(each for each in headings_at(state, zone) if each is not None)
        if behind:
            said: Fields = {"way": One(of=tuple(ways)), "stop": One(of=(True,)), "behind": One(of=behind)}
            yield Offer(move="play_patrol_search", fields={"unit": one, **said})


def _way(state: State, moving: Moving, least: int = 0, at: str = "") -> Chain:
    first, then = zones_onward(state, moving, at or where(state, moving.unit))
    return Chain(first=first, then=then, least=least, most=moving.left, optional=not least)


def _wakes(state: State, role: str, zone: str, most: int) -> Iterator[Offer]:
    """Yield the ways to wake guards: one may walk at once, two only together as a patrol."""
    way = _way(state, Moving((), "awaken", role, int(state.options.awaken_moves), zone), at=zone)
    for n in range(1, most + 1):
        every = tuple(product(WEAPONS, repeat=n))
        mine = tuple(weapons for weapons in every if _moves_them(state, role, zone, weapons))
        base: Fields = {"zone": One(of=(zone,)), "together": One(of=(None, False, True) if n == 1 else (True,))}
        heading = facings(state.board, zone, headings_at(state, zone)) if n > 1 else ()
        for weapons, stop in ((mine, OR_NOT), (tuple(w for w in every if w not in mine), NOT)):
            left_out = (None,) if ("sword",) in weapons else ()
            fields: Fields = {**base, "weapons": One(of=(*left_out, *weapons)), "stop": stop}
            if weapons and stop is OR_NOT:
                yield Offer(move="play_awaken", fields={**fields, "way": way})
            elif weapons:
                yield Offer(move="play_awaken", fields={**fields, "way": NO_WAY})
            if weapons and heading:
                yield Offer(move="play_awaken", fields={**fields, "way": NO_WAY, "heading": One(of=heading)})
        if n > 1:
            apart: Fields = {"weapons": One(of=every), "together": NOT, "stop": NOT, "way": NO_WAY}
            yield Offer(move="play_awaken", fields={**base, **apart})


def _moves_them(state: State, role: str, zone: str, weapons: tuple[str, ...]) -> bool:
    """Tell whether the player may move guards who wake with these weapons (SCORPION-11.5, OP-38, OP-57)."""
    wakes_own_weapon = two_guard_players(state) and state.options.awaken_weapon_4p == "own"
    woken: Unit = ()
    for weapon in weapons:
        state, placed = add_guard(state, zone, role if wakes_own_weapon else weapon)
        woken = (*woken, placed.id)
    return is_entitled(state, role, woken)


# Attacks


def attacks(state: State, role: str) -> Iterator[Offer]:
    """Yield the attacks of a guard player, who knows whether Kenjutsu is in hand."""
    by_targets: dict[tuple[str, ...], list[str]] = {}
    for guard, targets in may_attack(state, role).items():
        by_targets.setdefault(targets, []).append(guard)
    for targets, guards in by_targets.items():
        yield Offer(move="attack_intruder", fields={"guard": One(of=tuple(guards)), "intruder": One(of=targets)})


# Moves


def stepping(state: State, moving: Moving) -> Iterator[Offer]:
    """Yield the next step of an open move, its whole remaining way, and the stop."""
    if moving.cause == "patrol":
        yield from patrol_offers(state, moving.unit, alone=True, left=moving.left)
        if next_step(state, moving.role) is not None:
            yield Offer(move="walk_patrols")
        return
    way = _way(state, moving, 1)
    if way.first:
        unit = One(of=(None, unit_text(moving.unit)))
        yield Offer(move="guard_step", fields={"to": One(of=way.first), "unit": unit, "stop": OR_NOT})
        yield Offer(move="guard_step", fields={"to": way, "unit": unit, "stop": OR_NOT})
    zone = where(state, moving.unit)
    behinds = headings_at(state, zone) if len(moving.unit) > 1 else ()
    yield Offer(move="guard_stop")
    yield from (Offer(move="guard_stop", fields=fields) for fields in headings(state, zone, behinds) if fields)


def patrol_offers(state: State, unit: Unit, *, alone: bool, left: int = REACH) -> Iterator[Offer]:
    """Yield a patrol's ways in the patrol phase; `alone` if no other patrol could be meant (SCORPION-15.4)."""
    at = where(state, unit)
    ends, goes_on = list[Any](), list[Any]()
    for first in patrol_steps(state, unit):
        onward = () if left < 2 or stops(state, at, first) else ahead(state, at, first, setting_out=False)
        (goes_on if onward else ends).extend((first, (first,)))
        ends.extend((first, second) for second in onward)
    named = One(of=(None, unit_text(unit)) if alone else (unit_text(unit),))
    for to, stop in ((ends, OR_NOT), (goes_on, NOT)):
        if to:
            yield Offer(move="guard_step", fields={"to": One(of=tuple(to)), "unit": named, "stop": stop})


# Facing of patrols


def headings(state: State, zone: str, behinds: Iterable[str | None]) -> Iterator[Fields]:
    """Yield the fields that declare one of these ways to stand; no fields for nothing behind."""
    behinds = tuple(behinds)
    if None in behinds:
        yield {}
    for behind in behinds:
        if behind is not None:
            onward = state.board.route.continuations(behind, zone)
            yield {"behind": One(of=(behind,)), "facing": One(of=(None, *onward))}
    if faced := facings(state.board, zone, behinds):
        yield {"facing": One(of=faced)}


def facings(board: Board, zone: str, behinds: Iterable[str | None]) -> tuple[str, ...]:
    """Return the facings that determine one of these ways to stand."""
    found, behinds = list[str](), tuple(behinds)
    for facing in board.route.neighbours(zone):
        try:
            if board.route.behind_facing(zone, facing) in behinds:
                found.append(facing)
        except UnsettledFacing:
            continue
    return tuple(found)


def merging(state: State, role: str) -> Iterator[Offer]:
    """Yield the units of a zone that may join, and the facings of the new patrol."""
    for zone, texts in may_merge(state, role).items():
        for chosen in _together(texts):
            members = tuple(sorted(id for text in chosen for id in text.split("+")))
            if not any(is_entitled(state, role, tuple(text.split("+"))) for text in chosen):
                continue
            guards = Some(of=members, least=len(members), most=len(members))
            old = [p for text in chosen if (p := patrol_of(state, text.split("+")[0])) is not None]
            behinds = headings_to_join(state, zone, old)
            said = list(headings(state, zone, behinds))
            if makes_no_difference(state, zone, behinds) and {} not in said:
                said.append({})
            yield from (Offer(move="merge_units", fields={"guards": guards, **fields}) for fields in said)


def _together(units: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    sizes = range(2, len(units) + 1) if len(units) <= MANY else (2, len(units))
    for n in sizes:
        yield from combinations(units, n)


def guard_seats(state: State) -> list[tuple[str, str]]:
    return [(p.seat, p.role) for p in state.players if p.role in ("guards", "sword", "spear")]


def alert_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Yield prompts for the draw, then for the use of the drawn cards (SCORPION-10.4 to 10.10)."""
    if not all_have_drawn(state):
        for seat, role in guard_seats(state):
            if due := draw_due(state, role):
                yield ask(state, viewer, seat, "draw_cards", partial(drawing, state, role, due), n=due)
        yield from _split(state, viewer, "draw", cards_to_draw(state))
        return
    end = (Offer(move="end_alert_phase"),)
    for seat, role in guard_seats(state):
        yield ask(state, viewer, seat, "alert_cards", partial(playable, state, role), public=end, phase=state.phase)
    yield from _between(state, viewer)


def card_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Yield prompts for the two hand cards or the focus listen (SCORPION-14.1 to 14.6)."""
    end = (Offer(move="end_card_phase"),)
    for seat, role in guard_seats(state):
        yield ask(state, viewer, seat, "cards", partial(playable, state, role), public=end, phase=state.phase)
    for seat, role in guard_seats(state):
        if units := may_focus(state, role):
            listen = Offer(move="focus_listen", fields={"unit": One(of=units)})
            yield ask(state, viewer, seat, "focus_listen", public=[listen], must=False)
    yield from _split(state, viewer, "hand_cards", HAND_CARDS)
    yield from _between(state, viewer)


def patrol_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Yield prompts for the moves of all patrols on the route (SCORPION-15.1 to 15.6)."""
    waiting, due = patrols_to_move(state), must_move(state)
    for seat, role in guard_seats(state):
        mine = [unit for unit in waiting if is_entitled(state, role, unit)]
        offers = [offer for unit in mine for offer in patrol_offers(state, unit, alone=len(mine) == 1)]
        if next_step(state, role) is not None:
            offers.append(Offer(move="walk_patrols"))
        if not due:
            offers.append(Offer(move="end_patrol_phase"))
        yield ask(state, viewer, seat, "patrols", public=offers, left=len(due))
    yield from _between(state, viewer)


def attack_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Yield prompts to attack visible intruders; which guards can is secret, as the card is (SCORPION-22.6)."""
    if not must_answer_first(state) and any(c.visible and c.status == "in_play" for c in state.characters):
        for seat, role in guard_seats(state):
            yield ask(state, viewer, seat, "attack_intruder", partial(attacks, state, role), must=False)


def _between(state: State, viewer: Viewer) -> Iterator[Prompt]:
    yield from attack_asks(state, viewer)
    for seat, role in guard_seats(state):
        if may_merge(state, role):
            yield ask(state, viewer, seat, "merge_units", public=merging(state, role), must=False)


def _split(state: State, viewer: Viewer, what: str, total: int) -> Iterator[Prompt]:
    """Yield prompts for two guard players to share something, with the current proposal."""
    if not two_guard_players(state):
        return
    offers = {seat: splits(state, role, what) for seat, role in guard_seats(state)}
    if not any(offers.values()):
        return
    for seat, offers_of_seat in offers.items():
        told: Any = {"share": what, "total": total, "proposed": said_of(state, what)}
        yield ask(state, viewer, seat, "agree_split", public=offers_of_seat, must=False, **told)


def said_of(state: State, what: str) -> dict[str, object] | None:
    """Return a guard player's proposal: the share of each, and who has proposed it, or `None`."""
    said = (s for s in state.splits if s.what == what)
    return next(({"sword": s.sword, "spear": s.spear, "by": list(s.by)} for s in said), None)
