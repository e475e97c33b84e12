"""The guards' set-up: their cards, and their figures on the map (SCORPION-3.5 to 3.8, 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.scorpion.facts import Pick, patrol_of, weapons_of
from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.map import guards_map, place, unit_name, units_at
from companion.games.scorpion.setup.cards import card_rows, chosen_of, count_words, helps
from companion.games.scorpion.setup.draft import draft_of, put_told
from companion.games.scorpion.setup.map import board_of, chart, note, targets
from companion.games.scorpion.setup.steps import S, Work, asked, blocked, declares
from companion.games.table.context import in_turn
from companion.ui import Act, Choice, Main, act, choice_bar, text
from companion.ui.map.facts import Figure, MapFacts
from companion.ui.words import listed
from referee.core.values import Prompt
from referee.scorpion.cards import KINDS, LEAST, SUGGESTED, TOTALS
from referee.scorpion.setup.prompts import halves
from referee.scorpion.view_model import GuardsView, View

Placed = tuple[MapFacts, list[ft.Control], Main]
"""A map, what stands below it, and the button."""
SHARES = ("sword", "spear")
PAIRS = (("sword", "sword"), ("sword", "spear"), ("spear", "spear"))
"""The weapons of a patrol of two."""
_TALL = {"sentry": 286, "patrol": 228, "lift": 286}
"""The height of the map on a phone, by what is placed."""
_NOBODY = "-"
"""Stands for nothing behind a patrol, where every way on the route lies ahead."""


def mine(ctx: Ctx) -> GuardsView | None:
    """Return what the guard player knows of their own cards and of the marks."""
    return next((own for own in ctx.view.guards if own.role == ctx.role), None)


# Cards


def split(ctx: Ctx) -> Work:
    """Draw the split of all cards between two guard players (SCORPION-3.6)."""
    t, kinds, total = ctx.t, KINDS["guards"], TOTALS["guards"]
    deck, each = ctx.view.options["guard_deck"], total // 2
    own = mine(ctx)
    known: dict[str, Mapping[str, int] | None] = dict.fromkeys(SHARES)
    if own is not None and own.hand is None:
        known[ctx.role] = own.deck
    both = {share: chosen_of(ctx, share, kinds, known[share]) for share in SHARES}
    now = draft_of(ctx).one("share", ctx.role)
    other = SHARES[1 - SHARES.index(now)]
    bar = tuple(Choice(share, t(f"{S}share_{share}", n=sum(both[share].values()), of=each)) for share in SHARES)
    half = dict(zip(SHARES, halves(deck or LEAST["guards"]), strict=True))
    content = [
        choice_bar(ctx.look, bar, now, put_told(ctx, "share"), tick=False),
        card_rows(ctx, now, both[now], each, listed=deck, beside=both[other]),
        helps(ctx, now, kinds, half[now] if sum(half[now].values()) <= each else None),
    ]
    left = next((share for share in SHARES if sum(both[share].values()) != each), "")
    if left:
        off = each - sum(both[left].values())
        key = "share_more" if off > 0 else "share_less"
        main = Main(t(f"{S}{key}", role=t(f"{S}weapon_{left}"), n=abs(off)), None, False)
    else:
        shares = {share: _without_none(both[share]) for share in SHARES}
        main = Main(t(f"{S}note_split"), declares(ctx, {"type": "split_guard_cards", **shares}))
    return Work(content, t(f"{S}ask.split", total=total, each=each), main, "split", "SCORPION-3.6")


def hand(ctx: Ctx) -> Work:
    """Draw the choice of a guard player's hand; the rest is the deck (SCORPION-3.5, 3.6)."""
    t, deck = ctx.t, ctx.view.options["guard_deck"]
    size, clause = (
        TOTALS["guards"] * 2 // 3 // len(ctx.view.stocks),
        "SCORPION-3.5" if ctx.role == "guards" else "SCORPION-3.6",
    )
    own = mine(ctx)
    total = size * 3 // 2
    ask = t(f"{S}ask.hand", n=size, of=total)
    if ctx.view.options["guard_cards"] == "counted":
        main = Main(t(f"{S}note_counted", n=size), declares(ctx, {"type": "choose_guard_hand"}))
        return Work([text(ctx.look, "body", t(f"{S}counted_about", n=size))], ask, main, "hand", clause)
    kinds = KINDS["guards"]
    stock = None if own is None else _stock(own) if ctx.role != "guards" else deck
    if stock is None and ctx.role != "guards":
        first = Main(t(f"{S}to_split"), ctx.choose("tab", "split"))
        return Work([text(ctx.look, "body", t(f"{S}split_first"))], ask, first, "hand", clause)
    chosen = chosen_of(ctx, "hand", kinds, None if own is None else own.hand)
    n = sum(chosen.values())
    content = [
        card_rows(ctx, "hand", chosen, size, listed=deck, among=stock),
        helps(ctx, "hand", kinds, _suggested(SUGGESTED["guards"], size, stock)),
    ]
    move = {"type": "choose_guard_hand", "cards": _without_none(chosen)}
    main = Main(t(f"{S}note_cards", n=size), declares(ctx, move))
    return Work(content, ask, main if n == size else Main(count_words(ctx, n, size), None, False), "hand", clause)


