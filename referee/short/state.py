"""The state of a game: annotated fields of its table and of each player, and the draft that moves change."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence, Sized
from enum import Enum
from typing import Annotated, Any, ClassVar, NamedTuple, Self, TypeVar, get_args, get_origin, get_type_hints

from pydantic import create_model

from referee.core.values import Notice, Refused
from referee.short.knowledge import AuthorError, HiddenValue, copied, holds_secret, marked, place, plain, unknown

T = TypeVar("T")


class Audience(Enum):
    """Who may see a field of the state."""

    OPEN = "everybody"
    MINE = "its own seat; others see how many"
    NOBODY = "nobody; all see how many"


class _Secret:
    """Marks a move's field that only its seat may know."""


class _Seat:
    """Marks a move's field that names a seat."""


Open = Annotated[T, Audience.OPEN]
"""A field of the state that everybody sees."""
Mine = Annotated[T, Audience.MINE]
"""A player's field that only its own seat sees. Others see how many things it holds, if it is a collection."""
Nobody = Annotated[T, Audience.NOBODY]
"""A field that nobody sees before the end. Everybody sees how many things it holds, if it is a collection."""
Secret = Annotated[T, _Secret]
"""A move's field that only its own seat may know."""
ASeat = Annotated[str, _Seat]
"""A move's field that names a seat of the match."""


class VisibleField(NamedTuple):
    """A field of the state: its name and type, and who may see it."""

    name: str
    type: Any
    sight: Audience


class _Part:
    """Base of the parts of a state. A game's own part is a dataclass with every field `Open`, `Mine` or `Nobody`."""

    _fields: ClassVar[tuple[VisibleField, ...]]
    __dataclass_fields__: ClassVar[dict[str, Any]]

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.__dataclass_fields__:
            there = ", ".join(self.__dataclass_fields__)
            raise AuthorError(f"{place()}: {type(self).__name__} has no field {name!r}; there are {there}")
        object.__setattr__(self, name, value)

    def _copy(self, **changes: Any) -> Self:
        made = object.__new__(type(self))
        fields = made.__dict__
        for name, value in self.__dict__.items():
            fields[name] = copied(value) if isinstance(value, list | dict) else value
        fields.update(changes)
        return made


@dataclasses.dataclass
class Player(_Part):
    """What belongs to one seat. A game's player is a dataclass that inherits from it."""

    seat: Open[str] = ""


@dataclasses.dataclass
class Tabletop(_Part):
    """What belongs to no seat. A game's table is a dataclass that inherits from it.

    A move is given a draft of it, and calls its methods to refuse and to tell.
    """

    players: Open[list[Any]] = dataclasses.field(default_factory=list)
    options: Open[Any] = None

    def copy_for(self, work: Draft) -> Self:
        """Return a new draft, on which one move is made."""
        return self._copy(players=[player._copy() for player in self.players], _work=work)

    def player(self, seat: str) -> Any:
        """Return the player of a seat."""
        for player in self.players:
            if player.seat == seat:
                return player
        raise AuthorError(f"{place()}: nobody sits at {seat!r}; there are {', '.join(p.seat for p in self.players)}")

    def after(self, seat: str) -> Iterator[Any]:
        """Yield the players after a seat in order, and finally the seat's own player."""
        at = [player.seat for player in self.players].index(seat) + 1
        yield from (*self.players[at:], *self.players[:at])

    def must(self, condition: object, clause: str, reason: str, **params: Any) -> None:
        """Refuse unless the condition holds; no house ruling lifts the refusal."""
        if not condition:
            raise Refused(*self._draft.said(clause, reason, params), firm=True, **plain(params))

    def require(self, condition: object, clause: str, reason: str, **params: Any) -> None:
        """Refuse unless the condition holds or a house ruling waives the clause."""
        cited, key = self._draft.said(clause, reason, params)
        if not condition and cited not in self._draft.waived:
            raise Refused(cited, key, **plain(params))

    def tell(self, clause: str, message: str, **params: Any) -> None:
        """Tell everybody. A parameter that only one seat may know raises `AuthorError` unless the move reveals it."""
        cited, key = self._draft.said(clause, message, params)
        for name, value in params.items():
            if holds_secret(value):
                raise AuthorError(
                    f"{place()}: {message!r} tells everybody {name!r}, a secret; t.reveals({name}) opens it"
                )
            _sendable(message, name, value)
        self._draft.notices.append(Notice(message=key, params=copied(params), clause=cited))

    def tell_to(self, seat: str, clause: str, message: str, **params: Any) -> None:
        """Tell one seat. To show it what only others know, reveal that as well: `t.reveals(t.card)`."""
        cited, key = self._draft.said(clause, message, params)
        for name, value in params.items():
            if isinstance(value, HiddenValue):
                unknown()
            _sendable(message, name, plain(value))
        self._draft.notices.append(Notice(to=(seat,), message=key, params=plain(params), clause=cited))

    def reveals(self, value: T) -> T:
        """Return a secret as a public value. The seat can then no longer undo the move by itself."""
        if isinstance(value, HiddenValue):
            unknown()
        self._draft.told = True
        return plain(value)

    @property
    def _draft(self) -> Any:
        draft: Any = self.__dict__.get("_work")
        if draft is None:
            raise AuthorError(f"{place()}: only moves and what is set up refuse and tell")
        return draft


