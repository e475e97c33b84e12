"""The lobby's seats: who sits where, and what this phone may do about it."""

from __future__ import annotations

from companion.contract.actions import Actions
from companion.contract.snapshot import MatchInfo, SeatInfo, Snapshot
from companion.tables.opening.match_draft import roles_of
from companion.ui import Handler, SeatRow, act
from companion.ui.look import Look
from companion.ui.phrases import presence_words

Action = tuple[str, Handler | None]
"""The last part of a button's message key, and what it does."""


def seat_rows(
    look: Look, snap: Snapshot, actions: Actions, match: MatchInfo, changing: bool, sure: str, twice: Handler,
    show: Handler,
) -> tuple[SeatRow, ...]:  # fmt: skip
    """Return who sits where, each with what this phone may do about it. `show` opens one of the lobby's sheets.

    Seats are taken, and lost phones' seats freed, at any time; leaving, and freeing others, while `changing`.
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
