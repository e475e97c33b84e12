"""The showdown on a player's phone: the verdict, the duel with its challenge and answer, and the end of the round."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.games.shinobazu.battle import change_word, due_rows, naming, rank_table, turning, verdict
from companion.games.shinobazu.facts import AwaitedDecision, Ctx, K, due, waits
from companion.games.shinobazu.facts import card as in_words
from companion.games.shinobazu.points import counted_points
from companion.games.shinobazu.turn import caption_line, colour_bar
from companion.games.table import end
from companion.games.table.context import Screen, seat_of
from companion.games.table.frame import answer, asked, lacks, seat_bar
from companion.ui import Choice, Main, Side, choice_bar, label_row, ruling_row
from companion.ui.words import begun, listed
from referee.core.values import Why
from referee.shinobazu.cards import HAND, colour_of
from referee.shinobazu.view_model import Battle, Finding, SeatView


def targets(ctx: Ctx) -> list[SeatView]:
    """Return whom the loser may challenge: the remaining passers (SHINOBAZU-8.6)."""
    return [s for s in ctx.view.seats if s.stays]


def cost(ctx: Ctx, seat: str) -> int:
    """Return the cost of a refusal for a seat: one point for each card in front of it (SHINOBAZU-8.9)."""
    target = seat_of(ctx.view, seat)
    return len(target.front) or target.kept + 1


def target_of(ctx: Ctx) -> str:
    """Return the seat to be challenged: the only one, or the one that was tapped."""
    may = [s.seat for s in targets(ctx)]
    return ctx.pick.to if ctx.pick.to in may else may[0] if len(may) == 1 else ""


def whom_bar(ctx: Ctx, chosen: str) -> ft.Control:
    return seat_bar(ctx, (s.seat for s in targets(ctx)), chosen, ctx.choose("to"), ctx.t("challenge"))


def duel_rows(ctx: Ctx) -> list[ft.Control]:
    view, t = ctx.view, ctx.t
    challenger, challenged = view.challenger or "", view.challenged or ""
    if challenged:
        fact = t("challenges", name=ctx.name(challenger), target=ctx.name(challenged))
        words = t("accepted" if view.accepted else "refusal_costs", n=counted_points(ctx.look, cost(ctx, challenged)))
        row = ruling_row(ctx.look, ft.Icons.SPORTS_MARTIAL_ARTS_SHARP, fact, words, "SHINOBAZU-8.9", ctx.actions, True)
        if view.accepted and challenger == ctx.me:
            return [row, colour_bar(ctx.look, t("colour"), colours(ctx), ctx.pick.colour, ctx.choose("colour"))]
        return [row]
    if challenger != ctx.me:
        return []
    chosen = target_of(ctx)
    rows = [whom_bar(ctx, chosen)]
    if chosen:
        words = t("if_refused", name=ctx.name(chosen), n=counted_points(ctx.look, cost(ctx, chosen)))
        rows.append(caption_line(ctx.look, "", words))
    return rows


def colours(ctx: Ctx) -> tuple[str, ...]:
    """Return the colours that the loser shows and may name (OP-10)."""
    front = seat_of(ctx.view, ctx.view.challenger or "").front
    return tuple(dict.fromkeys(colour_of(f.card) for f in front if f.card))


def duel_dock(ctx: Ctx, what: AwaitedDecision) -> ft.Control:
    t, look = ctx.t, ctx.look
    if what.seat != ctx.me:
        return waits(ctx, what)
    if what.kind == "answers":
        challenger = ctx.name(ctx.view.challenger)
        n = counted_points(look, cost(ctx, ctx.me))
        both = (
            Side(t("accept"), None, ctx.declare({"type": "duel_answer", "answer": "accept"})),
            Side(t("refuse_for", n=n), None, ctx.declare({"type": "duel_answer", "answer": "refuse"})),
        )
        return answer(ctx, "asked", t("line.challenged", name=challenger), t("ask.answers", n=n), equal=both)
    if what.kind == "names_lead":
        colour = ctx.pick.colour
        word = look.t(f"shinobazu.colour.{colour}") if colour else ""
        main = Main(t("leads_duel", colour=word), ctx.declare({"type": "choose_duel_lead", "colour": colour}))
        return asked(ctx, t("ask.names_lead"), main if colour else lacks(ctx, "colour"))
    chosen = target_of(ctx)
    main, move = lacks(ctx, "target"), {"type": "duel_challenge", "target": chosen}
    if chosen:
        main = Main(t("challenge_name", name=ctx.name(chosen)), ctx.declare(move))
    left = Side(t("nobody"), None, ctx.declare({"type": "duel_decline"}))
    return asked(ctx, t("ask.challenges"), main, line=t("line.you_lost"), left=left)


IC = ft.Icons
_MARKS: dict[str, Any] = {
    "three": "3", "all_passed": IC.GROUPS_SHARP, "single": IC.PERSON_SHARP, "single_lead": IC.PALETTE_SHARP,
    "single_three": "3", "not_inverted": IC.ARROW_UPWARD_SHARP, "all_equal": "=", "no_winner": "=", "mutual": "=",
    "floor": "0", "no_duel_losers": IC.PERSON_OFF_SHARP, "no_duel_passers": IC.PERSON_OFF_SHARP,
    "duel_lead": IC.PALETTE_SHARP,
}  # fmt: skip
_DECISIVE = frozenset({"three", "all_passed", "single"})


def showdown(ctx: Ctx) -> Screen:
    """Draw a decided battle, the duel it led to, and the end of the round."""
    view = ctx.view
    if ctx.pick.naming in view.reveals:
        return naming(ctx)
    content: list[ft.Control] = []
    shown = view.duel if view.duel is not None and ctx.pick.tab != "battle" else view.battle
    if view.duel is not None and view.battle is not None:
        both = (Choice("duel", ctx.t("duel")), Choice("battle", ctx.t("battle")))
        content.append(choice_bar(ctx.look, both, shown.kind if shown else "duel", ctx.choose("tab"), height=44))
    if shown is not None:
        content += decided(ctx, shown)
    content += [*refused_row(ctx), *finding_rows(ctx), *round_end_rows(ctx), *due_rows(ctx)]
    if view.phase == "duel" and not view.reveals:
        return [*content, *duel_rows(ctx)], duel_dock(ctx, due(ctx.snap))
    return content, turning(ctx) if view.reveals else next_round(ctx)


def decided(ctx: Ctx, battle: Battle) -> list[ft.Control]:
    return [
        verdict(ctx.look, battle.kind, battle.inversions, battle.leads),
        rank_table(ctx.look, battle.rows, tuple(ctx.name(row.seat) for row in battle.rows), ctx.me),
        label_row(ctx.look, ctx.t("why")),
        *(why_row(ctx, why) for why in battle.why),
    ]


def why_row(ctx: Ctx, why: Why) -> ft.Control:
    key = why.reason.rsplit(".", 1)[-1]
    count = why.params.get("count")
    mark = _MARKS.get(key, f"\N{MULTIPLICATION SIGN}{count}" if count else IC.GAVEL_SHARP)
    title = ctx.t(f"why_title.{key}", n=count or 0)
    cause = ctx.say(f"{K}why_cause.{key}" if ctx.look.t.has(f"{K}why_cause.{key}") else why.reason, why.params)
    return ruling_row(ctx.look, mark, title, begun(cause), why.clause, ctx.actions, key in _DECISIVE)


def refused_row(ctx: Ctx) -> list[ft.Control]:
    """Return the cost of a refused challenge (SHINOBAZU-8.9)."""
    refused = ctx.view.refused_duel
    if refused is None:
        return []
    target = ctx.name(refused.target)
    fact = ctx.t("refused_duel", name=target, before=refused.before, after=refused.after)
    cause = ctx.t("refused_cost", name=target, change=change_word(ctx.look, refused.before, refused.after))
    return [ruling_row(ctx.look, IC.BLOCK_SHARP, fact, cause, "SHINOBAZU-8.9", ctx.actions, True, True)]


def finding_rows(ctx: Ctx, *, all_of_them: bool = False) -> list[ft.Control]:
    """Return the findings of audits in this round: they change no points, the table decides."""
    view = ctx.view
    now = (view.set, view.round)
    return [
        finding_row(ctx, found)
        for found in view.findings
        if all_of_them or (found.proved_set, found.proved_round) == now
    ]


def finding_row(ctx: Ctx, found: Finding) -> ft.Control:
    clauses = {"renege": "SHINOBAZU-4.4", "false_lead": "SHINOBAZU-4.1", "double_card": "SHINOBAZU-1.2"}
    return end.finding_row(ctx, found, ctx.t(f"finding_title.{found.kind}"), clauses.get(found.kind, ""))


def round_end_rows(ctx: Ctx) -> list[ft.Control]:
    """Return which cards stay in front of seats or return to hands, and the new deal (SHINOBAZU-9.4 to 9.6)."""
    view = ctx.view
    if view.phase != "round_end" or view.ends or view.reveals:
        return []
    keep = [s for s in view.seats if s.stays and s.front]
    last = view.round == HAND
    rows = [kept_row(ctx, seat, last) for seat in keep]
    if last and view.options.depth == "plays":
        dealt = {s.seat: HAND - (len(s.front) if s.stays else 0) for s in view.seats}
        cause = ctx.t("deal_all", n=next(iter(dealt.values())))
        if len(set(dealt.values())) > 1:
            cause = ctx.t("deal_each", each=listed(ctx.look, (f"{ctx.name(seat)} {n}" for seat, n in dealt.items())))
        rows.append(ruling_row(ctx.look, IC.STYLE_SHARP, ctx.t("new_deal"), cause, "SHINOBAZU-9.6", ctx.actions))
    return rows


def kept_row(ctx: Ctx, seat: SeatView, last: bool) -> ft.Control:
    cards = listed(ctx.look, [in_words(ctx.look, f.card) for f in seat.front if f.card])
    fact = ctx.t("takes_back" if last else "keeps", name=ctx.name(seat.seat))
    clause = "SHINOBAZU-9.5" if last else "SHINOBAZU-9.4"
    return ruling_row(ctx.look, IC.BACK_HAND_SHARP if last else IC.INVENTORY_2_SHARP, fact, cards, clause, ctx.actions)


def next_round(ctx: Ctx) -> ft.Control:
    """Return the dock at the end of a round: who starts next, and the button to go on."""
    view, t = ctx.view, ctx.t
    name = ctx.name(view.next_start)
    go = ctx.declare({"type": "end_round"})
    if view.ends:
        return asked(ctx, t("ask.ends"), Main(t("end_match"), go), line=t("line.next"))
    if view.round == HAND:
        ask, label = t("starts_set", name=name, n=view.set + 1), t("start_set", n=view.set + 1)
    else:
        ask, label = t("starts_round", name=name, n=view.round + 1), t("start_round", n=view.round + 1)
    return asked(ctx, ask, Main(label, go), line=t("line.next"))
