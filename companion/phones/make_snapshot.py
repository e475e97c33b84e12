"""Making snapshots: from what a phone looks at to what it may show; and jobs made for one phone.

This is the only place where snapshots are made. Transport and screens never decide what is secret. A covered phone's
snapshot is made of the public view; its own secrets enter only while its cover is open.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, Literal, TypeVar

from companion.contract.game_ui import ui_of
from companion.contract.snapshot import (
    DemonstrationInfo,
    MatchInfo,
    OwnNote,
    PauseLine,
    Rematch,
    Screen,
    SeatInfo,
    Snapshot,
    TakeOverState,
)
from companion.jobs import Jobs, Progress
from companion.jobs.jobs import SECONDS
from companion.phones.device_storage import HOST, followed
from companion.phones.phone_state import PhoneState
from companion.tables.demonstration import Demonstration
from companion.tables.seats import agreeing
from companion.tables.table import Table
from companion.tables.table_state import asked_by
from companion.tables.taking_over import TakingOver
from companion.tables.views import Views
from models import SeatRecord
from referee.core.journal import LogLine, Match
from referee.core.journal.noting_again import parts_of, says
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Refused, Ruling

PAGES: frozenset[Screen] = frozenset({"person", "game", "archive", "owner"})
"""The screens with statistics or about the owner, outside a match."""
REFUSED_PRIVATELY = Ruling.refusal(Refused("", "app.refused_privately", private=True))
"""What a covered phone shows instead of a refusal that rests on a secret."""


def make_snapshot(phone: PhoneState) -> Snapshot:
    """Return what `phone` may show now, without changing anything."""
    where, table, screen = phone.where, phone.table, phone.screen
    shared: dict[str, Any] = {
        "clause": where.clause,
        "rules_game": where.rules_game,
        "notice": where.notice,
        "notice_params": where.notice_params,
        "tap_to_open": phone.storage.tap_to_open,
        "aloud": phone.storage.aloud,
        "announce": phone.storage.announce,
        "turn": phone.storage.turn,
        "outside": screen == "home" and phone.host.from_outside(),
        "hosted": screen in ("home", "settings") and bool(phone.host.addresses()),
        "teach": phone.storage.teach,
        "learnt": phone.storage.learnt,
        "text_size": phone.storage.scale,
        "brightness": phone.storage.mode,
        "back": where.back,
    }
    if table is None:
        return Snapshot(
            screen=screen,
            home=tuple(card for card in phone.home if card.code not in phone.storage.away),
            more=phone.more if screen == "home" else 0,
            search=where.home_search if screen == "home" else "",
            totals=phone.totals,
            history=phone.history if screen == "history" else None,
            page=phone.opened if screen in PAGES else None,
            draft=phone.draft if screen == "new" else None,
            editor=phone.workshop.desk if phone.workshop is not None and screen == "editor" else None,
            boards=phone.boards if screen in ("boards", "new") else (),
            **shared,
        )
    mine = phone.my_seats()
    shared |= {
        "screen": screen,
        "role": where.role,
        "sound": phone.storage.sound and where.role == "display",
        "voice": phone.storage.voice if where.role == "display" else "off",
        "volume": phone.storage.volume,
        "lately": lately(phone, table),
        "match": match_info(table, mine, phone.is_game_master(), phone.host.demonstration),
        "host": phone.is_host(),
        "my_seats": mine,
        "curtain": phone.curtain,
        "curtain_problem": where.curtain_problem,
        "carried": where.carried if where.carried and phone.may_take_carried() else (),
        "page": phone.opened if screen == "keeping" else None,
        "rewritten": phone.rewritten,
    }
    if screen == "lobby":
        addresses = phone.host.addresses(table.code)
        shared |= {"addresses": addresses, "qr_png": phone.host.qr_of(table.code)}
    if table.taking_over is not None:
        shared |= _take_over(phone, table, table.taking_over)
    if table.match is None or (where.role == "guest" and table.match.result is None) or phone.curtain:
        return Snapshot(**({"viewer": ""} | shared))
    return Snapshot(**shared, **_play(phone, table, table.match))


def _take_over(phone: PhoneState, table: Table, taking_over: TakingOver) -> dict[str, Any]:
    """Return what a phone may know of a position while it is entered; its own part only while its cover is open."""
    me = phone.viewer
    standing = taking_over.standing()
    open_now = phone.uncovered and phone.where.role == "seat"
    wrong = taking_over.problem(me) if open_now else None
    state = TakeOverState(
        options=taking_over.options,
        table=taking_over.entered(TABLE),
        own=taking_over.entered(me) if open_now else None,
        own_problem=Ruling.refusal(wrong) if wrong is not None else None,
        missing=standing.missing,
        unfit=standing.unfit,
        problem=Ruling.refusal(standing.problem) if standing.problem is not None else None,
        unchecked=standing.unchecked,
        whole=standing.whole,
    )
    return {"viewer": me, "held": phone.held if open_now else "covered", "taking_over": state}


def _play(phone: PhoneState, table: Table, match: Match) -> dict[str, Any]:
    where = phone.where
    me, screen = phone.viewer, phone.screen
    ended = match.result is not None
    open_now = phone.uncovered
    through = me if open_now or ended else PUBLIC
    views = table.views.of(match)
    refusal, refused_move = where.refusal, where.refused_move
    if refusal is not None and refusal.private and not open_now:
        refusal, refused_move = REFUSED_PRIVATELY, None
    corrects = screen == "log" and where.role == "seat" and not ended
    wait = table.answering.wait
    log_through = GAME_MASTER if ended or (open_now and me == GAME_MASTER) else PUBLIC
    return {
        "viewer": me,
        "view": views.view(through, me),
        "prompts": views.prompts(through),
        "early_offers": views.early_offers(me) if open_now and where.role == "seat" and not ended else (),
        "held": phone.held if open_now else "covered",
        "closing": phone.closing if open_now else 0,
        "refusal": refusal,
        "refused_move": refused_move,
        "mendings": where.mendings if open_now and refusal is not None else (),
        "notes": own_notes(views, where.noting, me) if open_now and where.role == "seat" and not ended else None,
        "noting": where.noting or 0,
        "correctable": views.correctable() if corrects else frozenset(),
        "wrong": views.entry(where.correcting) if corrects else None,
        "entering": where.entering if open_now else (),
        "foreseen": phone.foresight.found(me, where.entering, views.view(me, me)) if open_now and not ended else None,
        "wait_until": wait.until.timestamp() if wait is not None else 0.0,
        "wait_s": wait.seconds if wait is not None else 0,
        "chosen": open_now and table.answering.chosen_by(me),
        # A covered phone may lie on the table: its offers must reveal no more than everybody knows.
        "undo": match.may_undo(me, None if open_now else PUBLIC) if me != PUBLIC else None,
        "redo": match.may_redo(me, None if open_now else PUBLIC) if me != PUBLIC else None,
        "log": match.log(log_through) if screen == "log" or me == GAME_MASTER else (),
        "counts": tuple((line, tuple(at.items())) for line, at in match.counts(log_through)) if screen == "log" else (),
        "pauses": pauses_of(table, log_through) if screen == "log" else (),
        "followed": followed(phone.journal, table.chain, match) if ended or screen == "log" else None,
        "proof": proof_of(match) if ended else None,
        "rematch": rematch_info(phone, table) if ended else None,
        "findings": views.findings() if ended else (),
        "changed": views.changed() if ended else (),
        "replay": table.looking_back.replay if ended else (),
        "analysis": table.looking_back.analysis if ended else None,
        "analysing": table.looking_back.done if ended and match.game.EXTRAS.review.analysis is not None else None,
        "differences": where.differences if open_now and me == GAME_MASTER else (),
        "relearnt": where.relearnt if open_now and me == GAME_MASTER else (),
    }


def own_notes(views: Views, noting: int | None, me: str) -> tuple[OwnNote, ...] | None:
    """Return a seat's secret notes and, for the note in line `noting`, the values that each part could have.

    None while no notes are shown, and before the match has begun.
    """
    match = views.match
    if noting is None or match is None:
        return None
    every = views.notes(me)
    parts = {note.line: parts_of(match, note) for note in every if note.line == noting}
    return tuple(
        OwnNote(note.line, note.move.model_dump(mode="json"), says(note.move), parts.get(note.line, ()))
        for note in every
    )


def rematch_info(phone: PhoneState, table: Table) -> Rematch | None:
    """Return the state of the rematch, and what this phone may answer."""
    after = table.rematch
    if after is None:
        return None
    ui, keys = ui_of(after.game), phone.storage.keys.get(after.code, {})
    named = after.options.get(ui.starter) if ui.starter else None
    first = after.players[0].seat if ui.first_starts else ""
    come = tuple(each.seat for each in after.players if each.claimed is not None)
    mine: Literal["none", "asked", "come", "declined"] = "none"
    if phone.where.declined == after.code:
        mine = "declined"
    elif seats := (*phone.my_seats(), *((GAME_MASTER,) if phone.is_game_master() else ())):
        mine = "come" if all(seat in keys for seat in seats) else "asked"
    return Rematch(
        asked_by=asked_by(after),
        starter=named if isinstance(named, str) else first,
        come=come,
        gone=tuple(each.seat for each in after.players if each.key_hash is None),
        begun=after.status == "running",
        mine=mine,
        host=HOST in keys,
    )


def lately(phone: PhoneState, table: Table) -> tuple[LogLine, ...]:
    """Return the newest public log line, for a display that speaks or a phone that announces changes."""
    storage, role = phone.storage, phone.where.role
    wants = storage.voice != "off" if role == "display" else role != "guest" and storage.announce != "turn"
    return tuple(table.match.log(PUBLIC)[-1:]) if wants and table.match is not None else ()


def pauses_of(table: Table, viewer: str) -> tuple[PauseLine, ...]:
    """Return when the game master paused and resumed play, by the lines of a viewer's log."""
    match = table.match
    after = (0 if match is None else match.lines_until(viewer, each.after) for each in table.pauses)
    return tuple(PauseLine(n, each.paused, clock(each.at)) for n, each in zip(after, table.pauses, strict=True))


