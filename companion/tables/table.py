"""A table: one match while it is being played.

It judges what is declared, commits what is upheld, and only then tells anybody.
"""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import UTC, datetime
from typing import Any

from companion.metrics import METRICS
from companion.tables.keys import Authority, ProcessRight, SeatKey, key_hash, new_salt, no_right, speaker
from companion.tables.table_state import TableState, rematch_of
from companion.tables.taking_over import TakingOver
from models import Conflict, StoreError
from referee.core.journal import ACT, Correct, Declare, HouseRuling, Match, NoteAgain
from referee.core.values import GAME_MASTER, TABLE, Refused, Ruling

log = logging.getLogger("metsuke")

TRIES = 8
"""How often an act is judged again because another writer took its number."""


class Table(TableState):
    """One live match."""

    async def take_up(self) -> None:
        """Resume where the journal ends: draw what is to be drawn by lot, and wait for a timed answer."""
        async with self.lock:
            parts = await self.run(self.backend.store.entered_parts.of)
            if parts and self.record.status == "lobby":
                self.taking_over = TakingOver(self.record, parts)
            self.pauses = await self.run(self.backend.store.pauses.of)
            self.rematch = await rematch_of(self.backend, self.record)
            if self.backend.shared:
                self.changes = -1
                await self.read()  # notifications since the journal was read found no table here
            await self.watch()
        await self.draw()

    async def draw(self) -> None:
        """Declare for the table what the app draws by lot when a match begins, unless it has been drawn."""
        match = self.match
        draw = None if match is None else match.game.EXTRAS.drawing.opening
        if draw is not None and (move := draw(match, self.backend.random)) is not None:
            await self.act(ProcessRight(), Declare(seat=TABLE, move=move))

    async def act(self, authority: Authority, act: Any) -> Ruling:
        """Judge an act of the actor of `authority`, commit it if upheld, then tell the phones.

        It is refused (METSUKE-1.1) if that right is no longer valid when the lock is held.
        """
        begun, act = time.perf_counter(), _salted(act)
        async with self.lock:
            before = self.match
            if not self.backend.news.hearing:
                await self.read()
            ruling = await self._not_now(authority, act)
            if ruling is None:
                ruling = await self._judge(authority, act)
                METRICS.declarations["upheld" if ruling.upheld else "refused"] += 1
            moved = self.match is not before
        if moved:  # also if another writer was faster, and this act is refused
            await self.prepare()
            if ruling.upheld and not self._declared:
                self._declared = begun
            self.publish()
        return ruling

    async def _not_now(self, authority: Authority, act: Any) -> Ruling | None:
        """Return the ruling on an act that must not be judged now, or None."""
        actor = speaker(authority)
        if not self.may_act(authority):
            return Ruling.refusal(no_right())
        if self.paused and actor != GAME_MASTER:
            return Ruling.refusal(Refused("METSUKE-1.5", "table_screen.paused", firm=True))
        return await self.answering.keep(actor, act)

    async def _judge(self, authority: Authority, act: Any, answers: int | None = None) -> Ruling:
        """Judge an act and commit it if upheld; repeat while other writers are faster.

        A kept answer (`answers`) is deleted in the transaction that adds its entry, so that only one process judges it,
        once.
        """
        actor = speaker(authority)
        for _ in range(TRIES):
            if not self.may_act(authority):
                return Ruling.refusal(no_right())
            match = self.match
            wait = self.answering.wait
            if answers is not None and (wait is None or wait.number != answers):
                break
            if match is None or self.record.status == "closed":
                return Ruling.refusal(Refused("METSUKE-1.5", "table.not_running", firm=True))
            fill = match.game.EXTRAS.drawing.fill
            after, ruling = match.act(actor, act if fill is None else fill(match, act, self.backend.random))
            if after is match:
                return ruling
            if await self.commit(match, after, answers, authority):
                self.match = after
                await self._learn(match, after)
                await self.watch()
                return ruling
            await self.read()
        return Ruling.refusal(Refused("METSUKE-1.6", "table.busy", firm=True))

    async def answer(self) -> None:
        """Judge the answer that was chosen early, if its wait is over."""
        async with self.lock:
            kept = await self.answering.due()
            if kept is None:
                return
            # The chooser had the right to it when it was kept.
            await self._judge(ProcessRight(kept.actor), ACT.validate_python(dict(kept.act)), kept.number)
            await self.answering.drop(kept.number)
        await self.prepare()
        self.publish()

    async def commit(
        self, before: Match, after: Match, answers: int | None = None, authority: Authority | None = None
    ) -> bool:
        """Append the last entry durably, in one transaction with the match's end and the deletion of the kept answer.

        Where other processes may free seats, it is written only if the key of `authority` still opens its seat in the
        database. Return False if it does not, or if another writer took the number.
        """
        entry = after.entries[-1]
        ended = after.result
        change: dict[str, Any] = {"status": "running"} if self.record.status == "lobby" else {}
        if ended != before.result:
            status = "running" if ended is None else "ended"
            change = {"status": status, "result": None if ended is None else ended.model_dump(mode="json")}
        at, act = self.backend.clock(), entry.act.model_dump(mode="json")
        writing = self.backend.begin(
            self.backend.store.journals.append,
            self.record.id,
            entry.number,
            entry.actor,
            act,
            at,
            answers=answers,
            holder=(authority.seat, key_hash(authority.key)) if isinstance(authority, SeatKey) else None,
            **change,
        )
        await asyncio.sleep(0)  # the writing thread gets its turn, and soon waits for the disk
        await self.views.foresee(after)
        try:
            await writing
        except Conflict:
            return False
        finally:
            if writing.cancelled() or writing.exception() is not None:
                self.views.forget_foreseen()
        self.answering.note(entry.number, at)
        self.chain.append(entry.number, entry.actor, act, at)
        if change:
            self.backend.ended += ended != before.result
            await self.reload()
        return True

    async def _learn(self, before: Match, after: Match) -> None:
        """Remember what the players said of their copy of the game during the match."""
        options = after.state.options
        if options is before.state.options:
            return
        try:
            await self.backend.boxes.learn(self.record.game, options.model_dump(mode="json"))
        except StoreError:  # the entry itself is kept, and the copy is asked about again next time
            log.error("the database did not take what was learnt of a box")

    async def pause(self, on: bool, authority: Authority) -> None:
        """Pause or resume play, and record that. Raises `Refused` without the right of a game master who may rule."""
        async with self.changing(lambda: speaker(authority) == GAME_MASTER and self.may_act(authority)):
            number = 0 if self.match is None else self.match.number
            await self.run(self.backend.store.pauses.note, number, on, self.backend.clock())

    async def close(self, authority: Authority) -> None:
        """Close an unfinished match. Raises `Refused` without the host's or the game master's right."""
        async with self.changing(lambda: self.runs(authority)):
            if self.record.status in ("lobby", "running"):
                await self.run(self.backend.store.matches.set_status, "closed", datetime.now(UTC))


def _salted(act: Any) -> Any:
    """Give a declared move a salt, so that a secret one can be committed to."""
    if isinstance(act, Declare | HouseRuling | Correct | NoteAgain) and act.move is not None:
        return act.model_copy(update={"salt": new_salt()})
    return act
