"""Base classes of the referee's public values, and changed copies of frozen records."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, ClassVar

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """An immutable value; unknown fields are refused by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Part:
    """Base of the wholly public parts that states, views and positions share.

    Its classes are frozen data classes: as cheap to create as a state needs them, and validated and serialised as JSON
    like a `Value`, with unknown fields refused by name.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")


if TYPE_CHECKING:
    from dataclasses import replace as replace
else:

    def replace(record, /, **changes):
        """Return a copy of a frozen record with some fields changed.

        Like `dataclasses.replace`, but for a record without `__post_init__` it copies the fields directly instead of
        calling the constructor. Records with slots use `dataclasses.replace`. Raises `TypeError` for a field that the
        record does not have.
        """
        try:
            fields = record.__dict__
        except AttributeError:
            return dataclasses.replace(record, **changes)
        if not changes.keys() <= fields.keys():
            raise TypeError(f"{type(record).__name__} has no field {min(changes.keys() - fields.keys())!r}")
        copied = object.__new__(type(record))
        copied.__dict__.update(fields)
        copied.__dict__.update(changes)
        return copied
