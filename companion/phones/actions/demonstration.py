"""A table that plays itself: stopping it, its pace, and playing a seat of it."""

from __future__ import annotations

from companion.phones.seats import look_through
from companion.phones.session import Phone
from companion.tables.demonstration import Demonstration


class DemonstrationActions:
    """What one phone may ask of a demonstration; see `companion.contract.actions.Demonstration`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def _shown(self) -> Demonstration | None:
        """Return the demonstration that this phone looks at, if it does."""
        shown = self._phone.host.demonstration
        return shown if shown is not None and shown.table is self._phone.table else None

    def show(self, game: str = "") -> None:
        self._phone.spawn(self._show(str(game)[:40]))

    async def _show(self, game: str) -> None:
        phone = self._phone
        phone.count("demonstration")
        table = await phone.host.show(game)
        if table is None:
            phone.say("app.new.no_game")
            return
        await phone.enter(table.code, display=True)

    def pause(self, on: bool) -> None:
        if (shown := self._shown()) is not None:
            shown.pause(bool(on))

    def step(self) -> None:
        if (shown := self._shown()) is not None:
            shown.step()

    def pace(self, seconds: float) -> None:
        if (shown := self._shown()) is not None:
            shown.set_pace(float(seconds))

    def seats(self) -> None:
        phone = self._phone
        if self._shown() is not None and phone.where.role == "display":
            phone.where.role = "guest"
            look_through(phone)

    def play(self, on: bool) -> None:
        phone = self._phone
        if (shown := self._shown()) is not None and phone.where.role == "seat" and phone.holds(phone.where.seat):
            shown.play(phone.where.seat, bool(on))