def proof_of(match: Match) -> tuple[int, int]:
    """Return how many secret declarations match their commitments, and how many there are."""
    opened = match.reveal()
    return sum(o.holds for o in opened), len(opened)


def match_info(table: Table, mine: tuple[str, ...], game_master: bool, shown: Demonstration | None = None) -> MatchInfo:
    """Return a match as everybody at the table sees it, for a phone that holds these seats."""
    record = table.record
    gm = table.seat(GAME_MASTER)
    return MatchInfo(
        code=record.code,
        game=record.game,
        depth=record.options.get("depth", "plays"),
        options=record.options,
        status=record.status,
        seats=tuple(_seat(table, seat, seat.seat in mine) for seat in table.players),
        started=clock(record.started or record.created),
        game_master=record.game_master,
        paused=table.paused,
        gm=_seat(table, gm, game_master) if gm is not None else None,
        demonstration=DemonstrationInfo(shown.paused, shown.pace, tuple(sorted(shown.people)))
        if shown is not None and shown.table is table
        else None,
    )


def _seat(table: Table, seat: SeatRecord, mine: bool) -> SeatInfo:
    pin = seat.pin_hash is not None
    if seat.key_hash is None:
        return SeatInfo(seat.seat, seat.name, mine=mine, pin=pin)
    presence, away = table.attendance.of(seat.seat)
    return SeatInfo(seat.seat, seat.name, presence, away, mine, pin, agreeing(table, seat))


