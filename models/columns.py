"""Column types that mean the same in every database."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect
from sqlalchemy.types import TypeDecorator


class Written(str):
    """A document that is JSON already; it is kept as it is."""

    __slots__ = ()


def written(document: Any) -> str:
    """Return a document as JSON. Raises `ValueError` on what not every database reads (NaN)."""
    return document if isinstance(document, Written) else json.dumps(document, allow_nan=False)


class UtcDateTime(TypeDecorator[datetime]):
    """A moment, kept in UTC and read with its time zone, also where the database knows none (SQLite).

    Raises `ValueError` on a time without a time zone.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else utc(value)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def utc(moment: datetime) -> datetime:
    """Return the same moment in UTC. Raises `ValueError` when it has no time zone."""
    if moment.tzinfo is None:
        raise ValueError("A time needs its time zone.")
    return moment.astimezone(UTC)


def plain(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document that every database keeps as it is. Raises `ValueError` when it is not plain JSON."""
    try:
        json.dumps(kept := dict(document), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError("This cannot be kept: only plain JSON values can.") from error
    return kept
