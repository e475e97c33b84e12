"""What two guard players share, by one proposing and the other agreeing: drawn cards, cards to play, wound cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.scorpion.facts import Ctx, Pick, called, my_guards, prompt_of
from companion.games.scorpion.guards.frame import G, ask_me, laid
from companion.games.scorpion.map import guards_map
from companion.games.scorpion.setup.cards import Counted, counters
from companion.games.scorpion.tracks import tracks
from companion.games.table.context import Screen
from companion.games.table.frame import cover, lesson, undo
from companion.ui import Act, Main, act, block, button_side, icon_button, label_row, text, theme
from companion.ui.base import at_most, fill_column
from companion.ui.theme import Look
from companion.ui.words import begun
from referee.scorpion.cards import KINDS, cards, fits_deck
from referee.scorpion.views.view_model import GuardsView

IC = ft.Icons


def sharing(ctx: Ctx) -> list[ft.Control]:
    """Return the row in which a split is proposed or agreed to, with the partner's proposal."""
    prompt = prompt_of(ctx.snap, ctx.me, "agree_split")
    if prompt is None or (prompt.params["share"] == "hand_cards" and ctx.view.hand_used):
        return []
    what, total = str(prompt.params["share"]), int(prompt.params["total"])
    proposed: Mapping[str, Any] | None = prompt.params["proposed"]
    before = (total + 1) // 2 if proposed is None else int(proposed["sword"])
    sword = wanted(ctx.pick, total, before)
    move = {"type": "agree_split", "what": what, "sword": sword, "spear": total - sword}
    said = proposed is not None and proposed["sword"] == sword
    mine = said and proposed is not None and ctx.role in proposed["by"]
    label = ctx.t(f"{G}split_waits" if mine else f"{G}split_agree" if said else f"{G}split_propose")
    step, declare = ctx.change(_shared, total, before), None if mine else ctx.declare(move)
    return [splitter(ctx.look, ctx.t(f"{G}split_{what}"), sword, total, step, label, declare)]


def wanted(pick: Pick, total: int, before: int) -> int:
    """Return how many the swords get: as set by me, else as `before`."""
    return min(total, max(0, pick.counts.get("sword", before)))


def _shared(now: Pick, total: int, before: int, by: int) -> Pick:
    return replace(now, counts={"sword": min(total, max(0, wanted(now, total, before) + by))})


@block
def splitter(
    look: Look, title: str, sword: int, total: int, step: Act, label: str = "", declare: Act | None = None
) -> ft.Control:
    """Draw a split with − and +, and the button that declares it, if the dock does not."""
    t = look.t
    parts = (f"{t('scorpion.weapon.sword')} {sword}", f"{t('scorpion.weapon.spear')} {total - sword}")
    words = begun(t("map.comma").join(parts))
    less = act(step, -1) if sword else None
    more = act(step, 1) if sword < total else None
    said = fill_column(
        text(look, "over", title, look.p.text_2, lines=2), text(look, "label", words, look.p.text, lines=2)
    )
    sides: list[ft.Control] = [
        icon_button(look, IC.REMOVE_SHARP, t(f"scorpion.screen.{G}sword_less"), less, "" if less else look.p.text_3),
        text(look, "title", str(sword), lines=1),
        icon_button(look, IC.ADD_SHARP, t(f"scorpion.screen.{G}sword_more"), more, "" if more else look.p.text_3),
    ]
    agree = [button_side(look, label, declare, None, theme.TOUCH, None, True)] if label else []
    if look.scale > 1.15:
        return ft.Column([ft.Row([said, *sides], spacing=0), *agree], spacing=8, tight=True)
    return ft.Row([said, *sides, *agree], spacing=2)


def wounds(ctx: Ctx) -> Screen:
    """Draw the question whose discard pile gets the wound cards (SCORPION-20.5, 22.13)."""
    prompt = prompt_of(ctx.snap, ctx.me, "assign_wound_cards")
    assert prompt is not None
    total = int(prompt.params["cards"])
    proposed: Mapping[str, Any] | None = prompt.params["proposed"]
    before = (total + 1) // 2 if proposed is None else int(proposed["sword"])
    sword = wanted(ctx.pick, total, before)
    label = ctx.t(f"{G}wound_split", sword=sword, spear=total - sword)
    row = splitter(ctx.look, ctx.t(f"{G}split_wounds"), sword, total, ctx.change(_shared, total, before))
    said = "" if proposed is None else ctx.t(f"{G}proposed", sword=proposed["sword"], spear=proposed["spear"])
    mine = proposed is not None and ctx.role in proposed["by"] and proposed["sword"] == sword
    move = {"type": "assign_wound_cards", "sword": sword, "spear": total - sword}
    main = Main(ctx.t(f"{G}split_waits") if mine else label, None if mine else ctx.declare(move), not mine)
    dock = ask_me(ctx, ctx.t(f"{G}wound_line"), ctx.t(f"{G}ask_wounds", n=total), undo(ctx), main, IC.STYLE_SHARP)
    about = text(ctx.look, "caption", said, ctx.look.p.text_2, line=16, lines=at_most(ctx.look, 3))
    return laid(ctx, guards_map(ctx), None, ctx.t(f"{G}wound_line"), said, [row, about]), dock


