"""What every value that crosses the referee's border is made of."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """An immutable value; unknown fields are refused by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")
