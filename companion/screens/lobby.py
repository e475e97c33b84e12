"""The lobby: one code to scan, the seats, and the start. Guests of a running match choose a seat here too."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import MatchInfo, SeatInfo, Snapshot
from companion.screens.lobby_sheets import (
    addresses_sheet,
    leave_sheet,
    name_sheet,
    names_sheet,
    pin_sheet,
    pins_sheet,
    typed_address,
)
from companion.tables.match_draft import roles_of
from companion.ui import (
    Handler,
    Main,
    SeatRow,
    Side,
    act,
    app_bar,
    block,
    dock,
    edge,
    icon,
    list_panel,
    list_row,
    on,
    pressable,
    qr_card,
    row,
    screen,
    seat_list,
    spans,
    strip,
    theme,
)
from companion.ui.options import announced
from companion.ui.overlays import overlays
from companion.ui.phrases import (
    back_action,
    counted,
    depth_name,
    game_name,
    games,
    icon_note,
    language_switch,
    presence_words,
    seat_names,
)
from companion.ui.theme import Look
from companion.ui.words import clipped, listed

Action = tuple[str, Handler | None]
"""The last part of a button's message key, and its handler."""


def seat_rows(
    look: Look, snap: Snapshot, actions: Actions, match: MatchInfo, changing: bool, sure: str, twice: Handler,
    show: Handler,
) -> tuple[SeatRow, ...]:  # fmt: skip
    """Return the seats, each with what this phone may do about it. `show` opens one of the lobby's sheets.

    Free seats can be taken, and seats of lost phones freed, at any time; leaving, and freeing other seats, only while
    `changing`.
    """
    may_sit = snap.role in ("guest", "seat")
    rows = []
    roles = roles_of(match.game, [s.seat for s in match.seats], match.options)
    for at, s in enumerate(match.seats):
        action: Action = "", None
        if s.presence == "free" and may_sit:
            action = "sit", act(actions.lobby.sit, s.seat)
        elif s.mine and changing:
            action = "leave", act(show, f"leave:{s.seat}") if s.pin else act(actions.lobby.leave, s.seat)
        elif not s.mine and (changing or s.presence == "gone") and (snap.host or snap.role == "gm"):
            action = "free_sure" if sure == s.seat else "free", act(twice, s.seat, act(actions.lobby.free, s.seat))
        role = look.t(f"new.role.{roles[at]}") if roles else ""
        rows.append(_row(look, s, action, sure=sure == s.seat, role=role))
    if match.gm is not None:
        gm, free = match.gm, match.gm.presence == "free"
        action = "", None
        if free and snap.role == "guest":
            action = "gm_sit", act(actions.lobby.be_game_master)
        elif gm.mine and changing:
            action = "leave", act(actions.lobby.leave, gm.seat)
        elif not free and not gm.mine and (changing or gm.presence == "gone") and snap.host:
            action = "free_sure" if sure == gm.seat else "free", act(twice, gm.seat, act(actions.lobby.free, gm.seat))
        named = SeatInfo(gm.seat, look.t("app.lobby.gm"), gm.presence, gm.away, gm.mine)
        rows.append(_row(look, named, action, sure=sure == gm.seat))
    return tuple(rows)


def _row(look: Look, s: SeatInfo, action: Action, *, sure: bool, role: str = "") -> SeatRow:
    words = look.t("app.lobby.free_about") if sure else presence_words(look, s)
    if role and role != s.name and not sure:
        words = look.t("new.role_and", role=role, words=words)
    if s.pin and not sure:
        words = f"{words}, {look.t('app.pin_set')}"
    key, handler = action
    return SeatRow(
        s.name,
        s.mine,
        s.presence,
        words,
        look.t("app.this_phone") if s.mine else "",
        look.t(f"app.lobby.{key}") if key else "",
        look.t(f"app.lobby.{key}.aloud", name=s.name) if key else "",
        handler,
        alarm=sure or s.presence in ("free", "gone"),
        seat=s.seat,
    )


def lobby_dock(look: Look, snap: Snapshot, actions: Actions, match: MatchInfo) -> ft.Control:
    if snap.taking_over is not None and (snap.host or snap.role != "guest"):
        return _taking_over(look, actions, match)
    if match.status == "lobby" and snap.host:
        return _host(look, actions, match)
    if snap.role == "guest":
        return _guest(look, actions, match)
    return _while_running(look, actions) if match.status == "running" else _seated(look, snap, match)


def _while_running(look: Look, actions: Actions) -> ft.Control:
    """Return the dock for a player who came back to look at the code and the seats: only the way back."""
    t = look.t
    return dock(
        look,
        state="idle",
        line=t("app.lobby.goes_on"),
        ask=t("app.lobby.late_ask"),
        main=Main(t("app.lobby.to_table"), act(actions.pages.go, "play")),
    )


