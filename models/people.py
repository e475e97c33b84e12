"""People by name: found in any spelling, created, renamed, merged, forgotten.

Only the owner may change people; the key is checked in the transaction of the change. A merge or a forgotten name can
be taken back for a day. Until then the name is stored in one of the settings, and nowhere else.
"""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, cast

from sqlalchemy import delete, func, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from models.database.channel import touch, touch_people
from models.database.database import Part
from models.names import MAX_NAME, name, name_key
from models.owners import put, require
from models.records import (
    NameTaken,
    NoSuchPerson,
    NotAsItWas,
    PersonRecord,
    PlayerRecord,
    Statistics,
    StoreError,
    TidiedRecord,
)
from models.tables import LeftOut, MatchRow, Player, Seat, Setting


class History(Part):
    """Statistics of what was played. A match counts once it has ended; a closed one does not.

    A result names its winners' seats as `{"winners": [...]}`.
    """

    def statistics(self) -> Statistics:
        with self._database.reading() as session:
            total = select(func.count(), func.coalesce(func.sum(MatchRow.seconds), 0)).where(MatchRow.status == "ended")
            matches, seconds = session.exec(total).one()
            played = (player for player in _players(session) if player.matches)
            ranked = sorted(played, key=lambda p: (-p.won, -p.matches, p.name.casefold()))
        return Statistics(matches=matches, seconds=seconds or 0, players=tuple(ranked))


def _players(session: Session) -> Iterable[PlayerRecord]:
    ended = select(MatchRow.id, MatchRow.game, MatchRow.result).where(MatchRow.status == "ended")
    finished = {id_: (game, set((result or {}).get("winners", ()))) for id_, game, result in session.exec(ended)}
    sat = select(Player.id, Player.name, Seat.match_id, Seat.seat).join(Seat, col(Seat.player_id) == col(Player.id))
    names: dict[int, str] = {}
    # A person with two seats of a match has played it once.
    played: set[tuple[int, int]] = set()
    won: set[tuple[int, int]] = set()
    for id_, known_as, match_id, seat in session.exec(sat.where(col(Player.id).not_in(select(LeftOut.player_id)))):
        person = cast(int, id_)
        names[person] = known_as
        if match_id in finished:
            played.add((person, match_id))
            if seat in finished[match_id][1]:
                won.add((person, match_id))
    games: dict[int, Counter[str]] = {person: Counter() for person in names}
    wins: dict[int, Counter[str]] = {person: Counter() for person in names}
    for person, match_id in played:
        games[person][finished[match_id][0]] += 1
    for person, match_id in won:
        wins[person][finished[match_id][0]] += 1
    for person, known_as in names.items():
        yield PlayerRecord(person, known_as, games[person].total(), dict(games[person]), dict(wins[person]))


OVER = ("ended", "closed")
"""The statuses of matches whose seats are renamed with a person: running matches keep their names."""
TAKEN_BACK = timedelta(days=1)
"""How long a merge or a forgotten name can be taken back."""
_TIDIED = "tidied."
_ERASED = "erased"
"""The setting that is present while deleted names may still be readable in the database's files."""


