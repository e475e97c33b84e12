"""Finished matches as documents: written out of the store, and brought into one without doubles, all or none."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import insert
from sqlmodel import Session, col, select

from models.columns import utc
from models.database import Part
from models.errors import NoSuchMatch
from models.names import MAX_NAME, MAX_WORD, name, name_key, word
from models.people import player_id
from models.records import GM
from models.tables import Account, JournalEntry, LeftOut, Match, Pause, Player, Seat

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
    """One line of a journal; its number is its place."""

    actor: Word
    act: dict[str, Any]
    at: datetime


class PauseDocument(_Document):
    after: Annotated[int, Field(ge=0)]
    paused: bool
    at: datetime


class MatchDocument(_Document):
    """A match that has ended, with all that is kept of it but the keys of its phones."""

    code: Annotated[str, Field(pattern=r"^[0-9A-Za-z]{1,40}$")]
    game: Word
    options: dict[str, Any]
    game_master: Literal["none", "referee", "observer"] = "none"
    created: datetime
    started: datetime | None = None
    ended: datetime
    seconds: Annotated[int, Field(ge=0)] | None = None
    result: dict[str, Any]
    seats: Annotated[list[SeatDocument], Field(max_length=40)]
    entries: list[EntryDocument]
    pauses: list[PauseDocument] = []
    account: dict[str, Any] | None = None


class Archive(Part):
    """The store's finished matches as documents. What is still being played is none."""

    def codes(self) -> list[str]:
        """Return the codes of all finished matches, the oldest first."""
        with self._database.reading() as session:
            ended = select(Match.code).where(Match.status == "ended", col(Match.result).is_not(None))
            return list(session.exec(ended.order_by(col(Match.id))))

    def document(self, code: str) -> MatchDocument:
        """Return a finished match. Raises `NoSuchMatch` also for one that has not ended."""
        with self._database.reading() as session:
            match = session.exec(select(Match).where(Match.code == code, Match.status == "ended")).first()
            if match is None or match.result is None:
                raise NoSuchMatch(code)
            account = session.get(Account, match.id)
            order = (col(Seat.kind).desc(), col(Seat.position))
            seats = session.exec(select(Seat).where(Seat.match_id == match.id).order_by(*order))
            entries = session.exec(
                select(JournalEntry.actor, JournalEntry.act, JournalEntry.at)
                .where(JournalEntry.match_id == match.id)
                .order_by(col(JournalEntry.number))
            )
            pauses = session.exec(select(Pause).where(Pause.match_id == match.id).order_by(col(Pause.id)))
            return MatchDocument.model_construct(
                code=match.code,
                game=match.game,
                options=match.options,
                game_master=match.game_master,
                created=match.created,
                started=match.started,
                ended=match.ended or match.created,
                seconds=match.seconds,
                result=match.result,
                seats=[
                    SeatDocument.model_construct(seat=s.seat, kind=s.kind, name=s.name, position=s.position)
                    for s in seats
                ],
                entries=[EntryDocument.model_construct(actor=actor, act=act, at=at) for actor, act, at in entries],
                pauses=[PauseDocument.model_construct(after=p.after, paused=p.paused, at=p.at) for p in pauses],
                account=None if account is None else account.account,
            )

    def bring(
        self,
        documents: Sequence[MatchDocument],
        left_out: Collection[str] = (),
        told: Callable[[int], None] = lambda done: None,
    ) -> int:
        """Keep the matches that are not here yet, in one transaction; return how many there were.

        `left_out` are the names of people who are left out where they came from; who is known here already stays as
        they are. `told` hears how many documents have been looked at. Raises `ValueError` on names that cannot be.
        """
        kept = 0
        with self._database.writing() as session:
            known = set(session.exec(select(Player.key)))
            here = dict(session.exec(select(Match.code, Match.created)).all())
            for n, document in enumerate(documents, 1):
                code = _code(here, document)
                if code is not None:
                    _write(session, document, code)
                    here[code] = utc(document.created)
                    kept += 1
                told(n)
            new = {name_key(called) for called in left_out} - known
            for person in session.exec(select(Player).where(col(Player.key).in_(new))).all():
                session.add(LeftOut.model_validate({"player_id": person.id}))
        return kept


def _code(here: Mapping[str, datetime], document: MatchDocument) -> str | None:
    """Return the code under which a match is kept; None where it is here. Two may have drawn the same one."""
    born = utc(document.created)
    if document.code not in here:
        return document.code
    if here[document.code] == born:
        return None
    other = hashlib.sha256(f"{document.code} {born.isoformat()}".encode()).hexdigest()[:12]
    return None if other in here else other


def _write(session: Session, document: MatchDocument, code: str) -> None:
    match = Match(
        code=code,
        game=word("game", document.game),
        options=document.options,
        status="ended",
        game_master=document.game_master,
        created=document.created,
        started=document.started,
        ended=document.ended,
        seconds=document.seconds,
        result=document.result,
    )
    session.add(match)
    session.flush()
    assert match.id is not None
    for seat in document.seats:
        called = name(seat.name)
        person = player_id(session, called) if seat.kind == "player" else None
        session.add(
            Seat(
                match_id=match.id,
                seat=word("seat", seat.seat) if seat.kind == "player" else GM,
                kind=seat.kind,
                name=called,
                position=seat.position,
                player_id=person,
            )
        )
    session.flush()
    lines = [
        {"match_id": match.id, "number": n, "actor": word("actor", e.actor), "act": e.act, "at": e.at}
        for n, e in enumerate(document.entries, 1)
    ]
    if lines:
        session.connection().execute(insert(JournalEntry), lines)
    for pause in document.pauses:
        session.add(Pause(match_id=match.id, after=pause.after, paused=pause.paused, at=pause.at))
    if document.account is not None:
        session.add(Account(match_id=match.id, account=document.account))
