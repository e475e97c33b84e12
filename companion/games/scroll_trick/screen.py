"""The table of Ninja Scroll Trick on one phone: a player's, the table display's, the game master's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.scroll_trick.faces import PICKED, TRICK, WIDE, lying
from companion.games.scroll_trick.facts import (
    LESSONS,
    PREPARING,
    Ctx,
    Pick,
    Taken,
    asked_of,
    awaited,
    cards,
    given,
    labels,
    moment_of,
    name_of,
    signed,
    waits,
    without_one,
)
from companion.games.scroll_trick.hand import board, cover, in_sight
from companion.games.scroll_trick.menu import (
    ADVICE,
    CLEARS,
    box_sheet,
    claim_sheet,
    insteads,
    own_rows,
    start_sheet,
    what,
)
from companion.games.scroll_trick.picker import ALL, card_picker, entry, is_entering, tiles_line, value_chips
from companion.games.scroll_trick.prepare import (
    choose_trump,
    confirm_deal,
    lay_shadow,
    open_card,
    own,
    place_scrolls,
    set_start_player,
    take_start_scrolls,
    turn_scroll,
)
from companion.games.scroll_trick.rounds import (
    between,
    break_tie,
    draw_scrolls,
    ended,
    finding_rows,
    give_marker,
    outcome,
    sheet_rows,
)
from companion.games.scroll_trick.scores import close, score, sheet_if_any
from companion.games.scroll_trick.table import (
    big_rows,
    captured_rows,
    every_seat,
    seat_rows,
    steps,
    trick_panel,
    trump_banner,
)
from companion.games.scroll_trick.trick import play, refill_shadow, remedy, shadow_play, take_trick
from companion.games.table.context import Screen, in_turn, with_entry
from companion.games.table.frame import seat_bar
from companion.games.table.game_master import nothing_due
from companion.games.table.menu import head
from companion.games.table.table import table_of
from companion.games.table.table_screen import Change, TableScreen, others
from companion.i18n import num
from companion.ui import Act, act, block, button_main, button_side, label_row, named, ruling_row, sheet, text
from companion.ui.theme import Look
from referee.core.values import Prompt
from referee.scroll_trick.view_model import PrivateView

ANSWERS: Mapping[str, Callable[[Ctx, Prompt], Screen]] = {
    "set_start_player": set_start_player,
    "take_start_scrolls": take_start_scrolls,
    "confirm_deal": confirm_deal,
    "choose_trump": choose_trump,
    "lay_shadow": lay_shadow,
    "open_card": open_card,
    "place_scrolls": place_scrolls,
    "turn_scroll": turn_scroll,
    "lead": play,
    "follow": play,
    "follow_open": play,
    "shadow_play": shadow_play,
    "take_trick": take_trick,
    "refill_shadow": refill_shadow,
    "remedy": remedy,
    "draw_scrolls": draw_scrolls,
    "give_marker": give_marker,
    "break_tie": break_tie,
    "score_round": score,
    "score_trick": score,
    "close_round": close,
    "final": close,
}


def public(ctx: Ctx) -> tuple[list[ft.Control], list[ft.Control]]:
    """Return the public screen: the seats on the left, what applies at the moment on the right."""
    view, look = ctx.view, ctx.look
    kinds, facts = view.options.kinds, every_seat(ctx)
    in_trick = view.phase in ("trick", "resolve", "refill")
    trick = [trick_panel(ctx, WIDE if look.wide else TRICK)] if in_trick else []
    if not look.wide:
        return [trump_banner(ctx), *trick, seat_rows(look, kinds, facts), *right(ctx)], []
    moment_ = [moment(look, view.round)]
    if view.options.depth == "plays":
        moment_.append(trump_banner(ctx))
    return [big_rows(look, kinds, facts)], [*moment_, *trick, *right(ctx)]


def right(ctx: Ctx) -> list[ft.Control]:
    """Return what was decided last: the shadow's steps, captured scrolls, the last trick, the sheet."""
    view, look = ctx.view, ctx.look
    if view.phase in ("between", "tie", "score"):
        return between(ctx) if view.phase == "between" else [*sheet_rows(ctx), *finding_rows(ctx)]
    rows = steps(ctx)
    taken = captured_rows(ctx)
    if taken:
        rows += [label_row(look, ctx.t("captured_now")), *taken]
    last = view.tricks[-1] if view.tricks else None
    if last is not None and last.why and view.phase == "trick":
        bears = any(play.tile for play in last.plays)
        worth = ctx.t("worth_of", value=num(last.value)) if bears and last.value is not None else ""
        words = ctx.say(last.why[0].reason, last.why[0].params)
        won = ctx.t("won_trick", name=ctx.name(last.ahead), n=last.number)
        rows.append(ruling_row(look, str(last.number), f"{won} {worth}".strip(), words))
    return [*rows, *finding_rows(ctx)]


