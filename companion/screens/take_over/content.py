"""What the screens of the host and of the seats have in common."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import MatchInfo, Snapshot, TakeOverState
from companion.contract.take_over import Step, TakeOver, Zones, in_words
from companion.screens.take_over.fields import drawn, zones
from companion.ui import act, label_row, list_panel, list_row
from companion.ui.frame import BarAction
from companion.ui.look import Look
from companion.ui.phrases import paragraph
from companion.ui.words.sentences import names, say
from referee.core.values import Ruling

IC = ft.Icons


def fields_of(
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


def still_to_come(
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
        whole = (done >= of or not (must or done)) and seat.seat not in state.unfit
        enter = None
        if seat.seat in snap.my_seats and of:
            here = seat.seat == snap.viewer and own
            enter = act(actions.secrets.keep) if here else act(actions.sharing.hand_over, seat.seat)
        rows.append(
            list_row(look, IC.CHECK_SHARP if whole else IC.HOURGLASS_EMPTY_SHARP, called[seat.seat], words, "", enter)
        )
    return [label_row(look, t("app.take_over.still")), list_panel(look, rows)]


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


def to_lobby(look: Look, actions: Actions) -> BarAction:
    return IC.ARROW_BACK_SHARP, look.t("app.take_over.lobby"), act(actions.pages.go, "lobby")
