"""The table of a game without screens of its own, drawn from its view and offers.

A game may replace parts of it one by one: `any_screen` returns a `TableScreen`, whose fields are replaced with
`dataclasses.replace`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import flet as ft
from pydantic import BaseModel

from companion.contract.game_ui import Screen as Drawn
from companion.games.table import form, frame
from companion.games.table.context import Covers, Screen
from companion.games.table.end import end_dock, outcome_head, ranking
from companion.games.table.form import Pick
from companion.games.table.frame import Awaited
from companion.games.table.game_master import points_sheet
from companion.games.table.table import table_of
from companion.games.table.table_screen import TableScreen
from companion.ui import (
    Side,
    aloud,
    button_side,
    card_back,
    column,
    edge,
    hold_pad,
    label_row,
    named,
    palette,
    panel,
    row,
    text,
    theme,
)
from companion.ui.theme import Look
from referee.core.games import GAMES
from referee.core.rulebook import parameters
from referee.core.values import TABLE, Prompt
from referee.short import ShortGame

BACK: Final = (26.0, 38.0)
"""The width and height in pixels of a card's back, and of its face."""
BACKS: Final = 8
"""The most backs that are drawn; the number is shown in words, too."""


class Ctx(form.Ctx):
    __slots__ = ()
    CARDS = False

    @property
    def where(self) -> str:
        depth = self.look.t(f"table_screen.depth.{self.snap.match.depth}") if self.snap.match is not None else ""
        if self.ended:
            return aloud(self.t("over_line"), depth)
        at = f"{self.WORDS}at"
        return aloud(self.say(at, facts(self.view)), depth) if self.look.t.has(at) else depth

    @property
    def covers(self) -> Covers:
        if self.snap.role != "seat" or self.ended:
            return "nothing"
        mine, offers = hidden_of(self.view, self.me), (offer for each in self.my_prompts for offer in each.offers)
        enters = any(form.is_entered_secretly(self, offer.move) for offer in offers)
        return "parts" if enters or any(count for count, _ in mine.values()) else "nothing"

    @property
    def my_prompts(self) -> list[Prompt]:
        """What my seat is asked, or the table where no seat is meant."""
        return [prompt for prompt in self.snap.prompts if prompt.seat == (self.me or TABLE)]

    def t(self, key: str, **params: Any) -> str:
        return self.look.t(f"app.game.{self.GAME}") if key == "title" else super().t(key, **params)


def any_screen(key: str) -> TableScreen[Any]:
    """Return the table screen of a game, by its key."""
    own: dict[str, Any] = {"GAME": key, "WORDS": f"{key.replace('-', '_')}.", "__slots__": ()}
    return TableScreen(
        context=type("Ctx", (Ctx,), own),
        pick=Pick(),
        moment=moment,
        awaited=awaited,
        seat=seat,
        ended=ended,
        public=lambda ctx: ([*headline(ctx), *seats(ctx)], []),
        all_open=lambda ctx: [*headline(ctx), *seats(ctx), *secrets(ctx)],
        answering=answering,
        ruling=ruling,
        what=lambda ctx, move: form.said(ctx, str(move["type"]), move) if "type" in move else "",
    )


@cache
def table_for(key: str) -> Drawn:
    """Return the component that shows the matches of a game by its key."""
    return table_of(any_screen(key))


# The contents of a view


def facts(view: BaseModel) -> dict[str, Any]:
    """Return the public single values of the table."""
    single = {n: v for n, v in view if isinstance(v, str | int) and not n.endswith("_count")}
    return {name: value for name, value in single.items() if name not in ("game", "viewer")}


def parts(view: Any) -> tuple[Any, ...]:
    """Return the seats' parts of a view."""
    return tuple(part for part in getattr(view, "seats", ()) if isinstance(part, BaseModel) and hasattr(part, "seat"))