@block
def moment(look: Look, round_: int) -> ft.Control:
    t = look.t
    words = text(look, "headline", t("scroll_trick.screen.of_rounds"), look.p.text_2, bold=False)
    head = text(look, "label", t("scroll_trick.screen.round"), look.p.text_2)
    figure = ft.Row([text(look, "numeral_xl", str(round_)), words], spacing=20)
    said = f"{t('scroll_trick.screen.round')} {round_} {t('scroll_trick.screen.of_rounds')}"
    return named(said, ft.Column([head, figure], spacing=0, tight=True))


def all_open(ctx: Ctx) -> list[ft.Control]:
    view, look = ctx.view, ctx.look
    rows: list[ft.Control] = [trump_banner(ctx)]
    if view.phase in ("trick", "resolve", "refill"):
        rows.append(trick_panel(ctx))
    rows += [seat_rows(look, view.options.kinds, every_seat(ctx)), *steps(ctx)]
    for private in view.private:
        rows += secrets(ctx, private)
    return rows


def secrets(ctx: Ctx, own: PrivateView) -> list[ft.Control]:
    look, kinds, said = ctx.look, ctx.view.options.kinds, list[str]()
    if own.scrolls:
        said += [f"{ctx.card(s.card)} {labels([s.value])}" for s in own.scrolls]
    if own.held:
        said.append(ctx.t("holds", values=labels(own.held)))
    words = ", ".join(said)
    if own.hand is None and not words:
        words = ctx.t("nothing_told")
    rows: list[ft.Control] = [label_row(look, ctx.name(own.seat), words)]
    if own.hand:
        cards = [lying(look, kinds, card, False, None, PICKED) for card in own.hand]
        rows.append(ft.Row(cards, spacing=5, run_spacing=5, wrap=True))
    return rows


def for_somebody(ctx: Ctx) -> Screen:
    """Draw the answer for a seat (`ctx.acting`) or for the table."""
    if is_entering(ctx):
        return entry(ctx)
    mine = (p for p in ctx.snap.prompts if p.must and p.seat == ctx.acting)
    prompt = next(mine, None) if ctx.acting else asked_of(ctx.snap, "")
    return nothing_due(ctx) if prompt is None else ANSWERS[name_of(prompt)](ctx, prompt)


IC = ft.Icons
OF_A_CARD = frozenset({"open_card", "play_card", "shadow_play", "refill_shadow", "turn_scroll"})


# A house ruling


def captured_sheet(ctx: Ctx) -> ft.Control:
    """Return the house ruling that sets a seat's captured scrolls, from which points follow."""
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
    return replace(now, who=who, taken=with_entry(wanted, who, (*given(wanted, who), value)))


def _without(now: Pick, had: Taken, who: str, at: int) -> Pick:
    wanted = now.taken or had
    return replace(now, who=who, taken=with_entry(wanted, who, without_one(given(wanted, who), at)))


# An entry corrected


