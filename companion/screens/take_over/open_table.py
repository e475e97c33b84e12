"""What lies open, a step a screen: the host enters it."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import MatchInfo, Snapshot, TakeOverState
from companion.contract.take_over import Step, TakeOver
from companion.screens.take_over.content import IC, fields_of, still_to_come, summary, to_lobby, why
from companion.ui import Main, Side, act, app_bar, dock, panel, screen, short_clause, strip, text
from companion.ui.look import Look
from companion.ui.phrases import game_name, paragraph
from companion.ui.sheets.overlays import overlays
from companion.ui.words.sentences import listed, names, say
from referee.core.values import TABLE


def open_table(
    look: Look, snap: Snapshot, actions: Actions, match: MatchInfo, state: TakeOverState, form: TakeOver,
    steps: Sequence[Step], at: int, zone_field: int, turn: ft.StateCallback, to_field: ft.StateCallback, own: bool,
) -> ft.Control:  # fmt: skip
    t = look.t
    last = at == len(steps)
    if last:
        content = [
            *still_to_come(look, snap, actions, match, state, own),
            *_judged(look, snap, state, steps),
            *summary(look, steps, state),
        ]
        title = t("app.take_over.review")
    else:
        content = [
            *(_judged(look, snap, state, steps) if state.problem is not None else ()),
            *fields_of(look, actions, TABLE, steps[at], state.table, form, state, zone_field, to_field),
        ]
        title = steps[at].title
    back = Side(t("app.take_over.back"), None, act(turn, at - 1)) if at else None
    over, ask = _said(look, snap, match, state, steps, at)
    main = (
        Main(t("app.take_over.go_on"), act(actions.take_over.go_on), state.whole)
        if last
        else Main(t("app.take_over.next"), act(turn, at + 1))
    )
    return screen(
        look,
        bar=app_bar(
            look, t("app.take_over.title"), f"{game_name(look, match.game)}, {title}", to_lobby(look, actions), (
                (IC.PRINT_SHARP, t("app.take_over.print"), act(actions.take_over.print_sheets)),
            )
        ),
        strip=strip(look, "safe", t("app.take_over.step", n=at + 1, of=len(steps) + 1)),
        content=content,
        dock=dock(
            look, state="asked" if not last or state.whole else "waiting", line=over, ask=ask,
            mark=IC.EDIT_SHARP if not last else None, left=back, main=main,
        ),
        overlay=overlays(look, snap, actions),
    )  # fmt: skip


def _judged(look: Look, snap: Snapshot, state: TakeOverState, steps: Sequence[Step]) -> list[ft.Control]:
    """Return what cannot be of what lies open, with its clause; else what nobody can check."""
    if state.problem is not None:
        words = f"{why(look, snap, state.problem, steps)} {short_clause(state.problem.clause)}"
        found: list[ft.Control] = [panel(look, text(look, "label", words, look.p.accent_text), strong=True)]
        if state.problem.clause != "METSUKE-1.4":
            found.append(paragraph(look, look.t("app.take_over.house_ruled")))
        return found
    unchecked = [say(look, snap, each.message, each.params) for each in state.unchecked]
    return [paragraph(look, look.t("app.take_over.unchecked", what="\n".join(unchecked)))] if unchecked else []


def _said(
    look: Look, snap: Snapshot, match: MatchInfo, state: TakeOverState, steps: Sequence[Step], at: int
) -> tuple[str, str]:
    """Return what fits and what cannot be checked, and what is asked now."""
    t, called = look.t, names(match)
    over = t("app.take_over.fits") if state.problem is None else t("app.take_over.does_not_fit")
    if at < len(steps):
        return over, t("app.take_over.ask", step=steps[at].title)
    if state.problem is not None:
        return over, t("app.take_over.change")
    late = [called[seat] for seat, done, of, must in state.missing if (must and done < of) or seat in state.unfit]
    if state.whole:
        return over, t("app.take_over.whole")
    if not late:
        return over, t("app.take_over.unfinished_part")
    return over, t("app.take_over.waiting", names=listed(look, late))
