"""Seats: their keys, presence at tables, and wrong PINs, across phones, processes and restarts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, delete, text, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from models.database.channel import LISTENING, touch
from models.database.database import Part
from models.matches.matches import checked_seats, new_seat
from models.names import digest, name, word
from models.people import player_id
from models.records import AlreadyBegun, NoSuchMatch, NoSuchSeat
from models.tables import Attendance, MatchRow, PinTries, Seat

_ELSEWHERE = text(
    "SELECT DISTINCT seat FROM attendance WHERE match_id = :match_id AND process <> :process"
    f" AND process IN ({LISTENING})"
)
_FORGET = text(f"DELETE FROM attendance WHERE process NOT IN ({LISTENING})")


class Attendances(Part):
    """The store's record of seats whose phones are awake; used only if several processes share the database."""

    def note(self, match_id: int, process: int, seats: Iterable[str]) -> int:
        """Record the seats of a match on which phones of a process are awake, replacing its previous record.

        Return the match's new count of changes outside the journal.
        """
        here = (col(Attendance.match_id) == match_id) & (col(Attendance.process) == process)
        with self._database.writing() as session:
            # Presence is recorded again when the server comes back: not worth waiting for the disk.
            session.connection().execute(text("SET LOCAL synchronous_commit TO off"))
            session.connection().execute(delete(Attendance).where(here))
            session.add_all(Attendance(match_id=match_id, process=process, seat=seat) for seat in seats)
            session.flush()
            return touch(session, match_id)

    def elsewhere(self, match_id: int, process: int) -> frozenset[str]:
        """Return the seats of a match with phones awake on other living processes."""
        with self._database.reading() as session:
            rows = session.connection().execute(_ELSEWHERE, {"match_id": match_id, "process": process})
            return frozenset(row[0] for row in rows)

    def forget(self) -> None:
        """Delete the records of processes that are no longer alive."""
        with self._database.connected() as connection:
            connection.execute(_FORGET)


TRIES = 5
WAIT = timedelta(seconds=30)
"""How long a seat is locked after `TRIES` tries since the last right PIN; after as many more, twice as long."""
LONGEST = 16 * WAIT


class Pins(Part):
    """The store's counters of tries at PINs."""

    def may_try(self, match_id: int, seat: str, at: datetime) -> bool:
        """Count a try, and return whether it may be made; `passed` resets the count.

        A try is counted before it is judged, so that several processes together allow no more than one would; the last
        one allowed locks the seat as it is counted. So a try whose answer was lost costs at most a wait.
        """
        with self._database.writing() as session:
            tries = _locked(session, match_id, seat)
            if tries is None:
                try:
                    with session.begin_nested():
                        session.add(PinTries(match_id=match_id, seat=seat, tries=1))
                        session.flush()
                    return True
                except IntegrityError:
                    tries = _locked(session, match_id, seat)
            if tries is None or _is_locked(tries.shut_until, at):
                return False
            tries.tries += 1
            tries.shut_until = at + _wait(tries.tries) if tries.tries % TRIES == 0 else None
            return True

    def passed(self, match_id: int, seat: str) -> None:
        """Reset the count."""
        with self._database.writing() as session:
            forget_tries(session, match_id, seat)


def forget_tries(session: Session, match_id: int, seat: str) -> None:
    """Reset the count of a seat's tries: the PIN was right, changed or removed."""
    session.connection().execute(delete(PinTries).where(col(PinTries.match_id) == match_id, col(PinTries.seat) == seat))


def _locked(session: Session, match_id: int, seat: str) -> PinTries | None:
    return session.get(PinTries, (match_id, seat), with_for_update=True, populate_existing=True)


def _is_locked(until: datetime | None, at: datetime) -> bool:
    """Tell whether a seat is locked. A clock that was set back keeps it locked no longer than the longest wait."""
    return until is not None and at < until <= at + LONGEST


