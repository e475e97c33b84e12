"""Judging a match of an archive again before it is kept: a file proves nothing by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Any, Final

from pydantic import Field, ValidationError

from companion.statistics import account_of
from models.matches.archive import MOST_ENTRIES, EntryDocument, MatchDocument
from models.records import GM
from models.tables import Written
from referee.core.games import GameUnavailable, game
from referee.core.journal import Act, Correct, Entry, Match, NoteAgain, Redo, Undo, fold
from referee.core.reading import Bounds, OutOfBounds, parse
from referee.core.values import Result, Seat

BOUNDS: Final = Bounds(parts=300_000, depth=60, text=20_000)
"""The bounds of one match: a long one has 20,000 parts."""
MOST_WORK: Final = 500_000
"""The most declarations judged for one match: a correction, undo or redo may have all those before it judged again."""
CLOCK: Final = timedelta(days=1)
"""How far a host's clock may have been set back during a match."""


class NotTaken(Exception):
    """A match is refused. `why` is the message key of the reason."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Line(EntryDocument):
    """A line whose act is parsed: it is read and written once, without another form in between."""

    act: Act

    def written(self) -> Written:
        return Written(self.act.model_dump_json())


class Played(MatchDocument):
    """A match whose lines can be judged."""

    entries: Annotated[list[Line], Field(max_length=MOST_ENTRIES)]


@dataclass(frozen=True, slots=True)
class Judged:
    """The referee's findings on a match's journal."""

    result: Mapping[str, Any]
    account: Mapping[str, Any]


def read_match(text: bytes) -> Played:
    """Return the match in a file of an archive, as its document describes it. Raises `NotTaken`."""
    try:
        return Played.model_validate(parse(text, "", BOUNDS))
    except OutOfBounds as beyond:
        raise NotTaken("archive.why.number" if beyond.number else "archive.why.beyond") from None
    except ValidationError as error:
        raise NotTaken("archive.why.number" if _only_numbers(error) else "archive.why.unreadable") from None
    except ValueError:
        raise NotTaken("archive.why.unreadable") from None


def _only_numbers(error: ValidationError) -> bool:
    """Tell whether nothing is wrong but numbers and times beyond what can be stored."""
    if error.error_count() > _FEW:  # listing many takes memory
        return False
    mistakes = error.errors(include_url=False, include_input=False, include_context=False)
    return all(each["type"].startswith(("less_than", "greater_than")) for each in mistakes)


_FEW = 100


def work_of(document: Played) -> int:
    """Return the number of declarations that may have to be judged for a match."""
    backward = (n for n, line in enumerate(document.entries) if isinstance(line.act, Correct | NoteAgain | Undo | Redo))
    return len(document.entries) + sum(backward)


def judged_again(document: Played) -> Judged:
    """Return the referee's findings on a match. Raises `NotTaken` if they contradict the document."""
    _seats_fit(document)
    _times_fit(document)
    if work_of(document) > MOST_WORK:
        raise NotTaken("archive.why.beyond")
    match = _folded(document)
    if match.result is None or match.result != _said(document):
        raise NotTaken("archive.why.result")
    times = ((line.actor, line.at) for line in document.entries)
    account = account_of(match, document.started or document.created, times)
    return Judged(match.result.model_dump(mode="json"), account.model_dump(mode="json", exclude_defaults=True))


def _folded(document: Played) -> Match:
    seats = sorted((seat for seat in document.seats if seat.kind == "player"), key=lambda seat: seat.position)
    entries = (Entry(number=n, actor=e.actor, act=e.act) for n, e in enumerate(document.entries, 1))
    try:
        played = game(document.game)
    except GameUnavailable:
        raise NotTaken("archive.why.game") from None
    try:
        return fold(played, document.options, [Seat(seat=s.seat, name=s.name) for s in seats], entries)
    except Exception as error:  # whatever a game raises for a forged journal
        raise NotTaken("archive.why.journal") from error


def _said(document: Played) -> Result | None:
    try:
        return Result.model_validate(document.result)
    except ValidationError:
        return None


def _seats_fit(document: Played) -> None:
    """Check the seats' places; their names and number are checked by the game itself."""
    masters = [seat for seat in document.seats if seat.kind == "gm"]
    places = {seat.position for seat in document.seats}
    if len(masters) != (document.game_master != "none") or len(places) < len(document.seats):
        raise NotTaken("archive.why.seats")
    if not masters and any(line.actor == GM for line in document.entries):
        raise NotTaken("archive.why.seats")


def _times_fit(document: Played) -> None:
    """Check the times: the end is that of an entry, and nothing was played before the table was opened."""
    begun = document.started or document.created
    moments = [line.at for line in document.entries]
    before = min(begun, *moments, document.ended) < document.created - CLOCK or document.ended < begun - CLOCK
    if before or document.ended not in moments or any(pause.after > len(moments) for pause in document.pauses):
        raise NotTaken("archive.why.times")
