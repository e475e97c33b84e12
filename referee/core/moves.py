"""What a seat may declare: a move is a value with a `type` of its own, and states the facts about it at its class."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, Literal, Union, cast

from pydantic import Field, TypeAdapter
from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python

from referee.core.base import Value
from referee.core.values import GAME_MASTER, Viewer


def also(schema: dict[str, Any]) -> FieldInfo:
    """Say of a field that older or shorter forms of it are read as well: what a transcript may hold there besides."""
    return cast(FieldInfo, Field(json_schema_extra={"also": schema}))


Cited = tuple[str, str]
"""What refuses a move: a clause, and a reason in the game's words."""


def late(clause: str = "", reason: str = "", /, **moments: str | Cited) -> dict[str, Cited]:
    """Say what refuses a move too early or too late: a clause and a reason, others at some moments.

    Without a reason it is `not_in_PHASE`; without a clause the game says what refuses it at all others.
    """
    other = {moment: (clause, cited) if isinstance(cited, str) else cited for moment, cited in moments.items()}
    return {"": (clause, reason), **other} if clause else other


@dataclass(frozen=True, slots=True)
class About:
    """The facts that a move states at its class, as keywords of the same names."""

    secret: bool | tuple[str, ...] = False
    """Whether a declaration is secret: always, or where one of these fields holds something."""
    told: tuple[str, ...] = ()
    """What others read of a secret declaration beside its type: fields, and properties of the move."""
    private: bool = False
    """Whether whatever its rule refuses is told its seat alone: it may rest on what only that knows."""
    cites: str = ""
    """The clause that the line of a secret declaration cites, whatever the secret is; empty: that of its ruling."""
    notes: frozenset[str] = frozenset()
    """The fields that copy what lies on the table. They may be wrong, and are then noted again (METSUKE-6.1). All other
    fields are decisions, which stand as they were locked."""
    for_all: bool = False
    """Whether anybody at the table may declare it for all."""
    depth: Literal["plays", "scores", "both"] = "plays"
    """The depth that has it."""
    during: frozenset[str] = frozenset()
    """The `moments` at which it may be declared; empty: at any time."""
    late: Mapping[str, Cited] = field(default_factory=dict)
    """What refuses it at another moment, by moment; under the empty text, at all that are not named. Empty where the
    game refuses all moves alike."""


TAKEN: Final = frozenset({"about", "noted", "is_secret", "to_others"})
"""What every move has: no field is called so."""


class Move(Value):
    """What a seat may declare. Its `type` is the name of its class, `deal_done` of `DealDone`, or one that it sets.

    A class says `public=True` or what of it is `secret`; one that says neither is an error. A secret that depends on
    more than which fields hold something has its own `is_secret`; what others then read may have its own `to_others`.
    """

    type: str = ""
    about: ClassVar[About]

    def __init_subclass__(
        cls,
        *,
        public: bool = False,
        secret: bool | tuple[str, ...] = False,
        told: tuple[str, ...] = (),
        private: bool = False,
        cites: str = "",
        notes: tuple[str, ...] = (),
        for_all: bool = False,
        depth: Literal["plays", "scores", "both"] = "plays",
        during: Collection[str] = (),
        late: Mapping[str, Cited] = MappingProxyType({}),
        **kwargs: Any,
    ) -> None:
        super().__init_subclass__(**kwargs)
        cls.about = About(
            secret, told, private, cites, frozenset(notes), for_all, depth, frozenset(during), late
        )
        if wrong := _wrong(cls, public):
            raise TypeError(f"the move {cls.__module__}.{cls.__qualname__} {wrong}")
        if "type" not in cls.__annotations__:
            cls.type = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
            cls.__annotations__ = {"type": Literal[cls.type], **cls.__annotations__}

    @property
    def noted(self) -> bool:
        """Whether something is noted with it."""
        return bool(noted(self))

    def is_secret(self) -> bool:
        """Tell whether the declaration holds something that not everybody may know."""
        fields = self.about.secret
        return fields if isinstance(fields, bool) else any(getattr(self, name) is not None for name in fields)

    def to_others(self) -> dict[str, Any]:
        """Return as JSON what others read of it where it is secret."""
        return {"type": self.type, **{name: to_jsonable_python(getattr(self, name)) for name in self.about.told}}


