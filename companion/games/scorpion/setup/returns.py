"""The set-up on a seat's phone, in the order of play (SCORPION-2 to 6), and a turn with a return (23).

Each part of the set-up is entered by itself until it is locked. A covered screen shows only what is on the table: all
phones of a side look alike, whatever is done on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import flet as ft

from companion.games.scorpion.facts import ASK, Ctx, asked_of, called, character_of, my_guards, side_of
from companion.games.scorpion.map import guards_marks
from companion.games.scorpion.setup import quick
from companion.games.scorpion.setup.cards import (
    Counted,
    card_rows,
    chosen_of,
    count_words,
    counters,
    hand,
    once_chosen,
    split,
    stepping,
    without_none,
)
from companion.games.scorpion.setup.guards import CHART, arranged, beside_switch, figures, note, switch
from companion.games.scorpion.setup.intruders import (
    character,
    hand_of,
    hands,
    letter_bar,
    mission,
    passage,
    start_map,
    starts,
)
from companion.games.scorpion.setup.marks import bed_map, beds_of, marks, sleepers
from companion.games.scorpion.setup.steps import (
    PartAtWork,
    S,
    declares,
    draft_of,
    is_locked,
    lacking,
    part_now,
    put_and_keep,
    steps,
)
from companion.games.scorpion.setup.table import (
    awaited,
    covered,
    may_arrange,
    open_dock,
    own_map,
    safe_picture,
    table_setup,
    waiting,
    work_dock,
)
from companion.games.scorpion.tracks import tracks
from companion.games.table.context import Screen
from companion.games.table.frame import asked, cover, lesson, line
from companion.ui import Choice, Main, button_side, choice_bar, label_row, text
from referee.core.offers import Counts
from referee.core.values import Prompt
from referee.scorpion.cards import KINDS, TOTALS
from referee.scorpion.preferences import DRAW
from referee.scorpion.views.view_model import GuardsView, StockView

DECK = ("deck",)
"""The only kind that is counted if cards from the deck stay unnamed."""


def bonus_cards(ctx: Ctx, prompt: Prompt) -> PartAtWork:
    """Draw the cards taken into the hand from the deck and from the open pile (SCORPION-23.9)."""
    t, own = ctx.t, my_guards(ctx)
    stock = next(s for s in ctx.view.stocks if s.role == ctx.role)
    due = min(prompt.params["cards"], stock.deck_size + sum(stock.discard.values()))
    entered = ctx.view.options.guard_cards == "entered"
    kinds = KINDS["guards"] if entered else DECK
    unseen = chosen_of(ctx, "deck", kinds, None)
    seen = chosen_of(ctx, "discard", KINDS["guards"], None)
    from_deck, from_pile = sum(unseen.values()), sum(seen.values())
    now = draft_of(ctx).one("take", "deck")
    bar = (
        Choice("deck", t(f"{S}from_deck", n=from_deck)),
        Choice("discard", t(f"{S}from_pile", n=from_pile)),
    )
    room = due - from_pile if now == "deck" else due - from_deck
    content: list[ft.Control] = [
        choice_bar(ctx.look, bar, now, put_and_keep(ctx, "take"), tick=False),
        label_row(ctx.look, t(f"{S}taken"), t(f"{S}n_of", n=from_deck + from_pile, of=due)),
    ]
    if now == "discard":
        content.append(card_rows(ctx, "discard", seen, room, among=stock.discard))
    elif entered:
        elsewhere = _elsewhere(ctx, stock, own) + Counter(seen)
        known = None if own is None else own.deck
        most = min(room, stock.deck_size)
        listed = ctx.view.options.deck_list("guards") if ctx.role == "guards" else None
        content.append(card_rows(ctx, "deck", unseen, most, listed=listed, among=known, beside=elsewhere))
    else:
        more = from_deck < min(room, stock.deck_size)
        rows = (Counted("deck", t(f"{S}unnamed_cards"), from_deck, more),)
        content.append(counters(ctx.look, rows, stepping(ctx, "deck", unseen)))
    move: dict[str, Any] = {"type": "bonus_cards", "discard": without_none(seen)}
    move |= {"deck": without_none(unseen)} if entered else {"deck_count": from_deck}
    main = once_chosen(ctx, t(f"{S}take_cards", n=due), ctx.declare(move), from_deck + from_pile, due)
    return PartAtWork(content, t(f"{S}ask.bonus_cards", n=due), main, "bonus_cards", "SCORPION-23.9")


def _elsewhere(ctx: Ctx, stock: StockView, own: GuardsView | None) -> Counter[str]:
    """Return the cards that a guard player knows not to be in their deck."""
    there = Counter(stock.discard)
    if own is not None:
        there += Counter(own.hand or {}) + Counter(own.drawn or {})
    there["secret_passage"] += stock.front
    if ctx.role == "guards":
        there["kenjutsu"] += sum(c.wounds for c in ctx.view.characters)
    return there


def bonus_sleepers(ctx: Ctx, prompt: Prompt) -> PartAtWork:
    """Draw the placing of the new sleepers (SCORPION-23.10, 23.11)."""
    t, due = ctx.t, prompt.params["n"]
    offer = prompt.offer("bonus_sleepers")
    beds = offer.fields["sleepers"] if offer is not None else None
    groups = beds.groups if isinstance(beds, Counts) else ()
    free = {zone: group.most for group in groups for zone in group.keys if group.most}
    asleep = beds_of(ctx, free, {})
    own = my_guards(ctx)
    label, *rest = bed_map(ctx, free, asleep, due, () if own is None else tuple(guards_marks(own.marks)))
    content = [beside_switch(ctx, label), *rest]
    declare = ctx.declare({"type": "bonus_sleepers", "sleepers": without_none(asleep)})
    main = once_chosen(ctx, t(f"{S}note_sleepers", n=due), declare, sum(asleep.values()), due, "sleepers")
    return PartAtWork(content, t(f"{S}ask.bonus_sleepers", n=due), main, "bonus_sleepers", "SCORPION-23.10")


def returns(ctx: Ctx) -> Screen:
    """Draw the start of a turn for the seat `ctx.me`: one thing after the other, in secret."""
    mine = [p for p in asked_of(ctx.snap, ctx.me) if p.must]
    if not ctx.open:
        content = arranged(ctx, [tracks(ctx), text(ctx.look, "label", _due(ctx), bold=False), safe_picture(ctx)])
        if not mine:
            return content, waiting(ctx, _awaited(ctx), ctx.t(f"{S}returns_wait"))
        return content, open_dock(ctx, ctx.t("your_turn"), ctx.say(mine[0].ask, mine[0].params), "open_return")
    if not mine:
        return arranged(ctx, [tracks(ctx), own_map(ctx)]), waiting(ctx, _awaited(ctx), ctx.t(f"{S}returns_wait"))
    kind = mine[0].ask.removeprefix(ASK)
    draw = {"respawn": respawn, "redraw_mission": redraw, "bonus_cards": bonus_cards, "bonus_sleepers": bonus_sleepers}
    work = draw[kind](ctx, mine[0])
    over = line(ctx) if ctx.acting else ""
    content = [*lesson(ctx, f"setup_{work.teach}", work.clause), *work.content]
    return arranged(ctx, content), asked(ctx, work.ask, work.main, line=over, left=cover(ctx))


def _due(ctx: Ctx) -> str:
    said = (f"{ctx.name(p.seat)}: {ctx.say(p.ask, p.params)}" for p in ctx.snap.prompts if p.must)
    return "\n".join(dict.fromkeys(said))


def _awaited(ctx: Ctx) -> str:
    asked = [p.seat for p in ctx.snap.prompts if p.must and p.seat != ctx.me]
    own = [seat for seat in asked if side_of(ctx.view, seat) == ctx.side]
    return next(iter((*own, *asked)), "")


def respawn(ctx: Ctx, prompt: Prompt) -> PartAtWork:
    """Draw a return: start zone and new hand in one declaration (SCORPION-23.1 to 23.6)."""
    t, who = ctx.t, prompt.params["intruder"]
    counted = ctx.view.options.intruder_cards == "counted"
    zone = draft_of(ctx).one(f"start_{who}")
    kept = {"secret_passage": 1} if _keeps_passage(ctx, who) else None
    size = min(getattr(ctx.view.options, f"{who}_rehand"), TOTALS[who] - (kept is not None))
    cards, chosen = ([], {}) if counted else hand_of(ctx, who, size, None, kept)
    n = sum(chosen.values())
    now = "hand" if ctx.pick.tab == "return_hand" else "start"
    bar = (Choice("return_start", t(f"{S}return_start")), Choice("return_hand", t(f"{S}return_hand", n=n, of=size)))
    chosen_part = choice_bar(ctx.look, bar, f"return_{now}", ctx.choose("tab"), tick=False)
    content: list[ft.Control] = [] if counted else [beside_switch(ctx, chosen_part)]
    content += start_map(ctx, who, prompt.choices("respawn", "zone"), "") if now == "start" else cards
    move: dict[str, Any] = {"type": "respawn", "intruder": who, "zone": zone, "cards": None if counted else chosen}
    if not zone:
        main = Main(t(f"{S}tap_start"), None, False)
    elif counted or n == size:
        main = Main(t(f"{S}return_at", zone=zone), ctx.declare(move))
    elif now == "start":
        main = Main(t(f"{S}to_hand"), ctx.choose("tab", "return_hand"))
    else:
        main = Main(count_words(ctx, n, size), None, False)
    return PartAtWork(content, t(f"{S}ask.respawn", who=called(ctx, who), n=size), main, "respawn", "SCORPION-23.3")


def _keeps_passage(ctx: Ctx, who: str) -> bool:
    """Tell whether the Secret Passage card of the old life still counts for the new one (OP-46)."""
    one = character_of(ctx.view, who)
    return ctx.view.options.passage_after_return == "keeps" and one is not None and one.permitted


def redraw(ctx: Ctx, prompt: Prompt) -> PartAtWork:
    """Draw the new mission: a tile drawn by the host, or entered (SCORPION-23.7)."""
    t, who, letters = ctx.t, prompt.params["intruder"], prompt.choices("redraw_mission", "letter")
    keyed = draft_of(ctx).one(f"mission_{who}")
    drawing = ctx.declare({"type": "redraw_mission", "intruder": who, "letter": DRAW})
    content = [
        *letter_bar(ctx, who, keyed, letters),
        text(ctx.look, "body", t(f"{S}redraw_about"), ctx.look.p.text_2),
    ]
    main = Main(t(f"{S}draw"), drawing)
    if keyed:
        content.append(button_side(ctx.look, t(f"{S}draw"), drawing, ft.Icons.CASINO_SHARP, 48))
        move = {"type": "redraw_mission", "intruder": who, "letter": keyed}
        main = Main(t(f"{S}note_missions", letters=keyed), ctx.declare(move))
    return PartAtWork(content, t(f"{S}ask.redraw", who=called(ctx, who)), main, "redraw", "SCORPION-23.7")


_DRAWN: Mapping[str, Callable[[Ctx], PartAtWork]] = {
    "split": split,
    "hand": hand,
    "figures": figures,
    "sleepers": sleepers,
    "marks": marks,
    "character": character,
    "mission": mission,
    "hands": hands,
    "starts": starts,
    "passage": passage,
}


def setup(ctx: Ctx) -> Screen:
    """Draw the set-up, or the start of a turn with a return, for the seat `ctx.me`."""
    if ctx.view.phase == "start":
        return returns(ctx)
    if ctx.pick.tab == "table" and may_arrange(ctx):
        return table_setup(ctx)
    if not ctx.open:
        return covered(ctx)
    if is_locked(ctx):
        return _locked(ctx)
    if quick.is_open(ctx):
        work = quick.work(ctx)
        head = steps(ctx, "", switch(ctx), at_once=True)
    else:
        now = part_now(ctx)
        work = _DRAWN[now](ctx) if now else _last(ctx)
        tail = [switch(ctx)] if any(each.key == CHART for each in work.content) else []
        head = [*steps(ctx, now, *tail), *([quick.button(ctx)] if quick.is_offered(ctx) else [])]
    taught = lesson(ctx, f"setup_{work.teach}", work.clause)
    return arranged(ctx, [*head, *taught, *work.content]), work_dock(ctx, work)


def _last(ctx: Ctx) -> PartAtWork:
    """Draw the lock, or what it waits for (SCORPION-4.8)."""
    t, lacks = ctx.t, lacking(ctx)
    if not lacks and (ctx.side == "guards" or "guards" in ctx.view.ready):
        content: list[ft.Control] = [note(ctx.look, t(f"{S}lock_about")), own_map(ctx)]
        main = Main(t(f"{S}lock"), declares(ctx, {"type": "lock_setup"}))
        return PartAtWork(content, t(f"{S}ask.lock"), main, "lock", "SCORPION-4.8")
    if any(each in ("sentries", "patrols") for each in lacks):
        why = t(f"{S}ask.last_figure")
    elif any(each.startswith("start") for each in lacks):
        why = t(f"{S}waits_figures")
    else:
        why = t(f"{S}waits_partner" if lacks else f"{S}waits_guards")
    return PartAtWork([own_map(ctx)], why, None, "lock", "SCORPION-4.8")


def _locked(ctx: Ctx) -> Screen:
    t = ctx.t
    content = [note(ctx.look, t(f"{S}locked_about")), own_map(ctx)]
    return arranged(ctx, content), waiting(ctx, awaited(ctx), t(f"{S}sets_up"))
