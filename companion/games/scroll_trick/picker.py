"""Pickers of cards, kinds, values and scrolls, and entries under the cover: my hand, my scrolls, those I drew.

What is tapped in an entry stays on the server, and leaves the phone when the cover closes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import flet as ft

from companion.games.scroll_trick.faces import (
    INK,
    PICKED,
    SMALL,
    crest_mark,
    face,
    fill_of,
    laid,
    ringed,
    say_card,
    scroll,
)
from companion.games.scroll_trick.facts import Ctx, Pick, Slots, cards, may, shown, signed
from companion.games.table.context import NO_HINT, Screen, in_turn, private_of, seat_of, with_entry
from companion.games.table.frame import answer
from companion.ui import Act, Main, Side, act, block, edge, label_row, named, on, palette, pressable, row, text, theme
from companion.ui.base import tap_box
from companion.ui.theme import Look
from referee.core.values import Prompt
from referee.scroll_trick.cards import HAND, OPEN, SET, VALUES, without

OUTSIDE = 3
ACROSS = 4
"""The number of values in a row."""


# Cards


def unseen_picker(ctx: Ctx, chosen: tuple[str, ...], tap: Act) -> ft.Control:
    """Return the picker of all cards; one that everybody has seen elsewhere says where when it is tapped.

    `tap(card)` is called with a card that may be chosen.
    """
    gone = tuple(shown(ctx.view))
    choose = act(_tap, tap, ctx.set("hint"), gone)
    return card_picker(ctx.look, ctx.view.options.kinds, cards(ctx.view), chosen, gone, choose)


def _tap(tap: Act, hint: Act, gone: tuple[str, ...], card: str) -> None:
    if card in gone:
        hint(card)
    else:
        tap(card)


def why_gone(ctx: Ctx) -> str:
    """Return why the card tapped last cannot be chosen, or empty."""
    where = shown(ctx.view).get(ctx.pick.hint)
    return "" if where is None else ctx.t("shown_by", card=ctx.card(ctx.pick.hint), name=ctx.name(where))


@block
def card_picker(
    look: Look,
    kinds: tuple[str, ...],
    cards_: tuple[str, ...],
    chosen: tuple[str, ...],
    gone: tuple[str, ...],
    tap: Act,
) -> ft.Control:
    """Draw all cards, one kind per row. Those that are `gone` are struck through; `tap(card)`."""
    per = len(cards_) // len(kinds)
    lines: list[ft.Control] = []
    for at in range(0, len(cards_), per):
        drawn = [
            _cell(look, kinds, card, card in chosen, card in gone, act(tap, card)) for card in cards_[at : at + per]
        ]
        lines.append(ft.Row(drawn, spacing=0, alignment=ft.MainAxisAlignment.SPACE_BETWEEN))
    return ft.Column(lines, spacing=0, tight=True)


def _cell(look: Look, kinds: tuple[str, ...], card: str, chosen: bool, gone: bool, tap: Act) -> ft.Control:
    spoken = say_card(look, card)
    drawn = face(kinds, card, PICKED, faint=gone)
    if gone:
        spoken = look.t("scroll_trick.screen.elsewhere", card=spoken)
        struck = ft.Container(width=PICKED[0] - 12, height=2, bgcolor=look.p.text_2, left=6, top=PICKED[1] / 2 - 1)
        drawn = ft.Stack([drawn, struck], width=PICKED[0], height=PICKED[1])
    return pressable(
        spoken, ringed(drawn, PICKED, look.p.text if chosen else "", tap, OUTSIDE - 1), tap, selected=chosen
    )


def next_named(named_: tuple[str, ...], card: str, most: int) -> tuple[str, ...]:
    """Return the named cards in order after a tap: it removes a named card, or replaces the last one when full."""
    if card in named_:
        return tuple(c for c in named_ if c != card)
    return (*named_[: most - 1], card)


# Kinds


@block
def kind_bar(look: Look, kinds: tuple[str, ...], words: tuple[str, ...], pick: str, choose: Act) -> ft.Control:
    """Draw the five kinds in two columns; `choose(kind)`."""
    made = []
    for kind, word in zip(kinds, words, strict=True):
        lit = kind == pick
        chip = ft.Container(
            row([crest_mark(kinds, kind, 18), text(look, "subject", word, INK, lines=1, expand=True)], 10),
            height=theme.grown(look, 52),
            padding=ft.Padding.symmetric(horizontal=14),
            bgcolor=fill_of(kinds, kind),
            border=edge(theme.LINE, palette.CARD_PAPER),
            border_radius=theme.R_CARD,
        )
        ring = ft.Container(
            chip, padding=3, border=edge(theme.RING, look.p.text if lit else ft.Colors.TRANSPARENT),
            border_radius=theme.R_PANEL, on_click=on(act(choose, kind)),
        )  # fmt: skip
        made.append(pressable(word, ring, act(choose, kind), selected=lit, expand=True))
    return ft.Column(_lines(made, 2, 6), spacing=2, tight=True)


def _lines(cells: Sequence[ft.Control], across: int, spacing: float) -> list[ft.Control]:
    """Return cells in rows of equal length; a single row may be shorter."""
    blank = [ft.Container(expand=True) for _ in range(-len(cells) % across)] if len(cells) > across else []
    every = [*cells, *blank]
    return [ft.Row(every[at : at + across], spacing=spacing) for at in range(0, len(every), across)]


# Values


@block
def value_chips(
    look: Look,
    values: tuple[int, ...],
    chosen: int | None,
    tap: Act,
    left: tuple[int | None, ...] = (),
) -> ft.Control:
    """Draw values to tap, four in a row; `left` is the number of each that can still come; 0 is struck through."""
    cells = [
        _value(look, value, value == chosen, rest, act(tap, value))
        for value, rest in zip(values, left or (None,) * len(values), strict=True)
    ]
    return ft.Column(_lines(cells, ACROSS, 8), spacing=8, tight=True)


def _value(look: Look, value: int, lit: bool, left: int | None, tap: Act) -> ft.Control:
    p = look.p
    none = left == 0
    ink = p.background if lit else p.text_3 if none else p.text
    parts: list[ft.Control] = [text(look, "subject", signed(value), ink, struck=none, lines=1)]
    if left is not None:
        parts.append(text(look, "caption", str(left), ink if lit else p.text_2, lines=1))
    both = ft.Row(parts, spacing=6, tight=True, alignment=ft.MainAxisAlignment.CENTER)
    box = tap_box(look, both, tap, lit=lit, off=none, bgcolor=p.surface, height=theme.grown(look, theme.TOUCH))
    spoken = signed(value) if left is None else look.t("scroll_trick.screen.value_left", value=signed(value), n=left)
    return pressable(spoken, box, tap, selected=lit, expand=True)


@block
def tiles_line(look: Look, label: str, values: tuple[int, ...], take: Act | None) -> ft.Control:
    """Draw scrolls in a row under a label; `take(n)` removes the n-th."""
    tiles: list[ft.Control] = []
    for n, value in enumerate(values):
        tile = scroll(value, None, SMALL)
        if take is None:
            tiles.append(tile)
            continue
        box = ft.Container(tile, padding=ft.Padding.symmetric(horizontal=2, vertical=11), on_click=on(act(take, n)))
        spoken = look.t("scroll_trick.screen.take_away", value=signed(value))
        tiles.append(pressable(spoken, box, act(take, n)))
    line = ft.Row(tiles, spacing=6, run_spacing=4, wrap=True, expand=True)
    who = ft.Container(text(look, "label", label, look.p.text_2, lines=1), width=92 * min(look.scale, 1.5))
    return ft.Container(row([who, line], 8), padding=ft.Padding.symmetric(vertical=2))


ALL = tuple(VALUES)


@dataclass(frozen=True, slots=True)
class Slot:
    """A scroll whose value is to be entered: its seat or card, its possible values, what is known already."""

    key: str
    card: str
    name: str
    may: tuple[int, ...]
    known: int | None = None
    """Its value, if it is face up or nothing else is possible."""
    kept: bool = False
    """Whether its owner noted it, so that it may be left out."""


def is_complete(slots: Sequence[Slot], values: Slots) -> bool:
    named_ = dict(values)
    return all(s.known is not None or s.kept or s.key in named_ for s in slots)


def current(slots: Sequence[Slot], values: Slots, slot: str) -> Slot | None:
    """Return the scroll being entered: the one that was tapped, else the first that is still missing."""
    open_ = [s for s in slots if s.known is None]
    named_ = dict(values)
    chosen = next((s for s in open_ if s.key == slot), None)
    return chosen or next((s for s in open_ if s.key not in named_ and not s.kept), None)


def slot_editor(ctx: Ctx, slots: Sequence[Slot], values: Slots, slot: str, put: Act, at: Act) -> list[ft.Control]:
    """Return the scrolls with their values, and the values for the one being entered.

    `put(slot, value)` enters a value, `at(slot)` turns to another scroll.
    """
    now = current(slots, values, slot)
    rows: list[ft.Control] = [
        slot_row(ctx.look, ctx.view.options.kinds, tuple(slots), values, now.key if now else "", at)
    ]
    if now is not None:
        used = dict(values).get(now.key)
        card = ctx.card(now.card)
        worth = ctx.t("worth", card=card, name=now.name) if now.name else ctx.t("turned_worth", card=card)
        rows.append(text(ctx.look, "label", worth, ctx.look.p.text_2))
        rows.append(value_chips(ctx.look, now.may, used, act(put, now.key)))
    return rows


@block
def slot_row(
    look: Look, kinds: tuple[str, ...], slots: tuple[Slot, ...], values: Slots, now: str, tap: Act
) -> ft.Control:
    named_ = dict(values)
    cells: list[ft.Control] = []
    for s in slots:
        value = s.known if s.known is not None else named_.get(s.key)
        card = ringed(laid(kinds, s.card, SMALL, True, value), SMALL, look.p.text if s.key == now else "", None)
        fixed = s.known is not None
        worth = signed(value) if value is not None else look.t("scroll_trick.screen.as_noted" if s.kept else
                                                                "scroll_trick.screen.not_named")  # fmt: skip
        said = f"{s.name}, {say_card(look, s.card)}: {worth}"
        box = ft.Container(
            ft.Column([text(look, "caption", s.name, look.p.text_2, lines=1, align=ft.TextAlign.CENTER), card],
                      spacing=2, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
            on_click=on(None if fixed else act(tap, s.key)),
        )  # fmt: skip
        cells.append(named(said, box, expand=True) if fixed else
                     pressable(said, box, act(tap, s.key), selected=s.key == now, expand=True))  # fmt: skip
    return ft.Row(cells, spacing=4)


def name_value(now: Pick, key: str, value: int) -> Pick:
    """Enter the value of a scroll on this phone, and turn to the next."""
    return replace(now, **NO_HINT, slot="", values=with_entry(now.values, key, value))


IC = ft.Icons


def is_entering(ctx: Ctx) -> bool:
    """Tell whether an entry is open: the cover is kept open for it, by me or the game master."""
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
    """Return the tag of an entry, so that one begun for another round or seat is not taken for this one."""
    return f"{ctx.pick.tab}@{ctx.view.round}.{ctx.me}"[:40]


def noted(ctx: Ctx) -> tuple[str, ...]:
    every = ctx.pick.noted if ctx.acting else ctx.snap.entering
    return tuple(every[1:]) if every[:1] == (tag(ctx),) else ()


def note(ctx: Ctx, *what: str) -> None:
    """Keep what is tapped: on the server, or for a game master in the pick."""
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
    """Draw the entry of my seven cards; those that I opened are included already."""
    t, look = ctx.t, ctx.look
    fixed, gone = tuple(c.card for c in seat_of(ctx.view, ctx.me).cards), shown(ctx.view)
    now = tuple(dict.fromkeys((*fixed, *(card for card in noted(ctx) if card not in gone))))
    content: list[ft.Control] = [
        label_row(look, t("hand_title", n=HAND), t("n_of_m", n=len(now), of=HAND)),
        unseen_picker(ctx, now, act(_hand_tap, ctx, now, fixed)),
        text(look, "label", why_gone(ctx) or t("hand_about"), look.p.text_2, bold=False),
    ]
    main = Main(t("cards_more", n=HAND - len(now)), None, False)
    if len(now) == HAND:
        ordered = [card for card in cards(ctx.view) if card in now]
        main = Main(t("lock_hand"), ctx.declare({"type": "register_hand", "cards": ordered}))
    return content, _dock(ctx, ctx.asks(prompt), main)


def _hand_tap(ctx: Ctx, now: tuple[str, ...], fixed: tuple[str, ...], card: str) -> None:
    if card in fixed:
        return
    note(ctx, *next_named(tuple(c for c in now if c not in fixed), card, HAND - len(fixed)))


def scroll_entry(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the entry of which scroll is on which of my open cards (SCROLL-5.1 to 5.3)."""
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
    full = is_complete(slots, now)
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
