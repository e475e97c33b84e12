"""What to do now and why, in one sentence with its rule: for those who play a game for the first time.

A sentence goes when its phase has been played once on this phone, or is put away; the settings bring all of them back.
"""

from __future__ import annotations

from collections.abc import Mapping

import flet as ft

from companion.contract.actions import Actions
from companion.games.table.context import Ctx
from companion.ui import Act, act, aloud, block, icon_button, on, pressable, row, short_clause, spans, still
from companion.ui.base import inset, steady
from companion.ui.look import Look
from referee.core.values import TABLE

WAIT = "wait"
"""The lesson of a seat that is asked nothing."""


def lesson(ctx: Ctx, key: str, clause: str) -> list[ft.Control]:
    """Return the sentence `teach.<key>` with its clause; nothing where this phone wants none or has put it away.

    Below the words that the past was changed there is no room for it.
    """
    known = f"{ctx.GAME}.{key}"
    if key.startswith(f"{WAIT}_") and f"{ctx.GAME}.{WAIT}" in ctx.snap.learnt:
        return []
    if not ctx.snap.teach or known in ctx.snap.learnt or ctx.snap.rewritten is not None:
        return []
    return [_lesson(ctx.look, ctx.actions, ctx.t(f"teach.{key}"), clause, known)]


@block
def _lesson(look: Look, actions: Actions, words: str, clause: str, known: str) -> ft.Control:
    """Draw it as low as it can be, for it pushes all else down; a tap on it opens the rule."""
    rule, read = short_clause(clause), act(actions.pages.clause, clause)
    box = ft.Container(_sentence(look, words, rule), padding=inset(0, 2), on_click=on(read))
    close = _close(look, steady(act(actions.settings.learnt, known)))
    return row([pressable(aloud(words, rule), box, read, expand=True), close], 4)


@still
def _sentence(look: Look, words: str, rule: str) -> ft.Control:
    return spans(look, "caption", (words, False), (f" {rule}", True), color=look.p.text_2)


@block
def _close(look: Look, learnt: Act) -> ft.Control:
    return icon_button(look, ft.Icons.CLOSE_SHARP, look.t("table_screen.learnt"), learnt)


def lessons(ctx: Ctx, known: Mapping[str, str]) -> list[ft.Control]:
    """Return the lesson of what my seat must do, or of waiting. `known`: clauses by the last part of what is asked.

    What a seat waits for may have a lesson of its own, `wait_` and what is asked of the others.
    """
    musts = [(p.seat, p.ask.partition(".ask.")[2]) for p in ctx.snap.prompts if p.must]
    mine = [ask for seat, ask in musts if seat in (ctx.me, TABLE)]
    theirs = (f"{WAIT}_{ask}" for _, ask in musts)
    key = next((ask for ask in mine if ask in known), "" if mine else next((w for w in theirs if w in known), WAIT))
    return lesson(ctx, key, known[key]) if key in known else []
