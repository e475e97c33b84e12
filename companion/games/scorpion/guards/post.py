"""A hidden sentry steps out: the guards say which figure is placed, or at the limit which guard goes there."""

from __future__ import annotations

import flet as ft

from companion.games.scorpion.facts import prompt_of, weapons_of
from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.guards.facts import Move, zone_of
from companion.games.scorpion.guards.frame import G, ask_me, laid
from companion.games.scorpion.map import guards_map, place, unit_name
from companion.games.table.context import Screen
from companion.games.table.frame import undo
from companion.ui import Choice, Main, Side, chip, choice_bar
from companion.ui.words.sentences import begun
from referee.scorpion.moves import PASSAGE

IC = ft.Icons
_TYPE = "place_hidden_sentry"


def placing(ctx: Ctx) -> Screen:
    """Draw the choice of a weapon, or at the limit of a guard who goes there, or none (SCORPION-19.4, 24.4)."""
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
        move: Move = {"type": _TYPE, "weapon": weapon}
        main = Main(label, ctx.declare(move) if weapon else None, bool(weapon))
        left: Side = undo(ctx)
        lit: tuple[tuple[str, str], ...] = ()
        tap = None
    else:
        there = [g for g in guards if zone_of(ctx.view, g) == ctx.pick.zone]
        inside = [g for g in guards if zone_of(ctx.view, g) == PASSAGE]
        chosen = ctx.pick.unit if ctx.pick.unit in (*there, *inside) else there[0] if there else ""
        row = ft.Row(
            [chip(ctx.look, unit_name(ctx, g), ctx.choose("unit", g), g == chosen) for g in there or inside],
            spacing=8, scroll=ft.ScrollMode.AUTO,
        )  # fmt: skip
        main = Main(
            ctx.t(f"{G}take_guard", unit=unit_name(ctx, chosen)) if chosen else ctx.t(f"{G}lacks_unit"),
            ctx.declare({"type": _TYPE, "replace": chosen}) if chosen else None,
            bool(chosen),
        )
        left = Side(ctx.t(f"{G}take_none"), None, ctx.declare({"type": _TYPE, "decline": True}))
        lit = tuple((z, "") for z in dict.fromkeys(zone_of(ctx.view, g) for g in guards) if z != PASSAGE)
        tap = ctx.choose("zone")
    facts = guards_map(ctx, concerned=(zone,), targets=lit, chosen=ctx.pick.zone if tap else "")
    dock = ask_me(ctx, line, ask, left, main, IC.PERSON_ADD_SHARP)
    return laid(ctx, facts, tap, ctx.t(f"{G}hidden_title"), place(ctx, zone), [row]), dock
