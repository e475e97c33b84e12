"""After the path: zones to search, a hidden sentry that was found, cards, the end of the turn (18, 19)."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.games.scorpion.facts import Ctx, board_of, called, character_of, offers_of, side_of
from companion.games.scorpion.intruders.cards import card_words, cards, uses
from companion.games.scorpion.intruders.path import Parts, asks, asks_card, note
from companion.games.scorpion.intruders.way import (
    SEARCH,
    Item,
    Plan,
    PlannedPath,
    planning,
    searches_of,
    ways,
)
from companion.games.scorpion.map import place
from companion.games.table.context import in_turn
from companion.games.table.frame import grid, lesson
from companion.ui import Act, Main, act, chip
from companion.ui.words import listed
from referee.scorpion.views.view_model import SearchNote

IC = ft.Icons


def searching(ctx: Ctx, plan: Plan, who: str) -> Parts:
    """Return what a character may do after moving: search, use cards, end the turn."""
    way = ways(ctx.view, plan).get(who)
    zones, most = searches_of(ctx, who)
    chosen = tuple(item.what for item in plan.of(who, SEARCH) if item.what in zones)
    order = {zone: str(n) for n, zone in enumerate(chosen, 1)}
    facts = {"targets": tuple((zone, order.get(zone, "")) for zone in zones), "concerned": chosen, "chosen": ""}
    tap = act(tapped, planning(ctx), plan, who, zones, most)
    below: list[ft.Control] = [cards(ctx, plan, who, way, undo(ctx))]
    if plan.card and way is not None:
        below += uses(ctx, plan, way, locked=True)
    else:
        below += notes(ctx, plan, who, chosen, most)
    return facts, tap, below, dock(ctx, plan, who, chosen, way)


def tapped(put: Act, plan: Plan, who: str, zones: tuple[str, ...], most: int, zone: str) -> None:
    """Choose a zone to search, or unchoose it; for any other zone show its name."""
    if zone in zones:
        put(plan.toggled(Item(who, SEARCH, zone), most))
    else:
        put(replace(plan.steps_only(), hint=zone))


def notes(ctx: Ctx, plan: Plan, who: str, chosen: tuple[str, ...], most: int) -> list[ft.Control]:
    """Return what may be searched, and what a search of the chosen zones cannot find: for the owner alone (L10)."""
    said: list[ft.Control] = []
    if plan.hint:
        said.append(note(ctx.look, place(ctx, plan.hint), True))
    if not most:
        return [*said, note(ctx.look, ctx.t("in.search.none"), False)]
    said += lesson(ctx, "in_search", "SCORPION-18.2") if not chosen else []
    said.append(note(ctx.look, ctx.t("in.search.how", who=called(ctx, who), n=most), False))
    return [*said, *(note(ctx.look, words, False, IC.WARNING_AMBER_SHARP) for words in in_vain(ctx, chosen))]


def in_vain(ctx: Ctx, chosen: tuple[str, ...]) -> list[str]:
    """Return why a search of these zones finds nothing, by what this side knows."""
    board = board_of(ctx.view)
    known: dict[str, SearchNote] = {found.zone: found for found in ctx.view.found}
    words: list[str] = []
    for zone in chosen:
        if zone not in board.mark_zones:
            words.append(ctx.t("in.search.no_mark", zone=zone))
        elif zone in known and known[zone].found in ("nothing", "hidden_sentry"):
            words.append(ctx.t("in.search.empty", zone=zone, turn=known[zone].turn))
    return words


def undo(ctx: Ctx) -> tuple[ft.Control, ...]:
    if ctx.acting or ctx.snap.undo is not None:
        return ()
    return (chip(ctx.look, ctx.t("undo"), act(ctx.actions.match.undo), False, IC.UNDO_SHARP),)


def dock(ctx: Ctx, plan: Plan, who: str, chosen: tuple[str, ...], way: PlannedPath | None) -> ft.Control:
    if plan.now is not None and way is not None:
        return asks_card(ctx, plan.now)
    if chosen:
        zones = listed(ctx.look, chosen)
        searches = [_search(ctx, who, zone) for zone in chosen]
        declare = ctx.declare({"type": "declare_searches", "searches": searches})
        ask = ctx.t("in.search.ask", who=called(ctx, who), zones=zones)
        return asks(ctx, ask, Main(ctx.t("in.search.declare"), declare))
    may_end = any(offer.move == "end_intruder_phase" for offer in offers_of(ctx.snap, ctx.me, "intruders"))
    ends = ctx.declare({"type": "end_intruder_phase"})
    if not ctx.acting:
        ends = act(in_turn, ends, act(ctx.actions.secrets.cover))  # nothing is left to look at
    end = Main(ctx.t("in.search.end"), ends if may_end else None, may_end)
    partner = next((seat for seat in ctx.snap.my_seats if seat != ctx.me and side_of(ctx.view, seat) == ctx.side), "")
    if partner and not may_end:
        end = Main(ctx.t("hand_over", name=ctx.name(partner)), act(ctx.actions.sharing.hand_over, partner))
    return asks(ctx, ctx.t("in.search.ask_end" if may_end else "in.search.others_move"), end)


def _search(ctx: Ctx, who: str, zone: str) -> dict[str, str]:
    """Return one search; a lone wolf whose name is not public stays unnamed (SCORPION-29.5)."""
    return {"zone": zone} | ({"intruder": who} if character_of(ctx.view, who) is not None else {})


# The hidden sentry


def reacting(ctx: Ctx, plan: Plan, uses: tuple[str, ...], ask: str) -> Parts:
    """Return the question whether the hidden sentry that was found is killed at once (SCORPION-19.3)."""
    pending = ctx.view.pending
    zone = pending.zone if pending is not None else ""
    chips: list[ft.Control] = []
    for use in uses:
        words = ctx.t("in.hidden.none") if use == "none" else card_words(ctx, use)
        choose = act(planning(ctx), replace(plan.steps_only(), card=use))
        chips.append(chip(ctx.look, words, choose, plan.card == use, IC.CHECK_SHARP if plan.card == use else None))
    # Two side by side, so that the chosen one is always visible.
    below = grid([ft.Container(each, expand=True) for each in chips], 2, full=False)
    main = Main(ctx.t("in.hidden.choose"), None, False)
    if plan.card in uses:
        label = ctx.t("in.hidden.let" if plan.card == "none" else "in.hidden.kill", card=card_words(ctx, plan.card))
        main = Main(label, ctx.declare({"type": "answer_hidden_sentry", "use": plan.card}))
    return {"concerned": (zone,) if zone else (), "chosen": ""}, None, below, asks(ctx, ask, main)
