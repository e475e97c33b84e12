"""The tables. The migrations lead to what is defined here; a test compares the two.

Moves and results are JSON that only the referee interprets. Keys and PINs are hashes; raw keys are never stored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import CheckConstraint, Column, DateTime, Dialect, Index, LargeBinary, MetaData, func, literal_column
from sqlalchemy.types import TypeDecorator
from sqlmodel import JSON, Field, SQLModel

from models.names import MAX_HASH, MAX_KEY, MAX_NAME, MAX_WORD


class Written(str):
    """A document that is JSON text already; it is stored unchanged."""

    __slots__ = ()


def written(document: Any) -> str:
    """Return a document as JSON. Raises `ValueError` for NaN, which not every database accepts."""
    return document if isinstance(document, Written) else json.dumps(document, allow_nan=False)


class UtcDateTime(TypeDecorator[datetime]):
    """A time, stored in UTC and read with its time zone, even if the database knows none (SQLite).

    Raises `ValueError` for a time without a time zone.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else utc(value)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def utc(moment: datetime) -> datetime:
    """Return the same time in UTC. Raises `ValueError` if it has no time zone."""
    if moment.tzinfo is None:
        raise ValueError("A time needs its time zone.")
    return moment.astimezone(UTC)


def plain(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document that every database stores unchanged. Raises `ValueError` if it is not plain JSON."""
    try:
        json.dumps(kept := dict(document), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError("This cannot be kept: only plain JSON values can.") from error
    return kept


METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Row(SQLModel):
    """The base of the tables: Metsuke's own metadata, separate from any other program's."""

    metadata: ClassVar[MetaData] = METADATA


def at_most(column: str, most: int) -> CheckConstraint:
    """Return a constraint on a text's length, for databases that ignore a column's own (SQLite)."""
    return CheckConstraint(func.char_length(literal_column(column)) <= most, name=f"{column}_length")


def one_of(column: str, *words: str) -> CheckConstraint:
    """Return a constraint that allows only a few words."""
    return CheckConstraint(literal_column(column).in_(words), name=f"{column}_word")


class Player(Row, table=True):
    """A person, known by name across matches. `key` is equal for names that look alike."""

    __tablename__ = "player"
    __table_args__ = (at_most("name", MAX_NAME),)

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(max_length=MAX_NAME)
    key: str = Field(max_length=MAX_KEY, unique=True)


class MatchRow(Row, table=True):
    """One play of a game. `seconds` is the time at the table, known once the match has ended."""

    __tablename__ = "match"
    __table_args__ = (
        one_of("status", "lobby", "running", "ended", "closed"),
        one_of("game_master", "none", "referee", "observer"),
        Index(None, "status", "created"),
    )

    id: int | None = Field(default=None, primary_key=True)
    code: str = Field(max_length=MAX_WORD, unique=True)
    game: str = Field(max_length=MAX_WORD)
    options: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    status: str = Field(max_length=10)
    game_master: str = Field(max_length=10)
    created: datetime = Field(sa_type=UtcDateTime)
    started: datetime | None = Field(default=None, sa_type=UtcDateTime)
    ended: datetime | None = Field(default=None, sa_type=UtcDateTime)
    seconds: int | None = None
    result: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    host_key: str | None = Field(default=None, max_length=MAX_HASH, repr=False)


class Seat(Row, table=True):
    """A role in a match. Free while `key_hash` is null; `position` is the turn order, from 0.

    `freeing` are the seats that agree to free this one, each with the Unix time of its agreement.
    """

    __tablename__ = "seat"
    __table_args__ = (at_most("name", MAX_NAME), one_of("kind", "player", "gm"))

    match_id: int = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True, max_length=MAX_WORD)
    kind: str = Field(max_length=10)
    name: str = Field(max_length=MAX_NAME)
    position: int
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    key_hash: str | None = Field(default=None, max_length=MAX_HASH, repr=False)
    pin_hash: str | None = Field(default=None, max_length=MAX_HASH, repr=False)
    claimed: datetime | None = Field(default=None, sa_type=UtcDateTime)
    freeing: dict[str, float] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))


class JournalEntry(Row, table=True):
    """One entry of a match's journal. The key makes `(match, number)` unique: one writer wins."""

    __tablename__ = "journal_entry"
    __table_args__ = (CheckConstraint(literal_column("number") >= 1, name="number_from_one"),)

    match_id: int = Field(primary_key=True, foreign_key="match.id")
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    actor: str = Field(max_length=MAX_WORD)
    act: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False), repr=False)
    at: datetime = Field(sa_type=UtcDateTime)


