"""A table in the middle of a match, as people can describe it: what lies open, and what each seat alone knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import BaseModel, GetJsonSchemaHandler
from pydantic_core import CoreSchema

from referee.core.base import Value
from referee.core.values import Notice, Refused, Seat, Viewer


@dataclass(frozen=True, slots=True)
class Position:
    """What is on the table, in the game's own model, and by seat what that seat alone knows."""

    table: Any
    secrets: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the position as it stands in a transcript's `state`; what is at its default is left out."""
        secrets = {seat: _json(secret) for seat, secret in self.secrets.items()}
        return {"table": _json(self.table), "secrets": {seat: known for seat, known in secrets.items() if known}}


class Completion(NamedTuple):
    """How much of its secrets a seat has entered, in numbers that everybody may know."""

    done: int
    of: int
    must: bool = True
    """Whether the match cannot go on without all of it."""


@dataclass(frozen=True, slots=True)
class Positions:
    """How a game describes its tables.

    The fields of `table` and `secret` have the names that the game's view gives the same things.
    """

    table: type[Value]
    """What everybody sees."""
    secret: type[Value]
    """What a seat alone knows, all of it with a default: nothing entered."""
    lay: Callable[[Any, Sequence[Seat], Position], Any]
    """Returns the state of a position under some options. Raises `Refused`, with the path of the field that cannot be
    as the parameter `field` (`table.points[2]`, `secrets.p1.hand`) and the clause that it breaks; a refusal that rests
    on what one seat entered is private. What the secrets of several seats contradict is not looked at."""
    position_of: Callable[[Any, Viewer], Position]
    """Returns the position of a state, as a viewer may know it: the game master all of it."""
    progress: Callable[[Any, Sequence[Seat], Position], Mapping[str, Completion]]
    """Returns how far each seat is that has anything to enter, from what is on the table and what it has entered."""
    unchecked: Callable[[Any, Sequence[Seat], Position], tuple[Notice, ...]]
    """Returns what nobody could check, for everybody to read: from what is on the table alone."""
    contradiction: Callable[[Any, Sequence[Seat], Position], Refused | None] = lambda *_: None
    """Returns what the secrets of several seats contradict, if anything: for whoever may know them all. By default
    they are never held against each other: what is wrong comes out in play."""
    left_out: tuple[str, ...] = ()
    """What of the past a position does not hold: the fields of the view, as dotted paths (`seats.*.returned`)."""


@dataclass(frozen=True, slots=True)
class During:
    """In which phases a field of a position says anything, the clause that refuses it elsewhere, and where it must.

    It stands at the field: `Annotated[Count | None, During({"turn"}, "SCHOOL-7.1")]`.
    """

    phases: Set[str]
    clause: str
    must: Set[str] = frozenset()

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        must = f"; must in {', '.join(sorted(self.must))}" if self.must else ""
        return handler(core) | {"description": f"Only in {', '.join(sorted(self.phases))}{must} ({self.clause})."}


def check_phase(
    part: BaseModel, path: str, now: str, not_now: str, missing: str = "", *, private: bool = False, **params: Any
) -> None:
    """Refuse a field that says what its phase does not know, and one that says nothing where it must.

    `path` is where the part stands, `not_now` and `missing` are the keys of the two reasons.
    """
    there = said(part)
    for name, known in type(part).model_fields.items():
        for during in (each for each in known.metadata if isinstance(each, During)):
            strange = name in there and now not in during.phases
            if strange or (name not in there and now in during.must):
                reason = not_now if strange else missing
                raise Refused(during.clause, reason, private=private, firm=True, field=f"{path}.{name}", **params)


def said(part: BaseModel) -> frozenset[str]:
    """Return the names of the fields in which a part of a position says anything: those not at their default."""
    fields = type(part).model_fields.items()
    return frozenset(
        name for name, field in fields if getattr(part, name) != field.get_default(call_default_factory=True)
    )


def _json(value: BaseModel) -> dict[str, Any]:
    return value.model_dump(mode="json", exclude_defaults=True)
