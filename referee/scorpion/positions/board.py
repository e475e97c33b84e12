"""Laying the guards' public part of a position: figures and patrols, cards, and known entrances and ropes."""

from __future__ import annotations

from collections import Counter

from referee.core.base import replace
from referee.core.judging import firm
from referee.scorpion.cards import Cards, cards, fits_deck
from referee.scorpion.guards.alert_phase import seen
from referee.scorpion.moves import PASSAGE
from referee.scorpion.parts import Heading, Moving, Patrol, Splitting
from referee.scorpion.positions.model import OpenFigure, OpenStock, OpenTable
from referee.scorpion.positions.people import ropes_at_most
from referee.scorpion.positions.reading import is_in_set_up
from referee.scorpion.setup.begin import sentries
from referee.scorpion.state import (
    FOR_THE_GAME,
    LIMIT,
    MOST_DRUNK,
    OF_A_WEAPON,
    Figure,
    Passage,
    Rope,
    State,
    Stock,
    is_disputed,
    two_guard_players,
)

NOBODY = ""
"""The owner of a rope found by the guards, until its owner is entered."""
DECK = 36


def laid(state: State, table: OpenTable) -> State:
    """Lay figures, cards, passages and ropes. Raises `Refused` for what is impossible."""
    state = replace(state, passages=_passages(state, table), ropes=_ropes(state, table))
    state = replace(state, figures=tuple(_figure(state, f, n) for n, f in enumerate(table.figures)))
    _supplies(state)
    state = replace(state, patrols=tuple(_patrol(state, p, n) for n, p in enumerate(table.patrols)))
    members = [id for p in state.patrols for id in p.members]
    firm(len(set(members)) == len(members), "SCORPION-7.3", "scorpion.guard_twice", field="table.patrols")
    if is_in_set_up(state):
        _set_up(state)
    return replace(state, stocks=_stocks(state, table))


def is_place(state: State, zone: str | None, field: str) -> None:
    """Refuse anything but a zone of the board or the passage (SCORPION-1.6)."""
    firm(zone in state.board or zone == PASSAGE, "SCORPION-1.6", "scorpion.no_such_zone", field=field, zone=zone)


# Figures (SCORPION-1.2, 7, 24.1, 25.20)


def _figure(state: State, f: OpenFigure, n: int) -> Figure:
    at = f"table.figures[{n}]"
    is_place(state, f.zone, f"{at}.zone")
    counts_drunk_turns = f.sober_in is None or f.drunk
    firm(counts_drunk_turns, "SCORPION-21.9", "scorpion.position_not_drunk", field=f"{at}.sober_in", guard=f.id)
    woken = not f.woken or f.zone in state.board.barracks
    firm(woken, "SCORPION-5.1", "scorpion.wakes_in_barracks", field=f"{at}.woken", zone=f.zone)
    apart = is_disputed(state) and f.zone == PASSAGE
    known = [p.owner for p in state.passages if p.found]
    if f.zone == PASSAGE:
        firm(known, "SCORPION-25.2", "scorpion.no_entrance_found", field=f"{at}.zone")
    whose = f.inside in known if apart else f.inside is None
    firm(whose, "SCORPION-30.6", "scorpion.position_whose_passage", field=f"{at}.inside", guard=f.id)
    return Figure(
        f.id,
        f.zone,
        f.weapon,
        drunk=(f.sober_in or FOR_THE_GAME) if f.drunk else None,
        carded=f.carded,
        moved=f.moved,
        attacked=f.attacked,
        woke_in=f.zone if f.woken else None,
        inside=f.inside,
    )


def _supplies(state: State) -> None:
    """Refuse too many figures, in total or of one kind, and duplicate ids (SCORPION-1.2, 24.1)."""
    field = "table.figures"
    ids = [f.id for f in state.figures]
    firm(len(ids) <= LIMIT, "SCORPION-24.1", "scorpion.position_figures", field=field, most=LIMIT, count=len(ids))
    twice = next((id for id in ids if ids.count(id) > 1), None)
    firm(twice is None, "SCORPION-1.2", "scorpion.position_twice", field=field, guard=twice)
    able = Counter(f.weapon for f in state.figures if f.drunk is None)
    for weapon, count in able.items():
        enough = count <= OF_A_WEAPON
        firm(enough, "SCORPION-1.2", "scorpion.position_weapons", field=field, weapon=weapon, most=OF_A_WEAPON)
    firm(len(ids) - able.total() <= MOST_DRUNK, "SCORPION-1.2", "scorpion.drunk_figures", field=field, most=MOST_DRUNK)


