"""What a seat may declare: a move is a value with a `type` of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Union, cast

from pydantic import Field, TypeAdapter
from pydantic.fields import FieldInfo

from referee.core.base import Value


def also(schema: dict[str, Any]) -> FieldInfo:
    """Say of a field that older or shorter forms of it are read as well: what a transcript may hold there besides."""
    return cast(FieldInfo, Field(json_schema_extra={"also": schema}))


class Move(Value):
    """What a seat may declare. Its `type` is the name of its class, `deal_done` of `DealDone`, or one that it sets.

    A class names its `notes`: the fields that copy what lies on the table. They may be wrong, and are then noted again
    (METSUKE-6.1). All other fields are decisions, which stand as they were locked.
    """

    type: str = ""
    notes: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls, notes: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.notes = frozenset(notes)
        if "type" not in cls.__annotations__:
            cls.type = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
            cls.__annotations__ = {"type": Literal[cls.type], **cls.__annotations__}


def noted(move: Any) -> frozenset[str]:
    """Return the fields of a move that copy what lies on the table, as far as they hold something."""
    fields: frozenset[str] = getattr(type(move), "notes", frozenset())
    return frozenset(name for name in fields if getattr(move, name) is not None)


def any_move(*modules: Mapping[str, Any]) -> TypeAdapter[Any]:
    """Return what reads all moves that modules declare, told apart by `type`; of each module its `globals()`."""
    named = (each for module in modules for each in module.values())
    moves = (each for each in named if isinstance(each, type) and issubclass(each, Move) and each is not Move)
    every: Any = Union[tuple(moves)]  # noqa: UP007
    return TypeAdapter(Annotated[every, Field(discriminator="type")])
