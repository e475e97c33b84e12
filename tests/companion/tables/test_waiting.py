"""The wait before a listen is answered: its schedule knows no secret, and an answer that came early is kept."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.phones import seats
from companion.phones.actions import PhoneActions
from companion.phones.phone_state import Location
from companion.phones.session import Phone
from companion.tables.answering import CHOSEN, KEPT, TOO_EARLY, Wait, asked
from companion.tables.keys import ProcessRight
from companion.tables.seats import sit, start
from companion.tables.table import Table
from companion.tables.tables import Tables
from referee.core.journal import Declare, HouseRuling, Redo, Undo
from referee.core.values import GAME_MASTER, PUBLIC, Ruling
from tests.companion.screens.stage import EN, JA
from tests.companion.tables.listens import KINDS, START, Clock, Listen, heard_at, listen, opened

pytestmark = pytest.mark.clause("SCORPION-12.9")
WAIT = 6


def evening(folder: Path, play: Callable[[Tables, Clock], Awaitable[None]], clock: Clock | None = None) -> None:
    """Run what happens on a host."""

    async def run() -> None:
        at = clock or Clock()
        here = opened(folder, at)
        try:
            await play(here, at)
        finally:
            here.close()

    asyncio.run(run())


def cat(use: bool, asked_for: Listen) -> Declare:
    """Return the Traitor's answer."""
    return Declare(seat=asked_for.answers, move={"type": "answer_cat", "use": use})


async def say(table: Table, asked_for: Listen, use: bool) -> Ruling:
    """Let the Traitor's player choose."""
    return await table.act(ProcessRight(asked_for.answers), cat(use, asked_for))


def public(table: Table) -> Any:
    """Return all that everybody may know of a table."""
    assert table.match is not None
    match = table.match
    return match.view(PUBLIC), match.prompts(PUBLIC), match.log(PUBLIC), match.commitments(), match.number


# The schedule


def test_a_wait_ends_when_its_seconds_have_passed() -> None:
    wait = Wait(7, START, WAIT)
    assert wait.until == START + timedelta(seconds=WAIT)
    assert [wait.left(START + timedelta(seconds=n)) for n in (0, 2.5, 6, 99)] == [6, 3.5, 0, 0]


def test_a_clock_that_was_set_back_makes_no_wait_longer() -> None:
    assert Wait(7, START, WAIT).left(START - timedelta(hours=1)) == WAIT


@pytest.mark.parametrize(("held", "heard"), KINDS)
def test_every_listen_is_waited_for_alike(tmp_path: Path, held: bool, heard: bool) -> None:
    case = listen(held=held, heard=heard)

    async def play(here: Tables, clock: Clock) -> None:
        table = await heard_at(here, clock, case)
        assert table.match is not None
        assert asked(table.match) == len(case.moves)
        assert table.answering.wait == Wait(len(case.moves), clock.now, WAIT)

    evening(tmp_path, play)


def test_between_listens_nothing_is_waited_for(tmp_path: Path) -> None:
    case = listen(held=True, heard=False)

    async def play(here: Tables, clock: Clock) -> None:
        table, _ = await here.open("scorpion", {}, case.seats)
        await start(table, ProcessRight())
        for seat, move in case.moves[:-1]:
            if (await table.act(ProcessRight(seat), Declare(seat=seat, move=move))).reason == KEPT:
                clock.pass_(WAIT)
                await table.answer()
            assert table.match is not None
            assert (table.answering.wait is None) == (asked(table.match) is None)

    evening(tmp_path, play)


def test_the_table_chooses_how_long_it_waits(tmp_path: Path) -> None:
    case = listen(held=True, heard=True)

    async def play(here: Tables, clock: Clock) -> None:
        table = await heard_at(here, clock, case, cat_wait_s=30)
        assert table.match is not None
        assert table.answering.wait is not None
        assert table.answering.wait.seconds == 30
        await say(table, case, False)
        clock.pass_(29)
        await table.answer()
        assert asked(table.match) is not None
        clock.pass_(1)
        await table.answer()
        assert asked(table.match) is None

    evening(tmp_path, play)


# Early and late answers


@pytest.mark.parametrize(("held", "heard"), KINDS)
def test_an_early_answer_is_told_when_the_time_is_up_and_not_before(tmp_path: Path, held: bool, heard: bool) -> None:
    case = listen(held=held, heard=heard)

    async def play(here: Tables, clock: Clock) -> None:
        told: list[str] = []
        table = await heard_at(here, clock, case)
        here.news.listen(told.append)
        before = public(table)
        for seconds in (0.2, 3, 2.7):
            clock.pass_(seconds)
            await say(table, case, held)
            await table.answer()
            assert public(table) == before
            assert told == []
        clock.pass_(0.2)
        await table.answer()
        assert told == [table.code]
        assert table.match is not None
        assert table.match.number == before[-1] + 1
        assert table.answering.wait is None
        (row,) = here.store.journals.entries(table.record.id, before[-1])
        assert row.at == clock.now

    evening(tmp_path, play)


