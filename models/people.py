"""People by name: found again however the name is written, made when they are new."""

from __future__ import annotations

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, select

from models.names import name_key
from models.tables import Player


def player_id(session: Session, name: str) -> int | None:
    """Return the id of the person called `name`; None for an empty name, which is nobody yet."""
    if not name:
        return None
    key = name_key(name)
    found = select(Player.id).where(Player.key == key)
    known = session.exec(found).first()
    if known is not None:
        return known
    try:
        with session.begin_nested():
            player = Player(name=name, key=key)
            session.add(player)
            session.flush()
            return player.id
    except IntegrityError:
        # Somebody else has just made the same person.
        return session.exec(found).one()
