"""Quick start: declaring at once everything that a side still lacks, so that a first game starts soon.

All of it can be changed. Guards choose one of three deployments, whose figures are public. Secrets are drawn at random
among good choices each time, so that nobody knows marks and starts from knowing this code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random, SystemRandom
from typing import Any, Final

import flet as ft

from companion.games.scorpion.facts import Ctx, board_of, called, my_guards, terms
from companion.games.scorpion.map import place, public_map
from companion.games.scorpion.setup.cards import SHARES, suggested_hand, suggested_split, without_none
from companion.games.scorpion.setup.guards import PAIRS, chart, note, placed, rarer, route_of, wanted
from companion.games.scorpion.setup.intruders import (
    are_rivals,
    known,
    noted,
    own,
    playing,
    secret_map,
    suggested_cards,
)
from companion.games.scorpion.setup.marks import mark_zones, random_beds, random_marks
from companion.games.scorpion.setup.steps import Draft, PartAtWork, S, asked, draft_of, keeper, lacking, starts_of
from companion.ui import Act, Choice, Main, act, button_side, choice_bar, label_row
from companion.ui.map.drawing import Figure
from companion.ui.words import word
from referee.board.board import Board
from referee.core.values import Prompt
from referee.scorpion.preferences import DRAW

IC = ft.Icons
TAB: Final = "quick"
DEPLOYMENTS: Final = ("spread", "ring", "outside")
Moves = list[dict[str, Any]]


def is_offered(ctx: Ctx) -> bool:
    """Tell whether this seat can use the quick start now."""
    if ctx.acting or not ctx.open:
        return False
    return bool(guard_moves(ctx, DEPLOYMENTS[0], Random(0)) if ctx.side == "guards" else intruder_moves(ctx, Random(0)))


def button(ctx: Ctx) -> ft.Control:
    """Return its button: the guards choose a deployment, the intruders see what is drawn for them."""
    tap = ctx.choose("tab", TAB) if ctx.side == "guards" else act(_drawn, keeper(ctx), draft_of(ctx))
    return button_side(ctx.look, ctx.t(f"{S}quick"), tap, IC.AUTO_AWESOME_SHARP, 48)


def is_open(ctx: Ctx) -> bool:
    """Tell whether the quick start is open. An intruders' draw is forgotten when their cover closes."""
    now = ctx.pick.tab == TAB if ctx.side == "guards" else bool(draft_of(ctx).one(TAB))
    return now and is_offered(ctx)


def work(ctx: Ctx) -> PartAtWork:
    return deployments(ctx) if ctx.side == "guards" else preview(ctx)


def deployments(ctx: Ctx) -> PartAtWork:
    """Draw the choice of a deployment, with its figures on the map."""
    t = ctx.t
    now = ctx.pick.card if ctx.pick.card in DEPLOYMENTS else DEPLOYMENTS[0]
    bar = tuple(Choice(each, t(f"{S}quick.{each}")) for each in DEPLOYMENTS)
    posts, route = figures(ctx, now)
    shown = tuple(Figure(zone, "sentry", str(n + 1)) for n, zone in enumerate(posts))
    shown += tuple(
        Figure(zone, "patrol", f"P{n + 1}", next(iter(board_of(ctx.view).route.continuations(behind, zone)), ""))
        for n, (zone, behind) in enumerate(route)
    )
    content = [
        choice_bar(ctx.look, bar, now, ctx.choose("card"), tick=False),
        note(ctx.look, t(f"{S}quick.{now}_about")),
        chart(ctx, public_map(ctx, tone="guards", figures=shown), None),
    ]
    main = Main(t(f"{S}quick.so"), act(_guards, ctx, now))
    return PartAtWork(content, t(f"{S}ask.quick"), main, "quick", "SCORPION-4.1")


def _guards(ctx: Ctx, deployment: str) -> None:
    ctx.choose("tab", "")()
    ctx.actions.match.declare_all(guard_moves(ctx, deployment, SystemRandom()))


