"""Actions of the host's owner: renaming, merging and forgetting people, and the owner's code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from companion.phones.session import Phone
from companion.ui.fonts import check_entered
from models import NameTaken, NotAsItWas, NotOwner, StoreError
from models.owners import Owners
from models.people import People
from referee.core.values import Refused

ENTERED = 40
"""The most characters read of an entered code."""


class PeopleActions:
    """One phone's actions with people; see `companion.contract.actions.PeopleActions`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def rename(self, person: int, name: str) -> None:
        try:
            called = check_entered(str(name))
        except Refused as refused:
            self._phone.say(refused.reason, **refused.params)
            return
        self._phone.spawn(self._tidy(self._people.rename, int(person), called))

    def merge(self, into: int, other: int) -> None:
        self._phone.spawn(self._tidy(self._people.merge, int(into), int(other), self._now, said="people.merged"))

    def leave_out(self, person: int, out: bool) -> None:
        self._phone.spawn(self._tidy(self._people.leave_out, int(person), bool(out)))

    def forget(self, person: int) -> None:
        instead = self._phone.look.t("people.a_player")
        self._phone.spawn(self._tidy(self._people.forget, int(person), instead, self._now, said="people.forgotten"))

    def take_back(self, tidied: str) -> None:
        self._phone.spawn(self._tidy(self._people.take_back, str(tidied)[:20], self._now, said="people.taken_back"))

    def erase(self, tidied: str) -> None:
        self._phone.spawn(self._tidy(self._people.erase, str(tidied)[:20], said="people.erased"))

    @property
    def _people(self) -> People:
        return self._phone.host.tables.store.people

    @property
    def _now(self) -> datetime:
        return self._phone.host.tables.clock()

    async def _tidy(self, change: Callable[..., frozenset[int]], *given: object, said: str = "") -> None:
        phone = self._phone
        try:
            await phone.host.statistics.tidy(phone.storage, change, *given)
        except NotOwner:
            phone.say("people.not_yours")
            return
        except NameTaken:
            phone.say("people.name_taken")
            return
        except NotAsItWas:
            phone.say("people.not_as_it_was")
            return
        except (StoreError, ValueError):
            phone.say("people.not_changed")
            return
        await phone.host.fill(phone)
        if phone.where.screen == "person" and phone.opened is None:
            phone.where.screen, phone.where.back = "history", "home"
            await phone.host.fill(phone)
        if said:
            phone.say(said)
        phone.refresh()


class OwnerActions:
    """Making one phone the owner's; see `companion.contract.actions.OwnerActions`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def pair(self, code: str) -> None:
        self._phone.spawn(self._pair(str(code)[:ENTERED]))

    async def _pair(self, code: str) -> None:
        phone = self._phone
        ownership = phone.host.ownership
        if ownership.given:
            return
        came, key = await ownership.pair(code, phone.asker)
        if key:
            await phone.remember(replace(phone.storage, owner=key))
        phone.say(f"owner.{came}")
        await self._shown()

    def give_up(self) -> None:
        self._phone.spawn(self._give_up())

    async def _give_up(self) -> None:
        phone = self._phone
        if phone.host.ownership.given or not phone.storage.owner:
            return
        await phone.host.tables.run(self._owners.give_up, phone.host.ownership.by(phone.storage))
        await phone.remember(replace(phone.storage, owner=""))
        phone.say("owner.given_up")
        await self._shown()

    def alone(self) -> None:
        self._phone.spawn(self._only())

    async def _only(self) -> None:
        phone = self._phone
        try:
            await phone.host.tables.run(self._owners.only, phone.host.ownership.by(phone.storage))
        except NotOwner:
            phone.say("people.not_yours")
            return
        phone.say("owner.alone_now")
        await self._shown()

    @property
    def _owners(self) -> Owners:
        return self._phone.host.tables.store.owners

    async def _shown(self) -> None:
        await self._phone.host.fill(self._phone)
        self._phone.refresh()
