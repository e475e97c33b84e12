"""The layout of a guards' screen: the map with the news, the reasoning, and the pad below.

The reasoning map shows, if the table allows it, who can be where, and why not elsewhere. It rests on the guards'
secrets too, so it is shown only while their cover is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import flet as ft

from companion.games.scorpion.answer import G as G
from companion.games.scorpion.answer import out_of_earshot
from companion.games.scorpion.events import news
from companion.games.scorpion.facts import Ctx, called, my_guards, terms
from companion.games.scorpion.map import (
    ALL,
    R,
    explained,
    in_the_passage,
    label_on_map,
    map_page,
    place,
    possible,
    round_button,
    shaded,
)
from companion.games.scorpion.tracks import spoken
from companion.games.table import frame
from companion.games.table.context import FullPage
from companion.games.table.frame import answer
from companion.ui import (
    Act,
    Choice,
    Handler,
    Main,
    Side,
    act,
    block,
    choice_bar,
    column,
    hold_pad,
    icon_button,
    named,
    text,
    theme,
)
from companion.ui.base import at_most
from companion.ui.map.drawing import MapFacts
from companion.ui.theme import Look
from companion.ui.words import word
from referee.scorpion.views.view_model import ReasoningView


def switch(ctx: Ctx) -> ft.Control | None:
    """Return the button that turns the reasoning on and off; None without it, or while the cover is closed."""
    if not ctx.open or ctx.view.reasoning is None:
        return None
    on = bool(ctx.pick.reason)
    glyph, name = (ft.Icons.CLOSE_SHARP, "off") if on else (ft.Icons.PERSON_PIN_CIRCLE_SHARP, "on")
    return round_button(ctx.look, glyph, ctx.t(f"{R}{name}"), ctx.put(reason="" if on else ALL, asked=""))


def asks(ctx: Ctx, tap: Act | None, facts: MapFacts) -> Act:
    """Return the act of a tap on a zone: its reasons are shown and, if it is a target, `tap` is called too."""
    lit = tuple(zone for zone, _ in facts.targets) if tap is not None else ()
    return act(_asked, ctx.choose("asked"), tap, lit)


def _asked(ask: Handler, tap: Act | None, lit: tuple[str, ...], zone: str) -> None:
    ask(zone)
    if tap is not None and zone in lit:
        tap(zone)


def panel(ctx: Ctx, what: ReasoningView) -> list[ft.Control]:
    """Return whom it is about, in how many zones each can be, and what is known of the tapped zone."""
    who = ctx.pick.reason if any(one.who == ctx.pick.reason for one in what.intruders) else ALL
    bars = tuple(
        Choice(one.who, ctx.t(f"{R}count", who=called(ctx, one.who), n=len(one.zones))) for one in what.intruders
    )
    both = Choice(ALL, ctx.t(f"{R}count", who=ctx.t(f"{R}all"), n=len(possible(what, ALL))))
    bar = [choice_bar(ctx.look, (both, *bars), who, ctx.choose("reason"), tick=False)] if len(bars) > 1 else []
    legend = [] if ctx.pick.asked else [text(ctx.look, "caption", ctx.t(f"{R}legend"), ctx.look.p.text_2)]
    return [*bar, *legend, *explained(ctx, what, who, ctx.pick.asked)]


_PAD = 184


def laid(
    ctx: Ctx, facts: MapFacts, tap: Act | None, title: str, sub: str, below: Sequence[ft.Control],
    card: ft.Control | None = None,
) -> FullPage:  # fmt: skip
    """Return the content of a guards' screen; `tap(zone)` handles a tap on the map, `below` is shown under it.

    `card` is shown on the map in place of the news.
    """
    look, pick = ctx.look, ctx.pick
    known = ctx.view.reasoning if ctx.open and pick.reason else None
    if known is not None:
        tap, below = asks(ctx, tap, facts), panel(ctx, known)
        facts = shaded(ctx, facts, known, pick.reason, pick.asked)
        title, sub = (place(ctx, pick.asked), "") if pick.asked else (title, sub)
    unread = known is None and card is None and pick.seen < len(ctx.view.record)
    silent_zones = out_of_earshot(ctx) if unread else ()
    if silent_zones:
        facts = replace(facts, out=silent_zones, notes=tuple((zone, ctx.t(f"{G}unheard")) for zone in silent_zones))
    inside = in_the_passage(ctx)
    first = facts.chosen if known is not None else pick.zone or (facts.concerned[0] if facts.concerned else "")
    level = ctx.t("track.alert", level=ctx.t(f"track.alert_{ctx.view.alert}"))
    news_rows = news(ctx, ctx.t(f"{G}too_far") if silent_zones else "") if card is None else [card]
    if known is not None and pick.listed:
        news_rows = []  # the list has been opened and needs the space
    above = [label_on_map(look, title, " ".join(filter(None, (sub, inside))), level, spoken(ctx)), *news_rows]
    reasons = switch(ctx)
    return map_page(
        ctx, facts, tap, above=above, buttons=[] if reasons is None else [reasons], below=below, foot=footing(ctx),
        first=first,
    )  # fmt: skip


def footing(ctx: Ctx) -> ft.Control:
    """Return the last line above the dock: the pad that opens the notes, and my cards.

    It keeps its place whatever is above it, since the pad may be held. A game master has the way back there.
    """
    look, held = ctx.look, ctx.snap.held
    if ctx.acting:
        tail: ft.Control = icon_button(look, ft.Icons.ARROW_BACK_SHARP, ctx.t("back"), ctx.choose("naming", ""))
    else:
        words = ctx.t(f"{G}notes") if held == "covered" else ""
        pad = hold_pad(look, ctx.actions, held, words, tap=ctx.snap.tap_to_open, kind="button", expand=None)
        tail = ft.Container(pad, width=_PAD if look.scale < 1.5 else None)
    line = ft.Container(my_cards(look, counts_line(ctx), hand_words(ctx)), expand=look.scale < 1.5 or None)
    if look.scale >= 1.5:
        return column([tail, line], 8)
    # An open hand takes the lines that it needs, upwards: the pad stays under the thumb.
    low = ft.CrossAxisAlignment.CENTER if look.scale > 1.15 else ft.CrossAxisAlignment.END
    return ft.Row([tail, line], spacing=12, vertical_alignment=low)


@block
def my_cards(look: Look, counted: str, kinds: tuple[str, ...]) -> ft.Control:
    """Draw my cards, at least as high as the pad beside it; while open, kind by kind without line breaks in a kind."""
    if not kinds:
        said: ft.Control = text(look, "caption", counted, look.p.text_2, line=theme.MAIN / 4, lines=at_most(look, 4))
    else:
        every = [text(look, "caption", each, look.p.text_2, line=theme.MAIN / 4) for each in kinds]
        said = named(counted, ft.Row([*every], spacing=8, run_spacing=0, wrap=True))
    return ft.Container(
        ft.Column([said], spacing=0, tight=True, alignment=ft.MainAxisAlignment.CENTER),
        alignment=ft.Alignment.CENTER_LEFT, height=None if kinds or look.scale > 1.15 else theme.MAIN,
    )  # fmt: skip


def bottom(ctx: Ctx, tiles: Sequence[ft.Control], line: Sequence[ft.Control]) -> list[ft.Control]:
    """Return the remaining choices, and under them the tiles in one row."""
    if ctx.look.scale > 1.15:
        return [*line, *frame.grid(tiles, 2, full=False)]
    return [*line, *([ft.Row(list(tiles), spacing=8, height=52)] if tiles else [])]


def counts_line(ctx: Ctx) -> str:
    """Return my cards: while covered their public numbers, while open their kinds."""
    stock = next((s for s in ctx.view.stocks if s.role == ctx.role), None)
    if stock is None:
        return ""
    cards = open_cards(ctx)
    if cards is not None:
        return ctx.t(f"{G}drawn_is" if ctx.view.phase == "alert" else f"{G}hand_is",
                     cards=word(ctx.look, {}, "cards", cards, terms))  # fmt: skip
    return ctx.t(f"{G}lie", hand=stock.hand_size + stock.drawn_size, deck=stock.deck_size, used=stock.hand_used)


def open_cards(ctx: Ctx) -> dict[str, int] | None:
    """Return my hand or drawn cards by kind; None while covered, or if kinds are not entered."""
    mine = my_guards(ctx) if ctx.open else None
    cards = None if mine is None else mine.drawn if ctx.view.phase == "alert" else mine.hand
    return None if cards is None else {kind: n for kind, n in cards.items() if n}


def hand_words(ctx: Ctx) -> tuple[str, ...]:
    """Return my open cards kind by kind, each to be kept on one line; empty while covered."""
    cards = open_cards(ctx) or {}
    words = [word(ctx.look, {}, "cards", {kind: n}, terms) for kind, n in cards.items()]
    if not words:
        return ()
    words[0] = ctx.t(f"{G}drawn_is" if ctx.view.phase == "alert" else f"{G}hand_is", cards=words[0])
    comma = ctx.look.t("map.comma").rstrip()
    return (*(f"{each}{comma}" for each in words[:-1]), words[-1])


def ask_me(
    ctx: Ctx, line: str, ask: str, left: Side | None, main: Main | None, mark: ft.IconData | None = None
) -> ft.Control:
    """Return the dock of a guard who must act; a game master's names the seat that is answered for."""
    return answer(ctx, "asked", frame.line(ctx) if ctx.acting else line, ask, left, main, mark=mark)
