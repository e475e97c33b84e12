"""The lobby's seats: who sits where, and what this phone may do about it."""

from __future__ import annotations

from companion.actions import Actions
from companion.look import Look
from companion.screens.parts import presence_words
from companion.snapshot import MatchInfo, SeatInfo, Snapshot
from companion.ui import Handler, SeatRow, act


def seat_rows(
    look: Look, snap: Snapshot, actions: Actions, match: MatchInfo, changing: bool, sure: str, twice: Handler
) -> tuple[SeatRow, ...]:
    """Return who sits where, each with what this phone may do about it.

    Seats are taken, and lost phones' seats freed, at any time; leaving, and freeing others, while `changing`.
    """
    t = look.t
    may_sit = snap.role in ("guest", "seat")
    rows = []
    for s in match.seats:
        button, handler = "", None
        if s.presence == "free" and may_sit:
            button, handler = t("app.lobby.sit"), act(actions.sit, s.seat)
        elif s.mine and changing:
            button, handler = t("app.lobby.leave"), act(actions.leave, s.seat)
        elif not s.mine and (changing or s.presence == "gone") and (snap.host or snap.role == "gm"):
            button = t("app.lobby.free_sure" if sure == s.seat else "app.lobby.free")
            handler = act(twice, s.seat, act(actions.free, s.seat))
        rows.append(_row(look, s, button, handler, sure=sure == s.seat))
    if match.gm is not None:
        gm, free = match.gm, match.gm.presence == "free"
        button, handler = "", None
        if free and snap.role == "guest":
            button, handler = t("app.lobby.gm_sit"), act(actions.be_game_master)
        elif gm.mine and changing:
            button, handler = t("app.lobby.leave"), act(actions.leave, gm.seat)
        elif not free and not gm.mine and (changing or gm.presence == "gone") and snap.host:
            button = t("app.lobby.free_sure" if sure == gm.seat else "app.lobby.free")
            handler = act(twice, gm.seat, act(actions.free, gm.seat))
        named = SeatInfo(gm.seat, t("app.lobby.gm"), gm.presence, gm.away, gm.mine)
        rows.append(_row(look, named, button, handler, sure=sure == gm.seat))
    return tuple(rows)


def _row(look: Look, s: SeatInfo, button: str, handler: Handler | None, *, sure: bool) -> SeatRow:
    words = look.t("app.lobby.free_about") if sure else presence_words(look, s)
    if s.pin and not sure:
        words = f"{words}, {look.t('app.pin_set')}"
    return SeatRow(
        s.name,
        s.mine,
        s.presence,
        words,
        look.t("app.this_phone") if s.mine else "",
        button,
        handler,
        alarm=sure or s.presence in ("free", "gone"),
    )