def preview(ctx: Ctx) -> PartAtWork:
    """Draw the intruders' hands, starts and passage. Missions are drawn when this is declared."""
    t, seed = ctx.t, draft_of(ctx).one(TAB)
    moves = intruder_moves(ctx, Random(seed))
    starts = {move["intruder"]: move["zone"] for move in moves if move["type"] == "set_start"}
    entrances = next((tuple(move["entrances"]) for move in moves if move["type"] == "set_passage"), None)
    lines: list[ft.Control] = []
    if any(move["type"] == "draw_missions" for move in moves):
        lines.append(note(ctx.look, t(f"{S}quick.missions")))
    for move in moves:
        if move["type"] == "choose_intruder_hand" and "cards" in move:
            cards = word(ctx.look, {}, "cards", move["cards"], terms)
            lines += [label_row(ctx.look, called(ctx, move["intruder"])), note(ctx.look, cards)]
    lines += [
        note(ctx.look, t(f"{S}start_free", who=called(ctx, who), zone=place(ctx, zone)))
        for who, zone in starts.items()
    ]
    if entrances:
        lines.append(note(ctx.look, t(f"{S}entrances", zones=" + ".join(place(ctx, zone) for zone in entrances))))
    again = act(_drawn, keeper(ctx), draft_of(ctx))
    content = [
        button_side(ctx.look, t(f"{S}quick.another"), again, IC.CASINO_SHARP, 48),
        *lines,
        chart(ctx, secret_map(ctx, moved=starts, entrances=entrances), None),
    ]
    main = Main(t(f"{S}quick.so"), act(ctx.actions.match.declare_all, moves))
    return PartAtWork(content, t(f"{S}ask.quick_drawn"), main, "quick_drawn", "SCORPION-4.8")


def _drawn(keep: Act, draft: Draft) -> None:
    """Keep the seed of a new draw."""
    keep(draft.but(TAB, f"{SystemRandom().getrandbits(64):x}").texts)


# Guards


def figures(ctx: Ctx, deployment: str) -> tuple[list[str], list[tuple[str, str | None]]]:
    """Return the posts of the missing sentries, and for each missing patrol its zone and the zone behind it."""
    board, now = board_of(ctx.view), asked(ctx)
    (sentries, patrols), (all_sentries, all_patrols) = placed(ctx.view), wanted(ctx.view)
    free = board.in_order(now.choices("place_sentry", "zone"))
    posts = _posts(board, free, deployment)[: all_sentries - sentries]
    there = [figure.zone for figure in ctx.view.figures] + posts
    return posts, _patrols(board, now, there, all_patrols - patrols)


def _posts(board: Board, free: Sequence[str], deployment: str) -> list[str]:
    near = _distance_from(board, [zone.id for zone in board.zones if zone.castle])
    if deployment == "ring":
        return sorted(free, key=near)
    if deployment == "outside":
        return sorted(free, key=near, reverse=True)
    return _spread(board, free, [])


def _distance_from(board: Board, zones: Sequence[str]) -> Callable[[str], float]:
    """Return a function of the number of steps from a zone to the nearest of these."""

    def distance(zone: str) -> float:
        return min((board.walking.between(zone, other) for other in zones), default=0)

    return distance


def _spread(board: Board, free: Sequence[str], there: Sequence[str]) -> list[str]:
    """Return zones in an order in which each is the farthest from all those before it."""
    found: list[str] = []
    left = list(free)
    while left:
        best = max(left, key=_distance_from(board, [*there, *found])) if there or found else left[0]
        left.remove(best)
        found.append(best)
    return found


def _patrols(board: Board, now: Prompt, there: Sequence[str], n: int) -> list[tuple[str, str | None]]:
    route = route_of(now)
    zones = _spread(board, board.in_order(route), there)[:n] if route else []
    return [(zone, next((b for b in route[zone] if b is not None), None)) for zone in zones]


