"""The intruders' screens: closed doors over a secret map, paths, searches, waiting, and the Cat's question.

After every listen the Traitor's player is asked about the Cat, whatever the truth is (SCORPION-12.9, L1). The screen,
its two answers and the bar are the same whether the card is gone or would help.

A covered screen is the same for every secret: the public tracks, the doors, and the public prompts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import flet as ft

from companion.games.scorpion.answer import wait_bar
from companion.games.scorpion.events import news
from companion.games.scorpion.facts import Ctx, board_of, called, character_of, offers_of, prompt_of, side_of
from companion.games.scorpion.intruders.cards import card_words, cards, uses
from companion.games.scorpion.intruders.map import active, closed_screens, exposure_panel, intruders_map, people
from companion.games.scorpion.intruders.path import Parts, asks, asks_card, draft, note, pad_over, path, tapped, waits
from companion.games.scorpion.intruders.way import (
    SEARCH,
    Item,
    Plan,
    PlannedPath,
    early_paths_of,
    paths_of,
    plan_of,
    planning,
    possible,
    searches_of,
    secrets_of,
    ways,
)
from companion.games.scorpion.map import figures_in, in_the_passage, map_page, mark_box, over_cover, place, unit_name
from companion.games.scorpion.tracks import tracks
from companion.games.table import frame
from companion.games.table.context import FullPage, Screen, in_turn
from companion.games.table.frame import answer, grid, lesson
from companion.ui import (
    Act,
    Main,
    Side,
    act,
    aloud,
    block,
    chip,
    clause_chip,
    column,
    cover_height,
    edge,
    icon,
    named,
    row,
    text,
    theme,
)
from companion.ui.base import fill_column
from companion.ui.map.board_map import board_map
from companion.ui.theme import Look
from companion.ui.words import listed
from referee.scorpion.views.view_model import SearchNote

SECRET = 256.0
"""The height of the covered part: closed doors, or the map."""
PAD = theme.MAIN + 14.0
"""The height of its lower part that the pad takes."""


def cat(ctx: Ctx) -> Screen:
    """Return the question after a listen. What the Traitor's player may look at first is behind the doors."""
    secret = ft.Stack([_behind(ctx), pad_over(ctx)], height=SECRET)
    return over_cover([tracks(ctx), listening(ctx), secret], None, ctx.look.margin, foot=None), _dock(ctx)


def _dock(ctx: Ctx) -> ft.Control:
    """Return two equal answers: neither stands out, and both look possible (L1)."""
    both = (
        Side(ctx.t("in.cat.let"), None, ctx.declare({"type": "answer_cat", "use": False})),
        Side(ctx.t("in.cat.use"), None, ctx.declare({"type": "answer_cat", "use": True})),
    )
    line = frame.line(ctx) if ctx.acting else ctx.t("in.cat.answer")
    return answer(ctx, "asked", line, ctx.t("in.cat.ask"), equal=both, mark=ft.Icons.QUESTION_MARK_SHARP)


def _behind(ctx: Ctx) -> ft.Control:
    """Return the closed doors and, while the cover is open, the map and who is in range in front of them (L2)."""
    if not ctx.open:
        return closed_screens(ctx, "short", SECRET)
    _, zone = _listener(ctx)
    said = in_range(ctx)
    if ctx.snap.chosen:
        said.append(note(ctx.look, ctx.t("in.cat.chosen"), False))
    facts = intruders_map(ctx, concerned=(zone,) if zone else ())
    below = SECRET - PAD - 26 * len(said) * min(ctx.look.scale, 1.3)
    secret = ft.Column([*said, board_map(ctx.look, facts, None, below)], spacing=4)
    return closed_screens(ctx, "short", SECRET, secret)


def in_range(ctx: Ctx) -> list[ft.Control]:
    """Return which characters the listening unit would hear; their players could count it themselves (L2)."""
    known = [c for c in secrets_of(ctx.view) if c.in_range is not None and c.status == "in_play"]
    if not known:
        return []
    near = listed(ctx.look, [called(ctx, c.who) for c in known if c.in_range])
    return [note(ctx.look, ctx.t("in.listen.within", who=near), False)]


# Public facts


def _listener(ctx: Ctx) -> tuple[str, str]:
    """Return the unit that listens and its zone; empty if none does."""
    pending = ctx.view.pending
    unit = (pending.unit or "") if pending is not None else ""
    return unit, next((f.zone for f in figures_in(ctx.view, unit)), "")


