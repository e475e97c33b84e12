"""The guards' cards: whom to let listen, search, wake or attack, with one button that says what will happen.

A figure is chosen on the map and then what it does, or the other way round. What is chosen is not declared yet.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import flet as ft

from companion.games.scorpion.facts import Ctx, Pick, teach
from companion.games.scorpion.guards.details import detail, missing, move_of, targets
from companion.games.scorpion.guards.draw import sharing
from companion.games.scorpion.guards.facts import (
    HAND_CARDS,
    candidates,
    cards_ask,
    held,
    may_now,
    none_to_play,
    zone_of,
)
from companion.games.scorpion.guards.frame import G, ask_me, bottom, laid
from companion.games.scorpion.map import guards_map, place, spot, unit_name, units_at
from companion.games.table.context import Screen
from companion.games.table.frame import undo
from companion.ui import Act, Main, Side, act_tile, chip
from referee.scorpion.moves import PASSAGE

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


Choices = tuple[tuple[str, tuple[str, ...]], ...]
"""Zones, each with the units that a tap there chooses from."""


class Chosen(NamedTuple):
    """What is chosen so far and still possible: an act, a unit or figure, a zone."""

    act: str
    unit: str
    zone: str


NOTHING = Chosen("", "", "")


def chosen(ctx: Ctx) -> Chosen:
    """Return what is chosen, as far as it can still be: figures come and go."""
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
    zones = tuple((zone, "") for zone in targets(ctx, now.act) if zone != PASSAGE)
    facts = guards_map(ctx, now.unit, targets=zones if now.act else (), chosen=_shown_zone(ctx, now))
    tap = ctx.change(_tapped, zones_and_units(ctx, now.act))
    below = bottom(ctx, tiles(ctx, now), under(ctx, now))
    title, sub = names(ctx, now)
    return laid(ctx, facts, tap, title, sub, below), the_dock(ctx, now)


def _shown_zone(ctx: Ctx, now: Chosen) -> str:
    return now.zone if now.zone and now.zone not in (PASSAGE, "") else ""


def zones_and_units(ctx: Ctx, act_: str) -> Choices:
    """Return what a tap on each zone chooses from: those who may act, or all units there."""
    view = ctx.view
    units = candidates(ctx, act_) if act_ else tuple(f.unit for f in view.figures if f.unit)
    there: dict[str, list[str]] = {}
    for unit in dict.fromkeys(units):
        there.setdefault(zone_of(view, unit), []).append(unit)
    return tuple((zone, tuple(each)) for zone, each in there.items())


def _tapped(now: Pick, units: Choices, zone: str) -> Pick:
    """Choose the zone that was tapped and the first unit there; tapped again, the next one, and then nobody."""
    there = dict(units).get(zone, ())
    if now.zone != zone:
        return replace(now, zone=zone, unit=there[0] if there else "")
    at = there.index(now.unit) + 1 if now.unit in there else len(there)
    return replace(now, zone=zone if at < len(there) else "", unit=there[at] if at < len(there) else "")


# The line of what is chosen, the tiles, and what stands below them


def names(ctx: Ctx, now: Chosen) -> tuple[str, str]:
    """Return who is chosen and where; with nobody chosen, what to do first."""
    if now.unit:
        return unit_name(ctx, now.unit), place(ctx, now.zone)
    if now.zone:
        there = [unit_name(ctx, unit) for unit in units_at(ctx.view, now.zone)]
        return place(ctx, now.zone), ctx.look.t("app.list.comma").join(there)
    if not may_now(ctx):
        return ctx.look.t(f"scorpion.phase.{ctx.view.phase}"), ""
    return ctx.t(f"{G}tap_{now.act}" if now.act else f"{G}tap"), ""


def tiles(ctx: Ctx, now: Chosen) -> list[ft.Control]:
    """Return a tile for each act. Open, each says how many cards of it there are, and what is not held is faint."""
    made: list[ft.Control] = []
    for each in may_now(ctx):
        n = held(ctx, each, now.unit)
        word = ctx.t(f"{G}act_{each}")
        spent = n == 0 or bool(now.unit and not now.act and each not in open_to(ctx, now.unit))
        choose = ctx.toggle("card", each)
        label = word if n is None else f"{word} {n}"
        made.append(act_tile(ctx.look, SIGNS[each], label, None if spent else choose, each == now.act, spent))
    return made


def open_to(ctx: Ctx, unit: str) -> set[str]:
    return {
        each
        for each in may_now(ctx)
        if each in ("awaken", "merge", "passage")
        or any(set(unit.split("+")) & set(one.split("+")) for one in candidates(ctx, each))
    }


def under(ctx: Ctx, now: Chosen) -> list[ft.Control]:
    """Return what stands below the tiles: what is still to be said, who else stands there, my cards, or the lesson."""
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
    return teach(ctx, ctx.view.phase, TEACH[ctx.view.phase]) if ctx.view.phase in TEACH else []


def rivals(ctx: Ctx, now: Chosen) -> tuple[str, ...]:
    """Return all who could be meant in the zone that was tapped; and who is in the passage, which cannot be tapped."""
    there = dict(zones_and_units(ctx, now.act))
    inside = there.get(PASSAGE, ()) if now.act or now.zone in ("", PASSAGE) else ()
    return (*there.get(now.zone, ()), *inside) if now.zone not in ("", PASSAGE) else inside


def take(ctx: Ctx, unit: str) -> Act:
    return ctx.change(replace, zone=zone_of(ctx.view, unit), unit=unit)


# The dock


def the_dock(ctx: Ctx, now: Chosen) -> ft.Control:
    """Return the dock: with nothing chosen it ends the phase; else its button says what will happen."""
    end = ending(ctx)
    if not any(now) and end is not None:
        return ask_me(ctx, line(ctx), _nothing_chosen(ctx), undo(ctx), Main(*end), IC.ARROW_FORWARD_SHARP)
    left = Side(end[0], None, end[1]) if end is not None else undo(ctx)
    lacks = "act" if not now.act else missing(ctx, now.act, now.unit, now.zone)
    glyph = SIGNS.get(now.act)
    if lacks:
        return ask_me(ctx, line(ctx), question(ctx, now), left, Main(ctx.t(f"{G}lacks_{lacks}"), None, False), glyph)
    declare = ctx.declare(move_of(ctx, now.act, now.unit, now.zone))
    return ask_me(ctx, line(ctx), question(ctx, now), left, Main(ctx.t(f"{G}do_{now.act}"), declare), glyph)


def _nothing_chosen(ctx: Ctx) -> str:
    return ctx.t(f"{G}none_left" if none_to_play(ctx.view, ctx.role) else f"{G}play_or_end_{ctx.view.phase}")


def ending(ctx: Ctx) -> tuple[str, Act] | None:
    """Return the button that ends this phase, or None where it is not mine to end."""
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