def guard_moves(ctx: Ctx, deployment: str, random: Random) -> Moves:
    """Return what the guards still lack and can have now, as declarations.

    Either of two guard players may declare what both share; each takes their own hand.
    """
    lacks, found = lacking(ctx), Moves()
    if "split" in lacks and (shares := suggested_split(ctx)) is not None:
        found.append({"type": "split_guard_cards", **shares})
    if "guard_hand" in lacks:
        counted = ctx.view.options.guard_cards == "counted"
        cards = None if counted else suggested_hand(ctx)
        if counted:
            found.append({"type": "choose_guard_hand"})
        elif cards is not None:
            found.append({"type": "choose_guard_hand", "cards": cards})
    marks = my_guards(ctx)
    if "sleepers" in lacks:
        found.append({"type": "record_sleepers", "sleepers": without_none(random_beds(ctx, random))})
    if "marks" in lacks and (marks is None or not marks.marks.objectives):
        board = board_of(ctx.view)
        inside = tuple((zone, board.zone(zone).castle or "") for zone in mark_zones(ctx))
        found.append({"type": "record_marks", "marks": random_marks(inside, random)})
    # The last figure waits until the intruders have their hands: everything else is done before.
    posts, route = figures(ctx, deployment)
    first = SHARES.index(rarer(ctx.view))
    found += [{"type": "place_sentry", "zone": z, "weapon": SHARES[(n + first) % 2]} for n, z in enumerate(posts)]
    found += [{"type": "place_patrol", "zone": z, "behind": b, "weapons": list(PAIRS[1])} for z, b in route]
    return found


# Intruders


def intruder_moves(ctx: Ctx, random: Random) -> Moves:
    """Return what the intruders still lack and can have now, as declarations in the order of play."""
    lacks, found = lacking(ctx), Moves()
    if "character" in lacks:
        return found
    mine_ = [one.who for one in playing(ctx)]
    if "mission" in lacks:
        found.append({"type": "draw_missions", **dict.fromkeys(mine_, DRAW)})
    found += _hands(ctx, lacks)
    found += _starts(ctx, lacks, random)
    if "passage" in lacks and not are_rivals(ctx) and not noted(ctx):
        found += _passage(ctx, random)
    return found


def _hands(ctx: Ctx, lacks: Sequence[str]) -> Moves:
    found = Moves()
    for who in (one.who for one in own(ctx)):
        if f"hand_{who}" not in lacks:
            continue
        if ctx.view.options.intruder_cards == "counted":
            found.append({"type": "choose_intruder_hand", "intruder": who})
            continue
        cards = suggested_cards(ctx, who, getattr(ctx.view.options, f"{who}_hand"))
        if cards is not None:
            found.append({"type": "choose_intruder_hand", "intruder": who, "cards": without_none(cards)})
    return found


def _starts(ctx: Ctx, lacks: Sequence[str], random: Random) -> Moves:
    """Return starts far from every guard, drawn among the better ones."""
    board, found = board_of(ctx.view), Moves()
    guards = [figure.zone for figure in ctx.view.figures]
    for who, zones in starts_of(ctx).items():
        one = known(ctx, who)
        if f"start_{who}" in lacks and zones and one is not None and not one.start:
            zone = random.choice(_better(board, zones, guards))
            found.append({"type": "set_start", "intruder": who, "zone": zone})
    return found


def _better(board: Board, zones: Sequence[str], guards: Sequence[str]) -> list[str]:
    """Return the third of these zones that is farthest from the guards, but at least three, if possible."""
    ordered = sorted(zones, key=_distance_from(board, guards), reverse=True)
    return ordered[: max(3, len(ordered) // 3)]


def _passage(ctx: Ctx, random: Random) -> Moves:
    """Return a passage from outside into the castles, drawn by lot."""
    board, zones = board_of(ctx.view), asked(ctx).choices("set_passage", "entrances")
    inner = [zone for zone in zones if board.zone(zone).castle]
    outer = [zone for zone in zones if not board.zone(zone).castle]
    if not inner or not outer:
        return []
    return [{"type": "set_passage", "entrances": [random.choice(outer), random.choice(inner)]}]
