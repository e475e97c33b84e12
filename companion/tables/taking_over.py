"""Take-over: what has been entered of a match's position, and what is missing.

The host enters what lies open, for all to see; each seat enters what it alone knows. Until the match goes on, each part
is judged by itself, so that nobody can find out by trying what another seat entered.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from companion.contract.game_ui import Choice, Counts, Entered, Entering, Field, Step, TakeOver, Things, Zones, ui_of
from companion.i18n import translator
from companion.tables.backend import know
from models import MatchRecord
from referee.core.game import Position
from referee.core.games import game as game_of
from referee.core.journal import Match, begin
from referee.core.reading import Bounds, parse, positions_of, read_position
from referee.core.values import ENGLISH, PUBLIC, TABLE, Notice, Refused, Seat

_NONE: Final = object()
"""A value that no field can hold."""


def changed(field: Field, now: Any, how: str, value: Any) -> Any:
    """Return a field's value after one tap, or a value that it cannot hold."""
    match field, how, value:
        case Counts(), "count", [str() as row, int() as by]:
            return {**(now or {}), row: (now or {}).get(row, field.least) + by}
        case Counts(), "number", [str() as row, int() as number]:
            return {**(now or {}), row: number}
        case Choice(), "choose", _:
            return value
        case ((Things() | Zones()), "add", str()):
            return [*(now or ()), value]
        case ((Things() | Zones()), "drop", str()) if value in (now or ()):
            last = len(now) - 1 - now[::-1].index(value)
            return [*now[:last], *now[last + 1 :]]
    return _NONE


def fits(field: Field, value: Any) -> bool:
    """Tell whether a field can hold a value that a phone sent."""
    match field:
        case Counts():
            rows = {key for key, _ in field.rows}
            return (
                isinstance(value, dict)
                and set(value) <= rows
                and all(type(n) is int and field.least <= n <= field.most for n in value.values())
            )
        case Choice():
            return value is None or value in [each for each, _ in field.values]
        case Things():
            return _is_listed(value, [each for each, _ in field.values], field.most, field.copies)
        case Zones():
            return _is_listed(value, field.zones, field.most, field.copies)
    return False


def _is_listed(value: Any, known: Sequence[str], most: int, copies: int) -> bool:
    if not isinstance(value, list) or len(value) > most:
        return False
    return all(isinstance(each, str) and each in known and value.count(each) <= copies for each in value)


ROUTE: Final = "p"
"""The first part of the path of a link that holds a position."""
MOST: Final = 4096
"""The most characters of a link that is read."""
LARGEST: Final = 200_000
"""The most bytes of its contents, decompressed."""
BOUNDS: Final = Bounds(size=LARGEST, parts=20_000, depth=40, text=1_000)


class LinkedTable(NamedTuple):
    """A match without its secrets: enough to open it again, and to enter what only the seats know."""

    game: str
    options: Mapping[str, Any]
    names: Sequence[str]
    table: Mapping[str, Any]


def link(table: LinkedTable) -> str:
    """Return the path of a link, `/p/…`."""
    packed = zlib.compress(json.dumps(list(table), ensure_ascii=False, separators=(",", ":")).encode(), 9)
    return f"/{ROUTE}/{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def linked(text: str) -> LinkedTable:
    """Return the contents of the last part of a link's path. Raises `Refused` if it cannot be read (METSUKE-1.4)."""
    try:
        if len(text) > MOST:
            raise ValueError
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), LARGEST)
        game, options, names, table = parse(data, "", BOUNDS)
        if not (isinstance(game, str) and isinstance(options, dict) and isinstance(table, dict)):
            raise ValueError
        if not (isinstance(names, list) and all(isinstance(name, str) for name in names) and len(names) <= 10):
            raise ValueError
    except (ValueError, TypeError, zlib.error):
        raise Refused("METSUKE-1.4", "table.unreadable", firm=True, field="link") from None
    return LinkedTable(game, options, [name[:200] for name in names], table)


class EntryState(NamedTuple):
    """The completeness of a position, as everybody may know it."""

    missing: tuple[tuple[str, int, int, bool], ...]
    """For each seat that has something to enter: the seat, the number of fields entered, their total, whether it must.
    """
    unfit: tuple[str, ...]
    """The seats whose part is impossible; the reason is shown on their own phones."""
    problem: Refused | None
    """What is impossible in what lies open."""
    unchecked: tuple[Notice, ...]
    whole: bool
    """Whether the match can go on."""


