"""The analysis of what could be known in a match that has ended, with plots and puzzles, for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

import flet as ft

from companion.games.table.context import EndedMatch, looked
from companion.games.table.table_screen import C, Controls, TableScreen
from companion.ui import (
    Act,
    aloud,
    button_side,
    chip,
    column,
    edge,
    label_row,
    list_panel,
    named,
    panel,
    row,
    ruling_row,
    text,
    theme,
)
from companion.ui import plot as ui
from companion.ui.base import block, fill_column, icon, inset, on, pressable
from companion.ui.map.board_map import board_map
from companion.ui.plot import Ink, figures
from companion.ui.sheets import short_clause
from companion.ui.theme import Look
from companion.ui.words import begun
from referee.core import analysis as core
from referee.core.analysis import Analysis, Moment, Phrase, Puzzle, Question


def _plot(ctx: C, table: TableScreen[C], drawn: core.Plot) -> ft.Control:
    facts = facts_of(ctx, table, drawn)
    chosen = place_of(drawn, ctx.pick.back.entry)
    found = {} if table.seek is None else {entry: table.seek(ctx, entry) for entry in drawn.entries}
    tap = ctx.change(tapped, drawn.entries, tuple((entry, tuple(each.items())) for entry, each in found.items()))
    how = ctx.say(drawn.how.message, drawn.how.params)
    under = [text(ctx.look, "caption", how, ctx.look.p.text_2)]
    if chosen is not None:
        said = text(ctx.look, "label", at_moment(ctx, drawn, facts, chosen))
        under.insert(0, said)
    return column([ui.plot(ctx.look, facts, chosen, tap), *under], 6)


def facts_of(ctx: C, table: TableScreen[C], drawn: core.Plot) -> ui.Plot:
    """Return a plot in words."""
    t = ctx.look.t
    curves = tuple(
        ui.Curve(
            ctx.say(curve.name.message, curve.name.params),
            curve.numbers,
            cast("Ink | None", table.colors.get(curve.mark)),
        )
        for curve in drawn.curves
    )
    summary = aloud(*(summed(ctx, drawn, curve, line.name) for curve, line in zip(drawn.curves, curves, strict=True)))
    return ui.Plot(t(drawn.title), t(drawn.unit), t(drawn.axis, at="").strip(), drawn.at, curves, summary)


def at_moment(ctx: C, drawn: core.Plot, facts: ui.Plot, chosen: int) -> str:
    """Return the value of every curve at a moment: "Turn 7. Ninja 1, Traitor 40"."""
    there = (f"{curve.name} {figures(v)}" for curve in facts.curves if (v := curve.values[chosen]) is not None)
    comma = ctx.look.t("app.list.comma")
    return begun(aloud(when(ctx.look, drawn.axis, drawn.at[chosen]), comma.join(there)))


def when(look: Look, axis: str, at: str) -> str:
    """Return a moment in words: "turn 7". A game whose moments have two numbers may word both."""
    first, _, second = at.partition(".")
    both = f"{axis}_of"
    return look.t(both, first=first, second=second) if second and look.t.has(both) else look.t(axis, at=at)


def summed(ctx: C, drawn: core.Plot, curve: core.Curve, name: str) -> str:
    """Return a curve in one sentence: its first and last value, its greatest and least, and when."""
    there = [(number, n) for n, number in enumerate(curve.numbers) if number is not None]
    if not there:
        return ""
    t = ctx.look.t
    most, least = max(there, key=lambda each: (each[0], -each[1])), min(there)
    return t(
        "analysis.summary", name=name, first=there[0][0], last=there[-1][0], most=most[0], least=least[0],
        most_at=when(ctx.look, drawn.axis, drawn.at[most[1]]), least_at=when(ctx.look, drawn.axis, drawn.at[least[1]]),
    )  # fmt: skip


def place_of(drawn: core.Plot, entry: int) -> int | None:
    """Return the index of the last moment up to an entry; None if no entry was chosen."""
    return max((n for n, at in enumerate(drawn.entries) if at <= entry), default=None) if entry else None


def tapped(now: Any, entries: tuple[int, ...], found: tuple[tuple[int, Any], ...], n: int) -> Any:
    """Return the choice with a moment selected, in the replay too. A phone may send any number."""
    if not (isinstance(n, int) and 0 <= n < len(entries)):
        return now
    return replace(looked(now, entry=entries[n]), **dict(dict(found).get(entries[n], ())))


MAP, MAP_WIDE = 284.0, 460.0


def puzzles(ctx: C, analysis: Analysis) -> Controls:
    """Return the puzzles of a match as a list."""
    if not analysis.puzzles:
        return []
    head = label_row(ctx.look, ctx.look.t("analysis.puzzles"), str(len(analysis.puzzles)))
    rows = [
        button_side(ctx.look, asks(ctx, each), _opens(ctx, n), ft.Icons.HELP_OUTLINE_SHARP, 48)
        for n, each in enumerate(analysis.puzzles, 1)
    ]
    return [head, *rows]


def open_puzzle(ctx: C, table: TableScreen[C], analysis: Analysis) -> ft.Control | None:
    """Return the open puzzle, or None: nothing else is shown beside it."""
    at = ctx.pick.back.puzzle
    return _open(ctx, table, analysis, analysis.puzzles[at - 1]) if 0 < at <= len(analysis.puzzles) else None


def _opens(ctx: C, n: int) -> Act:
    """Return the act that opens a puzzle by its number, or closes the open one with 0."""
    return ctx.change(looked, puzzle=n, guess=(), checked=False, asked="")


def asks(ctx: C, puzzle: Puzzle) -> str:
    return ctx.say(puzzle.said.message, puzzle.said.params)


def _open(ctx: C, table: TableScreen[C], analysis: Analysis, puzzle: Puzzle) -> ft.Control:
    look, t, back = ctx.look, ctx.look.t, ctx.pick.back
    guess = tuple(each for each in back.guess if each in puzzle.choices)
    tap = ctx.change(asked if back.checked else guessed, puzzle.choices)
    parts: Controls = [
        text(look, "subject", asks(ctx, puzzle)),
        text(look, "caption", when(look, analysis.axis, puzzle.at), look.p.text_2),
    ]
    if puzzle.board and table.puzzle_map is not None:
        facts = table.puzzle_map(ctx, puzzle)
        marked = replace(
            facts, targets=tuple((zone, "") for zone in guess), chosen=back.asked,
            cloud=puzzle.right if back.checked else (),
        )  # fmt: skip
        parts.append(board_map(look, marked, tap, MAP_WIDE if look.wide else MAP))
        parts.append(text(look, "caption", t("analysis.marked", n=len(guess)), look.p.text_2))
    else:
        chips = [chip(look, ctx.say("analysis.choice", {"card": each}), _with(tap, each), each in guess)
                 for each in puzzle.choices]  # fmt: skip
        parts.append(ft.Row(list(chips), spacing=8, run_spacing=8, wrap=True))
    if back.checked:
        parts += [verdict(look, puzzle, guess), *why(ctx, analysis.axis, puzzle, back)]
    check = None if back.checked or not guess else ctx.change(looked, checked=True)
    parts.append(
        row(
            [
                button_side(look, t("analysis.close_puzzle"), _opens(ctx, 0), ft.Icons.CLOSE_SHARP, 48),
                button_side(look, t("analysis.check"), check, ft.Icons.CHECK_SHARP, 48),
            ],
            8,
        )
    )
    return panel(look, column(parts, 8), padding=12)


def _with(tap: Any, choice: str) -> Any:
    return replace(tap, args=(*tap.args, choice))


def verdict(look: Look, puzzle: Puzzle, guess: tuple[str, ...]) -> ft.Control:
    """Return how many answers of a guess are right, and how many are missing."""
    right = sum(each in puzzle.right for each in guess)
    checked = look.t("analysis.checked", n=len(puzzle.right), right=right, wrong=len(guess) - right)
    return ft.Semantics(content=text(look, "body", checked), live_region=True)


def why(ctx: C, axis: str, puzzle: Puzzle, back: EndedMatch) -> Controls:
    """Return why the answer that was tapped last is right or wrong."""
    if back.asked not in puzzle.choices:
        return [text(ctx.look, "caption", ctx.look.t("analysis.tap_why"), ctx.look.p.text_2)]
    key = "analysis.could_be" if back.asked in puzzle.right else "analysis.could_not"
    reason = puzzle.why.get(back.asked)
    rows: Controls = [text(ctx.look, "body", ctx.say(key, {"zone": back.asked}))]
    if reason is not None:
        moment, fact = when(ctx.look, axis, reason.at), ctx.say(reason.said.message, reason.said.params)
        clause = reason.said.clause or ""
        rows.append(ruling_row(ctx.look, ft.Icons.GAVEL_SHARP, moment, fact, clause, ctx.actions))
    return rows


def guessed(now: Any, choices: tuple[str, ...], choice: str) -> Any:
    """Return the choice with an answer marked or unmarked. A phone may send anything."""
    back: EndedMatch = now.back
    if choice not in choices:
        return now
    without = tuple(each for each in back.guess if each != choice)
    return looked(now, guess=without if choice in back.guess else (*back.guess, choice))


def asked(now: Any, choices: tuple[str, ...], choice: str) -> Any:
    return looked(now, asked=choice) if choice in choices else now


FOLDED = 5
"""The number of lines of a list that are shown before it is unfolded."""


def analysed(ctx: C, table: TableScreen[C]) -> Controls:
    """Return the analysis; while it is being computed, its progress."""
    analysis = ctx.snap.analysis
    if analysis is None:
        return [working(ctx.look, ctx.snap.analysing or 0.0)]
    puzzle = open_puzzle(ctx, table, analysis)
    if puzzle is not None:
        return [puzzle]
    first = [*(_plot(ctx, table, each) for each in analysis.plots), *decided(ctx, table, analysis)]
    rest = [
        *questions(ctx, table, analysis),
        *moments(ctx, table, analysis, "misses", analysis.misses),
        *moments(ctx, table, analysis, "proofs", analysis.proofs),
        *moments(ctx, table, analysis, "certain", analysis.certain, how=analysis.sure),
        *puzzles(ctx, analysis),
        *(note(ctx, each) for each in analysis.notes),
    ]
    if not ctx.look.wide:
        return [*first, *rest]
    sides: list[ft.Control] = [ft.Container(column(side, 10), expand=True) for side in (first, rest)]
    return [ft.Row(sides, spacing=24, vertical_alignment=ft.CrossAxisAlignment.START)]


@block
def working(look: Look, done: float) -> ft.Control:
    """Return the progress of the analysis."""
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
    """Return the act that shows a moment in the replay, or None without a replay."""
    if table.seek is None or not ctx.snap.replay:
        return None
    return ctx.change(shown_at, tuple(table.seek(ctx, entry).items()), entry)


def shown_at(now: Any, found: Iterable[tuple[str, Any]], entry: int) -> Any:
    return replace(looked(now, face="replay", entry=entry), **dict(found))


def decided(ctx: C, table: TableScreen[C], analysis: Analysis) -> Controls:
    if analysis.decided is None:
        return []
    why = analysis.decided
    over = ctx.look.t("analysis.decided", moment=when(ctx.look, analysis.axis, why.at))
    lines = tuple(phrase(ctx, each) for each in why.how)
    return [_decided(ctx.look, over, phrase(ctx, why.said), lines, shows(ctx, table, why.entry))]


@block
def _decided(look: Look, over: str, said: str, lines: tuple[str, ...], show: Act | None) -> ft.Control:
    p = look.p
    words = [
        text(look, "over", over, p.accent_text),
        text(look, "title", said),
        *(text(look, "caption", line, p.text_2) for line in lines),
    ]
    spoken = named(aloud(over, said, *lines), column(words, 2), expand=True)
    return ft.Container(
        row([spoken, *([] if show is None else [show_button(look, over, show)])], 8),
        padding=inset(12, 10), bgcolor=p.surface, border=edge(1, p.accent_text), border_radius=theme.R_PANEL,
    )  # fmt: skip


def show_button(look: Look, moment: str, show: Act) -> ft.Control:
    """Return the button that shows a moment in the replay."""
    box = ft.Container(
        icon(look, ft.Icons.PLAY_ARROW_SHARP, 22), width=theme.TOUCH, height=theme.TOUCH, on_click=on(show), ink=True,
        alignment=ft.Alignment.CENTER, border=edge(1, look.p.line_strong), border_radius=theme.R_BUTTON,
    )  # fmt: skip
    return pressable(look.t("analysis.show", moment=moment), box, show)


def questions(ctx: C, table: TableScreen[C], analysis: Analysis) -> Controls:
    """Return every question that was asked, with the information in its answer and the best question possible then."""
    if not analysis.questions:
        return []
    t = ctx.look.t
    rows = [_question(ctx, table, analysis, each) for each in folded(ctx, "questions", analysis.questions, weight)]
    head = label_row(
        ctx.look, t("analysis.questions"), t("analysis.told_best" if in_bits(analysis) else "analysis.told_best_zones")
    )
    return [head, list_panel(ctx.look, rows), *rest(ctx, "questions", analysis.questions, analysis.asked)]


def weight(each: Question) -> float:
    """Return the importance of a question: the information of its answer, or what the best one would have added."""
    return max(each.bits, each.best_bits - each.bits, (max(each.out, each.best_out - each.out)) / 1000)


def in_bits(analysis: Analysis) -> bool:
    """Tell whether information is counted in bits; else in zones alone."""
    return any(each.bits or each.best_bits for each in analysis.questions)


def _question(ctx: C, table: TableScreen[C], analysis: Analysis, each: Question) -> ft.Control:
    t = ctx.look.t
    lines = [f"{phrase(ctx, each.answer)} {t('analysis.out', n=each.out)}"]
    if each.best is not None:
        lines.append(t("analysis.best", what=phrase(ctx, each.best), n=each.best_out))
    first, best = f"{each.bits:.1f}", f"{each.best_bits:.1f}"
    spoken = t("analysis.bits", told=first, best=best) if each.best_bits else ""
    if not in_bits(analysis):
        first, best = str(each.out), str(each.best_out)
    right = f"{first} / {best}" if each.best_out or each.best_bits else first
    less = each.best is not None
    return moment_row(
        ctx.look, each.at, when(ctx.look, analysis.axis, each.at), phrase(ctx, each.said), " ".join(lines), right,
        spoken, less, shows(ctx, table, each.entry),
    )  # fmt: skip


def moments(
    ctx: C, table: TableScreen[C], analysis: Analysis, name: str, found: Sequence[Moment], how: Phrase | None = None
) -> Controls:
    """Return a list of moments under its title."""
    if not found:
        return []
    rows = [
        moment_row(
            ctx.look,
            each.at,
            when(ctx.look, analysis.axis, each.at),
            phrase(ctx, each.said),
            show=shows(ctx, table, each.entry),
        )
        for each in folded(ctx, name, found)
    ]
    title = label_row(ctx.look, ctx.look.t(f"analysis.{name}"), str(len(found)))
    return [title, list_panel(ctx.look, rows), *rest(ctx, name, found, how)]


def folded(ctx: C, name: str, found: Sequence[Any], weight: Callable[[Any], float] = lambda _: 0.0) -> Sequence[Any]:
    """Return the whole list if it is unfolded or short; else the most important items, in order."""
    back: EndedMatch = ctx.pick.back
    if name in back.whole or len(found) <= FOLDED + 1:
        return found
    most = sorted(range(len(found)), key=lambda n: -weight(found[n]))[:FOLDED]
    return [found[n] for n in sorted(most)]


def rest(ctx: C, name: str, found: Sequence[Any], how: Phrase | None) -> Controls:
    """Return what follows a list: the button that unfolds it, and how it was computed."""
    after: Controls = []
    if len(folded(ctx, name, found)) < len(found):
        words = ctx.look.t("analysis.all", n=len(found))
        after.append(button_side(ctx.look, words, ctx.change(unfolded, name), ft.Icons.EXPAND_MORE_SHARP, 48))
    return after if how is None else [*after, note(ctx, how)]


def unfolded(now: Any, name: str) -> Any:
    return looked(now, whole=(*now.back.whole, name))


@block
def moment_row(
    look: Look, at: str, moment: str, title: str, sub: str = "", right: str = "", spoken: str = "",
    less: bool = False, show: Act | None = None,
) -> ft.Control:  # fmt: skip
    """Return a line: the moment in a box, a title, more words, a value (in vermilion if `less`), the replay button."""
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
    said = named(aloud(moment, title, sub, spoken), row(parts, 10), expand=True)
    face = row([said, *([] if show is None else [show_button(look, moment, show)])], 8)
    return ft.Container(face, padding=inset(12, 8))