def _patrol(state: State, p: Patrol, n: int) -> Patrol:
    """Lay a patrol: two or more able guards in one zone (SCORPION-7.3, 7.7, 7.8)."""
    at = f"table.patrols[{n}]"
    members = tuple(sorted(p.members))
    some = [f for f in state.figures if f.id in members]
    firm(len(members) > 1, "SCORPION-7.3", "scorpion.patrol_of_two", field=f"{at}.members")
    lost = next((id for id in members if all(f.id != id for f in some)), None)
    firm(lost is None, "SCORPION-7.1", "scorpion.guard_not_there", field=f"{at}.members", guard=lost)
    drunk = next((f.id for f in some if f.drunk is not None), None)
    firm(drunk is None, "SCORPION-7.11", "scorpion.guard_is_drunk", field=f"{at}.members", guard=drunk)
    firm(len({(f.zone, f.inside) for f in some}) == 1, "SCORPION-7.7", "scorpion.not_together", field=f"{at}.members")
    return replace(p, members=members)


def headings(state: State) -> None:
    """Refuse a patrol on the route without a possible facing, unless it is moving (SCORPION-7.8, 7.9)."""
    walking = {id for asked in state.pending if isinstance(asked, Moving | Heading) for id in asked.unit}
    route = state.board.route
    zone_of = {f.id: f.zone for f in state.figures}
    for n, p in enumerate(state.patrols):
        zone = zone_of[p.members[0]]
        on_route = zone in route.zones
        fits_route = (p.behind, zone) in route.steps or p.behind in (route.behinds(zone) if on_route else (None,))
        waits = p.behind is None and walking.intersection(p.members)
        on, off = ("SCORPION-7.8", "scorpion.heading_not_behind"), ("SCORPION-7.9", "scorpion.off_the_route_no_heading")
        firm(fits_route or waits, *(on if on_route else off), field=f"table.patrols[{n}].behind", zone=zone)


def _set_up(state: State) -> None:
    """Refuse, before turn 1, too many units, sentries off posts and patrols off the route (SCORPION-4.1, 4.3)."""
    most, patrols = state.options.sentries, state.options.patrol_count
    firm(sentries(state) <= most, "SCORPION-4.1", "scorpion.all_sentries_placed", field="table.figures", count=most)
    patrols_are_left = len(state.patrols) <= patrols
    firm(patrols_are_left, "SCORPION-4.3", "scorpion.all_patrols_placed", field="table.patrols", count=patrols)
    paired = {id for p in state.patrols for id in p.members}
    posts: list[str] = []
    for n, f in enumerate(state.figures):
        field = f"table.figures[{n}].zone"
        if f.id in paired:
            firm(f.zone in state.board.route.zones, "SCORPION-4.3", "scorpion.off_route", field=field, zone=f.zone)
            continue
        firm(f.zone in state.board.posts, "SCORPION-4.1", "scorpion.no_post", field=field, zone=f.zone)
        firm(f.zone not in posts, "SCORPION-4.2", "scorpion.post_taken", field=field, zone=f.zone)
        posts.append(f.zone)


# Cards (SCORPION-1.3, 3.5, 3.6)


def _stocks(state: State, table: OpenTable) -> tuple[Stock, ...]:
    if is_in_set_up(state):
        firm(not table.stocks, "SCORPION-9.2", "scorpion.position_not_now", field="table.stocks", phase="setup")
        return state.stocks
    check_stocks(state, table)
    return tuple(_stock(state, s, old.listed) for s, old in zip(table.stocks, state.stocks, strict=True))