def changes(ctx: Ctx, move: Mapping[str, Any]) -> tuple[Change, ...]:
    """Return what an entry may be corrected to: another trump, another value nearby, another seat."""
    kind, found = move.get("type"), list[Change]()
    if kind == "choose_trump":
        found += others(move, "kind", {each: ctx.kind(each) for each in ctx.view.options.kinds})
    named = move.get("value")
    one = named[0] if isinstance(named, list) and len(named) == 1 else named
    if kind in ("turn_scroll", "lay_shadow") and one in ALL:
        at = ALL.index(one)
        near = (*ALL[max(0, at - 2) : at], *ALL[at + 1 : at + 3])
        found += others(move, "value", {value: signed(value) for value in near})
    if kind in ("set_start_player", "give_marker", "score_trick"):
        seats = (s.seat for s in ctx.view.seats[:4] if s.seat != "shadow")
        found += others(move, "player", {seat: ctx.name(seat) for seat in seats})
    return tuple(found)


def card_entry(ctx: Ctx) -> Mapping[str, Any] | None:
    named = next((x for x in ctx.snap.log if x.number == ctx.pick.entry), None)
    move = named.move if named is not None else None
    return move if move and has_named_card(move) else None


def has_named_card(move: Mapping[str, Any]) -> bool:
    return move.get("type") in OF_A_CARD and bool(named_card(move))


def named_card(move: Mapping[str, Any]) -> str:
    """Return the single card that a declaration names, empty for several or none."""
    card = move.get("card")
    if isinstance(card, list):
        return str(card[0]) if len(card) == 1 else ""
    return str(card or "")


def card_sheet(ctx: Ctx) -> ft.Control:
    """Return the sheet that names another card for an entry, with what would differ then."""
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
    """Return the last cards that were declared, to choose the wrong one."""
    rows: list[ft.Control] = [head(ctx, ctx.t("wrong_card"))]
    named = [x for x in ctx.snap.log if x.in_force and x.move and has_named_card(x.move)]
    for one in reversed(named[-8:]):
        assert one.move is not None
        words = f"{one.number}  {ctx.name(one.seat)}: {ctx.card(named_card(one.move))}"
        rows.append(button_side(ctx.look, words, ctx.put(entry=one.number, card=""), IC.EDIT_SHARP, 48))
    if not named:
        rows.append(text(ctx.look, "body", ctx.t("no_entries"), ctx.look.p.text_2))
    return sheet(ctx.look, rows)


def seat_screen(ctx: Ctx) -> Screen:
    """Return a seat's screen: an entry under the cover, the answer to a prompt, or the table."""
    if is_entering(ctx):
        return entry(ctx)
    prompt = asked_of(ctx.snap, ctx.me)
    if prompt is not None:
        return ANSWERS[name_of(prompt)](ctx, prompt)
    if ctx.view.options.depth == "scores":
        return sheet_if_any(ctx), waits(ctx)
    if ctx.view.phase in ("between", "tie"):
        return [*between(ctx), *(cover(ctx, below=True) if ctx.covers == "parts" else [])], waits(ctx)
    mine = own(ctx) if ctx.view.phase not in PREPARING else []
    return [*in_sight(ctx, [*board(ctx), *mine]), *finding_rows(ctx)], waits(ctx)


SCREEN = TableScreen(
    context=Ctx,
    pick=Pick(),
    moment=moment_of,
    awaited=awaited,
    seat=seat_screen,
    ended=ended,
    outcome=outcome,
    lessons=LESSONS,
    public=public,
    sheets={"start": start_sheet, "box": box_sheet, "claim": claim_sheet},
    rows=own_rows,
    advice=ADVICE,
    clears=CLEARS,
    what=what,
    insteads=insteads,
    all_open=all_open,
    findings=finding_rows,
    answering=for_somebody,
    ruling=captured_sheet,
    changes=changes,
    master_sheets={"other_card": card_sheet},
)
table = table_of(SCREEN)
