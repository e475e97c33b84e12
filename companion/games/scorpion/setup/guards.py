"""The guards' figures in the set-up, and its map or list of zones (SCORPION-4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.scorpion.facts import Ctx, Pick, board_of, patrol_of, weapons_of
from companion.games.scorpion.map import guards_map, lit, place, unit_name, units_at
from companion.games.scorpion.setup.cards import SHARES
from companion.games.scorpion.setup.steps import PartAtWork, S, asked, is_blocked
from companion.games.table.context import in_turn
from companion.ui import Act, Choice, Handler, Main, act, block, button_side, choice_bar, icon_button, row, text
from companion.ui.map.board_map import board_map
from companion.ui.map.drawing import Figure, MapFacts
from companion.ui.map.zone_list import zone_list
from companion.ui.theme import Look
from companion.ui.words import listed
from referee.core.values import Prompt
from referee.scorpion.views.view_model import View

IC = ft.Icons
TALL = 300
WIDE = 560
"""The height of a map on a phone and on a tablet, in pixels."""
CHART = "chart"
"""The key of a map among the parts of a screen: on a tablet it is to the left of the others."""


def chart(ctx: Ctx, facts: MapFacts, on_zone: Act | None, tall: float = TALL) -> ft.Control:
    """Return the map, or the list of its zones if this phone shows that."""
    if ctx.pick.listed:
        shown = zone_list(ctx.look, facts, on_zone, facts.chosen)
    else:
        shown = board_map(ctx.look, facts, on_zone, WIDE if ctx.look.wide else tall)
    return ft.Container(shown, key=CHART)


def arranged(ctx: Ctx, content: Sequence[ft.Control]) -> list[ft.Control]:
    """Return the parts of a screen; on a tablet with the map at the left and the others at the right."""
    left = [each for each in content if each.key == CHART]
    if not ctx.look.wide or not left:
        return list(content)
    rest: list[ft.Control] = [each for each in content if each.key != CHART]
    pair: list[ft.Control] = [ft.Container(left[0], expand=60), ft.Column(rest, spacing=12, expand=40)]
    return [ft.Row(pair, spacing=24, vertical_alignment=ft.CrossAxisAlignment.START)]


def switch(ctx: Ctx) -> ft.Control:
    listed = ctx.pick.listed
    label = ctx.t(f"{S}as_map" if listed else f"{S}as_list")
    return icon_button(
        ctx.look, IC.MAP_SHARP if listed else IC.LIST_SHARP, label, ctx.toggle("listed", True, off=False)
    )


def beside_switch(ctx: Ctx, control: ft.Control) -> ft.Control:
    """Return a control with the switch between map and list at its right."""
    return row([ft.Container(control, expand=True), switch(ctx)], 4)


def under(ctx: Ctx, *buttons: tuple[str, ft.IconData | None, Handler]) -> ft.Control:
    return row([button_side(ctx.look, label, handler, glyph, 48, True, True) for label, glyph, handler in buttons], 10)


@block
def note(look: Look, words: str, loud: bool = False) -> ft.Control:
    """Return one line about what is chosen; `loud` if it is a warning."""
    return text(look, "label", words, look.p.accent_text if loud else look.p.text_2, bold=loud, lines=3)


Placed = tuple[MapFacts, list[ft.Control], Main]
"""A map, what is below it, and the button."""
PAIRS = (("sword", "sword"), ("sword", "spear"), ("spear", "spear"))
"""The weapons of a patrol of two."""
_TALL = {"sentry": 286, "patrol": 228, "lift": 286}
"""The height of the map on a phone in pixels, by what is placed."""
_NOBODY = "-"
"""Stands for no zone behind a patrol: every way on the route is ahead."""


def wanted(view: View) -> tuple[int, int]:
    """Return the numbers of sentries and patrols of the match (SCORPION-4.1, 4.3, 29.2)."""
    return view.options.sentries, view.options.patrol_count


def placed(view: View) -> tuple[int, int]:
    return sum(patrol_of(view, f.unit or "") is None for f in view.figures), len(view.patrols)


def figures(ctx: Ctx) -> PartAtWork:
    """Draw the placing of sentries and patrols, and the removal of a misplaced one (SCORPION-4.1 to 4.6)."""
    t, now, pick = ctx.t, asked(ctx), ctx.pick
    (sentries, patrols), (all_sentries, all_patrols) = placed(ctx.view), wanted(ctx.view)
    mode = pick.card if pick.card in ("sentry", "patrol", "lift") else _next_mode(ctx)
    bar = (
        Choice("sentry", t(f"{S}sentries", n=sentries, of=all_sentries)),
        Choice("patrol", t(f"{S}patrols", n=patrols, of=all_patrols)),
        Choice("lift", t(f"{S}lift")),
    )
    draw = {"sentry": _sentry, "patrol": _patrol, "lift": _lift}[mode]
    map_, rest, main = draw(ctx, now)
    content = [
        choice_bar(ctx.look, bar, mode, ctx.change(_in_mode), tick=False),
        chart(ctx, map_, ctx.change(_at_zone), _TALL[mode]),
        *rest,
    ]
    done = (sentries, patrols) == (all_sentries, all_patrols)
    waits = not done and mode != "lift" and is_blocked(ctx, "figures")
    ask = t(f"{S}ask.last_figure" if waits else f"{S}ask.{mode}")
    return PartAtWork(content, ask, main, "figures", "SCORPION-4.1" if mode != "patrol" else "SCORPION-4.4")


def _next_mode(ctx: Ctx) -> str:
    (sentries, patrols), (all_sentries, all_patrols) = placed(ctx.view), wanted(ctx.view)
    return "sentry" if sentries < all_sentries else "patrol" if patrols < all_patrols else "lift"


def _in_mode(now: Pick, mode: str) -> Pick:
    return replace(now, card=mode, zone="", behind="", unit="", weapons=())


def _at_zone(now: Pick, zone: str) -> Pick:
    """Choose a zone, and forget what was chosen in the previous one."""
    return replace(now, zone=zone, behind="", unit="")


def _sentry(ctx: Ctx, now: Prompt) -> Placed:
    """Return the map, the rest and the button for a sentry on a watch post."""
    t, zone = ctx.t, ctx.pick.zone
    weapon = next(iter(ctx.pick.weapons), rarer(ctx.view))
    map_ = guards_map(ctx, targets=lit(now.choices("place_sentry", "zone")), chosen=zone)
    weapons = tuple(Choice(each, t(f"{S}weapon_{each}")) for each in SHARES)
    bar = choice_bar(ctx.look, weapons, weapon, ctx.choose_as("weapons", weapons_of), label=t(f"{S}weapon"))
    if not zone:
        return map_, [bar], Main(t(f"{S}tap_post"), None, False)
    move = {"type": "place_sentry", "zone": zone, "weapon": weapon}
    return map_, [bar], Main(t(f"{S}sentry_at", zone=zone), _placing(ctx, move))


def _patrol(ctx: Ctx, now: Prompt) -> Placed:
    """Return the map, the rest and the button for a patrol on the route, with its heading."""
    t, zone, route = ctx.t, ctx.pick.zone, route_of(now)
    weapons = ctx.pick.weapons if len(ctx.pick.weapons) == 2 else PAIRS[1]
    behinds: Sequence[str | None] = route.get(zone, ())
    behind = _behind(ctx.pick.behind, behinds)
    settled = behind in behinds  # it may be None where that is allowed
    ahead = board_of(ctx.view).route.continuations(behind, zone) if zone in route and settled else ()
    preview = (Figure(zone, "patrol", "P", ahead[0] if ahead else "", chosen=True),) if ahead else ()
    map_ = guards_map(ctx, targets=lit(route), chosen=zone, figures=preview)
    pairs = tuple(Choice("+".join(each), t(f"{S}pair_{'_'.join(each)}")) for each in PAIRS)
    rest: list[ft.Control] = [
        choice_bar(ctx.look, pairs, "+".join(weapons), ctx.choose_as("weapons", weapons_of), tick=False)
    ]
    if len(behinds) > 1:
        facings = tuple(Choice(each or _NOBODY, _heading(ctx, each, zone)) for each in behinds)
        chosen = (behind or _NOBODY) if settled else ""
        rest.insert(0, choice_bar(ctx.look, facings, chosen, ctx.choose("behind"), label=t(f"{S}faces"), tick=False))
    if not zone:
        return map_, rest, Main(t(f"{S}tap_route"), None, False)
    if zone in route and not settled:
        return map_, rest, Main(t(f"{S}heading_needed"), None, False)
    move = {"type": "place_patrol", "zone": zone, "behind": behind, "weapons": list(weapons)}
    return map_, rest, Main(t(f"{S}patrol_at", zone=zone), _placing(ctx, move))


def route_of(now: Prompt) -> dict[str, list[str | None]]:
    """Return the zones in which a patrol may be placed, each with the possible zones behind it."""
    found: dict[str, list[str | None]] = {}
    for offer in now.offers:
        if offer.move == "place_patrol":
            (zone,) = offer.choices("zone")
            behinds = found.setdefault(zone, [])
            if "behind" in offer.fields:
                behinds += offer.choices("behind")
            elif None in offer.choices("facing"):
                behinds.append(None)
    return found


def _behind(chosen: str, behinds: Sequence[str | None]) -> str | None:
    if len(behinds) == 1:
        return behinds[0]
    return None if chosen in ("", _NOBODY) else chosen


def _heading(ctx: Ctx, behind: str | None, zone: str) -> str:
    """Return where a patrol would go on to."""
    ahead = board_of(ctx.view).route.continuations(behind, zone)
    return ctx.t(f"{S}to", zones=listed(ctx.look, ahead)) if ahead else ctx.t(f"{S}dead_end")


def _lift(ctx: Ctx, now: Prompt) -> Placed:
    """Return the map, the rest and the button for removing a unit from the board."""
    t, zone = ctx.t, ctx.pick.zone
    there = units_at(ctx.view, zone)
    unit = ctx.pick.unit if ctx.pick.unit in there else next(iter(there), "")
    zones = dict.fromkeys(f.zone for f in ctx.view.figures)
    map_ = guards_map(ctx, unit, targets=lit(zones), chosen=zone)
    rest: list[ft.Control] = []
    if len(there) > 1:
        units = tuple(Choice(each, unit_name(ctx, each)) for each in there)
        rest.append(choice_bar(ctx.look, units, unit, ctx.choose("unit"), tick=False))
    if not unit:
        return map_, rest, Main(t(f"{S}tap_figure"), None, False)
    rest.append(note(ctx.look, t(f"{S}stands", unit=unit_name(ctx, unit), zone=place(ctx, zone))))
    lift = _placing(ctx, {"type": "lift_unit", "unit": unit})
    return map_, rest, Main(t(f"{S}lift_unit", unit=unit_name(ctx, unit)), lift)


def _placing(ctx: Ctx, move: Mapping[str, Any]) -> Act:
    """Return the act that declares a figure and unchooses its zone; after the last figure the part is left."""
    left = sum(wanted(ctx.view)) - sum(placed(ctx.view))
    tab = "" if left == 1 and move["type"] != "lift_unit" else ctx.pick.tab
    return act(in_turn, ctx.change(replace, zone="", behind="", unit="", tab=tab), ctx.declare(move))


def rarer(view: View) -> str:
    """Return the weapon that is rarer on the board (SCORPION-4.5)."""
    swords = sum(f.weapon == "sword" for f in view.figures)
    return "sword" if 2 * swords <= len(view.figures) else "spear"
