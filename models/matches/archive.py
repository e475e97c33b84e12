"""Finished matches as documents: exporting them, and importing them without duplicates, each whole or not at all."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal, cast

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field
from sqlalchemy import Text, insert
from sqlalchemy import cast as as_text
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from models.database.database import Part
from models.matches.matches import seconds_at_table
from models.names import MAX_NAME, MAX_WORD, name, name_key, word
from models.people import player_id
from models.records import GM
from models.tables import Account, JournalEntry, LeftOut, MatchRow, Pause, Player, Seat, Written, plain, utc

MOST_ENTRIES: Final = 10_000
"""The most entries of a journal; a long evening has some hundreds."""
_AT_ONCE = 8
"""The number of matches read together."""
_LARGEST: Final = 2**31 - 1
"""The largest integer that every database can store."""

Moment = Annotated[AwareDatetime, Field(ge=datetime(1970, 1, 1, tzinfo=UTC), lt=datetime(2200, 1, 1, tzinfo=UTC))]
"""A time that every database can store, in any zone; a host without a clock counts from 1970."""
Word = Annotated[str, Field(min_length=1, max_length=MAX_WORD)]


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SeatDocument(_Document):
    """A seat without its keys."""

    seat: Word
    kind: Literal["player", "gm"] = "player"
    name: Annotated[str, Field(max_length=MAX_NAME)] = ""
    position: Annotated[int, Field(ge=0, le=1000)]


class EntryDocument(_Document):
    """One entry of a journal; its number is its place."""

    actor: Word
    act: Any
    at: Moment

    def written(self) -> Written:
        """Return the act as it is stored. Raises `ValueError` if it is not plain JSON."""
        return Written(json.dumps(self.act, allow_nan=False))


class PauseDocument(_Document):
    after: Annotated[int, Field(ge=0, le=MOST_ENTRIES)]
    paused: bool
    at: Moment


class MatchDocument(_Document):
    """A match that has ended, with everything stored of it except its phones' keys."""

    code: Annotated[str, Field(pattern=r"^[0-9A-Za-z]{1,40}$")]
    game: Word
    options: dict[str, Any]
    game_master: Literal["none", "referee", "observer"] = "none"
    created: Moment
    started: Moment | None = None
    ended: Moment
    seconds: Annotated[int, Field(ge=0, le=_LARGEST)] | None = None
    result: dict[str, Any]
    seats: Annotated[list[SeatDocument], Field(max_length=40)]
    pauses: Annotated[list[PauseDocument], Field(max_length=MOST_ENTRIES)] = []
    account: dict[str, Any] | None = None
    """Written by older versions for statistics; ignored, since it follows from the journal."""
    entries: Annotated[Sequence[EntryDocument], Field(max_length=MOST_ENTRIES)]