class TakingOver:
    """The position being entered for a match whose lobby is open."""

    def __init__(self, record: MatchRecord, parts: Mapping[str, Entered]) -> None:
        self.game = game_of(record.game)
        take_over = ui_of(record.game).take_over
        if take_over is None:
            raise Refused("METSUKE-5.1", "table.no_positions", firm=True)
        self._form: TakeOver = take_over()
        self.seats: Sequence[Seat] = tuple(Seat(seat=s.seat, name=s.name) for s in record.players)
        self.options: Any = begin(self.game, record.options, self.seats).options
        self._parts = dict(parts)
        self._standing: EntryState | None = None
        if self._form.board is not None:
            know(self._form.board(self.options))  # so that maps of the board can be drawn, wherever it came from

    @classmethod
    def begun(cls, record: MatchRecord, table: Mapping[str, Any] | None = None) -> TakingOver:
        """Return a position to be entered, filled with what lies open on a `table`, else with the likeliest values.

        Raises `Refused` if the game has no positions (METSUKE-5.1), or the table cannot be read (METSUKE-1.4).
        """
        fresh = cls(record, {})
        if table is None:
            fresh._parts[TABLE] = fresh._form.begin(fresh.options, fresh.seats)
        else:
            read = read_position(fresh.game, {"table": table}, fresh.seats)
            fresh._parts[TABLE], _ = fresh._form.entered(fresh.options, fresh.seats, read)
        return fresh

    def seated(self, record: MatchRecord) -> TakingOver:
        """Return the same entered values for the seats that a match has now."""
        return TakingOver(record, self._parts)

    def entered(self, part: str) -> Entered:
        """Return what has been entered of the table or of a seat."""
        return self._parts.get(part, {})

    def steps(self, part: str) -> tuple[Step, ...]:
        """Return the steps of a part, with its fields."""
        entering = self._entering()
        return self._form.table(entering) if part == TABLE else self._form.secret(entering, part)

    def _entering(self) -> Entering:
        return Entering(translator(ENGLISH), self.seats, self.options, self.entered(TABLE))

    def enter(self, part: str, key: str, how: str, value: Any) -> Entered:
        """Enter one tap and return the whole part. A value that the field cannot hold changes nothing.

        `count` adds to a row (`["p1", -1]`), `number` sets a row, `choose` sets a choice, `add` and `drop` take one
        thing or zone.
        """
        field = next((each for step in self.steps(part) for each in step.fields if each.key == key), None)
        if field is None:
            return self.entered(part)
        after = changed(field, self.entered(part).get(key), how, value)
        if fits(field, after):
            self._parts[part] = {**self.entered(part), key: after}
            self._standing = None
        return self.entered(part)

    # What the referee rules on it

    def standing(self) -> EntryState:
        """Return how complete the position is, as everybody may know it."""
        if self._standing is None:
            self._standing = self._judged()
        return self._standing

    def _judged(self) -> EntryState:
        described, position = positions_of(self.game), self._read(*self._secret_parts())
        progress = described.progress(self.options, self.seats, position) if position is not None else {}
        unfit = tuple(seat for seat in self._secret_parts() if self.problem(seat) is not None)
        problem = self.problem(TABLE)
        missing = tuple((seat, each.done, each.of, each.must) for seat, each in progress.items())
        due = any(each.must and each.done < each.of for each in progress.values())
        unchecked = described.unchecked(self.options, self.seats, position) if position is not None else ()
        whole = position is not None and problem is None and not unfit and not due
        return EntryState(missing, unfit, problem, unchecked, whole)

    def problem(self, part: str) -> Refused | None:
        """Return what is impossible in one part together with what lies open; of a seat's part, for that seat alone."""
        secrets = () if part == TABLE else (part,)
        try:
            position = read_position(self.game, self._composed(secrets), self.seats)
            positions_of(self.game).lay(self.options, self.seats, position)
        except Refused as refused:
            field = str(refused.params.get("field", "table"))
            if not field.startswith("table" if part == TABLE else f"secrets.{part}"):
                return None
            return refused if refused.clause != "METSUKE-1.4" else self._unfinished(part, field)
        return None

    def _unfinished(self, part: str, path: str) -> Refused:
        """Return the refusal of a position that cannot be read yet, by the key of its field on the form."""
        key = self._form.key_of(self._entering(), path)
        if key in (field.key for step in self.steps(part) for field in step.fields):
            return Refused("METSUKE-1.4", "app.take_over.unfinished", private=part != TABLE, firm=True, field=key)
        return Refused("METSUKE-1.4", "app.take_over.unfinished_part", private=part != TABLE, firm=True)

    def whole(self) -> dict[str, Any]:
        """Return the position as JSON. Raises `Refused` while something is missing or impossible (METSUKE-5.3)."""
        standing = self.standing()
        if standing.problem is not None:
            raise standing.problem
        if not standing.whole:
            raise Refused(
                "METSUKE-5.3", "table.position_incomplete", firm=True, seat=next(self._waiting(standing), TABLE)
            )
        return self._composed(self._secret_parts())

    def _waiting(self, standing: EntryState) -> Iterator[str]:
        yield from standing.unfit
        yield from (seat for seat, done, of, must in standing.missing if must and done < of)

    def _secret_parts(self) -> tuple[str, ...]:
        return tuple(seat.seat for seat in self.seats if seat.seat in self._parts)

    def _read(self, *secrets: str) -> Position | None:
        try:
            return read_position(self.game, self._composed(secrets), self.seats)
        except Refused:
            return None

    def _composed(self, secrets: Sequence[str]) -> dict[str, Any]:
        own = {seat: self.entered(seat) for seat in secrets}
        return self._form.position(self.options, self.seats, self.entered(TABLE), own)


def is_unfinished(match: Match) -> bool:
    """Tell whether public progress would be lost if what lies open were entered again."""
    load = ui_of(match.game.KEY).take_over
    if load is None:
        return False
    form, options = load(), match.state.options
    known = positions_of(match.game).position_of(match.state, PUBLIC)
    entered, _ = form.entered(options, match.seats, known)
    try:
        table = form.position(options, match.seats, entered, {})["table"]
        again = read_position(match.game, {"table": table, "secrets": {}}, match.seats)
    except Refused:
        return True
    return any(getattr(again.table, name) != getattr(known.table, name) for name in form.moment)