def drawing(ctx: Ctx) -> Screen:
    """Draw the first step of the alert phase: n cards are drawn, and their kinds entered under the cover."""
    prompt = prompt_of(ctx.snap, ctx.me, "draw_cards")
    assert prompt is not None
    n = int(prompt.params["n"])
    counted = ctx.view.options.guard_cards == "counted"
    if not counted and (ctx.acting or ctx.snap.held == "kept"):
        return entry(ctx, n)
    line = ctx.t(f"{G}turn_draw", level=ctx.t(f"track.alert_{ctx.view.drawn_at}"))
    below = [*sharing(ctx), *lesson(ctx, "draw", "SCORPION-10.4")]
    if counted:
        main = Main(ctx.t(f"{G}drew", n=n), ctx.declare({"type": "draw_cards", "n": n}))
    else:
        main = Main(ctx.t(f"{G}enter", n=n), act(ctx.actions.secrets.keep))
    dock = ask_me(ctx, line, ctx.t(f"{G}ask_draw", n=n), undo(ctx), main, IC.STYLE_SHARP)
    title = ctx.t(f"{G}draw_title", n=n)
    return laid(ctx, guards_map(ctx), None, title, "", below), dock


def entry(ctx: Ctx, n: int) -> Screen:
    """Draw the rows in which the drawn kinds are counted. They leave the phone with the cover, and come back."""
    taken = _kinds_in(ctx.pick.to if ctx.acting else ctx.snap.entering)
    step = ctx.change(_counted) if ctx.acting else act(_keep, ctx.actions.secrets.hands, taken)
    own = my_guards(ctx)
    deck = None if own is None else own.deck
    rows = tuple(
        Counted(
            kind, called(ctx, f"card.{kind}"), taken.count(kind), len(taken) < n and _is_left(ctx, own, taken, kind),
            "" if deck is None else ctx.t(f"{G}in_deck", n=deck.get(kind, 0)),
        )
        for kind in KINDS["guards"]
    )  # fmt: skip
    content: list[ft.Control] = [
        tracks(ctx),
        label_row(ctx.look, ctx.t(f"{G}entry_title", n=n), ctx.t(f"{G}n_of_m", n=len(taken), of=n)),
        counters(ctx.look, rows, step),
        text(ctx.look, "label", ctx.t(f"{G}entry_about"), ctx.look.p.text_2, bold=False),
    ]
    complete = len(taken) == n
    lock = ctx.declare({"type": "draw_cards", "n": n, "cards": dict(Counter(taken))})
    label = ctx.t(f"{G}lock") if complete else ctx.t(f"{G}cards_more", n=n - len(taken))
    over, ask = ctx.t(f"{G}turn_alert"), ctx.t(f"{G}ask_entry", n=n)
    return content, ask_me(ctx, over, ask, cover(ctx), Main(label, lock, complete), IC.STYLE_SHARP)


def _kinds_in(kept: Sequence[str]) -> tuple[str, ...]:
    return tuple(each for each in kept if each in KINDS["guards"])


def _keep(hands: Act, taken: tuple[str, ...], step: int, kind: str) -> None:
    hands(_stepped(taken, step, kind))


def _counted(now: Pick, step: int, kind: str) -> Pick:
    return replace(now, to=_stepped(_kinds_in(now.to), step, kind))


def _stepped(taken: tuple[str, ...], step: int, kind: str) -> tuple[str, ...]:
    if step > 0:
        return (*taken, kind)
    at = taken.index(kind) if kind in taken else len(taken)
    return (*taken[:at], *taken[at + 1 :])


def _is_left(ctx: Ctx, own: GuardsView | None, taken: tuple[str, ...], kind: str) -> bool:
    """Tell whether another card of a kind can be in the deck, as far as its owner knows."""
    if own is not None and own.deck is not None:
        return taken.count(kind) < own.deck.get(kind, 0)
    held = cards((own.hand if own is not None else None) or {})
    return fits_deck("guards", (*held, *taken, kind), ctx.view.options.deck_list("guards"))
