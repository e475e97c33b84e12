"""A refusal of a position names the field and the rule that it breaks (METSUKE-5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from referee.core.judging import firm
from referee.core.values import Refused


def need(condition: object, clause: str, reason: str, field: str, *, private: bool = False, **params: Any) -> None:
    """Refuse a field unless the condition holds."""
    firm(condition, f"GIRYAKU-{clause}", f"giryaku.{reason}", private=private, field=field, **params)


@contextmanager
def within(field: str) -> Iterator[None]:
    """Name the field of what a rule of the game refuses."""
    try:
        yield
    except Refused as refused:
        params = {**refused.params, "field": field}
        raise Refused(refused.clause, refused.reason, private=refused.private, firm=True, **params) from None
