"""The game master's screen of Scroll Trick: every registered hand and every noted scroll, open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.scroll_trick.answers import answering
from companion.games.scroll_trick.cards.entry import entering, entry
from companion.games.scroll_trick.cards.faces import PICKED, lying
from companion.games.scroll_trick.cards.picker import ALL, card_picker, tiles_line, value_chips
from companion.games.scroll_trick.facts import (
    Pick,
    Taken,
    asked_of,
    cards,
    given,
    labels,
    signed,
    with_taken,
    without_one,
)
from companion.games.scroll_trick.frame import Ctx
from companion.games.scroll_trick.places import trick_panel
from companion.games.scroll_trick.seats import seat_rows
from companion.games.scroll_trick.table import every_seat, steps, trump_banner
from companion.games.table.context import Screen, in_turn
from companion.games.table.game_master import nothing_due
from companion.games.table.menu import head
from companion.games.table.panels import seat_bar
from companion.games.table.table_screen import Change
from companion.ui import Act, act, button_main, button_side, label_row, sheet, text
from referee.scroll_trick.view_model import PrivateView


def all_open(ctx: Ctx) -> list[ft.Control]:
    view, look = ctx.view, ctx.look
    rows: list[ft.Control] = [trump_banner(ctx)]
    if view.phase in ("trick", "resolve", "refill"):
        rows.append(trick_panel(ctx))
    rows += [seat_rows(look, view.options.kinds, every_seat(ctx)), *steps(ctx)]
    for own in view.private:
        rows += secrets(ctx, own)
    return rows


def secrets(ctx: Ctx, own: PrivateView) -> list[ft.Control]:
    look, kinds, told = ctx.look, ctx.view.options.kinds, list[str]()
    if own.scrolls:
        told += [f"{ctx.card(s.card)} {labels([s.value])}" for s in own.scrolls]
    if own.held:
        told.append(ctx.t("holds", values=labels(own.held)))
    words = ", ".join(told)
    if own.hand is None and not words:
        words = ctx.t("nothing_told")
    rows: list[ft.Control] = [label_row(look, ctx.name(own.seat), words)]
    if own.hand:
        cards = [lying(look, kinds, card, False, None, PICKED) for card in own.hand]
        rows.append(ft.Row(cards, spacing=5, run_spacing=5, wrap=True))
    return rows


def for_somebody(ctx: Ctx) -> Screen:
    """Draw the answer for a seat (`ctx.acting`) or for the table."""
    if entering(ctx):
        return entry(ctx)
    prompt = next((p for p in ctx.snap.prompts if p.must and p.seat == ctx.acting), None)
    prompt = prompt if ctx.acting else asked_of(ctx.snap, "")
    if prompt is None:
        return nothing_due(ctx)
    return answering(ctx, prompt)


IC = ft.Icons
OF_A_CARD = frozenset({"open_card", "play_card", "shadow_play", "refill_shadow", "turn_scroll"})


# A house ruling


def captured_sheet(ctx: Ctx) -> ft.Control:
    """Return the house ruling that sets which scrolls a seat has captured: points come from scrolls alone."""
    look, t, view = ctx.look, ctx.t, ctx.view
    seats = [s.seat for s in view.seats]
    who = ctx.pick.who if ctx.pick.who in seats else seats[0]
    had: Taken = tuple(sorted((s.seat, s.captured) for s in view.seats))
    wanted = ctx.pick.taken or had
    values = given(wanted, who)
    parts: list[ft.Control] = [
        head(ctx, t("house_ruling")),
        text(look, "label", t("captured_about"), look.p.text_2, bold=False),
        seat_bar(ctx, seats, who, ctx.set("who")),
        tiles_line(look, t("n_scrolls", n=len(values)), values, ctx.change(_without, had, who)),
        value_chips(look, ALL, None, ctx.change(_with, had, who)),
    ]
    changed = {seat: list(v) for seat, v in wanted if v != given(had, seat)}
    words = ", ".join(f"{ctx.name(s)} {signed(sum(v)) if v else 0}" for s, v in changed.items())
    rule = act(in_turn, act(ctx.actions.match.house_ruling, adjust={"captured": changed}), ctx.put(sheet="", taken=()))
    label = t("set_captured", points=words) if changed else t("no_change_scrolls")
    return sheet(look, [*parts, button_main(look, label, rule if changed else None, bool(changed))], True)


def _with(now: Pick, had: Taken, who: str, value: int) -> Pick:
    wanted = now.taken or had
    return replace(now, who=who, taken=with_taken(wanted, who, (*given(wanted, who), value)))


def _without(now: Pick, had: Taken, who: str, at: int) -> Pick:
    wanted = now.taken or had
    return replace(now, who=who, taken=with_taken(wanted, who, without_one(given(wanted, who), at)))


# An entry corrected


def changes(ctx: Ctx, move: Mapping[str, Any]) -> tuple[Change, ...]:
    """Return what an entry may be changed into: another trump, another value nearby, another seat."""
    kind, found = move.get("type"), list[Change]()
    if kind == "choose_trump":
        for each in ctx.view.options.kinds:
            if each != move.get("kind"):
                found.append((each, ctx.kind(each), {**move, "kind": each}))
    named = move.get("value")
    one = named[0] if isinstance(named, list) and len(named) == 1 else named
    if kind in ("turn_scroll", "lay_shadow") and one in ALL:
        at = ALL.index(one)
        for value in (*ALL[max(0, at - 2) : at], *ALL[at + 1 : at + 3]):
            found.append((str(value), signed(value), {**move, "value": value}))
    if kind in ("set_start_player", "give_marker", "score_trick"):
        for s in ctx.view.seats[:4]:
            if s.seat != move.get("player") and s.seat != "shadow":
                found.append((s.seat, ctx.name(s.seat), {**move, "player": s.seat}))
    return tuple(found)


def card_entry(ctx: Ctx) -> Mapping[str, Any] | None:
    named = next((x for x in ctx.snap.log if x.number == ctx.pick.entry), None)
    move = named.move if named is not None else None
    return move if move and names_a_card(move) else None


def names_a_card(move: Mapping[str, Any]) -> bool:
    return move.get("type") in OF_A_CARD and bool(named_card(move))


def named_card(move: Mapping[str, Any]) -> str:
    """Return the one card that a declaration names, empty for several or none."""
    card = move.get("card")
    if isinstance(card, list):
        return str(card[0]) if len(card) == 1 else ""
    return str(card or "")


def card_sheet(ctx: Ctx) -> ft.Control:
    """Return the sheet that names another card for an entry, with what would be different then."""
    look, t, move = ctx.look, ctx.t, card_entry(ctx)
    if move is None:
        return last_cards(ctx)
    card = ctx.pick.card
    prepare = act(_prepare, ctx.choose("card"), act(ctx.actions.match.correct, ctx.pick.entry), dict(move))
    picker = card_picker(look, ctx.view.options.kinds, cards(ctx.view), (card,), (), prepare)
    parts: list[ft.Control] = [head(ctx, t("entry_n", n=ctx.pick.entry)), picker]
    if card:
        n = len(ctx.snap.differences)
        parts.append(
            text(look, "label", t("would_differ", n=n) if n else t("nothing_differs"), look.p.text_2, bold=False)
        )
    done = act(ctx.actions.match.correct, ctx.pick.entry, {**move, "card": card}, confirm=True)
    handler = act(in_turn, done, ctx.put(sheet="", entry=0, card=""))
    label = t("was_card", card=ctx.card(card)) if card else t("missing.card")
    parts.append(button_main(look, label, handler if card else None, bool(card)))
    return sheet(look, parts, True)


def _prepare(choose: Act, correct: Act, move: dict[str, Any], card: str) -> None:
    choose(card)
    correct({**move, "card": card})


def last_cards(ctx: Ctx) -> ft.Control:
    """Return the last cards that were declared, to choose the one that was named wrongly."""
    rows: list[ft.Control] = [head(ctx, ctx.t("wrong_card"))]
    named = [x for x in ctx.snap.log if x.in_force and x.move and names_a_card(x.move)]
    for one in reversed(named[-8:]):
        assert one.move is not None
        words = f"{one.number}  {ctx.name(one.seat)}: {ctx.card(named_card(one.move))}"
        rows.append(button_side(ctx.look, words, ctx.put(entry=one.number, card=""), IC.EDIT_SHARP, 48))
    if not named:
        rows.append(text(ctx.look, "body", ctx.t("no_entries"), ctx.look.p.text_2))
    return sheet(ctx.look, rows)
