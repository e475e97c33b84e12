"""Converting the fields of a take-over to a position and back, by the paths at the fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from pydantic import BaseModel

from companion.contract.game_ui import YES, Choice, Counts, Entered, Entering, Field, Step, Things, Zones
from companion.i18n import Translator
from referee.core.values import Seat

NONE = "none"
"""The choice that means none."""


def number(values: Entered, key: str, row: str, least: int = 0) -> int:
    return int((values.get(key) or {}).get(row, least))


def listed(values: Entered, key: str) -> tuple[str, ...]:
    return tuple(values.get(key) or ())


def chosen(values: Entered, key: str) -> str | None:
    value = values.get(key)
    return None if value in (None, "", NONE) else str(value)


def counted(things: Sequence[str]) -> dict[str, int]:
    return {thing: things.count(thing) for thing in sorted(set(things))}


def without_nothing(values: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out empty values; 0 and False are kept."""
    return {key: value for key, value in values.items() if value not in (None, "", [], {}, ())}


WORDLESS: Final = Translator("", {})
"""A translator without messages, for fields whose words nobody reads."""
NAMES: Final = ("seat", "role", "who")
"""The keys by which an entry of a list is named in a path; an entry with none of them has the number of its seat."""
DEEPEST: Final = 9
"""The most rounds of `_filled`: any chain of fields that depend on each other is shorter."""
Json: TypeAlias = "dict[str, Any]"
Asked: TypeAlias = "Callable[[Entered], tuple[Step, ...]]"
"""Returns the steps that are asked, given what has been entered."""


class Form:
    """The fields of one match's position, without words."""

    def __init__(
        self,
        options: Any,
        seats: Sequence[Seat],
        table: Callable[[Entering], tuple[Step, ...]],
        secret: Callable[[Entering, str], tuple[Step, ...]],
    ) -> None:
        self._entering = partial(Entering, WORDLESS, seats, options)
        self._table, self._secret = table, secret
        self._order = {seat.seat: n for n, seat in enumerate(seats)}

    # To a position

    def table(self, entered: Entered, begun: Json) -> Json:
        """Return what lies open, as JSON: the entered values put into `begun`, with its lists and pathless values."""
        return self._placed(self._table(self._entering(entered)), entered, begun)

    def secret(self, entered: Entered, seat: str, own: Entered) -> Json:
        """Return what a seat alone knows, as JSON; empty fields are left out."""
        asked = self._secret(self._entering(entered), seat)
        return self._placed(asked, {key: value for key, value in own.items() if value}, {}, whole=False)

    def _placed(self, steps: Sequence[Step], entered: Entered, found: Json, *, whole: bool = True) -> Json:
        for field in _fields(steps):
            if whole or field.key in entered:
                for path, value in _said(field, entered.get(field.key)):
                    self._put(found, path, value)
        return found

    def _put(self, found: Json, path: str, value: Any) -> None:
        if value is None:
            return
        *parts, name = path.split(".")
        holder: Any = found
        for part in parts:
            holder = holder[self._number(holder, part)] if isinstance(holder, list) else holder.setdefault(part, {})
        holder[name] = value

    def _number(self, entries: Sequence[Mapping[str, Any]], name: str) -> int:
        """Return the index in a list of the entry that a path's part names; the list's length if there is none."""
        called = [next((entry[each] for each in NAMES if entry.get(each)), None) for entry in entries]
        if any(called):
            return called.index(name) if name in called else len(called)
        return self._order.get(name, len(called))

    # From a position

    def entered(self, stands: Json, by_hand: Json) -> Json:
        """Return the entered values of what lies open; `by_hand` are those of fields without a path."""
        return self._filled(lambda known: self._table(self._entering(known)), stands, by_hand)

    def entered_secret(self, stands: Json, table: Entered, seat: str, by_hand: Json) -> Json:
        """Return the entered values of what a seat alone knows, given those of the `table`."""
        asked = self._secret(self._entering(table), seat)
        filled = self._filled(lambda _: asked, stands, by_hand).items()
        return {key: value for key, value in filled if any(value.values() if isinstance(value, dict) else value)}

    def _filled(self, asked: Asked, stands: Json, by_hand: Json) -> Json:
        """Fill fields until no more are asked: some depend on the values of others."""
        found = by_hand
        for _ in range(DEEPEST):
            before, fields = found, _fields(asked(found))
            found = by_hand | {f.key: value for f in fields if (value := self._value(f, stands)) is not None}
            if found == before:
                break
        return found

    def _value(self, field: Field, stands: Json) -> Any:
        match field:
            case Counts(rows=rows):
                return {row: self._get(stands, _path(field, row)) or 0 for row, _ in rows}
            case Choice(holds=holds, nothing=nothing):
                there = self._get(stands, field.at)
                if holds == "flag":
                    return YES if there else nothing
                return nothing or None if there is None else str(there)
            case Things(values=values) if "*" in field.at:
                return [name for name, _ in values if self._get(stands, _path(field, name))]
        there = self._get(stands, field.at)
        if field.holds == "first":
            return [] if there is None else [there]
        if field.holds == "counts":
            return [name for name, n in (there or {}).items() for _ in range(n)]
        return [str(each) for each in there or ()]

    def _get(self, stands: Any, path: str) -> Any:
        for part in path.split("."):
            if isinstance(stands, list):
                stands = dict(enumerate(stands)).get(self._number(stands, part))
            else:
                stands = None if stands is None else stands.get(part)
        return stands


def _fields(steps: Sequence[Step]) -> Iterator[Field]:
    return (field for step in steps for field in step.fields if field.at)


def plain(part: BaseModel) -> Json:
    """Return a part of a position as JSON, to be read by the fields' paths."""
    found: Json = part.model_dump(mode="json")
    return found


def _path(field: Field, row: str) -> str:
    """Return the path of a row's or thing's value; a single unlabelled number has the field's own path."""
    if "*" in field.at:
        return field.at.replace("*", row)
    alone = isinstance(field, Counts) and len(field.rows) == 1 and not field.rows[0][1]
    return field.at if alone else f"{field.at}.{row}"


def _said(field: Field, entered: Any) -> Iterator[tuple[str, Any]]:
    """Yield the values of a field, each with its path."""
    match field:
        case Counts(rows=rows, least=least, holds=holds):
            numbers = ((row, int((entered or {}).get(row, least))) for row, _ in rows)
            yield from ((_path(field, row), None if holds == "some" and not n else n) for row, n in numbers)
        case Choice(holds="flag"):
            yield field.at, entered == YES
        case Choice(nothing=nothing):
            yield field.at, None if entered in (None, "", nothing) else _read(field, entered)
        case Things(values=values) if "*" in field.at:
            yield from ((_path(field, name), name in (entered or ())) for name, _ in values)
        case Things() | Zones():
            things = [_read(field, each) for each in entered or ()]
            if field.holds == "first":
                yield field.at, things[0] if things else None
            else:
                yield field.at, counted(things) if field.holds == "counts" else things


def _read(field: Field, entered: str) -> Any:
    return int(entered) if field.holds == "number" and entered.lstrip("-").isdecimal() else entered