@lru_cache(maxsize=256)
def clock(moment: datetime) -> str:
    return moment.astimezone().strftime("%H:%M")


R = TypeVar("R")

SOON: Final = 0.4
"""Seconds after which a phone says that something is being made: faster jobs need no message."""
BEING_MADE: Final = "app.being_made"


class SnapshotJobs:
    """The jobs of one phone. `refresh` draws it again."""

    def __init__(self, phone: PhoneState, refresh: Callable[[], None]) -> None:
        self._phone = phone
        self._refresh = refresh
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(
        self,
        jobs: Jobs,
        kind: str,
        work: Callable[..., R],
        *args: Any,
        seconds: float = SECONDS,
        progress: Progress | None = None,
    ) -> R:
        """Run a job for this phone; see `Jobs.run`. Without `progress` the phone shows that something is being made."""
        with self._ended_with_the_phone(), self._said() if progress is None else contextlib.nullcontext():
            return await jobs.run(kind, work, *args, seconds=seconds, progress=progress)

    @contextlib.contextmanager
    def _ended_with_the_phone(self) -> Iterator[None]:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    @contextlib.contextmanager
    def _said(self) -> Iterator[None]:
        late = asyncio.get_running_loop().call_later(SOON, self._say)
        try:
            yield
        finally:
            late.cancel()
            where = self._phone.where
            if where.notice == BEING_MADE and len(self._tasks) == 1:
                where.notice, where.notice_params = "", {}
                self._refresh()

    def _say(self) -> None:
        self._phone.where.notice, self._phone.where.notice_params = BEING_MADE, {}
        self._refresh()

    def stop(self) -> None:
        """End the jobs of this phone, which has gone."""
        for task in tuple(self._tasks):
            task.cancel()
