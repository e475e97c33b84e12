"""The guards' cards: choosing who listens, searches, wakes or attacks, and declaring it with one button.

A figure is chosen on the map and then its act, or the other way round. `missing` returns what a choice lacks, and
`move_of` makes its declaration.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import flet as ft

from companion.games.scorpion.facts import Ctx, Pick, board_of, called, offers_of, patrol_of, weapons_of
from companion.games.scorpion.guards.draw import sharing
from companion.games.scorpion.guards.facts import (
    HAND_CARDS,
    Choices,
    Move,
    barracks,
    by_zone,
    candidates,
    cards_ask,
    has_none_to_play,
    held,
    is_entitled,
    may_now,
    may_unlock,
    seen_at,
    units_of,
    zone_of,
)
from companion.games.scorpion.guards.frame import G, ask_me, bottom, laid
from companion.games.scorpion.map import guards_map, lit, place, spot, unit_name, units_at
from companion.games.table.context import Screen
from companion.games.table.frame import lesson, undo
from companion.ui import Act, Choice, Main, Side, act_tile, chip, choice_bar
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
    """Return what an act still needs: unit, zone, intruder, units or behind; empty if it can be declared."""
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
        guards = sorted(guard for one in joining(ctx, zone) for guard in one.split("+"))
        move = {"type": "merge_units", "guards": guards}
        return move | {"behind": _behind(ctx, zone)[1]} if headings(ctx, zone, joining(ctx, zone)) else move
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
        who = tuple(Choice(each, called(ctx, each)) for each in victims(ctx, unit))
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
    groups: list[tuple[str, ...]] = [(kind,) for kind in kinds]
    if most > 1:
        groups += [(a, b) for n, a in enumerate(kinds) for b in kinds[n:]]
    if len(groups) < 2:
        return []
    choices = tuple(Choice("+".join(group), begun("+".join(ctx.look.t(f"scorpion.weapon.{each}") for each in group)))
                    for group in groups)  # fmt: skip
    made = [choice_bar(ctx.look, choices, "+".join(now), ctx.choose_as("weapons", weapons_of), tick=False)]
    if len(now) > 1:
        both = (Choice("apart", ctx.t(f"{G}wake_apart")), Choice("together", ctx.t(f"{G}wake_together")))
        as_now = "together" if ctx.pick.together else "apart"
        made.append(choice_bar(ctx.look, both, as_now, ctx.choose_as("together", _as_patrol)))
    return made


def _as_patrol(formation: str) -> bool:
    return formation == "together"


# Joining units


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
    """Return the units to be joined: those chosen, or both if there are only two."""
    return _joining(ctx.pick, joinable(ctx).get(zone, ()))


def _joining(pick: Pick, there: tuple[str, ...]) -> tuple[str, ...]:
    chosen = tuple(unit for unit in there if unit in pick.to)
    return there if len(there) == 2 and not chosen else chosen


def headings(ctx: Ctx, zone: str, units: Sequence[str]) -> tuple[str | None, ...]:
    """Return the zones that may be behind the new patrol: those behind the joining units, else any way there."""
    behinds = tuple(board_of(ctx.view).route.behinds(zone)) if zone != PASSAGE else ()
    old = [patrol for unit in units if (patrol := patrol_of(ctx.view, unit)) is not None]
    return tuple(dict.fromkeys(patrol.behind for patrol in old)) if old and behinds else behinds


def _behind(ctx: Ctx, zone: str) -> tuple[bool, str | None]:
    """Return whether the zone behind the patrol is determined, and which it is."""
    behinds = headings(ctx, zone, joining(ctx, zone))
    if len(behinds) < 2:
        return True, behinds[0] if behinds else None
    chosen = None if ctx.pick.behind == NONE_BEHIND else ctx.pick.behind
    return bool(ctx.pick.behind) and chosen in behinds, chosen


def _merge_lacks(ctx: Ctx, zone: str) -> str:
    if zone not in targets(ctx, "merge"):
        return "zone"
    units = joining(ctx, zone)
    if len(units) < 2 or not any(is_entitled(ctx.view, ctx.role, unit) for unit in units):
        return "units"
    return "" if _behind(ctx, zone)[0] else "behind"


def _merging(ctx: Ctx, zone: str) -> list[ft.Control]:
    now = joining(ctx, zone)
    there = joinable(ctx)[zone]
    chips = [
        chip(ctx.look, unit_name(ctx, unit), ctx.change(_with_or_without, there, unit), unit in now, height=48)
        for unit in there
    ]
    units: list[ft.Control] = [ft.Row(list(chips), spacing=8, scroll=ft.ScrollMode.AUTO)]
    behinds = headings(ctx, zone, now)
    if len(now) < 2 or len(behinds) < 2:
        return units
    # Two units need no choice: the choice of the zone behind them is shown in its place.
    return [*(units if len(there) > 2 else []), behind_chips(ctx, behinds, ctx.pick.behind)]


def _with_or_without(now: Pick, there: tuple[str, ...], unit: str) -> Pick:
    units = _joining(now, there)
    return replace(now, to=tuple(each for each in units if each != unit) if unit in units else (*units, unit))


def behind_chips(ctx: Ctx, behinds: Sequence[str | None], chosen: str) -> ft.Control:
    chips = [
        chip(ctx.look, ctx.t(f"{G}none_behind") if behind is None else ctx.t(f"{G}back_to", zone=behind),
             ctx.choose("behind", behind or NONE_BEHIND), chosen == (behind or NONE_BEHIND), height=48)
        for behind in behinds
    ]  # fmt: skip
    return ft.Row(list(chips), spacing=8, scroll=ft.ScrollMode.AUTO)


IC = ft.Icons
SIGNS = {
    "listen": IC.HEARING_SHARP,
    "focus": IC.SELF_IMPROVEMENT_SHARP,
    "search": IC.SEARCH_SHARP,
    "awaken": IC.NOTIFICATIONS_ACTIVE_SHARP,
    "kenjutsu": IC.COLORIZE_SHARP,
    "passage": IC.MEETING_ROOM_SHARP,
    "merge": IC.GROUP_ADD_SHARP,
}
TEACH = {"alert": "SCORPION-10.9", "cards": "SCORPION-14.1"}


class Chosen(NamedTuple):
    """What is chosen so far and still possible: an act, a unit or figure, a zone."""

    act: str
    unit: str
    zone: str


NOTHING = Chosen("", "", "")


def chosen(ctx: Ctx) -> Chosen:
    """Return what is chosen, as far as it is still possible: figures come and go."""
    pick, view = ctx.pick, ctx.view
    act_ = pick.card if pick.card in may_now(ctx) else ""
    unit = pick.unit if pick.unit and zone_of(view, pick.unit) == (pick.zone or zone_of(view, pick.unit)) else ""
    if act_ in ("awaken", "merge"):
        return Chosen(act_, "", pick.zone)
    if act_ and unit not in candidates(ctx, act_):
        may = candidates(ctx, act_)
        sole = may[0] if len(may) == 1 and not pick.zone else ""
        unit = next((each for each in may if pick.zone and zone_of(view, each) == pick.zone), sole)
    return Chosen(act_, unit, zone_of(view, unit) if unit else pick.zone)


def choosing(ctx: Ctx) -> Screen:
    """Draw the alert or card phase: whom to choose, what to do, and the button that declares it."""
    now = chosen(ctx)
    zones = lit(targets(ctx, now.act)) if now.act else ()
    facts = guards_map(ctx, now.unit, targets=zones, chosen="" if now.zone == PASSAGE else now.zone)
    tap = ctx.change(_tapped, zones_and_units(ctx, now.act))
    below = bottom(ctx, tiles(ctx, now), under(ctx, now))
    title, sub = names(ctx, now)
    return laid(ctx, facts, tap, title, sub, below), the_dock(ctx, now)


def zones_and_units(ctx: Ctx, act_: str) -> Choices:
    """Return the units that a tap on each zone chooses from: those who may act, or all units there."""
    return by_zone(ctx.view, dict.fromkeys(candidates(ctx, act_) if act_ else units_of(ctx.view)))


def _tapped(now: Pick, units: Choices, zone: str) -> Pick:
    """Choose the tapped zone and the first unit there; tapped again, the next one, and then none."""
    there = dict(units).get(zone, ())
    if now.zone != zone:
        return replace(now, zone=zone, unit=there[0] if there else "")
    at = there.index(now.unit) + 1 if now.unit in there else len(there)
    return replace(now, zone=zone if at < len(there) else "", unit=there[at] if at < len(there) else "")


# The line about what is chosen, the tiles, and what is below them


def names(ctx: Ctx, now: Chosen) -> tuple[str, str]:
    """Return who is chosen and where; if nobody is, what to do first."""
    if now.unit:
        return unit_name(ctx, now.unit), place(ctx, now.zone)
    if now.zone:
        there = [unit_name(ctx, unit) for unit in units_at(ctx.view, now.zone)]
        return place(ctx, now.zone), ctx.look.t("app.list.comma").join(there)
    if not may_now(ctx):
        return ctx.look.t(f"scorpion.phase.{ctx.view.phase}"), ""
    return ctx.t(f"{G}tap_{now.act}" if now.act else f"{G}tap"), ""


def tiles(ctx: Ctx, now: Chosen) -> list[ft.Control]:
    """Return a tile for each act. While the cover is open it shows the number of cards held; one without is faint."""
    made: list[ft.Control] = []
    for each in may_now(ctx):
        n = held(ctx, each, now.unit)
        word = ctx.t(f"{G}act_{each}")
        spent = n == 0 or bool(now.unit and not now.act and not may_do(ctx, now.unit, each))
        choose = ctx.toggle("card", each)
        label = word if n is None else f"{word} {n}"
        made.append(act_tile(ctx.look, SIGNS[each], label, None if spent else choose, each == now.act, spent))
    return made


def may_do(ctx: Ctx, unit: str, act_: str) -> bool:
    """Tell whether one of the acts that have a tile is open to a unit, or to one of its figures."""
    members = set(unit.split("+"))
    return act_ in ("awaken", "merge", "passage") or any(members & set(one.split("+")) for one in candidates(ctx, act_))


def under(ctx: Ctx, now: Chosen) -> list[ft.Control]:
    """Return what is below the tiles: remaining choices, other units there, my cards, or the lesson."""
    more = detail(ctx, now.act, now.unit, now.zone)
    if more:
        return more
    others = rivals(ctx, now)
    if len(others) > 1 or (others and not now.unit):
        chips = [chip(ctx.look, unit_name(ctx, each), take(ctx, each), each == now.unit) for each in others]
        return [ft.Row(chips, spacing=8, scroll=ft.ScrollMode.AUTO)]
    shared = sharing(ctx) if now == NOTHING else []
    if ctx.open or shared:
        return shared
    return lesson(ctx, ctx.view.phase, TEACH[ctx.view.phase]) if ctx.view.phase in TEACH else []


def rivals(ctx: Ctx, now: Chosen) -> tuple[str, ...]:
    """Return all units that a tap on the zone could mean, and those in the passage, which cannot be tapped."""
    there = dict(zones_and_units(ctx, now.act))
    inside = there.get(PASSAGE, ()) if now.act or now.zone in ("", PASSAGE) else ()
    return (*there.get(now.zone, ()), *inside) if now.zone not in ("", PASSAGE) else inside


def take(ctx: Ctx, unit: str) -> Act:
    return ctx.change(replace, zone=zone_of(ctx.view, unit), unit=unit)


# The dock


def the_dock(ctx: Ctx, now: Chosen) -> ft.Control:
    """Return the dock: with nothing chosen it ends the phase; else its button declares what is chosen."""
    end = ending(ctx)
    if not any(now) and end is not None:
        ask = ctx.t(f"{G}none_left" if has_none_to_play(ctx.view, ctx.role) else f"{G}play_or_end_{ctx.view.phase}")
        return ask_me(ctx, line(ctx), ask, undo(ctx), Main(*end), IC.ARROW_FORWARD_SHARP)
    left = Side(end[0], None, end[1]) if end is not None else undo(ctx)
    if lacks := missing(ctx, now.act, now.unit, now.zone) if now.act else "act":
        main = Main(ctx.t(f"{G}lacks_{lacks}"), None, False)
    else:
        main = Main(ctx.t(f"{G}do_{now.act}"), ctx.declare(move_of(ctx, now.act, now.unit, now.zone)))
    return ask_me(ctx, line(ctx), question(ctx, now), left, main, SIGNS.get(now.act))


def ending(ctx: Ctx) -> tuple[str, Act] | None:
    """Return the button that ends this phase, or None if it is not mine to end."""
    ask = cards_ask(ctx)
    if not ask:
        return None
    kind = "end_alert_phase" if ask == "alert_cards" else "end_card_phase"
    return ctx.t(f"{G}{kind}"), ctx.declare({"type": kind})


def line(ctx: Ctx) -> str:
    """Return the line over the ask: the phase, and how many cards of how many are played."""
    view = ctx.view
    if view.phase == "cards" and not view.focused:
        return ctx.t(f"{G}turn_cards", n=view.hand_used, of=HAND_CARDS)
    return ctx.t(f"{G}turn_focused" if view.focused else f"{G}turn_{view.phase}")


def question(ctx: Ctx, now: Chosen) -> str:
    if not now.act:
        return ctx.t(f"{G}what_does", unit=unit_name(ctx, now.unit)) if now.unit else ctx.t(f"{G}what_here")
    unit, zone = unit_name(ctx, now.unit) if now.unit else "", spot(ctx, now.zone) if now.zone else ""
    full = bool(unit and zone) if now.act not in ("awaken", "merge") else bool(zone)
    if now.act == "merge" and missing(ctx, "merge", "", now.zone) == "behind":
        return ctx.t(f"{G}ask_merge_behind")
    if now.act == "passage":
        return ctx.t(f"{G}ask_passage_guard", unit=unit) if unit else ctx.t(f"{G}ask_passage")
    return ctx.t(f"{G}ask_{now.act}", unit=unit, zone=zone) if full else ctx.t(f"{G}tap_{now.act}")
