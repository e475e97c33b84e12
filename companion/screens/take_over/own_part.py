"""What a seat alone knows, entered under its cover, and the screen of everybody but the host."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import MatchInfo, Snapshot, TakeOverState
from companion.contract.take_over import Step, TakeOver
from companion.screens.take_over.content import fields_of, still_to_come, summary, to_lobby, why
from companion.ui import Main, Side, act, app_bar, dock, screen, strip
from companion.ui.look import Look
from companion.ui.phrases import game_name
from companion.ui.sheets.overlays import overlays


def covered(
    look: Look,
    snap: Snapshot,
    actions: Actions,
    match: MatchInfo,
    state: TakeOverState,
    table: Sequence[Step],
    own: bool,
) -> ft.Control:
    """Return the screen of everybody but the host: the table as entered so far, and the way to the own part."""
    t = look.t
    line, ask = t("app.take_over.fits"), t("app.take_over.wait_host")
    if own:
        line, ask = t("app.take_over.yours"), t("app.take_over.yours_ask")
    others = [seat for seat in snap.my_seats if seat != snap.viewer]
    left = Side(t("app.take_over.other_seat"), None, act(actions.sharing.hand_over, others[0])) if others else None
    main = Main(t("app.take_over.enter_mine"), act(actions.secrets.keep)) if own else None
    return screen(
        look,
        bar=app_bar(look, t("app.take_over.title"), game_name(look, match.game), to_lobby(look, actions)),
        strip=strip(look, "covered_parts" if own else "safe"),
        content=[*still_to_come(look, snap, actions, match, state, own), *summary(look, table, state)],
        dock=dock(look, state="asked" if own else "waiting", line=line, ask=ask, left=left, main=main),
        overlay=overlays(look, snap, actions),
    )


def own_part(
    look: Look, snap: Snapshot, actions: Actions, state: TakeOverState, form: TakeOver,
    steps: Sequence[Step], at: int, zone_field: int, turn: ft.StateCallback, to_field: ft.StateCallback,
) -> ft.Control:  # fmt: skip
    """Return the own part while the cover is open."""
    t = look.t
    wrong = state.own_problem
    line = why(look, snap, wrong, steps) if wrong is not None else t("app.take_over.only_you")
    last = at == len(steps) - 1
    cover = act(actions.secrets.cover)
    left = Side(t("app.take_over.back"), None, act(turn, at - 1)) if at else Side(t("app.take_over.cover"), None, cover)
    main = Main(t("app.take_over.done"), cover) if last else Main(t("app.take_over.next"), act(turn, at + 1))
    entered = state.own or {}
    return screen(
        look,
        bar=app_bar(look, steps[at].title, t("app.take_over.title")),
        strip=strip(look, "secret", t("app.take_over.step", n=at + 1, of=len(steps))),
        content=fields_of(look, actions, snap.viewer, steps[at], entered, form, state, zone_field, to_field),
        dock=dock(
            look, state="asked", line=line, ask=t("app.take_over.ask", step=steps[at].title), left=left, main=main
        ),
        overlay=overlays(look, snap, actions),
        frame="seat",
    )