def check_stocks(state: State, table: OpenTable) -> None:
    """Refuse a table without the cards of every guard player (SCORPION-2.3)."""
    wanted = [s.role for s in state.stocks]
    complete = [s.role for s in table.stocks] == wanted
    firm(complete, "SCORPION-2.3", "scorpion.position_stocks", field="table.stocks", count=len(wanted))


def _stock(state: State, s: OpenStock, listed: Cards | None) -> Stock:
    entered = state.options.guard_cards == "entered"
    return Stock(
        s.role,
        0,
        chosen=True,
        listed=listed,
        hand_size=s.hand_size,
        drawn=() if entered else None,
        drawn_size=s.drawn_size,
        deck_size=s.deck_size,
        discard=cards(s.discard),
        front=s.front,
        drew=s.drew if state.phase == "alert" else state.phase in ("cards", "patrol", "intruders"),
        hand_used=s.hand_used,
    )


def waiting(state: State) -> Cards:
    """Return the owners of the wound cards that two guard players have yet to share."""
    return tuple(role for asked in state.pending if isinstance(asked, Splitting) for role in asked.roles)


def counted(state: State) -> State:
    """Compute each stock's size and check that all are the 36 cards, none visible too often (SCORPION-1.3, 3.5)."""
    lying = Counter([*(w for c in state.characters for w in c.wounds), *waiting(state)])
    stocks = tuple(
        replace(s, size=s.hand_size + s.drawn_size + s.deck_size + len(s.discard) + s.front + lying[s.role])
        for s in state.stocks
    )
    total = sum(s.size for s in stocks)
    clause = "SCORPION-3.6" if two_guard_players(state) else "SCORPION-3.5"
    firm(total == DECK, clause, "scorpion.position_cards", field="table.stocks", count=total, most=DECK)
    shown = (*seen(state), *("kenjutsu",) * len(waiting(state)))
    fits = fits_deck("guards", shown, state.options.deck_list("guards"))
    firm(fits, "SCORPION-1.3", "scorpion.more_than_deck", field="table.stocks")
    inside = sum(f.zone == PASSAGE for f in state.figures)
    room = inside <= sum(s.front for s in stocks)
    firm(room, "SCORPION-25.20", "scorpion.passage_full", field="table.figures")
    return replace(state, stocks=stocks)


# Entrances and ropes known to the guards (SCORPION-25.11, 31.6)


def _passages(state: State, table: OpenTable) -> tuple[Passage, ...]:
    owners = [p.owner for p in table.passages]
    known = {p.owner for p in state.passages}
    whose = len(set(owners)) == len(owners) and set(owners) <= known
    firm(whose, "SCORPION-30.6", "scorpion.position_owner", field="table.passages")
    for n, p in enumerate(table.passages):
        for zone in p.found:
            field = f"table.passages[{n}].found"
            firm(zone in state.board, "SCORPION-1.6", "scorpion.no_such_zone", field=field, zone=zone)
            can_hold_entrance = zone in state.board.entrance_zones
            firm(can_hold_entrance, "SCORPION-6.8", "scorpion.entrance_in_moat", field=field, zone=zone)
    found: dict[str | None, tuple[str, ...]] = {p.owner: p.found for p in table.passages}
    return tuple(replace(p, found=found.get(p.owner, ())) for p in state.passages)


def _ropes(state: State, table: OpenTable) -> tuple[Rope, ...]:
    for n, r in enumerate(table.ropes):
        wall(state, r.a, r.b, f"table.ropes[{n}]")
    most = sum(sum(ropes_at_most(state.options, shown)) for shown in table.characters)
    count = len(table.ropes)
    firm(count <= most, "SCORPION-17.6", "scorpion.position_ropes_found", field="table.ropes", count=count, most=most)
    return tuple(Rope(r.a, r.b, NOBODY, state.turn - 1, found=True) for r in table.ropes)


def wall(state: State, a: str, b: str, field: str, *, private: bool = False) -> None:
    """Refuse a rope between zones that no wall separates (SCORPION-17.6)."""
    parts = a in state.board and b in state.board and state.board.border(a, b) == "wall"
    firm(parts, "SCORPION-17.6", "scorpion.no_wall_there", private=private, field=field, zone=a, to=b)
