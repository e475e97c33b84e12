"""Guards on the move, zone by zone: a card's move, patrols on their route, and a hidden sentry that steps out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.scorpion.facts import Ctx, Pick, offers_of, prompt_of, weapons_of
from companion.games.scorpion.guards.cards import NONE_BEHIND, NOTHING, behind_chips, choosing, tiles
from companion.games.scorpion.guards.cards import chosen as act_chosen
from companion.games.scorpion.guards.facts import Choices, by_zone, zone_of
from companion.games.scorpion.guards.frame import G, ask_me, bottom, laid
from companion.games.scorpion.map import guards_map, lit, on_board, place, spot, unit_name
from companion.games.table.context import Screen
from companion.games.table.frame import lesson, undo
from companion.ui import Choice, Main, Side, act, chip, choice_bar
from companion.ui.map.drawing import MapFacts
from companion.ui.words import begun
from referee.core.offers import Offer
from referee.scorpion.moves import OTHER_EXIT, PASSAGE

IC = ft.Icons
_TYPE = "place_hidden_sentry"


def placing(ctx: Ctx) -> Screen:
    """Draw the choice of a weapon or, at the limit, of a guard who goes there, or none (SCORPION-19.4, 24.4)."""
    prompt = prompt_of(ctx.snap, ctx.me, _TYPE)
    assert prompt is not None
    zone = str(prompt.params["zone"])
    guards = prompt.choices(_TYPE, "replace")
    weapons = [each for each in prompt.choices(_TYPE, "weapon") if each is not None]
    line, ask = ctx.t(f"{G}hidden_line"), ctx.say(prompt.ask, prompt.params)
    if not guards:
        weapon = ctx.pick.weapons[0] if ctx.pick.weapons and ctx.pick.weapons[0] in weapons else ""
        bars = tuple(Choice(each, begun(ctx.look.t(f"scorpion.weapon.{each}"))) for each in weapons)
        row: ft.Control = choice_bar(ctx.look, bars, weapon, ctx.choose_as("weapons", weapons_of))
        named = ctx.look.t(f"scorpion.weapon.{weapon}") if weapon else ""
        label = ctx.t(f"{G}place_weapon", weapon=named) if weapon else ctx.t(f"{G}lacks_weapon")
        move, ready = {"type": _TYPE, "weapon": weapon}, bool(weapon)
        left: Side = undo(ctx)
        targets: tuple[tuple[str, str], ...] = ()
        tap = None
    else:
        there = [g for g in guards if zone_of(ctx.view, g) == ctx.pick.zone]
        inside = [g for g in guards if zone_of(ctx.view, g) == PASSAGE]
        chosen = ctx.pick.unit if ctx.pick.unit in (*there, *inside) else there[0] if there else ""
        row = ft.Row(
            [chip(ctx.look, unit_name(ctx, g), ctx.choose("unit", g), g == chosen) for g in there or inside],
            spacing=8, scroll=ft.ScrollMode.AUTO,
        )  # fmt: skip
        label = ctx.t(f"{G}take_guard", unit=unit_name(ctx, chosen)) if chosen else ctx.t(f"{G}lacks_unit")
        move, ready = {"type": _TYPE, "replace": chosen}, bool(chosen)
        left = Side(ctx.t(f"{G}take_none"), None, ctx.declare({"type": _TYPE, "decline": True}))
        targets = lit(dict.fromkeys(zone_of(ctx.view, g) for g in guards))
        tap = ctx.choose("zone")
    facts = guards_map(ctx, concerned=(zone,), targets=targets, chosen=ctx.pick.zone if tap else "")
    main = Main(label, ctx.declare(move) if ready else None, ready)
    dock = ask_me(ctx, line, ask, left, main, IC.PERSON_ADD_SHARP)
    return laid(ctx, facts, tap, ctx.t(f"{G}hidden_title"), place(ctx, zone), [row]), dock


AWAY = (PASSAGE, OTHER_EXIT)
"""Destinations that are no zones of the map."""


def stepping(ctx: Ctx) -> Screen:
    """Draw a move under way: the zones that may be entered next are lit, and the last step's answer stays."""
    if act_chosen(ctx).act:
        return choosing(ctx)
    prompt = prompt_of(ctx.snap, ctx.me, "step")
    assert prompt is not None
    unit, left = str(prompt.params["unit"]), int(prompt.params["left"])
    ways = _zones(prompt.offers)
    may_stop = prompt.offer("guard_stop") is not None
    at = zone_of(ctx.view, unit)
    to = ctx.pick.zone if ctx.pick.zone in ways else ways[0] if len(ways) == 1 and not may_stop else ""
    facts = _map(ctx, at, ways, to)
    tap = act(_aim, ctx.choose("zone"), tuple(ways))
    below = bottom(ctx, tiles(ctx, NOTHING), [*lesson(ctx, "step", "SCORPION-13.2"), *_away(ctx, ways, to)])
    stop = Side(ctx.t(f"{G}stop"), IC.PAN_TOOL_SHARP, ctx.declare({"type": "guard_stop"}))
    step = ctx.declare({"type": "guard_step", "to": to, "unit": unit}) if to else None
    content = laid(ctx, facts, tap, unit_name(ctx, unit), place(ctx, at), below)
    if prompt.offer("walk_patrols") is not None:
        return content, _all_dock(ctx, Side(ctx.t(f"{G}move"), IC.DIRECTIONS_WALK_SHARP, step))
    main = Main(ctx.t(f"{G}move"), step, bool(to))
    ask = ctx.t(f"{G}step_left" if left > 1 else f"{G}step_last" if may_stop else f"{G}step_must", n=left)
    if to or not ways:
        ask = ctx.t(f"{G}ask_patrol" if to else f"{G}no_way", unit=unit_name(ctx, unit), zone=spot(ctx, to))
    over, back = ctx.t(f"{G}may_move", unit=unit_name(ctx, unit)), stop if may_stop else undo(ctx)
    return content, ask_me(ctx, over, ask, back, main, IC.DIRECTIONS_WALK_SHARP)