def _sendable(message: str, name: str, value: Any) -> None:
    """Raise `AuthorError` unless a parameter consists of strings, numbers, and lists and mappings of them."""
    if isinstance(value, list | tuple):
        for each in value:
            _sendable(message, name, each)
    elif isinstance(value, dict):
        for pair in value.items():
            _sendable(message, name, pair)
    elif not (value is None or isinstance(value, str | int | float)):
        kind = type(value).__name__
        raise AuthorError(f"{place()}: {message!r} tells {name!r} as a {kind}; tell texts, numbers and lists of them")


class Draft:
    """What a move produces besides changing the table."""

    def __init__(self, prefix: str, words: str, clauses: frozenset[str], waived: frozenset[str]) -> None:
        self.prefix, self.words, self.clauses, self.waived = prefix, words, clauses, waived
        self.notices: list[Notice] = []
        self.told = False

    def said(self, clause: str, key: str, params: Any) -> tuple[str, str]:
        """Return the full clause and message key. Raises `AuthorError` for a clause that the game does not have."""
        cited = f"{self.prefix}-{clause}"
        if cited not in self.clauses:
            raise AuthorError(f"{place()}: {key!r} cites {clause!r}; the clauses have no {cited}")
        return cited, f"{self.words}.{key}"


def fields_of(part: type[_Part]) -> tuple[VisibleField, ...]:
    """Return the fields of a part of the state. Raises `AuthorError` for one without a declared visibility."""
    if "__dataclass_fields__" not in vars(part):
        raise AuthorError(f"{part.__module__}.{part.__qualname__}: is no dataclass")
    hints = get_type_hints(part, include_extras=True)
    found = []
    for field in dataclasses.fields(part):
        hint = hints[field.name]
        sights = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Audience)]
        where = f"{part.__module__}.{part.__qualname__}.{field.name}"
        if len(sights) != 1:
            raise AuthorError(f"{where}: who may see it? Annotate it as Open[…], Mine[…] or Nobody[…]")
        if sights[0] is Audience.MINE and issubclass(part, Tabletop):
            raise AuthorError(f"{where}: is Mine, but a table has no seat; say Open[…] or Nobody[…]")
        found.append(VisibleField(field.name, get_args(hint)[0], sights[0]))
    return tuple(found)


def is_collection(type_: Any) -> bool:
    """Tell whether a field of this type is a collection, whose items can be counted."""
    return get_origin(type_) in (list, tuple, dict) or type_ in (list, tuple, dict)