def _taking_over(look: Look, actions: Actions, match: MatchInfo) -> ft.Control:
    """Return the dock with the button to the position being entered; players may join meanwhile."""
    t = look.t
    free = [s for s in match.seats if s.presence == "free"]
    line = counted(look, "app.lobby.waiting", len(free)) if free else t("app.lobby.all")
    enter = Main(t("app.take_over.enter_table"), act(actions.pages.go, "take_over"))
    return dock(look, state="asked", line=line, ask=t("app.take_over.lobby_ask"), mark=ft.Icons.EDIT_SHARP, main=enter)


def _host(look: Look, actions: Actions, match: MatchInfo) -> ft.Control:
    t = look.t
    free = [s for s in match.seats if s.presence == "free"]
    if not free:
        return dock(
            look,
            state="asked",
            line=t("app.lobby.all"),
            ask=t("app.lobby.start_ask", n=len(match.seats)),
            mark=ft.Icons.PLAY_ARROW_SHARP,
            main=Main(t("app.lobby.start"), act(actions.lobby.start)),
        )
    without = None
    spare = len(match.seats) - min(games()[match.game].PLAYERS)
    if spare > 0:
        rest = free[-spare:]
        names = listed(look, (clipped(each.name, 10) for each in rest))
        leave_out = act(_play_without, actions, tuple(each.seat for each in rest))
        without = Side(t("app.lobby.without", name=names), None, leave_out)
    few = len(free) < 3
    ask = counted(look, "app.lobby.scans", len(free), names=seat_names(look, free)) if few else t("app.lobby.scan_ask")
    return dock(
        look,
        state="waiting",
        line=counted(look, "app.lobby.waiting", len(free)),
        ask=ask,
        left=without,
        main=Main(t("app.lobby.start"), None, False),
    )


def _play_without(actions: Actions, seats: tuple[str, ...]) -> None:
    for seat in seats:
        actions.lobby.play_without(seat)


def _guest(look: Look, actions: Actions, match: MatchInfo) -> ft.Control:
    t = look.t
    if any(s.presence == "free" for s in match.seats):
        return dock(
            look,
            state="asked",
            line=t("app.lobby.choose_over"),
            ask=t("app.lobby.choose_ask"),
            mark=ft.Icons.EVENT_SEAT_SHARP,
            left=Side(t("app.lobby.watch"), ft.Icons.TV_SHARP, act(actions.lobby.watch)),
        )
    return dock(
        look,
        state="waiting",
        line=t("app.lobby.choose_none"),
        ask=t("app.lobby.how_free"),
        left=Side(t("app.lobby.watch"), ft.Icons.TV_SHARP, act(actions.lobby.watch)),
    )


def _seated(look: Look, snap: Snapshot, match: MatchInfo) -> ft.Control:
    t = look.t
    names = t("app.lobby.gm") if snap.role == "gm" else seat_names(look, match.seats, snap.my_seats)
    ask = t("app.lobby.wait_display") if snap.role == "display" else t("app.lobby.wait_host_ask", names=names)
    return dock(
        look, state="waiting", line=t("app.lobby.wait_host"), ask=ask, main=Main(t("app.lobby.start"), None, False)
    )


