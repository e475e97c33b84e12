"""What the lobby asks of each: the host starts, a guest chooses a seat, who sits waits."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import MatchInfo, Snapshot
from companion.ui import Main, Side, act, dock
from companion.ui.look import Look
from companion.ui.phrases import counted, games, seat_names
from companion.ui.words.sentences import clipped, listed


def lobby_dock(look: Look, snap: Snapshot, actions: Actions, match: MatchInfo) -> ft.Control:
    if snap.taking_over is not None and (snap.host or snap.role != "guest"):
        return _taking_over(look, actions, match)
    if match.status == "lobby" and snap.host:
        return _host(look, actions, match)
    if snap.role == "guest":
        return _guest(look, actions, match)
    return _at_the_door(look, actions) if match.status == "running" else _seated(look, snap, match)


def _at_the_door(look: Look, actions: Actions) -> ft.Control:
    """For a player who came back to look at the code and the seats: only the way back is offered."""
    t = look.t
    return dock(
        look,
        state="idle",
        line=t("app.lobby.goes_on"),
        ask=t("app.lobby.late_ask"),
        main=Main(t("app.lobby.to_table"), act(actions.pages.go, "play")),
    )


def _taking_over(look: Look, actions: Actions, match: MatchInfo) -> ft.Control:
    """Return the way to where the table is entered; who is still missing may come meanwhile."""
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