def _stock(own: GuardsView) -> dict[str, int] | None:
    """Return all cards of a guard player: before the hand is chosen the deck holds them, after it hand and deck."""
    if own.deck is None:
        return None
    return {kind: own.deck.get(kind, 0) + (own.hand or {}).get(kind, 0) for kind in KINDS["guards"]}


def suggested_hand(ctx: Ctx) -> dict[str, int] | None:
    """Return the suggested hand of a guard player, if the cards have it (SCORPION-3.8).

    One of two players has half of it, among their own share: None until that is known.
    """
    size, among = TOTALS["guards"] * 2 // 3 // len(ctx.view.stocks), ctx.view.options["guard_deck"]
    if ctx.role != "guards":
        own, split_ = mine(ctx), suggested_split(ctx)
        among = (None if own is None else _stock(own)) or (split_ and split_[ctx.role])
        if among is None:
            return None
    found = _suggested(SUGGESTED["guards"], size, among)
    return None if found is None else _without_none(found)


def suggested_split(ctx: Ctx) -> dict[str, dict[str, int]] | None:
    """Return the halves of the deck, where the box's owner has counted it: nobody else knows which cards there are."""
    deck = ctx.view.options["guard_deck"]
    return None if deck is None else dict(zip(SHARES, map(_without_none, halves(deck)), strict=True))


