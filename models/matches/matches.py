"""Matches: opening and finding them, their status, and their records."""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, Final, cast, get_args

from sqlalchemy import delete, func, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from models.database.channel import touch
from models.database.database import Part
from models.names import digest, name, word
from models.people import player_id
from models.records import GM, CodeTaken, GameMaster, MatchRecord, NoSuchMatch, SeatRecord, Status
from models.tables import Account, JournalEntry, MatchRow, Seat, plain

# Databases limit the number of values in a query.
_AT_ONCE = 500


def records_of(session: Session, matches: Sequence[MatchRow]) -> list[MatchRecord]:
    """Return matches as records, with one more query for every `_AT_ONCE` of them."""
    if len(matches) > _AT_ONCE:
        return records_of(session, matches[:_AT_ONCE]) + records_of(session, matches[_AT_ONCE:])
    ids = [match.id for match in matches]
    seats: dict[int, list[SeatRecord]] = {}
    order = (col(Seat.kind).desc(), col(Seat.position))
    for seat in session.exec(select(Seat).where(col(Seat.match_id).in_(ids)).order_by(*order)):
        seats.setdefault(seat.match_id, []).append(SeatRecord(**seat.model_dump()))
    return [MatchRecord(**match.model_dump(), seats=tuple(seats.get(cast(int, match.id), ()))) for match in matches]


PAUSE = 15 * 60.0
"""The longest time between two entries, in seconds, that counts as time at the table."""


class Keep(enum.Enum):
    """The type of `KEEP`, which stands for a value that is not to be changed."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP
_LAST = 1000


class Matches(Part):
    """The store's matches."""

    def open(
        self,
        *,
        code: str,
        game: str,
        options: Mapping[str, Any],
        seats: Sequence[tuple[str, str]],
        host_key: str | None,
        game_master: GameMaster = "none",
        created: datetime,
        after: MatchRecord | None = None,
    ) -> MatchRecord:
        """Open a match in its lobby. `seats` are ids and names in turn order; `host_key` is a hash.

        With `after`, a match that has ended, its seats are reserved: the keys and PINs of the seats with the same ids
        there open them too, and `claimed` stays empty until their phones come.

        Raises `CodeTaken`, and `ValueError` for an invalid name, code or mode.
        """
        with self._database.writing() as session:
            match = MatchRow(
                code=word("code", code),
                game=word("game", game),
                options=plain(options),
                status="lobby",
                game_master=_mode(game_master),
                created=created,
                host_key=None if host_key is None else digest(host_key),
            )
            session.add(match)
            try:
                session.flush()
            except IntegrityError as error:
                raise CodeTaken(code) from error
            assert match.id is not None
            seated = checked_seats(seats)
            session.add_all(new_seat(session, match.id, seat, called, at) for at, (seat, called) in enumerate(seated))
            if game_master != "none":
                session.add(Seat(match_id=match.id, seat=GM, kind="gm", name="", position=_LAST))
            session.flush()
            if after is not None:
                _keep_seats(session, match.id, after.id)
                touch(session, after.id)
            touch(session, match.id)
            return records_of(session, [match])[0]

    def get(self, code: str) -> MatchRecord:
        """Return the match with this public code. Raises `NoSuchMatch`."""
        try:
            wanted = select(MatchRow).where(MatchRow.code == word("code", code))
        except ValueError:
            raise NoSuchMatch(code) from None
        with self._database.reading() as session:
            match = session.exec(wanted).first()
            if match is None:
                raise NoSuchMatch(code)
            return records_of(session, [match])[0]

    def find(
        self,
        *,
        status: Status | None = None,
        codes: Collection[str] | None = None,
        limit: int | None = None,
    ) -> list[MatchRecord]:
        """Return matches, the newest first; only those with this status and these codes, if given."""
        wanted = select(MatchRow).order_by(col(MatchRow.created).desc(), col(MatchRow.id).desc())
        if status is not None:
            wanted = wanted.where(MatchRow.status == status)
        if codes is not None:
            wanted = wanted.where(col(MatchRow.code).in_(codes))
        if limit is not None:
            wanted = wanted.limit(limit)
        with self._database.reading() as session:
            return records_of(session, session.exec(wanted).all())

    def count(self, statuses: Collection[Status]) -> int:
        """Return the number of matches with these statuses."""
        with self._database.reading() as session:
            return session.exec(select(func.count()).where(col(MatchRow.status).in_(statuses))).one()

    def set_status(self, match_id: int, status: Status, at: datetime) -> None:
        """Set the status of a match as of `at`. A match that is running again has no end and no result.

        Raises `NoSuchMatch`.
        """
        with self._database.writing() as session:
            stand(session, match_id, status, KEEP, at)


    def close_unbegun(self, before: datetime, kept: Collection[int], at: datetime) -> list[int]:
        """Close the matches that were opened before a time and never started, except those `kept`. Return their ids."""
        waiting = select(MatchRow.id).where(MatchRow.status == "lobby", col(MatchRow.created) < before)
        with self._database.writing() as session:
            old = [each for each in session.exec(waiting) if each is not None and each not in kept]
            for match_id in old:
                stand(session, match_id, "closed", KEEP, at)
            return old