def listening(ctx: Ctx) -> ft.Control:
    """Return who listens and where, and the bar that is full when the answer is given."""
    unit, zone = _listener(ctx)
    over = ctx.t("in.cat.patrol_listens" if "+" in unit else "in.cat.guard_listens")
    title = ctx.look.t("map.comma").join((unit_name(ctx, unit), place(ctx, zone)))
    return listen_panel(ctx.look, over, title, ctx.t("in.cat.about"), ctx.snap.wait_until, ctx.snap.wait_s)


@block
def listen_panel(look: Look, over: str, title: str, about: str, until: float, seconds: int) -> ft.Control:
    """Draw the panel of a listen with its bar: the same whoever is near."""
    p = look.p
    sign = mark_box(look, ft.Icons.HEARING_SHARP, False, 52, inside=36, line=theme.LINE, ink=p.text)
    words = fill_column(text(look, "label", over, p.text_2), text(look, "title", title, lines=2))
    head = named(aloud(over, title), ft.Row([sign, words], spacing=14))
    return ft.Container(
        column([head, wait_bar(look, until, seconds), text(look, "label", about, p.text_2, bold=False)], 10),
        bgcolor=p.surface, border=edge(1, p.line), border_radius=theme.R_PANEL, padding=14,
    )  # fmt: skip


def intruders(ctx: Ctx) -> Screen:
    if prompt_of(ctx.snap, ctx.me, "answer_cat") is not None:
        return cat(ctx)
    if not ctx.open:
        closed, dock = covered(ctx)
        return on_cover(ctx, closed), dock
    drafted = plan_of(ctx)
    plan = possible(ctx, drafted)
    more, tap, below, dock = parts(ctx, plan)
    facts = intruders_map(ctx, **{"chosen": spot(ctx, plan), **more})
    tap = tap or act(tapped, planning(ctx), plan, ())
    # While the pad that lies on the map is held, no list can be scrolled.
    under = ctx.snap.refusal is not None and ctx.snap.held == "held"
    inside = in_the_passage(ctx)
    cut = [note(ctx.look, ctx.t("in.way.draft_cut"), True)] if len(plan.items) < len(drafted.items) else []
    below = [*refusal(ctx), *cut, *below, *([note(ctx.look, inside, False)] if inside else [])]
    page = map_page(
        ctx, facts, tap, above=[people(ctx, plan), *news(ctx)], aside=exposure_panel(ctx, active(ctx, plan)),
        below=below, first=facts.chosen, listed=ctx.pick.listed and not under,
    )  # fmt: skip
    closed = behind(replace(ctx, look=ctx.look.but(secret=False)))
    return on_cover(ctx, closed, page), dock


def on_cover(ctx: Ctx, closed: list[ft.Control], page: FullPage | None = None) -> FullPage:
    """Return the closed doors, and a page over them. After a refusal the pad is below: the dock has other answers."""
    foot = None if ctx.snap.refusal is None else ft.Stack([pad_over(ctx)], height=theme.MAIN + 10)
    return over_cover(closed, page, ctx.look.margin, foot=foot)


def parts(ctx: Ctx, plan: Plan) -> Parts:
    """Return the parts of an open screen: map additions, the act of a tap, what is below, the dock."""
    sentry = prompt_of(ctx.snap, ctx.me, "answer_hidden_sentry")
    if sentry is not None:
        return reacting(ctx, plan, sentry.choices("answer_hidden_sentry", "use"), ctx.say(sentry.ask, sentry.params))
    who = active(ctx, plan)
    if who and prompt_of(ctx.snap, ctx.me, "intruders") is not None:
        paths = paths_of(ctx, who)
        if paths is not None:
            return path(ctx, plan, who, paths)
        return searching(ctx, plan, who)
    early_paths = early_paths_of(ctx.snap, who)
    if early_paths is not None and not ctx.acting:
        return draft(ctx, plan, who, early_paths, undo(ctx), waiting(ctx))
    return watching(ctx, plan, who)


def spot(ctx: Ctx, plan: Plan) -> str:
    """Return the ringed zone: the planned end of the active character's path, if it is on the map."""
    way = ways(ctx.view, plan).get(active(ctx, plan))
    return way.at if way is not None and way.at in board_of(ctx.view) else ""


def watching(ctx: Ctx, plan: Plan, who: str) -> Parts:
    below: list[ft.Control] = [cards(ctx, plan, who, None, undo(ctx))]
    if plan.hint:
        below.append(note(ctx.look, place(ctx, plan.hint), True))
    below += in_range(ctx)
    return {}, None, below, waiting(ctx)


# Covered, and refused


