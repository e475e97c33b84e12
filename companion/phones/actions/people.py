"""Renaming people, merging two spellings of one, leaving somebody out, forgetting a name."""

from __future__ import annotations

from collections.abc import Callable

from companion.phones.session import Phone
from models import NameTaken, StoreError
from models.people import People


class PeopleActions:
    """What one phone may do about people; see `companion.contract.actions.People`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def rename(self, person: int, name: str) -> None:
        self._phone.spawn(self._tidy(self._people.rename, int(person), str(name)[:100]))

    def merge(self, into: int, other: int) -> None:
        self._phone.spawn(self._tidy(self._people.merge, int(into), int(other), said="people.merged"))

    def leave_out(self, person: int, out: bool) -> None:
        self._phone.spawn(self._tidy(self._people.leave_out, int(person), bool(out)))

    def forget(self, person: int) -> None:
        instead = self._phone.look.t("people.a_player")
        self._phone.spawn(self._tidy(self._people.forget, int(person), instead, said="people.forgotten"))

    @property
    def _people(self) -> People:
        return self._phone.host.tables.store.people

    async def _tidy(self, change: Callable[..., None], *given: object, said: str = "") -> None:
        phone = self._phone
        if not await phone.host.figures.tidies(phone.storage):
            phone.say("people.not_yours")
            return
        try:
            await phone.host.figures.tidy(change, *given)
        except NameTaken:
            phone.say("people.name_taken")
            return
        except (StoreError, ValueError):
            phone.say("people.not_changed")
            return
        if said:
            phone.say(said)
        await phone.host.fill(phone)
        phone.refresh()
