"""Who has a seat anywhere: read beside the store, which counts only who has finished a match."""

from __future__ import annotations

from sqlmodel import select

from models import Player, Seat, Store


def people(store: Store) -> list[str]:
    """Return the names of everybody who has a seat in some match."""
    with store.database.reading() as session:
        return sorted(session.exec(select(Player.name).join(Seat).distinct()))
