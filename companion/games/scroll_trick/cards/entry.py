"""Entering under the cover: my hand, where my scrolls lie, which I drew.

What is tapped stays with the server and leaves the phone with the cover.
"""

from __future__ import annotations

import flet as ft

from companion.games.scroll_trick.cards.picker import ALL, next_named, tiles_line, unseen_picker, value_chips, why_gone
from companion.games.scroll_trick.cards.slots import Slot, complete, slot_editor
from companion.games.scroll_trick.facts import cards, may, private_of, seat_of, shown
from companion.games.scroll_trick.frame import Ctx
from companion.games.table.context import Screen, in_turn
from companion.games.table.frame import answer
from companion.ui import Main, Side, act, label_row, text
from referee.core.values import Prompt
from referee.scroll_trick.cards import HAND, OPEN, SET, without

IC = ft.Icons


def entering(ctx: Ctx) -> bool:
    """Tell whether an entry is open: the cover is kept open for it, by my hand or the game master's."""
    return ctx.snap.held == "kept" and bool(ctx.me) and _entry(ctx) is not None


def _entry(ctx: Ctx) -> Prompt | None:
    if ctx.pick.tab == "hand":
        return may(ctx.snap, "register_hand", ctx.me)
    ask = {"scrolls": "place_scrolls", "drawn": "draw_scrolls"}.get(ctx.pick.tab, "")
    return next((p for p in ctx.snap.prompts if p.seat == ctx.me and ask and p.ask.endswith(ask)), None)


def entry(ctx: Ctx) -> Screen:
    prompt = _entry(ctx)
    assert prompt is not None
    if ctx.pick.tab == "hand":
        return hand_entry(ctx, prompt)
    return drawn_entry(ctx) if ctx.pick.tab == "drawn" else scroll_entry(ctx, prompt)


def tag(ctx: Ctx) -> str:
    """Return what marks an entry, so that one begun for another round or seat is not taken for this one."""
    return f"{ctx.pick.tab}@{ctx.view.round}.{ctx.me}"[:40]


def noted(ctx: Ctx) -> tuple[str, ...]:
    every = ctx.pick.noted if ctx.acting else ctx.snap.entering
    return tuple(every[1:]) if every[:1] == (tag(ctx),) else ()


def note(ctx: Ctx, *what: str) -> None:
    """Keep what is tapped: with the server, or for a game master among the choices."""
    ctx.put(slot="", **({"noted": (tag(ctx), *what)} if ctx.acting else {}))()
    if not ctx.acting:
        ctx.actions.secrets.hands([tag(ctx), *what])


def _dock(ctx: Ctx, ask: str, main: Main) -> ft.Control:
    close = ctx.put(tab="", noted=())
    done = Side(ctx.t("back"), None, close)
    if not ctx.acting:
        done = Side(ctx.t("cover"), IC.VISIBILITY_OFF_SHARP, act(in_turn, close, ctx.actions.secrets.cover))
    return answer(ctx, "asked", ctx.t("only_you"), ask, done, main)


def hand_entry(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the entry of my seven cards; those that I opened are among them already."""
    t, look = ctx.t, ctx.look
    fixed = tuple(c.card for c in seat_of(ctx.view, ctx.me).cards)
    now = tuple(c for c in (*fixed, *noted(ctx)) if c in fixed or c not in shown(ctx.view))
    now = tuple(dict.fromkeys(now))
    content: list[ft.Control] = [
        label_row(look, t("hand_title", n=HAND), t("n_of_m", n=len(now), of=HAND)),
        unseen_picker(ctx, now, act(_hand_tap, ctx, now, fixed)),
        text(look, "label", why_gone(ctx) or t("hand_about"), look.p.text_2, bold=False),
    ]
    full = len(now) == HAND
    ordered = [card for card in cards(ctx.view) if card in now]
    lock = ctx.declare({"type": "register_hand", "cards": ordered}) if full else None
    return content, _dock(ctx, ctx.asks(prompt), Main(t("lock_hand") if full else t("cards_more", n=HAND - len(now)),
                                                      lock, full))  # fmt: skip


def _hand_tap(ctx: Ctx, now: tuple[str, ...], fixed: tuple[str, ...], card: str) -> None:
    if card in fixed:
        return
    free = next_named(tuple(c for c in now if c not in fixed), card, HAND - len(fixed))
    note(ctx, *free)


def scroll_entry(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the entry of which scroll lies on which of my open cards (SCROLL-5.1 to 5.3)."""
    t, look = ctx.t, ctx.look
    pairs = dict(each.rsplit("=", 1) for each in noted(ctx) if "=" in each)
    values = {card: int(value) for card, value in pairs.items()}
    private = private_of(ctx.view, ctx.me)
    own = SET if ctx.view.round == 1 else (private and private.held) or ()
    slots = []
    for card in (c.card for c in seat_of(ctx.view, ctx.me).cards):
        others = [v for c, v in values.items() if c != card]
        free = tuple(dict.fromkeys(without(own, others))) if own else ALL
        slots.append(Slot(card, card, "", free))
    now = tuple(sorted(values.items()))
    put = act(_scroll_put, ctx, now)
    content: list[ft.Control] = [
        label_row(look, t("scrolls_title")),
        *slot_editor(ctx, slots, now, ctx.pick.slot, put, ctx.set("slot")),
        text(look, "label", t("scrolls_about"), look.p.text_2, bold=False),
    ]
    full = complete(slots, now)
    lock = ctx.declare({"type": "place_scrolls", "scrolls": values}) if full else None
    return content, _dock(ctx, ctx.asks(prompt), Main(t("lock_scrolls") if full else t("missing.values"), lock, full))


def _scroll_put(ctx: Ctx, now: tuple[tuple[str, int], ...], card: str, value: int) -> None:
    note(ctx, *(f"{c}={v}" for c, v in {**dict(now), card: value}.items()))


def drawn_entry(ctx: Ctx) -> Screen:
    """Draw the entry of the three scrolls that I drew (SCROLL-7.2)."""
    t, look = ctx.t, ctx.look
    now = tuple(int(each) for each in noted(ctx))[:OPEN]
    content: list[ft.Control] = [
        label_row(look, t("drawn_title"), t("n_of_m", n=len(now), of=OPEN)),
        tiles_line(look, t("you_hold"), now, act(_drawn_take, ctx, now)),
        value_chips(look, ALL, None, act(_drawn_put, ctx, now)),
        text(look, "label", t("scrolls_about"), look.p.text_2, bold=False),
    ]
    full = len(now) == OPEN
    lock = ctx.declare({"type": "draw_scrolls", "values": list(now)}) if full else None
    ask = ctx.look.t("scroll_trick.ask.draw_scrolls", count=OPEN)
    return content, _dock(ctx, ask, Main(t("lock_drawn") if full else t("scrolls_more", n=OPEN - len(now)), lock, full))


def _drawn_put(ctx: Ctx, now: tuple[int, ...], value: int) -> None:
    if len(now) < OPEN:
        note(ctx, *map(str, (*now, value)))


def _drawn_take(ctx: Ctx, now: tuple[int, ...], at: int) -> None:
    note(ctx, *(str(v) for n, v in enumerate(now) if n != at))