def refusal(ctx: Ctx) -> list[ft.Control]:
    """Return why I was refused, while the pad is held: a sheet would take it away from under the finger."""
    refused = ctx.snap.refusal
    if refused is None or ctx.snap.held != "held":
        return []
    words = note(ctx.look, ctx.say(refused.reason, refused.params), True)
    return [row([ft.Container(words, expand=True), clause_chip(ctx.look, ctx.actions, refused.clause)], 8)]


def covered(ctx: Ctx) -> Screen:
    """Return the closed doors below the public tracks, and the public prompts of this seat."""
    pending = ctx.view.pending
    if pending is not None and pending.kind == "listening":
        return [tracks(ctx), listening(ctx), closed_screens(ctx, "short", SECRET)], covered_dock(ctx)
    taught: list[ft.Control] = []
    if prompt_of(ctx.snap, ctx.me, "intruders") is not None:
        taught = lesson(ctx, "in_move", "SCORPION-17.1")
    elif ctx.view.phase in ("alert", "cards", "patrol"):
        taught = lesson(ctx, "in_wait", "SCORPION-9.3")
    return [*behind(ctx, news(ctx)), *taught], covered_dock(ctx)


def behind(ctx: Ctx, above: Sequence[ft.Control] = ()) -> list[ft.Control]:
    """Return the public tracks, `above`, and the doors: they stay in the tree while a map covers them."""
    caption = row(
        [
            icon(ctx.look, ft.Icons.SCREEN_LOCK_PORTRAIT_SHARP, 20, ctx.look.p.text_2),
            text(ctx.look, "label", ctx.t("in.look.closes"), ctx.look.p.text_2, bold=False),
        ],
        8,
        alignment=ft.MainAxisAlignment.CENTER,
        key="caption",
    )
    shut = closed_screens(ctx, "full", cover_height(ctx.look, "full"))
    shut.key = "doors"
    return [tracks(ctx), *above, shut, caption]


def covered_dock(ctx: Ctx) -> ft.Control:
    """Return the dock of a covered phone: the same whatever has been planned or locked."""
    sentry = prompt_of(ctx.snap, ctx.me, "answer_hidden_sentry")
    if sentry is not None:
        return asks(ctx, ctx.say(sentry.ask, sentry.params), Main(ctx.t("in.hidden.choose"), None, False))
    if prompt_of(ctx.snap, ctx.me, "intruders") is not None:
        return asks(ctx, ctx.t(f"in.look.{to_move(ctx)}"), Main(ctx.t("in.look.lock_turn"), None, False))
    return waiting(ctx)


def to_move(ctx: Ctx) -> str:
    """Return the last part of the key that says whom my seat has to move, by public facts."""
    there = [c.who for c in ctx.view.characters if c.seat == ctx.me and c.status in ("hidden", "visible", "passage")]
    if len(there) > 1:
        return "move_all"
    return {"ninja": "move_ninja", "traitor": "move_traitor", "intruder": "move_lone", "": "move_nobody"}[
        "".join(there)
    ]


def waiting(ctx: Ctx) -> ft.Control:
    seats = list(dict.fromkeys(p.seat for p in ctx.snap.prompts if p.must and p.seat != ctx.me))
    seat = seats[0] if len(seats) == 1 else ""
    pending = ctx.view.pending
    return waits(ctx, seat, ctx.t(f"in.does.{pending.kind if pending is not None else ctx.view.phase}"))


IC = ft.Icons


# After the path: zones to search, a hidden sentry that was found, cards, the end of the turn (18, 19)


def searching(ctx: Ctx, plan: Plan, who: str) -> Parts:
    """Return what a character may do after moving: search, use cards, end the turn."""
    way = ways(ctx.view, plan).get(who)
    zones, most = searches_of(ctx, who)
    chosen = tuple(item.what for item in plan.of(who, SEARCH) if item.what in zones)
    order = {zone: str(n) for n, zone in enumerate(chosen, 1)}
    facts = {"targets": tuple((zone, order.get(zone, "")) for zone in zones), "concerned": chosen, "chosen": ""}
    tap = act(search_tapped, planning(ctx), plan, who, zones, most)
    below: list[ft.Control] = [cards(ctx, plan, who, way, undo(ctx))]
    if plan.card and way is not None:
        below += uses(ctx, plan, way, locked=True)
    else:
        below += notes(ctx, plan, who, chosen, most)
    return facts, tap, below, _after_path(ctx, plan, who, chosen, way)


def search_tapped(put: Act, plan: Plan, who: str, zones: tuple[str, ...], most: int, zone: str) -> None:
    """Choose a zone to search, or unchoose it; for any other zone show its name."""
    if zone in zones:
        put(plan.toggled(Item(who, SEARCH, zone), most))
    else:
        put(replace(plan.steps_only(), hint=zone))


