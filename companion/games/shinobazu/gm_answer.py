"""A game master answers for a seat, or for the table, with the same choices its player would have."""

from __future__ import annotations

import flet as ft

from companion.games.shinobazu.asks import ask_of_me, due
from companion.games.shinobazu.battle.duel import duel_dock, duel_rows
from companion.games.shinobazu.battle.result import next_round
from companion.games.shinobazu.battle.reveal import due_rows
from companion.games.shinobazu.cards import held
from companion.games.shinobazu.facts import chosen, missing, private_of, seat_of
from companion.games.shinobazu.frame import Ctx
from companion.games.shinobazu.hand.entry import gone_cards
from companion.games.shinobazu.hand.picker import card_picker, named_card
from companion.games.shinobazu.lead import banner
from companion.games.shinobazu.scores.entry import scores
from companion.games.shinobazu.terms import card as in_words
from companion.games.shinobazu.turn import choices, lay_buttons, laying_ask
from companion.games.table.context import Screen
from companion.games.table.frame import answer, back, back_row, lacks, line
from companion.games.table.game_master import nothing_due
from companion.ui import Main, Side, label_row, row, text
from referee.core.values import TABLE


def answering(ctx: Ctx) -> Screen:
    """Draw the answer for a seat (`ctx.acting`) or for the table, and its dock with the way back."""
    view, seat, t = ctx.view, ctx.acting, ctx.t
    if view.options.depth == "scores" or not seat:
        return for_the_table(ctx)
    head = label_row(ctx.look, t("answer_for", name=ctx.name(seat)))
    what = due(ctx.snap)
    if view.phase == "turns" and view.active == seat:
        return [head, banner(ctx), *cards_of(ctx), *choices(ctx)], lay_dock(ctx)
    if view.phase == "turns" and view.declares == seat:
        both = (
            Side(t("fight"), ft.Icons.ARROW_UPWARD_SHARP, ctx.declare({"type": "declare", "choice": "fight"})),
            Side(t("pass"), ft.Icons.ARROW_FORWARD_SHARP, ctx.declare({"type": "declare", "choice": "pass"})),
        )
        return [head, banner(ctx), back_row(ctx)], answer(
            ctx, "asked", line(ctx), ask_of_me(ctx.look, "declares"), equal=both
        )
    if seat in view.reveals:
        return reveal_for(ctx)
    if view.phase == "duel" and what.seat == seat:
        return [head, *duel_rows(ctx), back_row(ctx)], duel_dock(ctx, what)
    return nothing_due(ctx, [head])


def for_the_table(ctx: Ctx) -> Screen:
    view, t = ctx.view, ctx.t
    if view.reveals:
        main = Main(t("turn_over"), ctx.declare({"type": "turn_over"}, TABLE))
        return due_rows(ctx), answer(ctx, "asked", line(ctx), t("ask.turn_over"), back(ctx), main)
    if view.options.depth == "scores" and view.phase != "round_end":
        content, dock = scores(ctx)
        return [*content, back_row(ctx)], dock
    return [back_row(ctx)], next_round(ctx)


def cards_of(ctx: Ctx) -> list[ft.Control]:
    """Return the seat's hand, open, to choose from; nothing if it was not entered."""
    own = private_of(ctx.view, ctx.acting)
    if own is None or own.hand is None:
        return []
    pick = chosen(ctx.pick, ctx.view, ctx.acting)
    playable = own.playable
    drawn = [
        held(ctx.look, n, card, chosen=n == pick.card, faint=playable is not None and card not in playable,
             on_tap=ctx.choose("card", n))
        for n, card in enumerate(own.hand, 1)
    ]  # fmt: skip
    return [row(drawn, 0), back_row(ctx)]


def lay_dock(ctx: Ctx) -> ft.Control:
    """Return the dock of laying for a seat. The card is named by what it is: a game master has no hand."""
    pick = chosen(ctx.pick, ctx.view, ctx.acting)
    lack = missing(pick, ctx.view, ctx.acting)
    own = private_of(ctx.view, ctx.acting)
    named = own.hand[pick.card - 1] if own is not None and own.hand is not None and pick.card else pick.card
    return answer(ctx, "asked", line(ctx), laying_ask(ctx, lack), back(ctx), **lay_buttons(ctx, lack, named))


def reveal_for(ctx: Ctx) -> Screen:
    """Draw the picker for the card in front of a seat."""
    seat, t, look = ctx.acting, ctx.t, ctx.look
    front = seat_of(ctx.view, seat).front[-1]
    gone = gone_cards(ctx, front.laid_by)
    picked = tuple(card for card in ctx.pick.named if card not in gone)
    tap = ctx.change(named_card, tuple(gone), 1)
    content: list[ft.Control] = [
        label_row(look, t("naming_title", name=ctx.name(seat)), t("laid_by", name=ctx.name(front.laid_by))),
        card_picker(look, picked, tuple(gone), tap),
        text(look, "label", gone.get(ctx.pick.hint, t("naming_about")), look.p.text_2, bold=False),
    ]
    main = lacks(ctx, "card")
    if picked:
        main = Main(t("it_is", card=in_words(look, picked[0])), ctx.declare({"type": "reveal", "card": picked[0]}))
    elif front.recorded:
        main = Main(t("as_recorded"), ctx.declare({"type": "reveal"}))
    return content, answer(ctx, "asked", line(ctx), t("ask.naming", name=ctx.name(seat)), back(ctx), main)
