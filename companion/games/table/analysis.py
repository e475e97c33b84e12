"""What could be known of a match, drawn from the same values for every game (`referee.core.analysis`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.table.context import LookBack
from companion.games.table.plots import plots, when
from companion.games.table.puzzles import open_puzzle, puzzles
from companion.games.table.table_screen import C, Controls, TableScreen
from companion.ui import Act, aloud, button_side, column, edge, label_row, list_panel, named, row, text, theme
from companion.ui.base import block, fill_column, icon, inset, on, pressable
from companion.ui.look import Look
from companion.ui.sheets.rulings import short_clause
from referee.core.analysis import Analysis, Decided, Moment, Phrase, Question

FOLDED = 5
"""How many lines of a list are shown before all of it is asked for."""


def analysed(ctx: C, table: TableScreen[C]) -> Controls:
    """Return the analysis; while it is being worked out, how much of it is done."""
    told = ctx.snap.analysis
    if told is None:
        return [working(ctx.look, ctx.snap.analysing or 0.0)]
    puzzle = open_puzzle(ctx, table, told)
    if puzzle is not None:
        return [puzzle]
    first = [*plots(ctx, table, told), *decided(ctx, table, told)]
    rest = [
        *questions(ctx, table, told),
        *moments(ctx, table, told, "misses", told.misses),
        *moments(ctx, table, told, "proofs", told.proofs),
        *moments(ctx, table, told, "certain", told.certain, how=told.sure),
        *puzzles(ctx, told),
        *(note(ctx, each) for each in told.notes),
    ]
    if not ctx.look.wide:
        return [*first, *rest]
    sides: list[ft.Control] = [ft.Container(column(side, 10), expand=True) for side in (first, rest)]
    return [ft.Row(sides, spacing=24, vertical_alignment=ft.CrossAxisAlignment.START)]


@block
def working(look: Look, done: float) -> ft.Control:
    """Return how much of the analysis is worked out."""
    words = look.t("analysis.working")
    bar = ft.ProgressBar(value=done, height=12, color=look.p.text, bgcolor=look.p.surface_3)
    face = column([text(look, "body", words, look.p.text_2), bar], 8)
    box = ft.Container(face, padding=inset(14), bgcolor=look.p.surface, border_radius=theme.R_PANEL)
    return named(f"{words} {round(100 * done)}%", box)


def phrase(ctx: C, said: Phrase) -> str:
    """Return a sentence in this phone's language, with its clause."""
    words = ctx.say(said.message, said.params)
    return words if said.clause is None else f"{words} ({short_clause(said.clause)})"


def note(ctx: C, said: Phrase) -> ft.Control:
    return text(ctx.look, "caption", phrase(ctx, said), ctx.look.p.text_2)


def shows(ctx: C, table: TableScreen[C], entry: int) -> Act | None:
    """Return the act that shows a moment in the replay, where there is one."""
    if table.seek is None or not ctx.snap.replay:
        return None
    return ctx.change(shown_at, tuple(table.seek(ctx, entry).items()), entry)


def shown_at(now: Any, found: Iterable[tuple[str, Any]], entry: int) -> Any:
    return replace(now, back=replace(now.back, face="replay", entry=entry), **dict(found))


def decided(ctx: C, table: TableScreen[C], told: Analysis) -> Controls:
    if told.decided is None:
        return []
    why: Decided = told.decided
    over = ctx.look.t("analysis.decided", moment=moment_of(ctx, told, why))
    lines = tuple(phrase(ctx, each) for each in why.how)
    return [_decided(ctx.look, over, phrase(ctx, why.said), lines, shows(ctx, table, why.entry))]


def moment_of(ctx: C, told: Analysis, moment: Moment) -> str:
    """Return the name of a moment in full: "turn 7"."""
    return when(ctx.look, told.axis, moment.at)


@block
def _decided(look: Look, over: str, said: str, lines: tuple[str, ...], show: Act | None) -> ft.Control:
    p = look.p
    words = [
        text(look, "over", over, p.accent_text),
        text(look, "title", said),
        *(text(look, "caption", line, p.text_2) for line in lines),
    ]
    told = ft.Semantics(
        content=column(words, 2), label=aloud(over, said, *lines), container=True, exclude_semantics=True, expand=True
    )
    return ft.Container(
        row([told, *([] if show is None else [show_button(look, over, show)])], 8),
        padding=inset(12, 10), bgcolor=p.surface, border=edge(1, p.accent_text), border_radius=theme.R_PANEL,
    )  # fmt: skip


def show_button(look: Look, moment: str, show: Act) -> ft.Control:
    """Return the button that shows a moment in the replay."""
    box = ft.Container(
        icon(look, ft.Icons.PLAY_ARROW_SHARP, 22), width=theme.TOUCH, height=theme.TOUCH, on_click=on(show), ink=True,
        alignment=ft.Alignment.CENTER, border=edge(1, look.p.line_strong), border_radius=theme.R_BUTTON,
    )  # fmt: skip
    return pressable(look.t("analysis.show", moment=moment), box, show)


