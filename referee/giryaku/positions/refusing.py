"""A refusal of a position names the field and the rule that it breaks (METSUKE-5.2)."""

from __future__ import annotations

from typing import Any

from referee.core.judging import firm


def need(condition: object, clause: str, reason: str, field: str, *, private: bool = False, **params: Any) -> None:
    """Refuse a field unless the condition holds."""
    firm(condition, f"GIRYAKU-{clause}", f"giryaku.{reason}", private=private, field=field, **params)
