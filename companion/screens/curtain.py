"""The curtain of one-phone play: nothing secret is in it, and only the next player lifts it."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import SeatInfo, Snapshot
from companion.ui import (
    Act,
    Main,
    act,
    aloud,
    app_bar,
    block,
    column,
    dock,
    fusuma,
    gap,
    label_row,
    list_panel,
    list_row,
    screen,
    seat_chip,
    strip,
    text,
)
from companion.ui.live_field import LEAST, pin_pad, use_digits
from companion.ui.phrases import back_action, depth_name, game_name, sideways
from companion.ui.theme import Look
from companion.ui.words import clipped

COVER_WIDTH = 328
"""The width of the closed doors in pixels: it fits the narrowest phones."""


def curtain(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    seats = snap.match.seats if snap.match else ()
    seat = next((s for s in seats if s.seat == snap.curtain), SeatInfo(snap.curtain, snap.curtain))
    others = tuple(s for s in seats if s.mine and s.seat != snap.curtain)
    return _curtain(look, snap, actions, seat, others, key=f"curtain-{seat.seat}")  # type: ignore[call-arg]


@ft.component
def _curtain(look: Look, snap: Snapshot, actions: Actions, seat: SeatInfo, others: tuple[SeatInfo, ...]) -> ft.Control:
    t = look.t
    entered, more, less, take = use_digits()
    tries, count = ft.use_state(0)
    problem = t(snap.curtain_problem) if snap.curtain_problem and not entered else ""

    def lift() -> None:
        count(tries + 1)
        actions.sharing.lift_curtain(take())

    seat_list = act(actions.pages.go, "lobby") if snap.host else None
    ready = not seat.pin or entered >= LEAST
    ask = problem or t("app.curtain.ask_pin" if seat.pin else "app.curtain.ask", name=seat.name)
    title = game_name(look, snap.match.game) if snap.match else t("app.curtain.title")
    content: list[ft.Control] = [_to_whom(look, seat.name)]
    if seat.pin:
        content += [gap(8), pin_pad(look, entered, more, less), _forgotten(look, seat.name, seat_list)]
    else:
        content.append(
            ft.Container(fusuma(look, "short" if others else "full", COVER_WIDTH), alignment=ft.Alignment.CENTER)
        )
    if others:
        content.append(_others(look, others, act(actions.sharing.hand_over)))
    return screen(
        look,
        bar=app_bar(
            look,
            title,
            depth_name(look, snap.match.depth) if snap.match else "",
            back_action(look, actions, close=True),
        ),
        strip=strip(look, "covered"),
        content=content,
        dock=dock(
            look,
            state="asked",
            line=t("app.curtain.over", name=seat.name),
            ask=ask,
            mark=ft.Icons.LOCK_OPEN_SHARP,
            main=Main(t("app.curtain.lift", name=clipped(seat.name, 18)), lift, ready),
        ),
    )


@block
def _to_whom(look: Look, name: str) -> ft.Control:
    t = look.t
    return ft.Semantics(
        content=column(
            [
                text(look, "display", t("app.curtain.hand", name=name), align=ft.TextAlign.CENTER, lines=4),
                text(look, "body", t("app.curtain.hand_about"), look.p.text_2, align=ft.TextAlign.CENTER),
            ],
            spacing=6,
        ),
        label=aloud(t("app.curtain.hand", name=name), t("app.curtain.hand_about")),
        live_region=True,
        container=True,
        exclude_semantics=True,
    )


@block
def _forgotten(look: Look, name: str, seat_list: Act | None) -> ft.Control:
    """Return advice for a forgotten PIN; on the host's phone with a button to the seats."""
    words = look.t("app.pin_forgotten", name=name)
    if seat_list is None:
        return text(look, "caption", words, look.p.text_2, align=ft.TextAlign.CENTER, lines=3)
    change = list_row(look, ft.Icons.EVENT_SEAT_SHARP, look.t("app.lobby.change"), words, "", seat_list)
    return list_panel(look, [change])


@block
def _others(look: Look, others: tuple[SeatInfo, ...], hand_over: Act) -> ft.Control:
    chips = [seat_chip(look, s.name, False, "", Act(hand_over.fn, (s.seat,)), s.seat) for s in others]
    return column([label_row(look, look.t("app.curtain.other")), sideways(chips)], spacing=4)