def numbers(part: BaseModel, but: Sequence[str] = ()) -> dict[str, int]:
    """Return the public numbers of a seat; `but` are the names of its own values."""
    whole = {n: v for n, v in part if isinstance(v, int) and not isinstance(v, bool) and not n.endswith("_count")}
    return {name: value for name, value in whole.items() if name not in but}


def hidden_of(view: Any, seat: str) -> dict[str, tuple[int, Any]]:
    """Return the hidden fields of a seat: the number of things in each, and the things if this view has them."""
    mine = next((part for part in parts(view) if part.seat == seat), None)
    every = dict(mine) if mine is not None else {}
    found = {
        name.removesuffix("_count"): (count, every.get(name.removesuffix("_count")))
        for name, count in every.items()
        if name.endswith("_count") and name.removesuffix("_count") in every
    }
    single = (name for name in own_values(view) if name in every)
    return found | {name: (1, None if every[name] is None else (every[name],)) for name in single}


def own_values(view: Any) -> tuple[str, ...]:
    """Return the names of the single values that a seat alone sees, of a game that is written the short way."""
    game = GAMES[view.game]
    return game.own_values if isinstance(game, ShortGame) else ()


def moment(view: Any) -> str:
    own = own_values(view)
    return repr((facts(view), [(part.seat, numbers(part, own)) for part in parts(view)]))


def awaited(ctx: Ctx) -> Awaited:
    """Return whom the table waits for: one seat, or nobody in particular."""
    musts = [prompt for prompt in ctx.snap.prompts if prompt.must]
    who = {prompt.seat for prompt in musts}
    does = ctx.say(musts[0].ask, musts[0].params) if musts else ctx.t("nothing_asked")
    return Awaited(who.pop() if len(who) == 1 and TABLE not in who else "", does)


# Drawing


def headline(ctx: Ctx) -> list[ft.Control]:
    """Return the state of the table: in the game's own sentence if it has one, else fact by fact."""
    t, known = ctx.look.t, facts(ctx.view)
    line, fact = f"{ctx.WORDS}table.line", f"{ctx.WORDS}table.fact"
    if t.has(fact):
        needed = (name for key in (line, fact) if isinstance(said := t.message(key), str) for name in parameters(said))
        there = all(known.get(name) for name in needed)
        return [_headline(ctx.look, ctx.say(line, known), ctx.say(fact, known))] if there else []
    shown = {name: value for name, value in known.items() if _is_in_words(ctx, name)}
    rows = [label_row(ctx.look, t(f"{ctx.WORDS}view.{name}"), form.word(ctx, value)) for name, value in shown.items()]
    return [panel(ctx.look, column(rows, 4), padding=12)] if rows else []


def _is_in_words(ctx: Ctx, name: str) -> bool:
    return bool(ctx.look.t.has(f"{ctx.WORDS}view.{name}"))


def _headline(look: Look, line: str, fact: str) -> ft.Control:
    words = column([text(look, "label", line, look.p.text_2, bold=False), text(look, "display", fact, lines=2)], 2)
    return named(aloud(line, fact), panel(look, words, strong=True))


def seats(ctx: Ctx) -> list[ft.Control]:
    """Return a tile for each seat, two in a row, mine last; an odd one takes a whole row, and is lower."""
    every = sorted(parts(ctx.view), key=lambda part: part.seat == ctx.me)
    due = {prompt.seat for prompt in ctx.snap.prompts if prompt.must}
    lists = [name for name in _lists(ctx, every) if any(getattr(part, name, ()) for part in every)]
    across = 1 if ctx.look.scale >= 1.5 else 2
    odd = len(every) - 1 if len(every) % across else None
    tiles = [tile(ctx, part, part.seat in due, lists, wide=n == odd) for n, part in enumerate(every)]
    return frame.grid(tiles, across, 10, full=False)


