"""Changed copies of frozen records, many times quicker than the standard library's: a match makes thousands."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

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
