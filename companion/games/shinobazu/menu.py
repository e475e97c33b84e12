"""The game's own rows of "More" at a Shinobazu table, and advice after a refused declaration."""

from __future__ import annotations

import flet as ft

from companion.games.shinobazu.facts import Ctx, may_name_start, targets
from companion.games.shinobazu.facts import card as in_words
from companion.games.table.context import in_turn, seat_of
from companion.games.table.frame import by_lot, seat_bar
from companion.games.table.menu import advice_for, advising, head
from companion.games.table.table_screen import Move, Row
from companion.ui import Act, act, sheet, text
from companion.ui.sheets import Instead
from referee.core.values import TABLE

IC = ft.Icons
ADVICE = advising(
    card="card_elsewhere card_needed card_twice must_follow name_card no_such_card not_in_hand one_card own_card_only",
    cards="hand_size returned_missing",
    colour="false_lead name_colour own_colour",
    where="front_occupied must_push must_self_play name_owner not_in_game",
    who="challenge_declined loser_challenges named_twice no_loser not_a_passer one_ only_the_two took_no_part"
    " winner_lost winner_missing",
    answer="name_ receiver_declares start_fights",
    number="below_zero cards_in_front count_only_refused players three_",
    wait="challenged_answers declaration_due lead_first loser_names not_your_turn now. nothing_to_declare only_in_"
    " owner_declares reveal_not_due reveal_too_early seat_declares start_leads still_face_down turn_is_over",
    settled="already_ answered_already duel_lead_settled ended hand_already_ hand_empty hand_withdrawn_already kept_in_"
    " match_over no_card_there no_duel_ no_hand_entered nobody_challenged nothing_recorded one_challenge",
)
CLEARS = {
    "card": ("card",), "cards": ("named",), "colour": ("colour",), "where": ("to",), "who": ("winner", "losers"),
    "answer": ("choice",), "wait": ("card", "to", "choice", "colour"),
}  # fmt: skip


def what(ctx: Ctx, move: Move) -> str:
    kind = move.get("type")
    if kind in ("lay", "lead"):
        if move.get("to") == ctx.me:
            return ctx.t("what.before_me")
        return ctx.t("what.in_front_of", name=ctx.name(str(move.get("to"))))
    if kind == "reveal" and move.get("card"):
        return ctx.t("what.reveal", card=in_words(ctx.look, str(move["card"])))
    return ""


def insteads(ctx: Ctx, move: Move) -> tuple[Instead, ...]:
    """Return up to two alternatives to declare: each declares it, or returns to the pick."""
    view, me, t = ctx.view, ctx.me, ctx.t
    kind = move.get("type")
    elsewhere = ctx.snap.refusal is not None and advice_for(ADVICE, ctx.snap.refusal.reason) == "where"
    if view.phase != "turns" or view.active != me or kind not in ("lay", "lead") or not elsewhere:
        return ()
    tried = str(move.get("to") or "")
    free = {s.seat: s.name or s.seat for s in targets(view, me) if not s.has_current and s.seat != tried}
    found: list[Instead] = []
    for seat, name in free.items():
        icon, label, sub = IC.GROUP_SHARP, t("instead.push", name=name), t("instead.unseen", name=name)
        if seat == me:
            icon, label = IC.PERSON_SHARP, t("instead.self")
            sub = t("instead.you_fight" if view.start == me else "instead.then_declare")
        found.append((icon, label, sub, _moved(ctx, move, seat)))
    return tuple(found)


def _moved(ctx: Ctx, move: Move, to: str) -> Act:
    """Return the act that lays the same card elsewhere: declared, or only chosen if fight or pass is still due."""
    if to == ctx.me and ctx.view.start != ctx.me:
        return act(in_turn, ctx.choose("to", to), ctx.actions.pages.dismiss)
    moved = {key: value for key, value in move.items() if key != "declare"}
    return ctx.declare({**moved, "to": to})


def own_rows(ctx: Ctx) -> list[Row]:
    t, rows = ctx.t, list[Row]()
    if may_name_start(ctx.snap) and ctx.snap.role == "seat":
        rows.append((IC.FLAG_SHARP, t("menu.start"), t("menu.start_about"), ctx.choose("sheet", "start")))
    if ctx.me and seat_of(ctx.view, ctx.me).hand_entered and ctx.view.phase != "ended":
        withdraw = ctx.declare({"type": "withdraw_hand"})
        rows.append((IC.EDIT_OFF_SHARP, t("menu.withdraw"), t("menu.withdraw_about"), withdraw))
    return rows


def start_sheet(ctx: Ctx) -> ft.Control | None:
    """Return the choice of the first start player: who most recently saw a ninja (SHINOBAZU-2.3)."""
    if not may_name_start(ctx.snap):
        return None
    choose = act(in_turn, ctx.choose("sheet", ""), ctx.declare_chosen("start", {"type": "configure"}, TABLE))
    return sheet(
        ctx.look,
        [
            head(ctx, ctx.t("who_saw_a_ninja")),
            text(ctx.look, "body", ctx.t("who_saw_about"), ctx.look.p.text_2),
            seat_bar(ctx, (s.seat for s in ctx.view.seats), ctx.view.start, choose),
            by_lot(ctx, (s.seat for s in ctx.view.seats), choose),
        ],
    )
