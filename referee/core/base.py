"""What every value that crosses the referee's border is made of."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """An immutable value; unknown fields are refused by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Part:
    """What a state, its views and its positions hold alike, since it is public whole.

    Its classes are frozen data classes: they are made as quickly as a state needs them, and read and written as JSON
    like a `Value`, unknown fields refused by name.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")
