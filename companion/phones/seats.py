"""The seats of one phone: using one, handing the phone on, losing a freed one, going on to another table."""

from __future__ import annotations

from companion.phones.session import Phone
from companion.tables.seats import sit
from companion.tables.table import Table
from referee.core.values import GAME_MASTER, PUBLIC


def look_through(phone: Phone, seat: str = "") -> None:
    """Use a seat of this phone, covered: the one named or else the present one, if its key is still valid."""
    phone.cover.close(refresh=False)
    phone.sit_down(seat or phone.where.seat)
    phone.where.screen = phone.match_screen()
    phone.attend()
    phone.refresh()


def draw_curtain(phone: Phone, seat: str) -> None:
    """Draw the curtain for a player's seat of this phone; its player lifts it.

    The seat that was used until now is behind its own curtain from then on.
    """
    if phone.holds(seat) and seat != GAME_MASTER:
        phone.cover.close(refresh=False)
        phone.where.curtain, phone.where.curtain_problem, phone.where.lifted = seat, "", None
        phone.where.forget_answers()
        phone.refresh()


def pass_on(phone: Phone, actor: str) -> None:
    """On a phone with several seats, draw the curtain for the seat that must act next."""
    mine, table = phone.my_seats(), phone.table
    if table is None or table.match is None or len(mine) < 2 or table.match.result is not None:
        return
    asked = [p.seat for p in table.match.prompts(PUBLIC) if p.must]
    if asked and actor not in asked and (following := [seat for seat in asked if seat in mine]):
        draw_curtain(phone, following[0])


def match_changed(phone: Phone) -> None:
    """Show that the match has changed. If a kept answer of this phone was judged, pass the phone on."""
    _leave_freed(phone)
    if phone.where.answered_as and phone.table is not None and phone.table.answering.wait is None:
        actor, phone.where.answered_as = phone.where.answered_as, ""
        pass_on(phone, actor)
    if _goes_on(phone):
        phone.spawn(follow_rematch(phone))
    phone.refresh()


def _leave_freed(phone: Phone) -> None:
    """Make the phone a guest if its seat was freed."""
    where = phone.where
    if where.role in ("seat", "gm") and not phone.holds(where.seat):
        phone.cover.close(refresh=False)
        where.curtain = ""
        phone.sit_down()
        where.notice = "app.seat_was_freed"
        if phone.connected:
            phone.attend()
    if where.curtain and not phone.holds(where.curtain):
        where.curtain = ""
    if phone.curtain:
        phone.cover.close(refresh=False)  # its PIN was changed on another phone


def _goes_on(phone: Phone) -> bool:
    """Tell whether the rematch has started that this phone has joined, or that its table display follows."""
    after = None if phone.table is None else phone.table.rematch
    if after is None or after.status != "running" or phone.where.declined == after.code:
        return False
    return phone.where.role == "display" or after.code in phone.storage.keys


async def follow_rematch(phone: Phone) -> None:
    """Open the rematch of the match that this phone shows, if there is one."""
    table = phone.table
    if table is not None and table.rematch is not None:
        await phone.enter(table.rematch.code, display=phone.where.role == "display")


async def follow_to(phone: Phone, table: Table) -> None:
    """Go on to another table, taking the free seats there with the same ids."""
    display, mine = phone.where.role == "display", phone.my_seats()
    storage = phone.storage
    for seat in mine:
        if key := await sit(table, seat):
            storage = storage.with_key(table.code, seat, key)
    if storage is not phone.storage:
        await phone.remember(storage)
    await phone.enter(table.code, display=display or not mine)