class Archive(Part):
    """The store's finished matches as documents. Unfinished matches are never included."""

    def codes(self) -> list[str]:
        """Return the codes of all finished matches, the oldest first."""
        with self._database.reading() as session:
            ended = select(MatchRow.code).where(MatchRow.status == "ended", col(MatchRow.result).is_not(None))
            return list(session.exec(ended.order_by(col(MatchRow.id))))

    def texts(self, codes: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield the codes of finished matches with their documents as JSON; other codes are skipped."""
        for n in range(0, len(codes), _AT_ONCE):
            with self._database.reading() as session:
                texts = list(_texts(session, codes[n : n + _AT_ONCE]))
            yield from texts

    def has(self, document: MatchDocument) -> bool:
        """Tell whether a match is here already: one with its code and its time of opening."""
        with self._database.reading() as session:
            return _code(session, document) is None

    def keep(
        self,
        document: MatchDocument,
        result: Mapping[str, Any],
        account: Mapping[str, Any],
        left_out: Collection[str] = (),
    ) -> bool:
        """Store a match in one transaction; return False if it is here already.

        `result` and `account` are the referee's own findings on its journal, not the document's. `left_out` are the
        name keys of people who are left out on the host of origin; people known here keep their own setting. Raises
        `ValueError` for invalid names and for anything that is not plain JSON.
        """
        kept, remembered = plain(result), plain(account)
        with self._database.writing() as session:
            code = _code(session, document)
            if code is None:
                return False
            try:
                with session.begin_nested():
                    session.add(match := _match(document, code, kept))
                    session.flush()
            except IntegrityError:  # another process has just imported the same archive
                return False
            assert match.id is not None
            _write(session, match.id, document, left_out)
            session.add(Account(match_id=match.id, account=remembered))
            return True


def _code(session: Session, document: MatchDocument) -> str | None:
    """Return the code under which to store a match, a new one if its own is taken; None if the match is here."""
    born = utc(document.created)
    other = hashlib.sha256(f"{document.code} {born.isoformat()}".encode()).hexdigest()[:12]
    either = select(MatchRow.code, MatchRow.created).where(col(MatchRow.code).in_((document.code, other)))
    here = dict(session.exec(either).all())
    if document.code not in here:
        return document.code
    return None if here[document.code] == born or other in here else other


def _texts(session: Session, codes: Sequence[str]) -> Iterator[tuple[str, str]]:
    ended = select(MatchRow).where(
        col(MatchRow.code).in_(codes), MatchRow.status == "ended", col(MatchRow.result).is_not(None)
    )
    matches = {cast(int, match.id): match for match in session.exec(ended.order_by(col(MatchRow.id)))}
    seats, pauses, entries = defaultdict(list), defaultdict(list), defaultdict(list)
    order = (col(Seat.match_id), col(Seat.kind).desc(), col(Seat.position))
    for s in _of(session, select(Seat).order_by(*order), Seat.match_id, matches):
        seats[s.match_id].append({"seat": s.seat, "kind": s.kind, "name": s.name, "position": s.position})
    for p in _of(session, select(Pause).order_by(col(Pause.id)), Pause.match_id, matches):
        pauses[p.match_id].append({"after": p.after, "paused": p.paused, "at": p.at.isoformat()})
    # Acts are most of the data by far: their JSON is copied without parsing.
    act = as_text(col(JournalEntry.act), Text)
    lines = select(JournalEntry.match_id, JournalEntry.actor, act, JournalEntry.at)
    quoted: dict[str, str] = {}
    for match_id, actor, text, at in _of(
        session, lines.order_by(col(JournalEntry.match_id), col(JournalEntry.number)), JournalEntry.match_id, matches
    ):
        who = quoted.get(actor) or quoted.setdefault(actor, json.dumps(actor))
        entries[match_id].append(f'{{"actor": {who}, "act": {text}, "at": "{at.isoformat()}"}}')
    for id_, match in matches.items():
        head = {
            "code": match.code,
            "game": match.game,
            "options": match.options,
            "game_master": match.game_master,
            "created": match.created.isoformat(),
            "started": match.started and match.started.isoformat(),
            "ended": (match.ended or match.created).isoformat(),
            "seconds": match.seconds,
            "result": match.result,
            "seats": seats[id_],
            "pauses": pauses[id_],
        }
        yield match.code, f'{json.dumps(head)[:-1]}, "entries": [{", ".join(entries[id_])}]}}'


def _of(session: Session, wanted: Any, column: Any, matches: Collection[int]) -> Any:
    return session.exec(wanted.where(col(column).in_(matches)))


def _match(document: MatchDocument, code: str, result: dict[str, Any]) -> MatchRow:
    last = max((n for n, entry in enumerate(document.entries, 1) if entry.at == document.ended), default=None)
    moments = [entry.at for entry in document.entries[:last]]
    return MatchRow(
        code=code,
        game=word("game", document.game),
        options=plain(document.options),
        status="ended",
        game_master=document.game_master,
        created=document.created,
        started=document.started,
        ended=document.ended,
        seconds=seconds_at_table(document.started or document.ended, moments, document.ended),
        result=result,
    )


def _write(session: Session, match_id: int, document: MatchDocument, left_out: Collection[str]) -> None:
    """Store what belongs to a match. New people among `left_out` are left out here too."""
    for seat in document.seats:
        called, player = name(seat.name), seat.kind == "player"
        person = None
        if player and called:
            new = session.exec(select(Player.id).where(Player.key == name_key(called))).first() is None
            person = player_id(session, called)
            if new and name_key(called) in left_out:
                session.merge(LeftOut.model_validate({"player_id": person}))
        session.add(
            Seat(
                match_id=match_id,
                seat=word("seat", seat.seat) if player else GM,
                kind=seat.kind,
                name=called,
                position=seat.position,
                player_id=person,
            )
        )
    for actor in {entry.actor for entry in document.entries}:
        word("actor", actor)
    session.flush()
    lines = [
        {"match_id": match_id, "number": n, "actor": e.actor, "act": e.written(), "at": e.at}
        for n, e in enumerate(document.entries, 1)
    ]
    pauses = [{"match_id": match_id, "after": p.after, "paused": p.paused, "at": p.at} for p in document.pauses]
    for table, rows in ((JournalEntry, lines), (Pause, pauses)):
        if rows:
            session.connection().execute(insert(table), rows)