def _zones(offers: Sequence[Offer]) -> tuple[str, ...]:
    found = (to for offer in offers if offer.move == "guard_step" for to in offer.choices("to"))
    return tuple(dict.fromkeys(to for to in found if isinstance(to, str)))


def _map(ctx: Ctx, at: str, ways: Sequence[str], to: str) -> MapFacts:
    """Return the map of a move: where the unit is, where it may go, and the chosen zone."""
    return guards_map(ctx, targets=lit(ways), chosen=to if to not in AWAY else "", concerned=on_board(at))


def _aim(choose: Any, ways: tuple[str, ...], zone: str) -> None:
    if zone in ways:
        choose(zone)


def _away(ctx: Ctx, ways: Sequence[str], to: str) -> list[ft.Control]:
    """Return the destinations that are not on the map: the passage, or an exit that nobody knows."""
    chips = [
        chip(ctx.look, ctx.t(f"{G}into_passage" if exit_ == PASSAGE else f"{G}by_other_exit"),
             ctx.choose("zone", exit_), exit_ == to)
        for exit_ in AWAY
        if exit_ in ways
    ]  # fmt: skip
    return [ft.Row(list(chips), spacing=8, wrap=True)] if chips else []


# The zone behind a patrol


def heading(ctx: Ctx) -> Screen:
    """Draw the question of which zone is behind a patrol that came onto the route (SCORPION-7.8)."""
    prompt = prompt_of(ctx.snap, ctx.me, "guard_stop")
    assert prompt is not None
    unit, behinds = str(prompt.params["unit"]), _behinds(prompt.offers)
    at = zone_of(ctx.view, unit)
    texts = tuple(each or NONE_BEHIND for each in behinds)
    behind = ctx.pick.behind if ctx.pick.behind in texts else ""
    shown = "" if behind == NONE_BEHIND else behind
    zones = lit(each for each in behinds if each)
    facts = guards_map(ctx, unit, targets=zones, chosen=shown, concerned=on_board(at))
    tap = act(_aim, ctx.choose("behind"), texts)
    below = [behind_chips(ctx, behinds, behind), *lesson(ctx, "heading", "SCORPION-7.8")]
    move = {"type": "guard_stop", "behind": None if behind == NONE_BEHIND else behind}
    main = Main(ctx.t(f"{G}faces_so") if behind else ctx.t(f"{G}lacks_behind"), ctx.declare(move), bool(behind))
    over, ask = ctx.t(f"{G}patrol_stands", zone=at), ctx.t(f"{G}ask_behind", unit=unit_name(ctx, unit))
    dock = ask_me(ctx, over, ask, undo(ctx), main, IC.EXPLORE_SHARP)
    return laid(ctx, facts, tap, unit_name(ctx, unit), place(ctx, at), below), dock


def _behinds(offers: Sequence[Offer]) -> tuple[str | None, ...]:
    """Return the zones that may be behind a patrol; None if no zone need be."""
    said = tuple(behind for offer in offers for behind in offer.choices("behind"))
    return (*said, None) if any(not offer.fields for offer in offers) else said


# The patrol phase


