"""Finished matches as documents: written out of the store, and brought into one without doubles, all or none."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, cast

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field
from sqlalchemy import Text, insert
from sqlalchemy import cast as as_text
from sqlmodel import Session, col, select

from models.columns import Written, utc
from models.database.database import Part
from models.names import MAX_NAME, MAX_WORD, name, name_key, word
from models.people import player_id
from models.records import GM
from models.tables import Account, JournalEntry, LeftOut, Match, Pause, Player, Seat

_AT_ONCE = 50
"""Matches that are read or written together."""

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
    act: Any
    at: AwareDatetime

    def written(self) -> Written:
        """Return the act as it is kept. Raises `ValueError` where that is not plain JSON."""
        return Written(json.dumps(self.act, allow_nan=False))


class PauseDocument(_Document):
    after: Annotated[int, Field(ge=0)]
    paused: bool
    at: AwareDatetime


class MatchDocument(_Document):
    """A match that has ended, with all that is kept of it but the keys of its phones."""

    code: Annotated[str, Field(pattern=r"^[0-9A-Za-z]{1,40}$")]
    game: Word
    options: dict[str, Any]
    game_master: Literal["none", "referee", "observer"] = "none"
    created: AwareDatetime
    started: AwareDatetime | None = None
    ended: AwareDatetime
    seconds: Annotated[int, Field(ge=0)] | None = None
    result: dict[str, Any]
    seats: Annotated[list[SeatDocument], Field(max_length=40)]
    pauses: list[PauseDocument] = []
    account: dict[str, Any] | None = None
    entries: Sequence[EntryDocument]


class Archive(Part):
    """The store's finished matches as documents. What is still being played is none."""

    def codes(self) -> list[str]:
        """Return the codes of all finished matches, the oldest first."""
        with self._database.reading() as session:
            ended = select(Match.code).where(Match.status == "ended", col(Match.result).is_not(None))
            return list(session.exec(ended.order_by(col(Match.id))))

    def texts(self, codes: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield the codes of finished matches with their documents as JSON; of other codes nothing."""
        for n in range(0, len(codes), _AT_ONCE):
            with self._database.reading() as session:
                texts = list(_texts(session, codes[n : n + _AT_ONCE]))
            yield from texts

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
            known = dict(session.exec(select(Player.key, Player.id)).all())
            here = dict(session.exec(select(Match.code, Match.created)).all())
            new = {name_key(called) for called in left_out} - known.keys()
            for n in range(0, len(documents), _AT_ONCE):
                some: dict[str, MatchDocument] = {}
                for document in documents[n : n + _AT_ONCE]:
                    code = _code(here, document)
                    if code is not None:
                        some[code] = document
                        here[code] = utc(document.created)
                _write(session, some, known)
                kept += len(some)
                for done in range(n, min(n + _AT_ONCE, len(documents))):
                    told(done + 1)
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


def _texts(session: Session, codes: Sequence[str]) -> Iterator[tuple[str, str]]:
    ended = select(Match).where(col(Match.code).in_(codes), Match.status == "ended", col(Match.result).is_not(None))
    matches = {cast(int, match.id): match for match in session.exec(ended.order_by(col(Match.id)))}
    accounts = {each.match_id: each.account for each in _of(session, select(Account), Account.match_id, matches)}
    seats, pauses, entries = defaultdict(list), defaultdict(list), defaultdict(list)
    order = (col(Seat.match_id), col(Seat.kind).desc(), col(Seat.position))
    for s in _of(session, select(Seat).order_by(*order), Seat.match_id, matches):
        seats[s.match_id].append({"seat": s.seat, "kind": s.kind, "name": s.name, "position": s.position})
    for p in _of(session, select(Pause).order_by(col(Pause.id)), Pause.match_id, matches):
        pauses[p.match_id].append({"after": p.after, "paused": p.paused, "at": p.at.isoformat()})
    # Most of it by far: what is JSON already is not read and written once more.
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
            "account": accounts.get(id_),
        }
        yield match.code, f'{json.dumps(head)[:-1]}, "entries": [{", ".join(entries[id_])}]}}'


def _of(session: Session, wanted: Any, column: Any, matches: Collection[int]) -> Any:
    return session.exec(wanted.where(col(column).in_(matches)))


def _write(session: Session, documents: Mapping[str, MatchDocument], people: dict[str, int | None]) -> None:
    """Keep matches under their codes. `people` are the ids of those who are known, by key; new ones are put in."""
    if not documents:
        return
    matches = [
        {
            "code": code,
            "game": word("game", document.game),
            "options": document.options,
            "status": "ended",
            "game_master": document.game_master,
            "created": document.created,
            "started": document.started,
            "ended": document.ended,
            "seconds": document.seconds,
            "result": document.result,
        }
        for code, document in documents.items()
    ]
    connection = session.connection()
    connection.execute(insert(Match), matches)
    ids = dict(session.exec(select(Match.code, Match.id).where(col(Match.code).in_(documents))).all())
    seats, lines, pauses, accounts = [], [], [], []
    for code, document in documents.items():
        match_id = ids[code]
        for seat in document.seats:
            called, player = name(seat.name), seat.kind == "player"
            key = name_key(called)
            if player and called and key not in people:
                people[key] = player_id(session, called)
            seats.append(
                {
                    "match_id": match_id,
                    "seat": word("seat", seat.seat) if player else GM,
                    "kind": seat.kind,
                    "name": called,
                    "position": seat.position,
                    "player_id": people[key] if player and called else None,
                }
            )
        for actor in {entry.actor for entry in document.entries}:
            word("actor", actor)
        lines += [
            {"match_id": match_id, "number": n, "actor": e.actor, "act": e.written(), "at": e.at}
            for n, e in enumerate(document.entries, 1)
        ]
        pauses += [{"match_id": match_id, "after": p.after, "paused": p.paused, "at": p.at} for p in document.pauses]
        if document.account is not None:
            accounts.append({"match_id": match_id, "account": document.account})
    for table, rows in ((Seat, seats), (JournalEntry, lines), (Pause, pauses), (Account, accounts)):
        if rows:
            connection.execute(insert(table), rows)