def lobby(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    assert snap.match is not None, "a lobby has a match"
    return _lobby(look, snap, actions, snap.match, key=f"lobby-{snap.match.code}")  # type: ignore[call-arg]


@ft.component
def _lobby(look: Look, snap: Snapshot, actions: Actions, match: MatchInfo) -> ft.Control:
    t = look.t
    sheet, open_sheet = ft.use_state("")
    sure, ask_again = ft.use_state("")
    changing, change = ft.use_state(False)

    def show(what: str = "") -> None:
        ask_again("")
        open_sheet(what)

    def twice(what: str, action: Handler) -> None:
        """Require a second tap for freeing a seat or closing a table, which the others cannot undo."""
        ask_again("" if sure == what else what)
        if sure == what:
            action()

    def more() -> None:
        ask_again("")
        change(not changing)

    # The same handlers at every drawing, so that unchanged blocks are not drawn again.
    show = ft.use_callback(show, [])
    twice = ft.use_callback(twice, [sure])
    more = ft.use_callback(more, [changing])
    taken = sum(s.presence != "free" for s in match.seats)
    late = match.status == "running"
    seats = [seat_list(look, seat_rows(look, snap, actions, match, changing, sure, act(twice), act(show)))]
    seats += [icon_note(look, ft.Icons.INFO_SHARP, words) for words in announced(look, match.game, match.options)]
    if late:
        seats.append(icon_note(look, ft.Icons.INFO_SHARP, t("app.lobby.how_free")))
    join = joining(look, snap, act(show, "addresses"))
    rest = tools(look, snap, actions, match, act(show), sure, act(twice))
    choosing = snap.role == "guest" and not snap.host
    return screen(
        look,
        bar=app_bar(
            look,
            game_name(look, match.game),
            t("app.lobby.late") if late else depth_name(look, match.depth),
            back_action(look, actions, close=True),
            (
                language_switch(look, actions),
                (ft.Icons.MORE_VERT_SHARP, t("app.lobby.change_done" if changing else "app.lobby.change"), more),
            ),
        ),
        strip=strip(look, "safe", t("app.lobby.seated", n=taken, all=len(match.seats))),
        content=[*seats, *join] if choosing else [*join, *([] if look.wide else seats)],
        side=rest if not look.wide or choosing else [*seats, *rest],
        dock=lobby_dock(look, snap, actions, match),
        overlay=overlays(look, snap, actions) or _sheet(look, snap, actions, match, sheet, act(show)),
    )


def joining(look: Look, snap: Snapshot, more: Handler) -> list[ft.Control]:
    t = look.t
    if not snap.addresses:
        return []
    found: list[ft.Control] = [
        qr_card(look, snap.qr_png, typed_address(snap.addresses[0]), t("app.lobby.scan"), 360 if look.wide else 204)
    ]
    others = len(snap.addresses) - 1
    return [*found, other_addresses(look, others, more)] if others else found


@block
def other_addresses(look: Look, others: int, more: Handler) -> ft.Control:
    """Return the row that shows the host's other addresses, for phones in another network."""
    t = look.t
    words, count = t("app.lobby.no_page"), counted(look, "app.lobby.addresses", others)
    box = ft.Container(
        row(
            [
                icon(look, ft.Icons.LAN_SHARP),
                ft.Container(spans(look, "label", (f"{words} ", False), (count, True), lines=2), expand=True),
                icon(look, ft.Icons.CHEVRON_RIGHT_SHARP),
            ],
            spacing=8,
        ),
        height=theme.grown(look, theme.TOUCH),
        padding=ft.Padding.symmetric(horizontal=13),
        bgcolor=look.p.surface,
        border=edge(1, look.p.line),
        border_radius=theme.R_PANEL,
        ink=True,
        on_click=on(more),
    )
    return pressable(f"{words} {count}", box, more)


def tools(
    look: Look, snap: Snapshot, actions: Actions, match: MatchInfo, show: Handler, sure: str, twice: Handler
) -> list[ft.Control]:
    t = look.t
    free = [s for s in match.seats if s.presence == "free"]
    rows: list[ft.Control] = []
    if snap.host and free and snap.role != "gm":
        rows.append(
            list_row(
                look,
                ft.Icons.PHONE_ANDROID_SHARP,
                t("app.lobby.everywhere"),
                t("app.lobby.everywhere_about"),
                "",
                act(actions.lobby.sit_everywhere),
            )
        )
    if match.status == "lobby" and _renamed(snap, match):
        rows.append(
            list_row(
                look, ft.Icons.EDIT_SHARP, t("app.lobby.names"), t("app.lobby.names_about"), "", act(show, "names")
            )
        )
    if snap.my_seats:
        rows.append(
            list_row(look, ft.Icons.PIN_SHARP, t("app.lobby.pins"), t("app.lobby.pins_about"), "", act(show, "pins"))
        )
    rows.append(
        list_row(
            look,
            ft.Icons.MENU_BOOK_SHARP,
            t("app.rules.of", game=game_name(look, match.game)),
            "",
            "",
            act(actions.pages.go, "rules", game=match.game),
            height=52,
        )
    )
    if snap.role == "guest":
        rows.append(
            list_row(
                look, ft.Icons.TV_SHARP, t("app.lobby.watch"), t("app.lobby.watch_about"), "", act(actions.lobby.watch)
            )
        )
    if snap.host:
        again = sure == "close"
        rows.append(
            list_row(
                look,
                ft.Icons.DO_NOT_DISTURB_ON_SHARP,
                t("app.lobby.close_sure" if again else "app.lobby.close"),
                t("app.lobby.close_about"),
                "",
                act(twice, "close", act(actions.lobby.close_match)),
                arrow=False,
            )
        )
    return [list_panel(look, rows)] if rows else []


def _sheet(
    look: Look, snap: Snapshot, actions: Actions, match: MatchInfo, which: str, show: Handler
) -> ft.Control | None:
    what, _, seat = which.partition(":")
    if what == "addresses":
        return addresses_sheet(look, snap.addresses, act(show, ""))
    mine = tuple(s for s in match.seats if s.seat in snap.my_seats)
    if what == "pins" and mine:
        return pins_sheet(look, mine, show)
    renamed = _renamed(snap, match)
    if what == "names" and renamed:
        return names_sheet(look, renamed, show)
    chosen = next((s for s in renamed if s.seat == seat), None)
    if what == "name" and chosen is not None:
        return name_sheet(look, chosen.seat, chosen.name, act(actions.lobby.rename), act(show, "names"))
    chosen = next((s for s in mine if s.seat == seat), None)
    if what == "leave" and chosen is not None:
        free = act(actions.lobby.free) if snap.host else None
        return leave_sheet(look, chosen.seat, chosen.name, act(actions.lobby.leave), free, act(show, ""))
    if what == "pin" and chosen is not None:
        return pin_sheet(look, chosen.seat, chosen.name, chosen.pin, act(actions.sharing.set_pin), act(show, "pins"))
    return None


def _renamed(snap: Snapshot, match: MatchInfo) -> tuple[SeatInfo, ...]:
    return tuple(s for s in match.seats if snap.host or s.seat in snap.my_seats)