def patrolling(ctx: Ctx) -> Screen:
    """Draw the patrol phase: which patrol walks, and at a fork where to; or what may be done besides."""
    offers = offers_of(ctx.snap, ctx.me, "patrols")
    ways: dict[str, tuple[str, ...]] = {}
    for offer in offers:
        for unit in offer.choices("unit")[-1:]:
            ways[unit] = (*ways.get(unit, ()), *_zones([offer]))
    if act_chosen(ctx).act:
        return choosing(ctx)
    kinds = {offer.move for offer in offers}
    below = bottom(ctx, tiles(ctx, NOTHING), lesson(ctx, "patrol", "SCORPION-15.4"))
    if "walk_patrols" in kinds and ctx.pick.unit not in ways:
        standing = by_zone(ctx.view, ways)
        onward = dict.fromkeys(to for each in ways.values() for to in each)
        facts = guards_map(ctx, targets=lit(onward), concerned=tuple(zone for zone, _ in standing if zone != PASSAGE))
        one = Side(ctx.t(f"{G}singly"), None, ctx.put(unit=next(iter(ways)), zone=""))
        tap = ctx.change(_first, standing, tuple((to, each) for each, there in ways.items() for to in there))
        return laid(ctx, facts, tap, ctx.t(f"{G}patrol_title", n=len(ways)), "", below), _all_dock(ctx, one)
    unit = ctx.pick.unit if ctx.pick.unit in ways else next(iter(ways), "")
    there = ways.get(unit, ())
    # The next zone of a patrol is the only one, or at a fork the chosen one.
    to = ctx.pick.zone if ctx.pick.zone in there else there[0] if len(there) == 1 else ""
    facts = _map(ctx, zone_of(ctx.view, unit), there, to)
    tap = ctx.change(_aimed, by_zone(ctx.view, ways), there, unit)
    dock = _patrol_dock(ctx, unit, to, kinds)
    title, sub = ctx.t(f"{G}all_walked"), ""
    if unit:
        title, sub = unit_name(ctx, unit), place(ctx, zone_of(ctx.view, unit))
    return laid(ctx, facts, tap, title, sub, below), dock


def _first(now: Pick, standing: Choices, ahead: tuple[tuple[str, str], ...], zone: str) -> Pick:
    """Choose the tapped patrol, or the one that would enter the zone, to move it by itself."""
    unit = dict(ahead).get(zone)
    return _aimed(now, standing, (), "", zone) if unit is None else replace(now, unit=unit, zone=zone)


def _all_dock(ctx: Ctx, other: Side) -> ft.Control:
    """Return the dock that lets all patrols walk on at once; `other` moves one."""
    main = Main(ctx.t(f"{G}all_walk"), ctx.declare({"type": "walk_patrols"}))
    return ask_me(ctx, ctx.t(f"{G}turn_patrol"), ctx.t(f"{G}ask_all"), other, main, IC.DIRECTIONS_WALK_SHARP)


def _aimed(now: Pick, standing: Choices, ways: tuple[str, ...], unit: str, zone: str) -> Pick:
    """Choose the tapped zone as the next one, or the patrol in it; of several the next one."""
    there = dict(standing).get(zone, ())
    if zone in ways:
        return replace(now, unit=unit, zone=zone)
    if not there:
        return now
    before = now.unit or unit
    at = there.index(before) + 1 if before in there else 0
    return replace(now, unit=there[at % len(there)], zone="")


def _patrol_dock(ctx: Ctx, unit: str, to: str, kinds: Collection[str]) -> ft.Control:
    end = "end_patrol_phase" in kinds
    over, name = ctx.t(f"{G}turn_patrol"), unit_name(ctx, unit) if unit else ""
    stop = ctx.declare({"type": "end_patrol_phase"})
    label = ctx.t(f"{G}end_patrol_phase")
    if not unit:
        main = Main(label, stop if end else None, end)
        return ask_me(ctx, over, ctx.t(f"{G}all_walked" if end else f"{G}partner_walks"), undo(ctx), main)
    left = Side(label, None, stop) if end else undo(ctx)
    if "walk_patrols" in kinds:
        left = Side(ctx.t(f"{G}all_walk"), None, ctx.declare({"type": "walk_patrols"}))
    walk = ctx.declare({"type": "guard_step", "to": to, "unit": unit}) if to else None
    ask = ctx.t(f"{G}ask_patrol" if to else f"{G}ask_fork", unit=name, zone=spot(ctx, to))
    return ask_me(ctx, over, ask, left, Main(ctx.t(f"{G}move"), walk, bool(to)), IC.DIRECTIONS_WALK_SHARP)
