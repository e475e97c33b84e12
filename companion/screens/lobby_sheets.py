"""The lobby's sheets: all addresses with their codes, the PINs of this phone's seats, and names."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache

import flet as ft

from companion.contract.snapshot import Address, SeatInfo
from companion.ui import (
    Handler,
    act,
    block,
    button_main,
    button_side,
    column,
    list_panel,
    list_row,
    qr,
    qr_card,
    row,
    sheet,
)
from companion.ui.live_field import LEAST, live_field, pin_pad, use_digits
from companion.ui.phrases import paragraph
from companion.ui.sheets import sheet_head
from companion.ui.theme import Look


@lru_cache(maxsize=16)
def code_of(url: str) -> str:
    """Return the QR code of an address as a data URL; it works in a window without a web host, too."""
    return "data:image/png;base64," + b64encode(qr.png(url)).decode()


def typed_address(address: Address) -> str:
    """Return what must be typed to reach the host: its home lists the match."""
    return address.short.partition("/m/")[0]


@block
def addresses_sheet(look: Look, addresses: tuple[Address, ...], close: Handler) -> ft.Control:
    """Return every address of the host, the likeliest first; the chosen one with its code."""
    t = look.t
    at, choose = ft.use_state(min(1, len(addresses) - 1))
    chosen = addresses[min(at, len(addresses) - 1)]
    rows = [
        list_row(
            look,
            ft.Icons.CHECK_SHARP if each is chosen else ft.Icons.QR_CODE_2_SHARP,
            typed_address(each),
            "",
            "",
            act(choose, n),
            light="",
            height=52,
            arrow=False,
            name=f"{t('app.lobby.address_n', n=n + 1)}, {typed_address(each)}",
        )
        for n, each in enumerate(addresses)
    ]
    return sheet(
        look,
        [
            sheet_head(look, t("app.lobby.all_addresses"), close),
            paragraph(look, t("app.lobby.addresses_about")),
            qr_card(
                look,
                code_of(chosen.url),
                typed_address(chosen),
                t("app.lobby.scan"),
                172,
            ),
            list_panel(look, rows),
        ],
    )


@block
def pins_sheet(look: Look, seats: tuple[SeatInfo, ...], show: Handler) -> ft.Control:
    t = look.t
    rows = [
        list_row(
            look,
            ft.Icons.PIN_SHARP,
            s.name,
            t("app.pin_set") if s.pin else t("app.lobby.pin_none"),
            "",
            act(show, f"pin:{s.seat}"),
            name=t("app.lobby.pin_of", name=s.name),
        )
        for s in seats
    ]
    return sheet(
        look,
        [
            sheet_head(look, t("app.lobby.pins"), act(show, "")),
            paragraph(look, t("app.lobby.pins_about")),
            list_panel(look, rows),
        ],
    )


@block
def pin_sheet(look: Look, seat: str, name: str, has_one: bool, set_pin: Handler, done: Handler) -> ft.Control:
    """Return the sheet that sets a seat's PIN; the old PIN is asked for first, if there is one."""
    t = look.t
    entered, more, less, take = use_digits()
    old = ft.use_ref("")
    proved, prove = ft.use_state(not has_one)

    def change() -> None:
        old.current = take()
        prove(True)

    def keep() -> None:
        pin = take()
        if has_one:
            set_pin(seat, pin, old.current)
        else:
            set_pin(seat, pin)
        done()

    def drop() -> None:
        set_pin(seat, "", take())
        done()

    ready = entered >= LEAST
    if proved:
        about = t("app.lobby.pin_hint")
        answers = [button_main(look, t("app.lobby.pin_keep"), keep, ready, None, 56, True)]
    else:
        about = t("app.lobby.pin_old")
        answers = [
            button_side(look, t("app.lobby.pin_drop"), drop if ready else None, None, 56, True),
            button_main(look, t("app.lobby.pin_change"), change, ready, None, 56, True),
        ]
    return sheet(
        look,
        [
            sheet_head(look, t("app.lobby.pin_of", name=name), done),
            paragraph(look, about),
            column([pin_pad(look, entered, more, less)]),
            row(answers, spacing=10),
            *([] if proved else [paragraph(look, t("app.pin_forgotten", name=name))]),
        ],
    )


@block
def leave_sheet(look: Look, seat: str, name: str, leave: Handler, free: Handler | None, done: Handler) -> ft.Control:
    """Return the sheet that asks for a seat's PIN before this phone leaves it; the host may free it without."""
    t = look.t
    entered, more, less, take = use_digits()
    sure, ask_again = ft.use_state(False)

    def go() -> None:
        leave(seat, take())
        done()

    def throw() -> None:
        if sure and free is not None:
            free(seat)
            done()
        else:
            ask_again(True)

    answers = [button_main(look, t("app.lobby.leave_with"), go, entered >= LEAST, None, 56, True)]
    if free is not None:
        words = t("app.lobby.free_sure" if sure else "app.lobby.free_without")
        answers.insert(0, button_side(look, words, throw, None, 56, True))
    return sheet(
        look,
        [
            sheet_head(look, t("app.lobby.leave_as", name=name), done),
            paragraph(look, t("app.lobby.leave_pin" if free is None else "app.lobby.leave_pin_host", name=name)),
            column([pin_pad(look, entered, more, less)]),
            row(answers, spacing=10),
            paragraph(look, t("app.pin_forgotten" if free is None else "app.pin_forgotten_host", name=name)),
        ],
    )


@block
def names_sheet(look: Look, seats: tuple[SeatInfo, ...], show: Handler) -> ft.Control:
    t = look.t
    rows = [
        list_row(
            look,
            ft.Icons.EDIT_SHARP,
            s.name,
            "",
            "",
            act(show, f"name:{s.seat}"),
            height=52,
            name=t("app.lobby.rename", name=s.name),
        )
        for s in seats
    ]
    return sheet(look, [sheet_head(look, t("app.lobby.names"), act(show, "")), list_panel(look, rows)])


@block
def name_sheet(look: Look, seat: str, name: str, rename: Handler, done: Handler) -> ft.Control:
    t = look.t
    written, write = ft.use_state("")

    def keep() -> None:
        rename(seat, written)
        done()

    return sheet(
        look,
        [
            sheet_head(look, t("app.lobby.rename", name=name), done),
            live_field(look, written, write, name=t("app.lobby.new_name"), autofocus=True),
            button_main(look, t("app.lobby.name_keep"), keep, bool(written.strip())),
        ],
    )
