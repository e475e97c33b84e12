"""What an act of the guards still needs to be said: the weapon, whom to attack, who walks together, what lies behind.

`move_of` makes the declaration of what is chosen, `missing` names what it lacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import flet as ft

from companion.boards.drawing import drawing_of
from companion.games.scorpion.facts import Ctx, Pick, offers_of, patrol_of, weapons_of
from companion.games.scorpion.guards.facts import (
    Move,
    barracks,
    candidates,
    entitled,
    may_unlock,
    seen_at,
    units_of,
    zone_of,
)
from companion.games.scorpion.guards.frame import G
from companion.games.scorpion.map import place, unit_name
from companion.ui import Choice, chip, choice_bar
from companion.ui.words import begun
from referee.scorpion.moves import PASSAGE

NONE_BEHIND = "-"
"""Stands for a patrol with every way of the route ahead of it."""


def targets(ctx: Ctx, act_: str) -> tuple[str, ...]:
    if act_ == "awaken":
        return tuple(barracks(ctx))
    if act_ == "merge":
        return tuple(joinable(ctx))
    found = dict.fromkeys(zone_of(ctx.view, unit) for unit in candidates(ctx, act_))
    return tuple(zone for zone in found if zone != PASSAGE)


def missing(ctx: Ctx, act_: str, unit: str, zone: str) -> str:
    """Return what an act still needs: unit, zone, intruder, units or behind; empty when it can be declared."""
    if act_ == "awaken":
        return "" if zone in barracks(ctx) else "zone"
    if act_ == "merge":
        return _merge_lacks(ctx, zone)
    if act_ == "passage":
        return "" if unit or may_unlock(ctx) else "unit"
    if not unit or unit not in candidates(ctx, act_):
        return "unit"
    return "intruder" if act_ == "kenjutsu" and not victim(ctx, unit) else ""


def move_of(ctx: Ctx, act_: str, unit: str, zone: str) -> Move:
    """Return the declaration of what is chosen; nothing may be missing."""
    if act_ == "awaken":
        move: Move = {"type": "play_awaken", "zone": zone, "weapons": list(weapons(ctx, zone))}
        return move | {"together": ctx.pick.together} if len(move["weapons"]) > 1 else move
    if act_ == "merge":
        return merge_move(ctx, zone)
    if act_ == "passage":
        return {"type": "play_guard_passage", "guard": unit} if unit else {"type": "play_guard_passage"}
    if act_ == "kenjutsu":
        return {"type": "attack_intruder", "guard": unit, "intruder": victim(ctx, unit)}
    if act_ == "focus":
        return {"type": "focus_listen", "unit": unit}
    kind = "patrol" if "+" in unit else "sentry"
    return {"type": f"play_{kind}_{act_}", "unit" if kind == "patrol" else "guard": unit}


def detail(ctx: Ctx, act_: str, unit: str, zone: str) -> list[ft.Control]:
    if act_ == "awaken" and zone in barracks(ctx):
        return _waking(ctx, zone)
    if act_ == "kenjutsu" and unit and len(victims(ctx, unit)) > 1:
        who = tuple(Choice(each, ctx.look.t(f"scorpion.{each}")) for each in victims(ctx, unit))
        return [choice_bar(ctx.look, who, victim(ctx, unit), ctx.choose("who"))]
    if act_ == "merge" and zone in targets(ctx, "merge"):
        return _merging(ctx, zone)
    if act_ == "merge" and PASSAGE in targets(ctx, "merge"):
        return [ft.Row([chip(ctx.look, place(ctx, PASSAGE), ctx.choose("zone", PASSAGE))])]
    return []


# Kenjutsu


def victims(ctx: Ctx, guard: str) -> tuple[str, ...]:
    if ctx.open:
        offers = offers_of(ctx.snap, ctx.me, "attack_intruder")
        return tuple(who for o in offers if guard in o.choices("guard") for who in o.choices("intruder"))
    return tuple(one.who for one in seen_at(ctx.view, zone_of(ctx.view, guard)))


def victim(ctx: Ctx, guard: str) -> str:
    there = victims(ctx, guard)
    return there[0] if len(there) == 1 else ctx.pick.who if ctx.pick.who in there else ""


# Waking


def weapons(ctx: Ctx, zone: str) -> tuple[str, ...]:
    """Return the weapons of those who wake; of two players each wakes their own, unless the table rules otherwise."""
    most = barracks(ctx).get(zone, 1)
    chosen = ctx.pick.weapons[:most] or ("sword",)
    return chosen if _any_weapon(ctx) else (ctx.role,) * len(chosen)


def _any_weapon(ctx: Ctx) -> bool:
    return ctx.role == "guards" or ctx.view.options.awaken_weapon_4p == "any"


def _waking(ctx: Ctx, zone: str) -> list[ft.Control]:
    now, most = weapons(ctx, zone), barracks(ctx)[zone]
    kinds = ("sword", "spear") if _any_weapon(ctx) else (ctx.role,)
    ways: list[tuple[str, ...]] = [(kind,) for kind in kinds]
    if most > 1:
        ways += [(a, b) for n, a in enumerate(kinds) for b in kinds[n:]]
    if len(ways) < 2:
        return []
    choices = tuple(Choice("+".join(way), begun("+".join(ctx.look.t(f"scorpion.weapon.{each}") for each in way)))
                    for way in ways)  # fmt: skip
    made = [choice_bar(ctx.look, choices, "+".join(now), ctx.choose_as("weapons", weapons_of), tick=False)]
    if len(now) > 1:
        both = (Choice("apart", ctx.t(f"{G}wake_apart")), Choice("together", ctx.t(f"{G}wake_together")))
        as_now = "together" if ctx.pick.together else "apart"
        made.append(choice_bar(ctx.look, both, as_now, ctx.choose_as("together", _as_patrol)))
    return made


def _as_patrol(way: str) -> bool:
    return way == "together"


# Walking together


def joinable(ctx: Ctx) -> dict[str, tuple[str, ...]]:
    """Return the zones where I may join units, each with the units that may walk together there."""
    unit_of = {f.id: f.unit for f in ctx.view.figures if f.unit}
    found: dict[str, dict[str, None]] = {}
    for offer in offers_of(ctx.snap, ctx.me, "merge_units"):
        for guard in offer.choices("guards"):
            found.setdefault(zone_of(ctx.view, guard), {})[unit_of[guard]] = None
    order = {unit: n for n, unit in enumerate((*(p.unit for p in ctx.view.patrols), *units_of(ctx.view)))}
    return {zone: tuple(sorted(units, key=lambda unit: order[unit])) for zone, units in found.items()}


def joining(ctx: Ctx, zone: str) -> tuple[str, ...]:
    """Return the units that are to walk together: those chosen, or all where there are two."""
    return _joining(ctx.pick, joinable(ctx).get(zone, ()))


def _joining(pick: Pick, there: tuple[str, ...]) -> tuple[str, ...]:
    chosen = tuple(unit for unit in there if unit in pick.to)
    return there if len(there) == 2 and not chosen else chosen


def headings(ctx: Ctx, zone: str, units: Sequence[str]) -> tuple[str | None, ...]:
    """Return what may lie behind the patrol that forms: what lies behind those who join it, else any way there."""
    ways = tuple(drawing_of(ctx.view.board.hash).board.route.behinds(zone)) if zone != PASSAGE else ()
    old = [patrol for unit in units if (patrol := patrol_of(ctx.view, unit)) is not None]
    return tuple(dict.fromkeys(patrol.behind for patrol in old)) if old and ways else ways


def _behind(ctx: Ctx, zone: str) -> tuple[bool, str | None]:
    """Return whether it is known what lies behind, and what."""
    ways = headings(ctx, zone, joining(ctx, zone))
    if len(ways) < 2:
        return True, ways[0] if ways else None
    chosen = None if ctx.pick.behind == NONE_BEHIND else ctx.pick.behind
    return bool(ctx.pick.behind) and chosen in ways, chosen


def _merge_lacks(ctx: Ctx, zone: str) -> str:
    if zone not in targets(ctx, "merge"):
        return "zone"
    units = joining(ctx, zone)
    if len(units) < 2 or not any(entitled(ctx.view, ctx.role, unit) for unit in units):
        return "units"
    return "" if _behind(ctx, zone)[0] else "behind"


def merge_move(ctx: Ctx, zone: str) -> Move:
    guards = sorted(guard for unit in joining(ctx, zone) for guard in unit.split("+"))
    move: Move = {"type": "merge_units", "guards": guards}
    return move | {"behind": _behind(ctx, zone)[1]} if headings(ctx, zone, joining(ctx, zone)) else move


def _merging(ctx: Ctx, zone: str) -> list[ft.Control]:
    now = joining(ctx, zone)
    there = joinable(ctx)[zone]
    chips = [
        chip(ctx.look, unit_name(ctx, unit), ctx.change(_with_or_without, there, unit), unit in now, height=48)
        for unit in there
    ]
    units: list[ft.Control] = [ft.Row(list(chips), spacing=8, scroll=ft.ScrollMode.AUTO)]
    ways = headings(ctx, zone, now)
    if len(now) < 2 or len(ways) < 2:
        return units
    # Where there are but two, they are who walks together: what lies behind them takes their place.
    return [*(units if len(there) > 2 else []), behind_chips(ctx, ways, ctx.pick.behind)]


def _with_or_without(now: Pick, there: tuple[str, ...], unit: str) -> Pick:
    units = _joining(now, there)
    return replace(now, to=tuple(each for each in units if each != unit) if unit in units else (*units, unit))


def behind_chips(ctx: Ctx, ways: Sequence[str | None], chosen: str) -> ft.Control:
    chips = [
        chip(ctx.look, behind_words(ctx, way), ctx.choose("behind", way or NONE_BEHIND),
             chosen == (way or NONE_BEHIND), height=48)
        for way in ways
    ]  # fmt: skip
    return ft.Row(list(chips), spacing=8, scroll=ft.ScrollMode.AUTO)


def behind_words(ctx: Ctx, way: str | None) -> str:
    return ctx.t(f"{G}none_behind") if way is None else ctx.t(f"{G}back_to", zone=way)