def view_of(name: str, fields: Sequence[Any], base: Any, own: dict[str, Any]) -> Any:
    """Return the model of a part of the view: hidden fields are optional, and collections get a count."""
    found: dict[str, Any] = {}
    for each in fields:
        type_ = _immutable(each.type)
        found[each.name] = (type_, ...) if each.sight is Audience.OPEN else (type_ | None, None)
        if each.sight is not Audience.OPEN and is_collection(each.type):
            found[f"{each.name}_count"] = (int, ...)
    return create_model(name, __base__=base, **{**own, **found})


def _immutable(type_: Any) -> Any:
    if get_origin(type_) is list:
        return tuple.__class_getitem__((get_args(type_)[0], ...))
    return tuple if type_ is list else type_


def shown(part: Any, own: bool, everything: bool) -> dict[str, Any]:
    """Return what is seen of a part: by its `own` seat, at the end or by a game master `everything`."""
    found: dict[str, Any] = {}
    for name, type_, sight in part._fields:
        value = getattr(part, name)
        if sight is Audience.OPEN or everything or (own and sight is Audience.MINE):
            found[name] = value
        if sight is not Audience.OPEN and is_collection(type_):
            found[f"{name}_count"] = len(value)
    return found


def drafted(table: Tabletop, viewer: str | None) -> Tabletop:
    """Return a state with its secrets marked, and those that a viewer may not know veiled; `None` knows everything."""
    return _sighted(table, viewer, players=[_sighted(player, viewer) for player in table.players])


def _sighted(part: Any, viewer: str | None, **changes: Any) -> Any:
    hidden = {}
    for name, type_, sight in part._fields:
        if sight is not Audience.OPEN:
            value = getattr(part, name)
            knows = viewer is None or (sight is Audience.MINE and part.seat == viewer)
            counted = is_collection(type_) and isinstance(value, Sized)
            # Everybody knows that it is empty.
            hidden[name] = (
                marked(value) if knows or (counted and not value) else HiddenValue(len(value) if counted else None)
            )
    return part._copy(**hidden, **changes)


def frozen(draft: Tabletop, move: str) -> Tabletop:
    """Return the state from a finished draft. Raises `AuthorError` if an open field holds a secret."""
    for part in (draft, *draft.players):
        for name, _, sight in part._fields:
            if sight is Audience.OPEN and name != "players" and holds_secret(getattr(part, name)):
                where = f"{type(part).__module__}.{type(part).__qualname__}.{name}"
                raise AuthorError(f"{where}: everybody sees it, and {move} puts a secret there; t.reveals(…) opens one")
    own = {name: plain(value) for name, value in draft.__dict__.items() if name not in ("_work", "players", "options")}
    players = [player._copy(**{n: plain(v) for n, v in player.__dict__.items()}) for player in draft.players]
    made = object.__new__(type(draft))
    made.__dict__.update({"players": players, "options": draft.options} | own)
    return made


def put_into(before: Tabletop, after: Tabletop, value: Any, but: Sequence[Any] = ()) -> str | None:
    """Return the hidden field, as `Class.name`, into which a value was put; `None` if it was put into none.

    A list counts as its items. What is taken from an open field does not count, since everybody knows it, nor what is
    among the values `but`.
    """
    sought = Counter(_items(value))
    if not sought:
        return None
    pairs = list(zip((before, *before.players), (after, *after.players), strict=True))
    known, found = Counter(_items(list(but))), None
    for was, now in pairs:
        for name, _, sight in was._fields:
            old, new = Counter(_items(getattr(was, name))), Counter(_items(getattr(now, name)))
            if sight is Audience.OPEN and name not in ("players", "options"):
                known += old - new
            elif sight is not Audience.OPEN and sought <= new - old:
                found = found or f"{type(now).__qualname__}.{name}"
    return None if sought & known else found


def _items(value: Any) -> Iterator[str | int]:
    """Yield the texts and numbers in a value."""
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list | tuple):
        for each in value:
            yield from _items(each)
    elif isinstance(value, str | int) and not isinstance(value, bool) and value != "":
        yield value
