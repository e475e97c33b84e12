"""What every value that crosses the referee's border is made of, and changed copies of frozen records."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, ClassVar

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


if TYPE_CHECKING:
    from dataclasses import replace as replace
else:

    def replace(record, /, **changes):
        """Return a frozen record with other values in some of its fields.

        It does what `dataclasses.replace` does for a record that needs no `__post_init__`: the fields are copied as
        they stand instead of being given to the constructor one by one. Records with slots take the usual way.
        Raises `TypeError` for a field that the record does not have.
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
