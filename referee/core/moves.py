"""What a seat may declare: a move is a value with a `type` of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union

from pydantic import Field, TypeAdapter

from referee.core.base import Value


class Move(Value):
    """What a seat may declare. Its `type` is the name of its class, `deal_done` of `DealDone`, or one that it sets."""

    type: str = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "type" not in cls.__annotations__:
            cls.type = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
            cls.__annotations__ = {"type": Literal[cls.type], **cls.__annotations__}


def any_move(*modules: Mapping[str, Any]) -> TypeAdapter[Any]:
    """Return what reads all moves that modules declare, told apart by `type`; of each module its `globals()`."""
    named = (each for module in modules for each in module.values())
    moves = (each for each in named if isinstance(each, type) and issubclass(each, Move) and each is not Move)
    every: Any = Union[tuple(moves)]  # noqa: UP007
    return TypeAdapter(Annotated[every, Field(discriminator="type")])
