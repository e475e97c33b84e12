"""Moves as functions: their models, their secret fields, and the possible values of each field."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

from pydantic import create_model
from pydantic.fields import FieldInfo

from referee.core import moves
from referee.core.base import Value
from referee.core.offers import Choice, Number, One, Some, distinct
from referee.short.knowledge import AuthorError, place_of
from referee.short.state import Tabletop, _Seat, _Secret

MOST: Final = 2000
"""Maximum number of combinations of values tried for the offers of one move."""
Values = Callable[[Any, Any], "Iterable[Any] | Choice"]
"""Returns the possible values of a field, from the table and the player: values to be tried, or a whole choice."""


Upheld = Callable[..., bool]
"""Tells whether a move with these fields, given by name, would be upheld."""


@dataclass(frozen=True)
class Move:
    """A kind of move: its function, its model and its secret fields."""

    name: str
    function: Callable[..., None]
    model: type[moves.Move]
    secret: frozenset[str]
    seats: frozenset[str]
    """The fields that name a seat."""
    values: Mapping[str, Values]
    may: bool
    """Whether the move is optional."""
    drawn_by: Callable[..., Mapping[str, Any]] | None = None
    """Returns what the app draws, by field, from the table, the player and a random number generator."""

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(name for name in self.model.model_fields if name != "type")


def move_of(function: Callable[..., None], values: Mapping[str, Values], may: bool, drawn_by: Any) -> Move:
    """Return the move for a function of a table, a player and the move's fields. Raises `AuthorError`."""
    name, where = function.__name__, place_of(function)
    named = list(inspect.signature(function).parameters)
    parameters = named[2:]
    if len(named) < 2:
        raise AuthorError(f"{where}: move {name} takes the table and the player before its fields: def {name}(t, me)")
    if taken := {"type", *moves.TAKEN} & set(parameters):
        raise AuthorError(f"{where}: move {name}: a field cannot be called {min(taken)!r}, which every move has")
    hints = get_type_hints(function, include_extras=True)
    if strange := sorted(set(values) - set(parameters)):
        raise AuthorError(f"{where}: move {name} has no field {strange[0]!r}")
    fields: dict[str, Any] = {"type": (Literal[name], name)}
    domains: dict[str, Values] = {}
    marks: dict[str, tuple[Any, ...]] = {}
    for parameter in parameters:
        if parameter not in hints:
            raise AuthorError(f"{where}: move {name}: what is {parameter!r}? Annotate it with its type")
        marks[parameter] = getattr(hints[parameter], "__metadata__", ())
        type_ = get_args(hints[parameter])[0] if marks[parameter] else hints[parameter]
        fields[parameter] = _field(type_, marks[parameter], optional=drawn_by is not None)
        domain = values.get(parameter) or _domain(type_, marks[parameter])
        if domain is None:
            raise AuthorError(
                f"{where}: move {name}: which values may {parameter!r} hold?"
                f" Say @game.move({parameter}=lambda t, me: …)"
            )
        domains[parameter] = domain
    title = "".join(part.title() for part in name.split("_"))
    secret = frozenset(p for p in parameters if _Secret in marks[p])
    told = tuple(p for p in parameters if p not in secret)
    facts: dict[str, Any] = {"secret": True, "told": told} if secret else {"public": True}
    model = create_model(
        title,
        __base__=moves.Move,
        __cls_kwargs__=facts,
        __doc__=function.__doc__,
        __module__=function.__module__,
        **fields,
    )
    return Move(
        name, function, model, secret, frozenset(p for p in parameters if _Seat in marks[p]), domains, may, drawn_by
    )


def _field(type_: Any, marks: tuple[Any, ...], *, optional: bool) -> Any:
    kept = tuple(mark for mark in marks if mark not in (_Secret, _Seat))
    whole: Any = Annotated[(type_, *kept)] if kept else type_
    return (whole | None, None) if optional else (whole, ...)


def _domain(type_: Any, marks: tuple[Any, ...]) -> Values | None:
    """Return the possible values of a field if its type determines them, else `None`."""
    if _Seat in marks:
        return lambda t, me: [player.seat for player in t.players]
    if get_origin(type_) is Literal:
        return lambda t, me: get_args(type_)
    if type_ is bool:
        return lambda t, me: (True, False)
    if get_origin(type_) is Annotated:  # Secret[Face], where Face is itself an annotated number
        return _domain(get_args(type_)[0], (*get_args(type_)[1:], *marks))
    bounds: list[Any] = [b for mark in marks for b in (mark.metadata if isinstance(mark, FieldInfo) else [mark])]
    least = next((each.ge for each in bounds if getattr(each, "ge", None) is not None), None)
    most = next((each.le for each in bounds if getattr(each, "le", None) is not None), None)
    if type_ is int and least is not None and most is not None:
        low, high = least, most
        return lambda t, me: range(low, high + 1)
    return None


def listed_fields(move: Move, t: Tabletop, me: Any, upheld: Upheld) -> Iterator[dict[str, Choice]]:
    """Yield the fields of each offer; together the offers cover exactly the upheld moves."""
    tried: dict[str, Sequence[Any]] = {}
    whole: dict[str, Choice] = {}
    for name, values in move.values.items():
        found = values(t, me)
        if isinstance(found, Value):
            whole[name] = found  # type: ignore[assignment]
        else:
            tried[name] = distinct(islice(found, MOST))
    sample = {name: _one_of(choice) for name, choice in whole.items()}
    for fields in _split(tried, partial(upheld, **sample)):
        every = {**fields, **whole}
        yield {name: every[name] for name in move.values}


def _one_of(choice: Choice) -> Any:
    match choice:
        case Some():
            return list(choice.of[: choice.least])
        case Number():
            return choice.least
        case One():
            return choice.of[0]
    raise AuthorError(f"a choice of kind {choice.kind} is not for the short way")


def _split(values: Mapping[str, Sequence[Any]], upheld: Upheld) -> Iterator[dict[str, Choice]]:
    """Yield the upheld combinations of values, merging values of a field that combine with the same others."""
    if not values:
        if upheld():
            yield {}
        return
    name, *others = values
    alike: dict[str, tuple[list[dict[str, Choice]], list[Any]]] = {}
    for value in values[name]:
        rest = list(_split({other: values[other] for other in others}, partial(upheld, **{name: value})))
        if rest:
            alike.setdefault(repr(rest), (rest, []))[1].append(value)
    for rest, held in alike.values():
        for fields in rest:
            yield {name: _choice(held), **fields}


def _choice(held: list[Any]) -> Choice:
    numbers = all(type(value) is int for value in held)
    if numbers and len(held) > 1 and sorted(held) == list(range(min(held), max(held) + 1)):
        return Number(least=min(held), most=max(held))
    return One(of=tuple(held))