class LeftOut(Row, table=True):
    """A person without a page and a line in lists; their matches still count for their fellow players."""

    __tablename__ = "left_out"

    player_id: int = Field(primary_key=True, foreign_key="player.id")


class Account(Row, table=True):
    """What the statistics remember of an ended match besides its result; it can be made again from the journal."""

    __tablename__ = "account"

    match_id: int = Field(primary_key=True, foreign_key="match.id")
    account: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))


class KeptAct(Row, table=True):
    """An act that waits for its time: the answer to entry `number`, not yet an entry."""

    __tablename__ = "kept_act"

    match_id: int = Field(primary_key=True, foreign_key="match.id")
    number: int
    actor: str = Field(max_length=MAX_WORD)
    act: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False), repr=False)


class EnteredPart(Row, table=True):
    """What has been entered of a position before its match starts: `part` is a seat's id, or `table`."""

    __tablename__ = "entered_part"

    match_id: int = Field(primary_key=True, foreign_key="match.id")
    part: str = Field(primary_key=True, max_length=MAX_WORD)
    entered: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False), repr=False)


class Pause(Row, table=True):
    """A pause after entry `after`, or its end. Rows are never changed."""

    __tablename__ = "pause"

    id: int | None = Field(default=None, primary_key=True)
    match_id: int = Field(foreign_key="match.id", index=True)
    after: int
    paused: bool
    at: datetime = Field(sa_type=UtcDateTime)


class Setting(Row, table=True):
    """A small document that a host remembers between matches, by its name."""

    __tablename__ = "setting"

    key: str = Field(primary_key=True, max_length=MAX_WORD)
    value: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))


class Board(Row, table=True):
    """A board as a document. `source_hash` identifies it."""

    __tablename__ = "board"
    __table_args__ = (at_most("name", MAX_NAME),)

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(max_length=MAX_NAME)
    source_hash: str = Field(max_length=MAX_HASH, unique=True)
    document: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    created: datetime = Field(sa_type=UtcDateTime)


class Sketch(Row, table=True):
    """A board while it is being traced, with the photo under it. `owner` is the hash of its maker's key."""

    __tablename__ = "sketch"
    __table_args__ = (at_most("name", MAX_NAME),)

    id: int | None = Field(default=None, primary_key=True)
    owner: str = Field(max_length=MAX_HASH, index=True)
    name: str = Field(max_length=MAX_NAME)
    document: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False), repr=False)
    photo: bytes | None = Field(default=None, sa_column=Column(LargeBinary), repr=False)
    changed: datetime = Field(sa_type=UtcDateTime)


class Change(Row, table=True):
    """The count of changes outside a match's journal, where several processes share the database."""

    __tablename__ = "change"

    match_id: int = Field(primary_key=True, foreign_key="match.id")
    number: int


class Attendance(Row, table=True):
    """A phone of a process is awake on this seat."""

    __tablename__ = "attendance"

    match_id: int = Field(primary_key=True, foreign_key="match.id")
    process: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    seat: str = Field(primary_key=True, max_length=MAX_WORD)


class PinTries(Row, table=True):
    """The tries at a seat's PIN since the last right one, and the time until which no further one is allowed."""

    __tablename__ = "pin_tries"

    match_id: int = Field(primary_key=True, foreign_key="match.id")
    seat: str = Field(primary_key=True, max_length=MAX_WORD)
    tries: int
    shut_until: datetime | None = Field(default=None, sa_type=UtcDateTime)


class FileInTransit(Row, table=True):
    """A file in transit between processes. `token` is the hash of the last part of its address."""

    __tablename__ = "parcel"

    token: str = Field(primary_key=True, max_length=MAX_HASH, repr=False)
    largest: int
    until: datetime = Field(sa_type=UtcDateTime)
    content: bytes | None = Field(default=None, sa_column=Column(LargeBinary), repr=False)
