"""Entering a position: the host a step a screen what lies open, each seat its own part under its cover."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.contract.actions import Actions
from companion.contract.offered import ui_of
from companion.contract.snapshot import MatchInfo, Snapshot, TakeOverState
from companion.contract.take_over import Entering, Step, TakeOver, Zones, in_words
from companion.screens.take_over.fields import drawn, zones
from companion.ui import (
    Main,
    Side,
    act,
    app_bar,
    dock,
    label_row,
    list_panel,
    list_row,
    panel,
    screen,
    short_clause,
    strip,
    text,
)
from companion.ui.frame import BarAction
from companion.ui.look import Look
from companion.ui.overlays import overlays
from companion.ui.phrases import game_name, paragraph
from companion.ui.words import listed, names, say
from referee.core.values import TABLE, Ruling, Seat

IC = ft.Icons


def take_over(look: Look, snap: Snapshot, actions: Actions, first: int = 0) -> ft.Control:
    """Return the screen on which a position is entered, opened at the `first` step."""
    assert snap.match is not None
    assert snap.taking_over is not None
    code = f"take-over-{snap.match.code}-{snap.viewer}"
    return _take_over(look, snap, actions, snap.match, snap.taking_over, first, key=code)  # type: ignore[call-arg]


@ft.component
def _take_over(
    look: Look, snap: Snapshot, actions: Actions, match: MatchInfo, state: TakeOverState, first: int
) -> ft.Control:
    step, go = ft.use_state(first)
    own_step, go_own = ft.use_state(0)
    zone_field, to_field = ft.use_state(0)

    def turn(to: int) -> None:
        to_field(0)
        go(to)

    def turn_own(to: int) -> None:
        to_field(0)
        go_own(to)

    form = _form(match)
    seats = tuple(Seat(seat=s.seat, name=s.name) for s in match.seats)
    entering = Entering(look.t, seats, state.options, state.table)
    mine = snap.viewer if snap.role == "seat" else ""
    own = form.secret(entering, mine) if mine else ()
    table = form.table(entering)
    if state.own is not None and own:
        return _own(look, snap, actions, state, form, own, min(own_step, len(own) - 1), zone_field, turn_own, to_field)
    if not snap.host:
        return _covered(look, snap, actions, match, state, table, bool(own))
    at = min(step, len(table))
    return _table(look, snap, actions, match, state, form, table, at, zone_field, turn, to_field, bool(own))


def _form(match: MatchInfo) -> TakeOver:
    loaded = ui_of(match.game).take_over
    assert loaded is not None
    return loaded()


# The host: what lies open


def _table(
    look: Look, snap: Snapshot, actions: Actions, match: MatchInfo, state: TakeOverState, form: TakeOver,
    steps: Sequence[Step], at: int, zone_field: int, turn: ft.StateCallback, to_field: ft.StateCallback, own: bool,
) -> ft.Control:  # fmt: skip
    t = look.t
    last = at == len(steps)
    if last:
        content = [
            *_still_to_come(look, snap, actions, match, state, own),
            *_judged(look, snap, state, steps),
            *summary(look, steps, state),
        ]
        title = t("app.take_over.review")
    else:
        content = [
            *(_judged(look, snap, state, steps) if state.problem is not None else ()),
            *_step(look, actions, TABLE, steps[at], state.table, form, state, zone_field, to_field),
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
            look, t("app.take_over.title"), f"{game_name(look, match.game)}, {title}", _to_lobby(look, actions), (
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


def _step(
    look: Look, actions: Actions, part: str, step: Step, entered: object, form: TakeOver, state: TakeOverState,
    zone_field: int, to_field: ft.StateCallback,
) -> list[ft.Control]:  # fmt: skip
    """Return what a step asks for; its zones are on one map."""
    known = dict(entered)  # type: ignore[call-overload]
    content: list[ft.Control] = [paragraph(look, step.about)] if step.about else []
    content += drawn(look, actions, part, step.fields, known)
    mapped = tuple(each for each in step.fields if isinstance(each, Zones))
    if mapped and form.board is not None:
        active = min(zone_field, len(mapped) - 1)
        values = tuple(tuple(known.get(each.key) or ()) for each in mapped)
        tap = act(_tap_zone, actions, part, mapped[active], values[active])
        content.append(zones(look, form.board(state.options).hash, mapped, values, active, act(to_field), tap))
    return content


def _tap_zone(actions: Actions, part: str, field: Zones, value: tuple[str, ...], zone: str) -> None:
    """Enter a zone once more, or where it can be no more take it away."""
    full = value.count(zone) >= field.copies or len(value) >= field.most
    for _ in range(value.count(zone) if full else 1):
        actions.take_over.enter(part, field.key, "drop" if full else "add", zone)


def _still_to_come(
    look: Look, snap: Snapshot, actions: Actions, match: MatchInfo, state: TakeOverState, own: bool
) -> list[ft.Control]:
    """Return whose secrets are still missing, never which."""
    t, called = look.t, names(match)
    rows = []
    entries = {seat: rest for seat, *rest in state.missing}
    for seat in match.seats:
        done, of, must = entries.get(seat.seat, (0, 0, True))
        words = (
            t("app.take_over.unfit")
            if seat.seat in state.unfit
            else t("app.take_over.nothing_to_enter")
            if not of
            else t("app.take_over.may_enter")
            if not (must or done)
            else t("app.take_over.entered", n=done)
            if done >= of
            else t("app.take_over.of", n=done, of=of)
        )
        whole = (done >= of or not must) and seat.seat not in state.unfit
        enter = None
        if seat.seat in snap.my_seats and of:
            here = seat.seat == snap.viewer and own
            enter = act(actions.secrets.keep) if here else act(actions.sharing.hand_over, seat.seat)
        rows.append(
            list_row(look, IC.CHECK_SHARP if whole else IC.HOURGLASS_EMPTY_SHARP, called[seat.seat], words, "", enter)
        )
    return [label_row(look, t("app.take_over.still")), list_panel(look, rows)]


def _judged(look: Look, snap: Snapshot, state: TakeOverState, steps: Sequence[Step]) -> list[ft.Control]:
    """Return what cannot be of what lies open, with its clause; else what nobody can check."""
    if state.problem is not None:
        words = f"{why(look, snap, state.problem, steps)} {short_clause(state.problem.clause)}"
        found: list[ft.Control] = [panel(look, text(look, "label", words, look.p.accent_text), strong=True)]
        if state.problem.clause != "METSUKE-1.4":
            found.append(paragraph(look, look.t("app.take_over.house_ruled")))
        return found
    unchecked = [say(look, snap, each.message, each.params) for each in state.unchecked]
    return [paragraph(look, look.t("app.take_over.unchecked", what=listed(look, unchecked)))] if unchecked else []


def why(look: Look, snap: Snapshot, problem: Ruling, steps: Sequence[Step]) -> str:
    """Return why a part cannot be as it is entered; a field that is not entered whole by its title."""
    titles = {each.key: each.title for step in steps for each in step.fields}
    field = str(problem.params.get("field", ""))
    return say(look, snap, problem.reason, {**problem.params, "field": titles.get(field, field)})


def summary(look: Look, steps: Sequence[Step], state: TakeOverState) -> list[ft.Control]:
    """Return what has been entered of the table, step by step, as the sheet has it."""
    found: list[ft.Control] = []
    for step in steps:
        rows = [
            list_row(look, None, each.title, in_words(look.t, each, state.table.get(each.key))) for each in step.fields
        ]
        found += [label_row(look, step.title), list_panel(look, rows)]
    return found


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
    return over, t("app.take_over.waiting", names=listed(look, late))


def _to_lobby(look: Look, actions: Actions) -> BarAction:
    return IC.ARROW_BACK_SHARP, look.t("app.take_over.lobby"), act(actions.pages.go, "lobby")


# A seat: what it alone knows


def _covered(
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
        bar=app_bar(look, t("app.take_over.title"), game_name(look, match.game), _to_lobby(look, actions)),
        strip=strip(look, "covered_parts" if own else "safe"),
        content=[*_still_to_come(look, snap, actions, match, state, own), *summary(look, table, state)],
        dock=dock(look, state="asked" if own else "waiting", line=line, ask=ask, left=left, main=main),
        overlay=overlays(look, snap, actions),
    )


def _own(
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
        content=_step(look, actions, snap.viewer, steps[at], entered, form, state, zone_field, to_field),
        dock=dock(
            look, state="asked", line=line, ask=t("app.take_over.ask", step=steps[at].title), left=left, main=main
        ),
        overlay=overlays(look, snap, actions),
        frame="seat",
    )