def _lists(ctx: Ctx, every: Sequence[Any]) -> list[str]:
    """Return the fields of seats that hold several public things."""
    named_ = dict.fromkeys(name for part in every for name, value in part if isinstance(value, tuple))
    hidden = {name for part in every for name in hidden_of(ctx.view, part.seat)}
    return [name for name in named_ if name not in hidden and _is_in_words(ctx, name)]


def tile(ctx: Ctx, part: Any, due: bool, lists: Sequence[str] = (), *, wide: bool = False) -> ft.Control:
    """Return a seat: its name, whether it is mine or its turn, its first number large, the rest in words.

    Each of the `lists` that any seat has gets a line, so that all tiles have the same height. A `wide` tile has its
    numbers side by side.
    """
    look, p, mine = ctx.look, ctx.look.p, part.seat == ctx.me
    sign = ctx.t("is_me") if mine else ctx.t("is_due") if due else ""
    counted = [(n, v) for n, v in numbers(part, own_values(ctx.view)).items() if _is_in_words(ctx, n)]
    name = ctx.name(part.seat)
    body: list[ft.Control] = [
        row([text(look, "subject", name, lines=1, expand=True), text(look, "caption", sign, p.text_2, lines=1)], 6)
    ]
    spoken, figures = [name, sign], list[ft.Control]()
    for n, (field, value) in enumerate(counted):
        unit = look.t(f"{ctx.WORDS}view.{field}")
        size = "numeral_m" if n == 0 else "subject"
        both = [text(look, size, form.word(ctx, value), lines=1), text(look, "caption", unit, p.text_2)]
        figures.append(row(both, 8, tight=wide))
        spoken.append(f"{form.word(ctx, value)} {unit}")
    body += [row(figures, 16, wrap=True)] if wide and figures else figures
    for field in lists:
        open_: tuple[Any, ...] = getattr(part, field, ())
        words = ""
        if open_:
            words = f"{look.t(f'{ctx.WORDS}view.{field}')}: {' '.join(form.word(ctx, each) for each in open_)}"
            spoken.append(words)
        body.append(text(look, "caption", words, p.text_2, lines=2))
    box = ft.Container(
        column(body, 2),
        padding=12,
        bgcolor=p.accent_soft if mine and due else p.surface,
        border=edge(2, p.accent_text if mine and due else p.text if due else p.line_strong),
        border_radius=theme.R_PANEL,
    )
    return named(aloud(*filter(None, spoken)), box, expand=True)


def own(ctx: Ctx) -> list[ft.Control]:
    """Return my hidden part: backs or, while the cover is open, faces, and beside them the pad that opens it."""
    if ctx.covers == "nothing" or ctx.acting:
        return []
    look, faces = ctx.look, list[ft.Control]()
    hidden = hidden_of(ctx.view, ctx.me)
    for field, (count, held) in hidden.items():
        label = look.t(f"{ctx.WORDS}view.{field}")
        if ctx.open and (held is not None or field in own_values(ctx.view)):
            words = [word for each in held or () if (word := form.word(ctx, each))]
            spoken, drawn = aloud(label, " ".join(words)), [_face(look, each) for each in words]
        else:
            spoken = f"{label}: {ctx.t('covered_n', n=count)}"
            drawn = [card_back(*BACK) for _ in range(min(count, BACKS))]
        if drawn and len(hidden) > 1:
            faces.append(text(look, "caption", label, palette.PAD_TEXT, lines=1))
        if drawn:
            faces.append(named(spoken, ft.Row(drawn, spacing=5, wrap=True, run_spacing=5)))
    tap = ctx.snap.tap_to_open
    pad = hold_pad(look, ctx.actions, ctx.snap.held, tap=tap, kind="button", height=56, hint=False, expand=1)
    shown = column(faces, 6, expand=1)
    both: list[ft.Control] = [ft.Row([shown, pad], spacing=10)]
    if not faces or look.scale > 1.15:
        both = [*([shown] if faces else []), ft.Row([pad])]
    return [panel(look, column(both, 10), secret=True, padding=10)]