def _wrong(move: type[Move], public: bool) -> str | None:
    """Return what is wrong with the facts that a move states."""
    secret, told = move.about.secret, move.about.told
    hidden = () if isinstance(secret, bool) else tuple(secret)
    fields = {name for each in move.__mro__ for name in getattr(each, "__annotations__", ())} - {"type", "about"}
    if public == bool(secret):
        return "says neither public=True nor what of it is secret=…" if not public else "is public and secret at once"
    if taken := TAKEN & set(move.__annotations__):
        return f"has a field {min(taken)!r}, as every move has"
    if public and (told or move.about.cites or move.about.private):
        return "is public: told=…, cites=… and private=… are for what is secret"
    if move.about.late and not move.about.during:
        return "says late=…, what refuses it out of order, without during=…, its phases"
    if strange := {*hidden, *move.about.notes} - fields:
        return f"has no field {min(strange)!r}"
    if strange := {n for n in told if n not in fields and not isinstance(getattr(move, n, None), property)}:
        return f"has no field and no property {min(strange)!r}"
    if strange := set(told) & set(hidden):
        return f"tells everybody its secret {min(strange)!r}"
    return None


def noted(move: Any) -> frozenset[str]:
    """Return the fields of a move that copy what lies on the table, as far as they hold something."""
    fields = move.about.notes if isinstance(move, Move) else ()
    return frozenset(name for name in fields if getattr(move, name) is not None)


def in_depth(move: Move, depth: str) -> bool:
    """Tell whether a depth has the move."""
    return move.about.depth in (depth, "both")


def moments(state: Any) -> tuple[str, ...]:
    """Return what is on now, the finest first: the `moments` of a state that has them, else its `phase`."""
    told: tuple[str, ...] = getattr(state, "moments", ())
    return told or (getattr(state, "phase", ""),)


def out_of_order(move: Move, state: Any) -> Cited | None:
    """Return what refuses a move now; None where it may be declared, empty texts where it leaves that to its game."""
    about, on = move.about, moments(state)
    if not about.during or not about.during.isdisjoint(on):
        return None
    clause, reason = next((about.late[moment] for moment in (*on, "") if moment in about.late), ("", ""))
    return clause, reason or (clause and f"not_in_{on[-1]}")


def secret(move: Move) -> bool:
    """Tell whether a declaration holds something that not everybody may know."""
    return move.is_secret()


def masked(move: Move, seat: str, viewer: Viewer) -> Mapping[str, Any]:
    """Return a declaration of `seat` as JSON: whole for itself and the game master, without its secrets for others."""
    if viewer in (seat, GAME_MASTER) or not move.is_secret():
        whole: dict[str, Any] = move.model_dump(mode="json")
        return whole
    return move.to_others()


def _moves_in(modules: Iterable[Mapping[str, Any]]) -> tuple[type[Move], ...]:
    named = (each for module in modules for each in module.values())
    return tuple(each for each in named if isinstance(each, type) and issubclass(each, Move) and each is not Move)


def any_move(*modules: Mapping[str, Any]) -> TypeAdapter[Any]:
    """Return what reads all moves that modules declare, told apart by `type`; of each module its `vars()`."""
    every: Any = Union[_moves_in(modules)]  # noqa: UP007
    return TypeAdapter(Annotated[every, Field(discriminator="type")])


def secret_kinds(*modules: Mapping[str, Any]) -> Callable[[str], bool]:
    """Return what tells whether a move of a `type` could hold something that not everybody may know."""
    kinds = frozenset(move.model_fields["type"].default for move in _moves_in(modules) if move.about.secret)

    def may_be_secret(kind: str) -> bool:
        return kind in kinds

    return may_be_secret