def stand(
    session: Session,
    match_id: int,
    status: Status | Keep,
    result: Mapping[str, Any] | Keep | None,
    at: datetime,
) -> None:
    """Change the status and result of a match, within the caller's transaction."""
    values: dict[str, Any] = {}
    if status is not KEEP:
        if status not in get_args(Status):
            raise ValueError(f"A match is one of {', '.join(get_args(Status))}.")
        values["status"] = status
        match = session.get(MatchRow, match_id, with_for_update=True)
        if match is None:
            raise NoSuchMatch(match_id)
        if status != "ended":
            session.connection().execute(delete(Account).where(col(Account.match_id) == match_id))
        if status == "lobby":
            values |= {"started": None, "ended": None, "seconds": None, "result": None}
        elif status == "running":
            values |= {"started": match.started or at, "ended": None, "seconds": None, "result": None}
        elif match.ended is None:
            values |= {"ended": at, "seconds": _seconds(session, match, at)}
    if result is not KEEP:
        values["result"] = None if result is None else plain(result)
    _change(session, match_id, **values)
    touch(session, match_id)


def checked_seats(seats: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return ids and tidied names. Raises `ValueError` for an invalid or duplicate one."""
    checked = [(word("seat", seat), name(called)) for seat, called in seats]
    if GM in (ids := [seat for seat, _ in checked]):
        raise ValueError("The seat of the game master comes with the game master; choose another id.")
    if len(set(ids)) != len(ids):
        raise ValueError("Two seats have the same id; give each its own.")
    return checked


def new_seat(session: Session, match_id: int, seat: str, called: str, position: int) -> Seat:
    person = player_id(session, called)
    return Seat(match_id=match_id, seat=seat, kind="player", name=called, position=position, player_id=person)


def _keep_seats(session: Session, match_id: int, before: int) -> None:
    """Copy the keys and PINs of the seats of match `before` to those with the same ids."""
    held = {seat.seat: seat for seat in session.exec(select(Seat).where(Seat.match_id == before))}
    for seat in session.exec(select(Seat).where(Seat.match_id == match_id)):
        if seat.seat in held:
            seat.key_hash, seat.pin_hash = held[seat.seat].key_hash, held[seat.seat].pin_hash
    session.flush()


def _mode(mode: GameMaster) -> GameMaster:
    if mode not in get_args(GameMaster):
        raise ValueError(f"The game master is one of {', '.join(get_args(GameMaster))}.")
    return mode


def _change(session: Session, match_id: int, **values: Any) -> None:
    if (
        session.connection().execute(update(MatchRow).where(col(MatchRow.id) == match_id).values(**values)).rowcount
        == 0
    ):
        raise NoSuchMatch(match_id)


def _seconds(session: Session, match: MatchRow, ended: datetime) -> int:
    entries = select(JournalEntry.at).where(JournalEntry.match_id == match.id).order_by(col(JournalEntry.number))
    return seconds_at_table(match.started or ended, session.exec(entries), ended)


def seconds_at_table(started: datetime, entries: Iterable[datetime], ended: datetime) -> int:
    """Return the time at the table: from the start through every entry to the end, with pauses cut to `PAUSE`."""
    moments = [started, *entries, ended]
    gaps = ((later - earlier).total_seconds() for earlier, later in pairwise(moments))
    seconds: float = sum(min(max(gap, 0.0), PAUSE) for gap in gaps)
    return round(seconds)