def _suggested(whole: Mapping[str, int], size: int, among: Mapping[str, int] | None) -> dict[str, int] | None:
    """Return the suggested hand if it has this size, or half of it for one of two players, and there are the cards."""
    for found in (dict(whole), {kind: n // 2 for kind, n in whole.items()}):
        fits = among is None or all(n <= among.get(kind, 0) for kind, n in found.items())
        if sum(found.values()) == size and fits:
            return found
    return None


def _without_none(counts: Mapping[str, int]) -> dict[str, int]:
    return {kind: n for kind, n in counts.items() if n}


# Figures


def wanted(view: View) -> tuple[int, int]:
    """Return how many sentries and patrols the match has (SCORPION-4.1, 4.3, 29.2)."""
    named = view.options["patrols"]
    alone = view.options["lone_wolf"] != "off"
    return view.options["sentries"], named if named is not None else 2 if alone else 3


def placed(view: View) -> tuple[int, int]:
    return sum(patrol_of(view, f.unit or "") is None for f in view.figures), len(view.patrols)


def figures(ctx: Ctx) -> Work:
    """Draw the placing of sentries and patrols, and the lifting of one that stands wrong (SCORPION-4.1 to 4.6)."""
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
    waits = not done and mode != "lift" and blocked(ctx, "figures")
    ask = t(f"{S}ask.last_figure" if waits else f"{S}ask.{mode}")
    return Work(content, ask, main, "figures", "SCORPION-4.1" if mode != "patrol" else "SCORPION-4.4")


def _next_mode(ctx: Ctx) -> str:
    (sentries, patrols), (all_sentries, all_patrols) = placed(ctx.view), wanted(ctx.view)
    return "sentry" if sentries < all_sentries else "patrol" if patrols < all_patrols else "lift"


def _in_mode(now: Pick, mode: str) -> Pick:
    return replace(now, card=mode, zone="", behind="", unit="", weapons=())


def _at_zone(now: Pick, zone: str) -> Pick:
    """Choose a zone, and forget what was chosen in the one before."""
    return replace(now, zone=zone, behind="", unit="")


def _sentry(ctx: Ctx, now: Prompt) -> Placed:
    """Return the map, the rest and the button for a sentry on a watch post."""
    t, zone = ctx.t, ctx.pick.zone
    weapon = next(iter(ctx.pick.weapons), _rarer(ctx.view))
    map_ = guards_map(ctx, targets=targets(now.choices("place_sentry", "zone")), chosen=zone)
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
    ahead = board_of(ctx).route.continuations(behind, zone) if zone in route and _settled(behind, behinds) else ()
    preview = (Figure(zone, "patrol", "P", ahead[0] if ahead else "", chosen=True),) if ahead else ()
    map_ = guards_map(ctx, targets=targets(route), chosen=zone, figures=preview)
    pairs = tuple(Choice("+".join(each), t(f"{S}pair_{'_'.join(each)}")) for each in PAIRS)
    rest: list[ft.Control] = [
        choice_bar(ctx.look, pairs, "+".join(weapons), ctx.choose_as("weapons", weapons_of), tick=False)
    ]
    if len(behinds) > 1:
        ways = tuple(Choice(each or _NOBODY, _heading(ctx, each, zone)) for each in behinds)
        chosen = (behind or _NOBODY) if _settled(behind, behinds) else ""
        rest.insert(0, choice_bar(ctx.look, ways, chosen, ctx.choose("behind"), label=t(f"{S}faces"), tick=False))
    if not zone:
        return map_, rest, Main(t(f"{S}tap_route"), None, False)
    if zone in route and not _settled(behind, behinds):
        return map_, rest, Main(t(f"{S}heading_needed"), None, False)
    move = {"type": "place_patrol", "zone": zone, "behind": behind, "weapons": list(weapons)}
    return map_, rest, Main(t(f"{S}patrol_at", zone=zone), _placing(ctx, move))


def route_of(now: Prompt) -> dict[str, list[str | None]]:
    """Return where a patrol may be placed, with all that may lie behind it there."""
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


def _settled(behind: str | None, behinds: Sequence[str | None]) -> bool:
    """Tell whether what lies behind the patrol is told: named, or nothing where nothing may lie there."""
    return behind in behinds


def _heading(ctx: Ctx, behind: str | None, zone: str) -> str:
    """Return whereto a patrol would go on."""
    ahead = board_of(ctx).route.continuations(behind, zone)
    return ctx.t(f"{S}to", zones=listed(ctx.look, ahead)) if ahead else ctx.t(f"{S}dead_end")


def _lift(ctx: Ctx, now: Prompt) -> Placed:
    """Return the map, the rest and the button for taking a unit off the board again."""
    t, zone = ctx.t, ctx.pick.zone
    there = units_at(ctx.view, zone)
    unit = ctx.pick.unit if ctx.pick.unit in there else next(iter(there), "")
    zones = dict.fromkeys(f.zone for f in ctx.view.figures)
    map_ = guards_map(ctx, unit, targets=targets(zones), chosen=zone)
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
    """Return the act that declares a figure; its zone is then chosen no more, and after the last the part is left."""
    left = sum(wanted(ctx.view)) - sum(placed(ctx.view))
    tab = "" if left == 1 and move["type"] != "lift_unit" else ctx.pick.tab
    return act(in_turn, ctx.change(replace, zone="", behind="", unit="", tab=tab), ctx.declare(move))


def _rarer(view: View) -> str:
    """Return the weapon that stands less often on the board (SCORPION-4.5)."""
    swords = sum(f.weapon == "sword" for f in view.figures)
    return "sword" if 2 * swords <= len(view.figures) else "spear"