@pytest.mark.parametrize(("held", "heard"), KINDS)
def test_a_late_answer_is_told_at_once(tmp_path: Path, held: bool, heard: bool) -> None:
    case = listen(held=held, heard=heard)

    async def play(here: Tables, clock: Clock) -> None:
        table = await heard_at(here, clock, case)
        before = public(table)
        clock.pass_(WAIT)
        await table.answer()
        assert public(table) == before
        clock.pass_(20)
        assert (await say(table, case, False)).upheld
        assert table.match is not None
        assert asked(table.match) is None

    evening(tmp_path, play)


def test_the_alarm_is_set_for_the_end_of_the_wait_whether_anything_is_kept_or_not(tmp_path: Path) -> None:
    async def play(here: Tables, clock: Clock) -> None:
        for held, heard in KINDS:
            case = listen(held=held, heard=heard)
            table = await heard_at(here, clock, case)
            alarm = table.answering._alarm
            if heard:
                await say(table, case, False)
            assert table.answering._alarm is alarm
            assert alarm is not None
            assert table.answering.wait == Wait(len(case.moves), clock.now, WAIT)

    evening(tmp_path, play)


def test_a_card_that_is_not_there_is_refused_to_its_owner_alone_and_the_wait_goes_on(tmp_path: Path) -> None:
    case = listen(held=False, heard=True)

    async def play(here: Tables, clock: Clock) -> None:
        table = await heard_at(here, clock, case)
        before = public(table)
        ruling = await say(table, case, True)
        assert not ruling.upheld
        assert ruling.private
        assert table.answering.kept is None
        assert public(table) == before
        assert (await say(table, case, False)).reason == KEPT

    evening(tmp_path, play)


def test_the_first_choice_stands(tmp_path: Path) -> None:
    case = listen(held=True, heard=True)

    async def play(here: Tables, clock: Clock) -> None:
        table = await heard_at(here, clock, case)
        assert (await say(table, case, True)).reason == KEPT
        assert (await say(table, case, False)).reason == CHOSEN
        assert (await table.act(ProcessRight(GAME_MASTER), cat(False, case))).reason == CHOSEN
        clock.pass_(WAIT)
        assert (await say(table, case, False)).reason == CHOSEN
        await table.answer()
        assert table.match is not None
        assert any(notice.message == "scorpion.cat_played" for notice in table.match.rulings[-1].notices)

    evening(tmp_path, play)


@pytest.mark.parametrize("act", ["declare", "house_ruling"])
def test_the_game_master_waits_too(tmp_path: Path, act: str) -> None:
    case = listen(held=True, heard=False)

    async def play(here: Tables, clock: Clock) -> None:
        table = await heard_at(here, clock, case)
        before = public(table)
        move = {"type": "answer_cat", "use": False}
        said = HouseRuling(seat=case.answers, move=move) if act == "house_ruling" else cat(False, case)
        assert (await table.act(ProcessRight(GAME_MASTER), said)).reason == KEPT
        assert public(table) == before
        clock.pass_(WAIT)
        await table.answer()
        assert table.match is not None
        assert asked(table.match) is None
        assert table.match.entries[-1].actor == GAME_MASTER

    evening(tmp_path, play)


def test_no_house_ruling_of_a_seat_answers_early(tmp_path: Path) -> None:
    case = listen(held=True, heard=False)

    async def play(here: Tables, clock: Clock) -> None:
        table = await heard_at(here, clock, case)
        said = HouseRuling(seat=case.answers, move={"type": "answer_cat", "use": False})
        assert (await table.act(ProcessRight("guards"), said)).reason == TOO_EARLY
        assert (await table.act(ProcessRight(case.answers), said)).reason == TOO_EARLY
        assert table.match is not None
        assert table.match.number == len(case.moves)

    evening(tmp_path, play)


def test_a_listen_that_is_taken_back_takes_the_kept_answer_along(tmp_path: Path) -> None:
    case = listen(held=True, heard=False)

    async def play(here: Tables, clock: Clock) -> None:
        table = await heard_at(here, clock, case)
        await say(table, case, True)
        clock.pass_(2)
        assert (await table.act(ProcessRight(GAME_MASTER), Undo())).upheld
        assert (table.answering.wait, table.answering.kept) == (None, None)
        clock.pass_(1)
        assert (await table.act(ProcessRight(GAME_MASTER), Redo())).upheld
        assert table.answering.wait == Wait(len(case.moves) + 2, clock.now, WAIT)
        assert table.answering.kept is None
        clock.pass_(WAIT)
        await table.answer()
        assert table.match is not None
        assert asked(table.match) is not None

    evening(tmp_path, play)