def questions(ctx: C, table: TableScreen[C], told: Analysis) -> Controls:
    """Return every question that was asked, with what it told and the best that stood open then."""
    if not told.questions:
        return []
    t = ctx.look.t
    rows = [_question(ctx, table, told, each) for each in folded(ctx, "questions", told.questions, weight)]
    head = label_row(
        ctx.look, t("analysis.questions"), t("analysis.told_best" if in_bits(told) else "analysis.told_best_zones")
    )
    return [head, list_panel(ctx.look, rows), *rest(ctx, "questions", told.questions, told.asked)]


def weight(each: Question) -> float:
    """Return how much there is to a question: what it told, or what another would have told more."""
    return max(each.bits, each.best_bits - each.bits, (max(each.out, each.best_out - each.out)) / 1000)


def in_bits(told: Analysis) -> bool:
    """Tell whether what questions told is counted in bits; else in zones alone."""
    return any(each.bits or each.best_bits for each in told.questions)


def _question(ctx: C, table: TableScreen[C], told: Analysis, each: Question) -> ft.Control:
    t = ctx.look.t
    lines = [f"{phrase(ctx, each.answer)} {t('analysis.out', n=each.out)}"]
    if each.best is not None:
        lines.append(t("analysis.best", what=phrase(ctx, each.best), n=each.best_out))
    first, best = f"{each.bits:.1f}", f"{each.best_bits:.1f}"
    spoken = t("analysis.bits", told=first, best=best) if each.best_bits else ""
    if not in_bits(told):
        first, best = str(each.out), str(each.best_out)
    right = f"{first} / {best}" if each.best_out or each.best_bits else first
    less = each.best is not None
    return moment_row(
        ctx.look, each.at, moment_of(ctx, told, each), phrase(ctx, each.said), " ".join(lines), right, spoken, less,
        shows(ctx, table, each.entry),
    )  # fmt: skip


def moments(
    ctx: C, table: TableScreen[C], told: Analysis, name: str, found: Sequence[Moment], how: Phrase | None = None
) -> Controls:
    """Return a list of moments under its title."""
    if not found:
        return []
    rows = [
        moment_row(
            ctx.look, each.at, moment_of(ctx, told, each), phrase(ctx, each.said), show=shows(ctx, table, each.entry)
        )
        for each in folded(ctx, name, found)
    ]
    title = label_row(ctx.look, ctx.look.t(f"analysis.{name}"), str(len(found)))
    return [title, list_panel(ctx.look, rows), *rest(ctx, name, found, how)]


def folded(ctx: C, name: str, found: Sequence[Any], weight: Callable[[Any], float] = lambda _: 0.0) -> Sequence[Any]:
    """Return the whole list where it was asked for or is short; else those of the most weight, in their order."""
    back: LookBack = ctx.pick.back
    if name in back.whole or len(found) <= FOLDED + 1:
        return found
    most = sorted(range(len(found)), key=lambda n: -weight(found[n]))[:FOLDED]
    return [found[n] for n in sorted(most)]


def rest(ctx: C, name: str, found: Sequence[Any], how: Phrase | None) -> Controls:
    """Return what follows a list: the way to all of it, and how it comes about."""
    after: Controls = []
    if len(folded(ctx, name, found)) < len(found):
        words = ctx.look.t("analysis.all", n=len(found))
        after.append(button_side(ctx.look, words, ctx.change(unfolded, name), ft.Icons.EXPAND_MORE_SHARP, 48))
    return after if how is None else [*after, note(ctx, how)]


def unfolded(now: Any, name: str) -> Any:
    return replace(now, back=replace(now.back, whole=(*now.back.whole, name)))


@block
def moment_row(
    look: Look, at: str, moment: str, title: str, sub: str = "", right: str = "", spoken: str = "",
    less: bool = False, show: Act | None = None,
) -> ft.Control:  # fmt: skip
    """Return a line: the moment in a box, what was, more of it, a value (in vermilion where it is `less`), the way."""
    p = look.p
    box = ft.Container(
        text(look, "over", at, lines=1), padding=inset(6, 2), border=edge(1, p.line_strong), border_radius=theme.R_CARD
    )
    words = [text(look, "subject", title)]
    if sub:
        words.append(text(look, "caption", sub, p.text_2))
    parts: list[ft.Control] = [box, fill_column(*words)]
    if right:
        parts.append(text(look, "label", right, p.accent_text if less else p.text, bold=True))
    said = ft.Semantics(
        content=row(parts, 10), label=aloud(moment, title, sub, spoken), container=True, exclude_semantics=True,
        expand=True,
    )  # fmt: skip
    face = row([said, *([] if show is None else [show_button(look, moment, show)])], 8)
    return ft.Container(face, padding=inset(12, 8))