class People(Part):
    """The store's people. `by` is the hash of a phone's key; `NotOwner` is raised unless it is the owner's."""

    def all(self) -> list[PersonRecord]:
        """Return all people who have a seat, by name."""
        sat = select(Seat.player_id).where(col(Seat.player_id).is_not(None))
        wanted = select(Player).where(col(Player.id).in_(sat)).order_by(col(Player.key))
        with self._database.reading() as session:
            out = set(session.exec(select(LeftOut.player_id)))
            return [PersonRecord(p.id or 0, p.name, p.id in out) for p in session.exec(wanted)]

    def rename(self, by: str, person: int, called: str) -> frozenset[int]:
        """Rename a person, also in the matches that are over; return the ids of these.

        Raises `NameTaken` if another person has the name, `NoSuchPerson`, and `ValueError` for an invalid name.
        """
        called = name(called)
        if not called:
            raise ValueError("A person needs a name.")
        with self._database.writing() as session:
            require(session, by)
            row = _known(session, person)
            other = session.exec(select(Player.id).where(Player.key == name_key(called))).first()
            if other is not None and other != person:
                raise NameTaken(other)
            row.name, row.key = called, name_key(called)
            return _matches_of(session, _name_seats(session, person, called))

    def merge(self, by: str, into: int, other: int, at: datetime) -> frozenset[int]:
        """Merge two people into one, named as the first; return the ids of the second one's matches.

        Raises `NoSuchPerson`.
        """
        with self._database.writing() as session:
            require(session, by)
            kept, gone = _known(session, into), _known(session, other)
            if into == other:
                return frozenset()
            before = _seats_of(session, other)
            out = session.get(LeftOut, other) is not None
            session.connection().execute(update(Seat).where(col(Seat.player_id) == other).values(player_id=into))
            session.connection().execute(delete(LeftOut).where(col(LeftOut.player_id) == other))
            session.delete(gone)
            session.flush()
            _name_seats(session, into, kept.name)
            _note(session, gone.name, before, out, at, into=kept.name)
            return _matches_of(session, {match_id for match_id, _, _ in before})

    def leave_out(self, by: str, person: int, out: bool) -> frozenset[int]:
        """Exclude a person from the statistics, or include them again. Raises `NoSuchPerson`."""
        with self._database.writing() as session:
            require(session, by)
            _known(session, person)
            session.connection().execute(delete(LeftOut).where(col(LeftOut.player_id) == person))
            if out:
                session.add(LeftOut(player_id=person))
            return _matches_of(session, ())

    def forget(self, by: str, person: int, instead: str, at: datetime) -> frozenset[int]:
        """Remove a person's name from all seats and lists, and return the ids of their matches.

        Their seats belong to nobody and are named `instead`. For a day, or until `erase`, it can be taken back. Raises
        `NoSuchPerson`, and `ValueError` if `instead` is invalid.
        """
        instead = name(instead)
        with self._database.writing() as session:
            require(session, by)
            row = _known(session, person)
            before = _seats_of(session, person)
            out = session.get(LeftOut, person) is not None
            for seat in session.exec(select(Seat).where(Seat.player_id == person)).all():
                seat.player_id = None
                _name_seat(session, seat, instead)
            session.connection().execute(delete(LeftOut).where(col(LeftOut.player_id) == person))
            session.delete(row)
            session.flush()
            _note(session, row.name, before, out, at)
            return _matches_of(session, {match_id for match_id, _, _ in before})

    # Taking back

    def tidied(self) -> list[TidiedRecord]:
        """Return what can be taken back, the latest first."""
        with self._database.reading() as session:
            noted = _noted(session)
        found = (
            TidiedRecord(key.removeprefix(_TIDIED), each["name"], each["into"], datetime.fromisoformat(each["until"]))
            for key, each in noted.items()
        )
        return sorted(found, key=lambda each: each.until, reverse=True)

    def take_back(self, by: str, tidied: str, at: datetime) -> frozenset[int]:
        """Restore a forgotten name on its seats, or split merged people again; return the ids of their matches.

        Seats that have been renamed since stay as they are. Raises `NotAsItWas` if all of them have, or it is too late.
        """
        with self._database.writing() as session:
            require(session, by)
            kept = _noted(session).get(_TIDIED + tidied)
            if kept is None or datetime.fromisoformat(kept["until"]) <= at:
                raise NotAsItWas
            found = [(session.get(Seat, (match_id, seat)), was, now) for match_id, seat, was, now in kept["seats"]]
            mine = [(seat, was) for seat, was, now in found if seat is not None and seat.name == now]
            if not mine:
                raise NotAsItWas
            person = player_id(session, kept["name"])
            for seat, was in mine:
                seat.player_id = person
                _name_seat(session, seat, was)
            if kept["out"] and session.get(LeftOut, person) is None:
                session.add(LeftOut.model_validate({"player_id": person}))
            put(session, _TIDIED + tidied, {})
            return _matches_of(session, {seat.match_id for seat, _ in mine})

    def erase(self, by: str, tidied: str) -> frozenset[int]:
        """Make a change final; a forgotten name is erased at once. Raises `NotAsItWas`."""
        with self._database.writing() as session:
            require(session, by)
            noted = _noted(session)
            kept = noted.get(_TIDIED + tidied)
            if kept is None:
                raise NotAsItWas
            # Records of names merged into the forgotten one contain it.
            with_it = [key for key, each in noted.items() if not kept["into"] and each["into"] == kept["name"]]
            _erase(session, [_TIDIED + tidied, *with_it])
        with suppress(StoreError):  # the name is deleted, and `erase_due` tries the files again
            self._scrub([kept["name"]])
        return frozenset()

    def erase_due(self, at: datetime) -> datetime | None:
        """Erase what can no longer be taken back, also from the files; return when to call again, or None.

        This includes what a host that was stopped meanwhile has left unfinished.
        """
        with self._database.writing() as session:
            noted = _noted(session)
            over = {key: kept for key, kept in noted.items() if datetime.fromisoformat(kept["until"]) <= at}
            _erase(session, over)
            left = session.get(Setting, _ERASED) is not None
        if left and not self._scrub([kept["name"] for kept in over.values()] or None):
            return at
        times = (datetime.fromisoformat(kept["until"]) for key, kept in noted.items() if key not in over)
        return min(times, default=None)

    def _scrub(self, names: Iterable[str] | None) -> bool:
        """Remove deleted names from the database's files. Return whether that is done."""
        if not self._database.scrub(None if names is None else frozenset(_written(names))):
            return False
        with self._database.writing() as session:
            put(session, _ERASED, {})
        return True


