"""The draw of the alert phase: how many, how two guard players share them, and which were drawn, in secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import flet as ft

from companion.games.scorpion.facts import Pick, prompt_of
from companion.games.scorpion.frame import Ctx, teach
from companion.games.scorpion.guards.facts import KINDS, own
from companion.games.scorpion.guards.frame import G, ask_me, laid
from companion.games.scorpion.guards.share import sharing
from companion.games.scorpion.map import guards_map
from companion.games.scorpion.setup.cards import Counted, counters
from companion.games.scorpion.tracks import tracks
from companion.games.table.context import Screen
from companion.games.table.frame import cover, undo
from companion.ui import Act, Main, act, label_row, text
from referee.scorpion.cards import fits_deck
from referee.scorpion.setup.hands import deck_list

IC = ft.Icons


def drawing(ctx: Ctx) -> Screen:
    """Draw the first step of the alert phase: n cards are due, and their kinds are entered under the cover."""
    prompt = prompt_of(ctx.snap, ctx.me, "draw_cards")
    assert prompt is not None
    n = int(prompt.params["n"])
    counted = ctx.view.options.guard_cards == "counted"
    if not counted and (ctx.acting or ctx.snap.held == "kept"):
        return entry(ctx, n)
    line = ctx.t(f"{G}turn_draw", level=ctx.t(f"track.alert_{ctx.view.drawn_at}"))
    below = [*sharing(ctx), *teach(ctx, "draw", "SCORPION-10.4")]
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
    rows = tuple(
        Counted(kind, ctx.look.t(f"scorpion.card.{kind}"), taken.count(kind), _more(ctx, taken, kind, n), about)
        for kind, about in _kinds(ctx).items()
    )
    content: list[ft.Control] = [
        tracks(ctx),
        label_row(ctx.look, ctx.t(f"{G}entry_title", n=n), ctx.t(f"{G}n_of_m", n=len(taken), of=n)),
        counters(ctx.look, rows, step),
        text(ctx.look, "label", ctx.t(f"{G}entry_about"), ctx.look.p.text_2, bold=False),
    ]
    complete = len(taken) == n
    cards: dict[str, int] = {kind: taken.count(kind) for kind in dict.fromkeys(taken)}
    lock = ctx.declare({"type": "draw_cards", "n": n, "cards": cards})
    label = ctx.t(f"{G}lock") if complete else ctx.t(f"{G}cards_more", n=n - len(taken))
    left = cover(ctx)
    dock = ask_me(
        ctx, ctx.t(f"{G}turn_alert"), ctx.t(f"{G}ask_entry", n=n), left, Main(label, lock, complete), IC.STYLE_SHARP
    )
    return content, dock


def _kinds_in(kept: Sequence[str]) -> tuple[str, ...]:
    return tuple(each for each in kept if each in KINDS)


def _keep(hands: Act, taken: tuple[str, ...], step: int, kind: str) -> None:
    hands(_stepped(taken, step, kind))


def _counted(now: Pick, step: int, kind: str) -> Pick:
    return replace(now, to=_stepped(_kinds_in(now.to), step, kind))


def _stepped(taken: tuple[str, ...], step: int, kind: str) -> tuple[str, ...]:
    if step > 0:
        return (*taken, kind)
    at = taken.index(kind) if kind in taken else len(taken)
    return (*taken[:at], *taken[at + 1 :])


def _kinds(ctx: Ctx) -> Mapping[str, str]:
    """Return every kind with a word on how many the deck still has, where that can be known."""
    deck = _deck(ctx)
    return {kind: "" if deck is None else ctx.t(f"{G}in_deck", n=deck.get(kind, 0)) for kind in KINDS}


def _deck(ctx: Ctx) -> Mapping[str, int] | None:
    mine = own(ctx)
    return None if mine is None else mine.deck


def _more(ctx: Ctx, taken: tuple[str, ...], kind: str, n: int) -> bool:
    if len(taken) >= n:
        return False
    deck = _deck(ctx)
    if deck is not None:
        return taken.count(kind) < deck.get(kind, 0)
    mine = own(ctx)
    held = [k for k, count in ((mine.hand if mine else None) or {}).items() for _ in range(count)]
    return fits_deck("guards", (*held, *taken, kind), deck_list(ctx.view.options, "guards"))
