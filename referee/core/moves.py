"""Base class of moves: each is a value with its own `type` and states the facts about itself in its class statement."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final, Literal, Union, cast

from pydantic import Field, TypeAdapter
from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python

from referee.core.base import Value
from referee.core.values import GAME_MASTER, Viewer


def also(schema: dict[str, Any]) -> FieldInfo:
    """Mark a field that accepts older or shorter forms as well; `schema` is the JSON Schema of those forms."""
    return cast(FieldInfo, Field(json_schema_extra={"also": schema}))


Cited = tuple[str, str]
"""Why a move is refused: a clause and a reason of the game."""


def late(clause: str = "", reason: str = "", /, **moments: str | Cited) -> dict[str, Cited]:
    """Return what refuses a move at the wrong moment: a clause and a reason, with exceptions by moment.

    Without a reason it is `not_in_PHASE`. Without a clause, the game itself refuses at all moments not named.
    """
    other = {moment: (clause, cited) if isinstance(cited, str) else cited for moment, cited in moments.items()}
    return {"": (clause, reason), **other} if clause else other


@dataclass(frozen=True, slots=True)
class About:
    """The facts that a move states in its class statement, as keywords of the same names."""

    secret: bool | tuple[str, ...] = False
    """Whether a declaration is secret: always, or if one of these fields is set."""
    told: tuple[str, ...] = ()
    """The fields and properties of a secret declaration that others may read, besides its type."""
    private: bool = False
    """Whether every refusal of it is private, since it may rest on what only its seat knows."""
    cites: str = ""
    """The clause that the log cites for a secret declaration, whatever the secret is; empty for that of its ruling."""
    notes: frozenset[str] = frozenset()
    """The fields that copy what lies on the table. They may be wrong and can be noted again (METSUKE-6.1). All other
    fields are decisions, which cannot be changed."""
    for_all: bool = False
    """Whether any seat may declare it for all."""
    depth: Literal["plays", "scores", "both"] = "plays"
    """The depth at which the move exists."""
    during: frozenset[str] = frozenset()
    """The `moments` at which it may be declared; empty for any time."""
    late: Mapping[str, Cited] = field(default_factory=dict)
    """The refusals at other moments, by moment; the key `""` is for all moments not named. Empty if the game refuses
    all moves at the wrong moment alike."""


LISTS: Final = ("secret", "told", "notes", "during")
"""The facts that are tuples of names. One name alone would be read as a tuple of its letters."""
TAKEN: Final = frozenset({"about", "noted", "is_secret", "to_others"})
"""Names that every move has, so that no field may have them."""


class Move(Value):
    """Base of what a seat may declare. Its `type` is the class name in snake case (`DealDone`: `deal_done`) unless set.

    A class states `public=True` or which of its fields are `secret`; one that states neither is an error. It overrides
    `is_secret` if secrecy depends on more than which fields are set, and `to_others` if others read something else.
    """

    type: str = ""
    about: ClassVar[About]

    def __init_subclass__(
        cls, *, public: bool = False, notes: Collection[str] = (), during: Collection[str] = (), **facts: Any
    ) -> None:
        super().__init_subclass__()
        wrong = _misstated({"notes": notes, "during": during} | facts)
        if wrong is None:
            cls.about = About(notes=frozenset(notes), during=frozenset(during), **facts)
            wrong = _wrong(cls, public)
        if wrong:
            raise TypeError(f"the move {cls.__module__}.{cls.__qualname__} {wrong}")
        if "type" not in cls.__annotations__:
            cls.type = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
            cls.__annotations__ = {"type": Literal[cls.type], **cls.__annotations__}

    @property
    def noted(self) -> bool:
        """Whether any of its note fields is set."""
        return bool(noted(self))

    def is_secret(self) -> bool:
        """Tell whether the declaration contains something that not everybody may know."""
        fields = self.about.secret
        return fields if isinstance(fields, bool) else any(getattr(self, name) is not None for name in fields)

    def to_others(self) -> dict[str, Any]:
        """Return as JSON what others may read of a secret declaration."""
        return {"type": self.type, **{name: to_jsonable_python(getattr(self, name)) for name in self.about.told}}


def _misstated(facts: Mapping[str, Any]) -> str | None:
    """Return which keyword of a move's class statement is unknown or lacks a tuple around its only name, or `None`."""
    known = ["public", *About.__dataclass_fields__]
    if strange := sorted(set(facts) - set(known)):
        return f"states {strange[0]}=…, which no move does: {', '.join(known)}"
    texts = (name for name, value in facts.items() if name in LISTS and isinstance(value, str))
    if name := next(texts, None):
        return f"states {name}={facts[name]!r}: write a tuple of names, ({facts[name]!r},)"
    return None


def _wrong(move: type[Move], public: bool) -> str | None:
    """Return what is wrong with the facts that a move states, or `None`."""
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
    """Return the note fields of a move that are set."""
    fields = move.about.notes if isinstance(move, Move) else ()
    return frozenset(name for name in fields if getattr(move, name) is not None)


def in_depth(move: Move, depth: str) -> bool:
    """Tell whether the move exists at a depth."""
    return move.about.depth in (depth, "both")


def moments(state: Any) -> tuple[str, ...]:
    """Return what is on now, most specific first: a state's `moments` if it has them, else its `phase`."""
    return getattr(state, "moments", ()) or (getattr(state, "phase", ""),)


def out_of_order(move: Move, state: Any) -> Cited | None:
    """Return what refuses a move now: `None` if nothing does, empty strings if the game itself is to refuse it."""
    about, on = move.about, moments(state)
    if not about.during or not about.during.isdisjoint(on):
        return None
    clause, reason = next((about.late[moment] for moment in (*on, "") if moment in about.late), ("", ""))
    return clause, reason or (clause and f"not_in_{on[-1]}")


def secret(move: Move) -> bool:
    """Tell whether a declaration contains something that not everybody may know."""
    return move.is_secret()


def masked(move: Move, seat: str, viewer: Viewer) -> Mapping[str, Any]:
    """Return a declaration of `seat` as JSON: complete for the seat and the game master, without secrets for others."""
    if viewer in (seat, GAME_MASTER) or not move.is_secret():
        return move.model_dump(mode="json")
    return move.to_others()


def _moves_in(modules: Iterable[Mapping[str, Any]]) -> tuple[type[Move], ...]:
    named = (each for module in modules for each in module.values())
    return tuple(each for each in named if isinstance(each, type) and issubclass(each, Move) and each is not Move)


def any_move(*modules: Mapping[str, Any]) -> TypeAdapter[Any]:
    """Return a type adapter for all moves in the modules, given as their `vars()`, discriminated by `type`."""
    every: Any = Union[_moves_in(modules)]  # noqa: UP007
    return TypeAdapter(Annotated[every, Field(discriminator="type")])


def secret_kinds(*modules: Mapping[str, Any]) -> Callable[[str], bool]:
    """Return a function that tells whether a move of a `type` could contain something that not everybody may know."""
    return frozenset(move.model_fields["type"].default for move in _moves_in(modules) if move.about.secret).__contains__