def _wait(tries: int) -> timedelta:
    return min(LONGEST, WAIT * 2 ** min(tries // TRIES - 1, 10))


Held: TypeAlias = tuple[str, str | None]
"""The hashes of a seat's key and of its PIN, if any."""


class Seats(Part):
    """The store's seats."""

    def claim(self, match_id: int, seat: str, key_hash: str, at: datetime) -> bool:
        """Take a seat if it is free, without a PIN; of two simultaneous calls one gets True. Raises `NoSuchSeat`."""
        free = (col(Seat.key_hash).is_(None),)
        with self._database.writing() as session:
            return _change(session, match_id, seat, free, key_hash=digest(key_hash), pin_hash=None, claimed=at)

    def free(self, match_id: int, seat: str, held: Held | None = None) -> bool:
        """Free a seat; its key, its PIN and the tries at it are deleted. Raises `NoSuchSeat`.

        With `held`, only if key and PIN are still these. Return whether it was freed.
        """
        with self._database.writing() as session:
            return _change(session, match_id, seat, _so(held), key_hash=None, pin_hash=None, claimed=None)

    def agree_to_free(
        self, match_id: int, seat: str, by: Collection[str], here: Collection[str], at: datetime, since: datetime
    ) -> bool:
        """Record that the seats `by` agree to free another; free it once all of `here` have agreed at or after `since`.

        An empty `by` deletes earlier agreements. Return whether the seat is free now. Raises `NoSuchSeat`.
        """
        with self._database.writing() as session:
            row = session.get(Seat, (match_id, _known(seat)), with_for_update=True)
            if row is None:
                raise NoSuchSeat(seat)
            before = {each: then for each, then in (row.freeing or {}).items() if then >= since.timestamp() and by}
            agreed = {**before, **dict.fromkeys(by, at.timestamp())}
            if agreed and set(here) <= set(agreed):
                return _change(session, match_id, seat, (), key_hash=None, pin_hash=None, claimed=None)
            _change(session, match_id, seat, (), freeing=agreed or None)
            return False

    def set_pin(self, match_id: int, seat: str, pin_hash: str | None, held: Held | None = None) -> bool:
        """Set a seat's PIN, given as its hash, or remove it with None. Raises `NoSuchSeat`.

        With `held`, only if key and PIN are still these, so that a new holder does not get another's PIN. Return
        whether it was set.
        """
        with self._database.writing() as session:
            pin = None if pin_hash is None else digest(pin_hash)
            return _change(session, match_id, seat, _so(held), pin_hash=pin)

    def exchange(self, match_id: int, seat: str, held: Held, key_hash: str, at: datetime | None = None) -> bool:
        """Replace the key of a seat, if key and PIN are still `held`. Raises `NoSuchSeat`.

        With `at`, the seat was reserved and is claimed at that time.
        """
        come: dict[str, Any] = {} if at is None else {"claimed": at}
        with self._database.writing() as session:
            return _change(session, match_id, seat, _so(held), key_hash=digest(key_hash), **come)

    def rename(self, match_id: int, seat: str, called: str) -> None:
        """Set the name of a seat, at any time. Raises `NoSuchSeat`, and `ValueError` for an invalid name."""
        called = name(called)
        with self._database.writing() as session:
            row = session.get(Seat, (match_id, _known(seat)))
            if row is None:
                raise NoSuchSeat(seat)
            row.name = called
            # The game master does not play, and is nobody in the statistics.
            row.player_id = player_id(session, called) if row.kind == "player" else None
            session.flush()
            touch(session, match_id)

    def arrange(self, match_id: int, seats: Sequence[tuple[str, str]]) -> None:
        """Set the seats of a match in its lobby, ids and names in turn order.

        Remaining seats keep their phones; the game master's is not changed. Raises `NoSuchMatch`, `AlreadyBegun`, and
        `ValueError` for an invalid name or id.
        """
        wanted = checked_seats(seats)
        with self._database.writing() as session:
            match = session.get(MatchRow, match_id, with_for_update=True)
            if match is None:
                raise NoSuchMatch(match_id)
            if match.status != "lobby":
                raise AlreadyBegun
            players = select(Seat).where(Seat.match_id == match_id, Seat.kind == "player")
            there = {row.seat: row for row in session.exec(players)}
            for position, (seat, called) in enumerate(wanted):
                row = there.pop(seat, None)
                if row is None:
                    session.add(new_seat(session, match_id, seat, called, position))
                else:
                    row.position, row.name, row.player_id = position, called, player_id(session, called)
            for gone in there.values():
                session.delete(gone)
            session.flush()
            touch(session, match_id)


def _change(session: Session, match_id: int, seat: str, so: tuple[ColumnElement[bool], ...], **values: Any) -> bool:
    this = (col(Seat.match_id) == match_id, col(Seat.seat) == _known(seat))
    if "key_hash" in values:
        values["freeing"] = None  # agreements were about the previous holder
    if session.connection().execute(update(Seat).where(*this, *so).values(**values)).rowcount:
        if "pin_hash" in values:
            forget_tries(session, match_id, seat)
        touch(session, match_id)
        return True
    if session.exec(select(Seat.seat).where(*this)).first() is None:
        raise NoSuchSeat(seat)
    return False


def _so(held: Held | None) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that a seat's key and PIN are `held`; no conditions for None."""
    if held is None:
        return ()
    key, pin = held
    return col(Seat.key_hash) == key, col(Seat.pin_hash).is_(None) if pin is None else col(Seat.pin_hash) == pin


def _known(seat: str) -> str:
    """Return a seat's id. Raises `NoSuchSeat` for a text that cannot be one."""
    try:
        return word("seat", seat)
    except ValueError:
        raise NoSuchSeat(seat) from None