def _face(look: Look, words: str) -> ft.Control:
    return ft.Container(
        text(look, "numeral_s", words, palette.CARD_INK, size=20, align=ft.TextAlign.CENTER),
        width=BACK[0] if len(words) < 3 else None, height=BACK[1], padding=2, alignment=ft.Alignment.CENTER,
        bgcolor=palette.CARD_PAPER, border_radius=theme.R_CARD,
    )  # fmt: skip


def secrets(ctx: Ctx) -> list[ft.Control]:
    """Return the hidden things of every seat, as far as this view has them: for a game master."""
    rows = []
    for part in parts(ctx.view):
        for field, (_, held) in hidden_of(ctx.view, part.seat).items():
            if held:
                label = aloud(ctx.name(part.seat), ctx.look.t(f"{ctx.WORDS}view.{field}"))
                rows.append(label_row(ctx.look, label, " ".join(form.word(ctx, each) for each in held)))
    return [panel(ctx.look, column(rows, 6), padding=12)] if rows else []


def seat(ctx: Ctx) -> Screen:
    """Return a seat's screen during the match."""
    content, dock = answering(ctx)
    return [*headline(ctx), *seats(ctx), *own(ctx), *content], dock


def answering(ctx: Ctx) -> Screen:
    """Return a widget for each field of what the seat may declare, and the dock that declares it."""
    mine = ctx.my_prompts
    prompt = next((prompt for prompt in mine if prompt.must), None)
    offers = [offer for each in mine for offer in each.offers]
    if not offers:
        if ctx.acting or not ctx.me:
            words = ctx.t("nothing_due")
            return [], frame.answer(ctx, "idle", frame.line(ctx), words, frame.back(ctx))
        seat, does = awaited(ctx)
        return [], frame.waits(ctx, seat, ctx.t("chooses", name=ctx.name(seat)) if seat else does)
    bare = [kind for kind in form.kinds(offers) if form.asks_nothing(ctx, kind, offers)]
    asking = [kind for kind in form.kinds(offers) if kind not in bare]
    kind = ctx.pick.kind if ctx.pick.kind in asking else next(iter(asking), "")
    content = [*form.chooser(ctx, asking, kind), *(form.fields(ctx, kind, offers) if kind else [])]
    main = form.declares(ctx, kind or bare[0], offers)
    rest = bare if kind else bare[1:]
    left = _left(ctx, rest)
    content += [button_side(ctx.look, form.said(ctx, each, {}), ctx.declare({"type": each})) for each in rest[1:]]
    asked = prompt or mine[0]
    words = ctx.say(asked.ask, asked.params)
    if prompt is None:
        left = left or frame.undo(ctx, mine=True)
        return content, frame.answer(ctx, "idle", ctx.t("nothing_asked"), words, left, main)
    return content, frame.asked(ctx, words, main, left=left, line=frame.line(ctx) if ctx.acting else "")


def _left(ctx: Ctx, rest: Sequence[str]) -> Side | None:
    """Return the dock's second action: another move, for a game master the way back, else undo."""
    if rest:
        return Side(form.said(ctx, rest[0], {}), None, ctx.declare({"type": rest[0]}))
    return frame.back(ctx) if ctx.acting else None


def ended(ctx: Ctx) -> Screen:
    """Return every phone's screen after the match."""
    result = ctx.view.result
    won = [] if result is None else [outcome_head(ctx.look, ctx.snap, result), ranking(ctx.look, ctx.snap, result)]
    return [*won, *seats(ctx)], end_dock(ctx)


def ruling(ctx: Ctx) -> ft.Control:
    """Return the sheet with which a game master sets the points of every seat."""
    field = str(getattr(GAMES[ctx.GAME], "points", ""))
    every = [(part.seat, numbers(part).get(field, 0)) for part in parts(ctx.view)] if field else []
    return points_sheet(ctx, every)
