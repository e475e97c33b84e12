"""The seats of one phone: looked through, handed over behind a curtain, freed by others, kept from table to table."""

from __future__ import annotations

from companion.phones.session import Phone
from companion.tables.seats import sit
from companion.tables.table import Table
from referee.core.values import GAME_MASTER, PUBLIC


def look_through(phone: Phone, seat: str = "") -> None:
    """Look through a seat of mine, covered: the one named or else the present one, if its key still opens it."""
    phone.cover.close(refresh=False)
    phone.sit_down(seat or phone.where.seat)
    phone.where.screen = phone.match_screen()
    phone.attend()
    phone.refresh()


def draw_curtain(phone: Phone, seat: str) -> None:
    """Draw the curtain for a player's seat of mine: whoever has the phone lifts it.

    What was looked through until now is behind its own curtain from then on.
    """
    if phone.holds(seat) and seat != GAME_MASTER:
        phone.cover.close(refresh=False)
        phone.where.curtain, phone.where.curtain_problem, phone.where.lifted = seat, "", None
        phone.where.forget_answers()
        phone.refresh()


def pass_on(phone: Phone, actor: str) -> None:
    """On a phone with several seats, draw the curtain for the seat that is asked next."""
    mine, table = phone.my_seats(), phone.table
    if table is None or table.match is None or len(mine) < 2 or table.match.result is not None:
        return
    asked = [p.seat for p in table.match.prompts(PUBLIC) if p.must]
    if asked and actor not in asked and (following := [seat for seat in asked if seat in mine]):
        draw_curtain(phone, following[0])


def heard(phone: Phone) -> None:
    """The match has changed: show it. Where an answer kept for this phone has been told, ask whoever is next."""
    _leave_freed(phone)
    if phone.where.answered_as and phone.table is not None and phone.table.answering.wait is None:
        actor, phone.where.answered_as = phone.where.answered_as, ""
        pass_on(phone, actor)
    if _goes_on(phone):
        phone.spawn(follow_rematch(phone))
    phone.refresh()


def _leave_freed(phone: Phone) -> None:
    """A seat that was freed opens nothing any more; the phone becomes a guest again."""
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
        phone.cover.close(refresh=False)  # its PIN has been changed on another phone


def _goes_on(phone: Phone) -> bool:
    """Tell whether the rematch has begun to which this phone has come, or which its table display follows."""
    after = None if phone.table is None else phone.table.rematch
    if after is None or after.status != "running" or phone.where.declined == after.code:
        return False
    return phone.where.role == "display" or after.code in phone.storage.keys


async def follow_rematch(phone: Phone) -> None:
    """Go on with the rematch of the match that this phone looks at, as far as somebody has asked for one."""
    table = phone.table
    if table is not None and table.rematch is not None:
        await phone.enter(table.rematch.code, display=phone.where.role == "display")


async def follow_to(phone: Phone, table: Table) -> None:
    """Go on with another table, on the seats of the same names that are free there."""
    display, mine = phone.where.role == "display", phone.my_seats()
    storage = phone.storage
    for seat in mine:
        if key := await sit(table, seat):
            storage = storage.with_key(table.code, seat, key)
    if storage is not phone.storage:
        await phone.remember(storage)
    await phone.enter(table.code, display=display or not mine)
