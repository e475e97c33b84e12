"""Matches that are under way when a test begins, with phones that hold the keys of their seats.

A test of one screen need not play up to it by thumb: the referee judges what went before, and it is written into
the host's database as the host writes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from companion.phones.device_storage import HOST, STORED_AS, DeviceStorage
from companion.tables.keys import key_hash, new_code, new_key, new_salt, pin_hash
from models import Store
from referee.core.games import game
from referee.core.journal import Declare, begin
from referee.core.values import GAME_MASTER, Seat
from tests.browser.match import NAMES, Step
from tests.hosted import Hosted


@dataclass
class Prepared:
    """A match that runs. `keys` are those of its seats, of its host and of its game master."""

    host: Hosted
    code: str
    keys: dict[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """What its phones open."""
        return f"{self.host.address}m/{self.code}"

    def storage(self, *seats: str, **settings: Any) -> DeviceStorage:
        """Return what a phone remembers that sits on these seats."""
        return DeviceStorage(keys={self.code: {seat: self.keys[seat] for seat in seats}}, **settings)


def prepare(
    host: Hosted,
    steps: Sequence[Step] = (),
    *,
    options: Mapping[str, Any] | None = None,
    names: Sequence[str] = NAMES[:3],
    game_master: str = "none",
    free: Sequence[str] = (),
    running: bool = True,
    play: str = "shinobazu",
    seats: Sequence[Seat] = (),
    pins: Mapping[str, str] | None = None,
) -> Prepared:
    """Write a match into the host's database that these steps were declared in. Seats in `free` nobody has taken.

    `play` is the game's key, `seats` are those of a game whose seats have roles, `pins` lift their curtains.
    """
    seats = list(seats) or [Seat(seat=f"p{n}", name=name) for n, name in enumerate(names, 1)]
    match = begin(game(play), dict(options or {"depth": "plays"}), seats)
    store = Store.open(host.database)
    try:
        now = datetime.now(UTC)
        made = Prepared(host, new_code(), {HOST: new_key()})
        record = store.matches.open(
            code=made.code, game=play, options=match.options.model_dump(mode="json"),
            seats=[(s.seat, s.name) for s in seats], host_key=key_hash(made.keys[HOST]),
            game_master=game_master, created=now,  # type: ignore[arg-type]
        )  # fmt: skip
        for seat in [s.seat for s in seats if s.seat not in free] + ([GAME_MASTER] if game_master != "none" else []):
            made.keys[seat] = new_key()
            assert store.seats.claim(record.id, seat, key_hash(made.keys[seat]), now)
        for seat, pin in (pins or {}).items():
            store.seats.set_pin(record.id, seat, pin_hash(pin))
        if running:
            store.matches.set_status(record.id, "running", now)
        for step in steps:
            match, ruling = match.act(step.seat, Declare(seat=step.seat, move=step.move, salt=new_salt()))
            assert ruling.upheld, ruling
            entry = match.entries[-1]
            store.journals.append(record.id, entry.number, entry.actor, entry.act.model_dump(mode="json"), now)
    finally:
        store.close()
    return made


def remembering(storage: DeviceStorage) -> str:
    """Return the script by which a browser has what a phone remembers, unless it remembers something already."""
    stored = json.dumps(json.dumps(storage.dumps()))
    name = f"flutter.{STORED_AS}"
    return f"localStorage.getItem('{name}') ?? localStorage.setItem('{name}', {stored})"
