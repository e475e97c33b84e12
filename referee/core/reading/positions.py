"""Reading a position and laying it: how a match begins in the middle (METSUKE-5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from referee.core.game import Game
from referee.core.position import Position, Positions
from referee.core.reading.declarations import field_of, legible, unreadable
from referee.core.values import Refused, Seat


def positions_of(game: Game) -> Positions:
    """Return how a game describes its tables. Raises `Refused` where it does not (METSUKE-5.1)."""
    found = game.EXTRAS.positions
    if found is None:
        raise Refused("METSUKE-5.1", "table.no_positions", firm=True)
    return found


def read_position(game: Game, data: Mapping[str, Any], seats: Sequence[Seat]) -> Position:
    """Return a position from its JSON. Raises `Refused` that names the field which cannot be read (METSUKE-1.4)."""
    known = {"table", "secrets"}
    if strange := sorted(str(key) for key in data if key not in known):
        raise unreadable(strange[0])
    secrets = data.get("secrets", {})
    if not isinstance(secrets, Mapping):
        raise unreadable("secrets")
    sitting = {seat.seat for seat in seats}
    if strange := sorted(str(seat) for seat in secrets if seat not in sitting):
        raise unreadable(f"secrets.{strange[0]}")
    return Position(
        read_table(game, data.get("table")),
        {seat: read_secret(game, seat, secret) for seat, secret in secrets.items()},
    )


def read_table(game: Game, data: Any) -> Any:
    """Return what lies on the table from its JSON. Raises `Refused` that names the field (METSUKE-1.4)."""
    return _read(positions_of(game).table, data, "table", private=False)


def read_secret(game: Game, seat: str, data: Any) -> Any:
    """Return what a seat has entered from its JSON. Raises a private `Refused` that names the field (METSUKE-1.4)."""
    return _read(positions_of(game).secret, data, f"secrets.{seat}", private=True)


def lay(game: Game, options: Any, seats: Sequence[Seat], position: Position) -> Any:
    """Return the state of a position all of whose secrets are known. Raises `Refused` with the field and the clause."""
    described = positions_of(game)
    for seat, progress in described.progress(options, seats, position).items():
        if progress.must and progress.done < progress.of:
            raise Refused("METSUKE-5.3", "table.position_incomplete", firm=True, seat=seat, field=f"secrets.{seat}")
    state = described.lay(options, seats, position)
    wrong = described.contradiction(options, seats, position)
    if wrong is not None:
        raise wrong
    return state


def _read(model: type[BaseModel], data: Any, path: str, *, private: bool) -> Any:
    if not isinstance(data, Mapping):
        raise unreadable(path, private)
    try:
        parsed = model.model_validate(dict(data))
    except ValidationError as error:
        raise unreadable(f"{path}.{field_of(error, data)}", private) from None
    legible(data, (path,), private)
    return parsed
