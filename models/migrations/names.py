"""Updating stored names to the current rules of `models.names`."""

from __future__ import annotations

from collections import defaultdict

import sqlalchemy as sa
from alembic import op

from models.names import MAX_NAME, name_key, without_hidden

_PLAYER = sa.table("player", sa.column("id"), sa.column("name"), sa.column("key"))
_SEAT = sa.table("seat", *map(sa.column, ("match_id", "seat", "kind", "name", "position", "player_id")))
_LEFT_OUT = sa.table("left_out", sa.column("player_id"))


def tidy_names() -> None:
    """Update the names of people and seats; nothing in offline mode: a new database has no names."""
    if not op.get_context().as_sql:
        _name_players()
        _name_seats()


def _name_players() -> None:
    """Merge people whose names now have the same key."""
    connection = op.get_bind()
    kept: dict[str, int] = {}
    gone: dict[int, int] = {}
    changed = []
    for id_, called, key in connection.execute(sa.select(*_PLAYER.c).order_by(_PLAYER.c.id)).all():
        tidy = without_hidden(called)
        first = kept.setdefault(name_key(tidy), id_)
        if first != id_:
            gone[id_] = first
        elif (tidy, name_key(tidy)) != (called, key):
            changed.append((id_, tidy))
    for other, first in gone.items():
        connection.execute(sa.update(_SEAT).where(_SEAT.c.player_id == other).values(player_id=first))
        connection.execute(sa.delete(_LEFT_OUT).where(_LEFT_OUT.c.player_id == other))
        connection.execute(sa.delete(_PLAYER).where(_PLAYER.c.id == other))
    for id_, tidy in changed:
        connection.execute(sa.update(_PLAYER).where(_PLAYER.c.id == id_).values(name=tidy, key=f"\n{id_}"))
    for id_, tidy in changed:  # two may have exchanged keys
        connection.execute(sa.update(_PLAYER).where(_PLAYER.c.id == id_).values(key=name_key(tidy)))


def _name_seats() -> None:
    """Number the seats of a match whose names are now equal."""
    connection = op.get_bind()
    columns = (_SEAT.c.match_id, _SEAT.c.seat, _SEAT.c.name)
    seats = sa.select(*columns).where(_SEAT.c.kind == "player").order_by(_SEAT.c.match_id, _SEAT.c.position)
    taken: dict[int, set[str]] = defaultdict(set)
    for match_id, seat, called in connection.execute(seats).all():
        wanted, n = tidy, _ = without_hidden(called), 1
        while wanted and name_key(wanted) in taken[match_id]:
            n += 1
            wanted = f"{tidy[: MAX_NAME - 3]} {n}"
        taken[match_id].add(name_key(wanted))
        if wanted != called:
            here = (_SEAT.c.match_id == match_id) & (_SEAT.c.seat == seat)
            connection.execute(sa.update(_SEAT).where(here).values(name=wanted))