def notes(ctx: Ctx, plan: Plan, who: str, chosen: tuple[str, ...], most: int) -> list[ft.Control]:
    """Return what may be searched, and what a search of the chosen zones cannot find: for the owner alone (L10)."""
    said: list[ft.Control] = []
    if plan.hint:
        said.append(note(ctx.look, place(ctx, plan.hint), True))
    if not most:
        return [*said, note(ctx.look, ctx.t("in.search.none"), False)]
    said += lesson(ctx, "in_search", "SCORPION-18.2") if not chosen else []
    said.append(note(ctx.look, ctx.t("in.search.how", who=called(ctx, who), n=most), False))
    return [*said, *(note(ctx.look, words, False, IC.WARNING_AMBER_SHARP) for words in in_vain(ctx, chosen))]


def in_vain(ctx: Ctx, chosen: tuple[str, ...]) -> list[str]:
    """Return why a search of these zones finds nothing, by what this side knows."""
    board = board_of(ctx.view)
    known: dict[str, SearchNote] = {found.zone: found for found in ctx.view.found}
    words: list[str] = []
    for zone in chosen:
        if zone not in board.mark_zones:
            words.append(ctx.t("in.search.no_mark", zone=zone))
        elif zone in known and known[zone].found in ("nothing", "hidden_sentry"):
            words.append(ctx.t("in.search.empty", zone=zone, turn=known[zone].turn))
    return words


def undo(ctx: Ctx) -> tuple[ft.Control, ...]:
    if ctx.acting or ctx.snap.undo is not None:
        return ()
    return (chip(ctx.look, ctx.t("undo"), act(ctx.actions.match.undo), False, IC.UNDO_SHARP),)


def _after_path(ctx: Ctx, plan: Plan, who: str, chosen: tuple[str, ...], way: PlannedPath | None) -> ft.Control:
    if plan.now is not None and way is not None:
        return asks_card(ctx, plan.now)
    if chosen:
        zones = listed(ctx.look, chosen)
        searches = [_search(ctx, who, zone) for zone in chosen]
        declare = ctx.declare({"type": "declare_searches", "searches": searches})
        ask = ctx.t("in.search.ask", who=called(ctx, who), zones=zones)
        return asks(ctx, ask, Main(ctx.t("in.search.declare"), declare))
    may_end = any(offer.move == "end_intruder_phase" for offer in offers_of(ctx.snap, ctx.me, "intruders"))
    ends = ctx.declare({"type": "end_intruder_phase"})
    if not ctx.acting:
        ends = act(in_turn, ends, act(ctx.actions.secrets.cover))  # nothing is left to look at
    end = Main(ctx.t("in.search.end"), ends if may_end else None, may_end)
    partner = next((seat for seat in ctx.snap.my_seats if seat != ctx.me and side_of(ctx.view, seat) == ctx.side), "")
    if partner and not may_end:
        end = Main(ctx.t("hand_over", name=ctx.name(partner)), act(ctx.actions.sharing.hand_over, partner))
    return asks(ctx, ctx.t("in.search.ask_end" if may_end else "in.search.others_move"), end)


def _search(ctx: Ctx, who: str, zone: str) -> dict[str, str]:
    """Return one search; a lone wolf whose name is not public stays unnamed (SCORPION-29.5)."""
    return {"zone": zone} | ({"intruder": who} if character_of(ctx.view, who) is not None else {})


def reacting(ctx: Ctx, plan: Plan, uses: tuple[str, ...], ask: str) -> Parts:
    """Return the question whether the hidden sentry that was found is killed at once (SCORPION-19.3)."""
    pending = ctx.view.pending
    zone = pending.zone if pending is not None else ""
    chips: list[ft.Control] = []
    for use in uses:
        words = ctx.t("in.hidden.none") if use == "none" else card_words(ctx, use)
        choose = act(planning(ctx), replace(plan.steps_only(), card=use))
        chips.append(chip(ctx.look, words, choose, plan.card == use, IC.CHECK_SHARP if plan.card == use else None))
    # Two side by side, so that the chosen one is always visible.
    below = grid([ft.Container(each, expand=True) for each in chips], 2, full=False)
    main = Main(ctx.t("in.hidden.choose"), None, False)
    if plan.card in uses:
        label = ctx.t("in.hidden.let" if plan.card == "none" else "in.hidden.kill", card=card_words(ctx, plan.card))
        main = Main(label, ctx.declare({"type": "answer_hidden_sentry", "use": plan.card}))
    return {"concerned": (zone,) if zone else (), "chosen": ""}, None, below, asks(ctx, ask, main)