def test_an_answer_that_is_taken_back_is_waited_for_anew(tmp_path: Path) -> None:
    case = listen(held=True, heard=True)

    async def play(here: Tables, clock: Clock) -> None:
        table = await heard_at(here, clock, case)
        clock.pass_(60)
        await say(table, case, False)
        await table.act(ProcessRight(GAME_MASTER), Undo())
        assert table.answering.wait == Wait(len(case.moves) + 2, clock.now, WAIT)
        assert (await say(table, case, True)).reason == KEPT

    evening(tmp_path, play)


# Restarts


@pytest.mark.parametrize("away", [1, WAIT - 1, 3600])
def test_a_restart_loses_no_answer_and_tells_none_early(tmp_path: Path, away: int) -> None:
    case, clock = listen(held=True, heard=True), Clock()
    codes: list[str] = []
    began: list[datetime] = []

    async def first(here: Tables, clock: Clock) -> None:
        table = await heard_at(here, clock, case)
        codes.append(table.code)
        began.append(clock.now)
        assert (await say(table, case, True)).reason == KEPT

    async def second(here: Tables, clock: Clock) -> None:
        clock.pass_(away)
        table = await here.table(codes[0])
        assert table is not None
        if away < WAIT:
            assert table.answering.wait == Wait(len(case.moves), began[0], WAIT)
            assert table.answering.chosen_by(case.answers)
            assert not table.answering.chosen_by("guards")
        await table.answer()
        assert table.match is not None
        assert (asked(table.match) is None) == (away >= WAIT)
        clock.pass_(WAIT)
        await table.answer()
        assert asked(table.match) is None
        assert here.store.kept_acts.get(table.record.id) is None

    evening(tmp_path, first, clock)
    evening(tmp_path, second, clock)


def test_the_salt_of_a_kept_answer_is_the_one_it_was_chosen_with(tmp_path: Path) -> None:
    case = listen(held=True, heard=True)

    async def play(here: Tables, clock: Clock) -> None:
        table = await heard_at(here, clock, case)
        await say(table, case, True)
        kept = here.store.kept_acts.get(table.record.id)
        assert kept is not None
        clock.pass_(WAIT)
        await table.answer()
        assert table.match is not None
        assert table.match.entries[-1].act.model_dump(mode="json") == kept.act

    evening(tmp_path, play)


# Phones


async def one_phone(here: Tables, table: Table, looks: str) -> Phone:
    """Return a phone that holds every seat of a table and looks through one of them."""
    page: Any = SimpleNamespace(session=SimpleNamespace(connection=None), client_ip="")
    phone = Phone(SimpleNamespace(tables=here, language="en"), page, PhoneActions)  # type: ignore[arg-type]
    phone.table = table
    phone.where = Location(screen="play", code=table.code, role="seat", seat=looks, lifted=(looks, None))
    for seat in table.players:
        key = await sit(table, seat.seat)
        phone.storage = phone.storage.with_key(table.code, seat.seat, key or "")
    return phone


@pytest.mark.parametrize(("held", "heard"), KINDS)
def test_one_phone_is_handed_on_when_the_answer_is_told_and_not_when_it_is_chosen(
    tmp_path: Path, held: bool, heard: bool
) -> None:
    case = listen(held=held, heard=heard)

    async def play(here: Tables, clock: Clock) -> None:
        table = await heard_at(here, clock, case)
        phone = await one_phone(here, table, case.answers)
        here.news.listen(lambda _: seats.match_changed(phone))
        phone.actions.match.declare({"type": "answer_cat", "use": held})
        await asyncio.gather(*phone._tasks)
        assert table.answering.kept is not None
        assert phone.where.curtain == ""
        clock.pass_(WAIT)
        await table.answer()
        assert phone.where.curtain == "guards"

    evening(tmp_path, play)


def test_a_second_choice_is_refused_on_the_phone_that_tried(tmp_path: Path) -> None:
    case = listen(held=True, heard=True)

    async def play(here: Tables, clock: Clock) -> None:
        table = await heard_at(here, clock, case)
        phone = await one_phone(here, table, case.answers)
        for use in (True, False):
            phone.taps._asked_since = -math.inf
            phone.actions.match.declare({"type": "answer_cat", "use": use})
            await asyncio.gather(*phone._tasks)
        assert phone.where.refusal is not None
        assert phone.where.refusal.reason == CHOSEN

    evening(tmp_path, play)


def test_what_the_app_says_of_a_wait_has_words() -> None:
    for reason in (KEPT, CHOSEN, TOO_EARLY):
        assert EN.t(reason) != reason
        assert JA.t(reason) != EN.t(reason)