def player_id(session: Session, name: str) -> int | None:
    """Return the id of the person with this name, creating them if new; None for an empty name."""
    if not name:
        return None
    key = name_key(name)
    found = select(Player.id).where(Player.key == key)
    known = session.exec(found).first()
    if known is not None:
        return known
    try:
        with session.begin_nested():
            player = Player(name=name, key=key)
            session.add(player)
            session.flush()
            return player.id
    except IntegrityError:
        # Another process has just created the same person.
        return session.exec(found).one()


def _known(session: Session, person: int) -> Player:
    row = session.get(Player, person)
    if row is None:
        raise NoSuchPerson(person)
    return row


def _seats_of(session: Session, person: int) -> list[tuple[int, str, str]]:
    """Return match, id and name of each of a person's seats."""
    seats = session.exec(select(Seat).where(Seat.player_id == person)).all()
    return [(seat.match_id, seat.seat, seat.name) for seat in seats]


def _note(
    session: Session, gone: str, before: list[tuple[int, str, str]], out: bool, at: datetime, into: str = ""
) -> None:
    """Record the old and new names of a person's seats, so that the change can be taken back."""
    now = ((match_id, seat, was, session.get_one(Seat, (match_id, seat)).name) for match_id, seat, was in before)
    until = (at + TAKEN_BACK).isoformat()
    kept = {"name": gone, "into": into, "out": out, "until": until, "seats": [list(each) for each in now]}
    put(session, _TIDIED + secrets.token_hex(8), kept)


def _noted(session: Session) -> dict[str, dict[str, Any]]:
    noted = session.exec(select(Setting).where(col(Setting.key).startswith(_TIDIED, autoescape=True)))
    return {setting.key: setting.value for setting in noted}


def _erase(session: Session, noted: Iterable[str]) -> None:
    for key in noted:
        put(session, key, {})
        put(session, _ERASED, {"files": "not yet"})


def _written(names: Iterable[str]) -> Iterable[bytes]:
    """Yield the forms of names in a database's file: in columns, as keys, and in JSON."""
    for each in names:
        yield from (each.encode(), name_key(each).encode(), json.dumps(each)[1:-1].encode())


def _matches_of(session: Session, matches: Iterable[int]) -> frozenset[int]:
    """Notify other processes of matches whose names have changed. Return their ids."""
    changed = frozenset(matches)
    session.flush()
    for match_id in sorted(changed):
        touch(session, match_id)
    touch_people(session)
    return changed


def _name_seats(session: Session, person: int, called: str) -> set[int]:
    """Rename a person's seats in the matches that are over, and return the ids of these."""
    over = select(MatchRow.id).where(col(MatchRow.status).in_(OVER))
    mine = select(Seat).where(Seat.player_id == person, col(Seat.match_id).in_(over))
    seats = session.exec(mine.order_by(col(Seat.match_id), col(Seat.position))).all()
    for seat in seats:
        _name_seat(session, seat, called)
    return {seat.match_id for seat in seats}


def _name_seat(session: Session, seat: Seat, called: str) -> None:
    """Rename a seat, with a number if another seat of its match has that name: no match has a name twice."""
    others = select(Seat.name).where(Seat.match_id == seat.match_id, Seat.seat != seat.seat)
    taken = {name_key(other) for other in session.exec(others)}
    wanted, n = called, 1
    while name_key(wanted) in taken:
        n += 1
        wanted = f"{called[: MAX_NAME - 3]} {n}"
    seat.name = wanted
    session.flush()
