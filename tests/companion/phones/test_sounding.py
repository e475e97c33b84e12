"""The display's sound: one mark more with every public answer, whatever the answer is, and on no other phone."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.scorpion.events import ANSWERS
from companion.i18n import ASSETS
from companion.phones.device_storage import loads
from companion.phones.page import TITLE, answers, title_of
from companion.ui.theme import make_look
from referee.core.values import PUBLIC
from referee.scorpion.state import State
from tests.companion.games.scorpion.guards.stage import played
from tests.companion.games.scorpion.intruders.stage import context, snap_of
from tests.companion.screens.stage import EN
from tests.shots.scenes import Still
from tests.shots.tree import drawn, names, press
from tests.wire.hall import hall


def snap(state: State, **more: Any) -> Any:
    return snap_of(state, PUBLIC, "covered", role="display", my_seats=(), **more)


def test_the_mark_rises_with_every_public_answer_and_with_nothing_else() -> None:
    told = 0
    for one in played(2, 3):
        titles = (title_of(make_look(), snap(state, sound=True)) for state in (one.before, one.ruling.state))
        before, after = (title.partition(" ♪")[2] for title in titles)
        fresh = one.ruling.state.record[len(one.before.record) :]
        assert (before != after) is any(event.kind in ANSWERS for event in fresh)
        told += before != after
    assert told > 20


@pytest.mark.clause("SCORPION-12.1")
def test_heard_and_nothing_sound_alike() -> None:
    rises: dict[str, set[int]] = {"heard": set(), "heard_nothing": set()}
    for seed in range(1, 4):
        for one in played(seed, 2):
            kinds = {e.kind for e in one.ruling.state.record[len(one.before.record) :]}
            snaps = (snap(state) for state in (one.before, one.ruling.state))
            before, after = map(answers, snaps)
            for kind in kinds & rises.keys():
                rises[kind].add(after - before)
    assert rises == {"heard": {1}, "heard_nothing": {1}}


def test_without_the_switch_the_title_tells_nothing() -> None:
    state = next(one.ruling.state for one in played(2, 3) if answers(snap(one.ruling.state)) > 3)
    assert title_of(make_look(), snap(state)) == TITLE
    assert title_of(make_look(), snap(state, sound=True)) != TITLE


def test_the_display_has_the_switch_and_says_how_it_stands() -> None:
    from companion.games.scorpion.screen import SCREEN
    from companion.games.table.table import display

    state = played(2, 3)[60].before
    for on, words in ((False, "Sound: off. Turn it on"), (True, "Sound: on. Turn it off")):
        still = Still()
        ctx = context(snap(state, sound=on), still, EN)
        press(drawn(lambda ctx=ctx: display(ctx, SCREEN)), words)
        assert still.told == [("sound", (not on,), {})]
    guards = context(replace(snap(state), role="gm"), Still(), EN)
    assert not any(name.startswith("Sound") for name in names(drawn(lambda: display(guards, SCREEN))))


def test_only_a_display_can_be_switched_on_and_its_page_is_told() -> None:
    async def run() -> None:
        async with hall() as room:
            table, keys = await room.begun(2, game="scorpion")
            player = await room.phone(table, {table.players[0].seat: keys[table.players[0].seat]})
            board = await room.phone(table, display=True)
            await board.tap("Sound: off. Turn it on")
            await board.wait_for(lambda: board.mirror.page["title"] == f"{TITLE} ♪0", "its mark")
            for phone in tuple(room.host.phones):
                if phone.where.role == "seat":
                    phone.actions.settings.sound(True)
            await room.quiet()
            assert player.mirror.page["title"].removeprefix("● Your turn. ") == TITLE
            await board.tap("Sound: on. Turn it off")
            await board.wait_for(lambda: board.mirror.page["title"] == TITLE, "no mark any more")

    asyncio.run(run())


def test_a_display_that_is_reloaded_still_plays_and_the_same_browser_at_a_seat_does_not() -> None:
    async def run() -> None:
        async with hall() as room:
            table, keys = await room.begun(2, game="scorpion")
            board = await room.phone(table, display=True)
            await board.tap("Sound: off. Turn it on")
            await board.wait_for("Sound: on. Turn it off")
            await room.quiet()
            await board.reload()
            await board.wait_for(lambda: board.mirror.page.get("title") == f"{TITLE} ♪0", "its mark, without a tap")
            (kept,) = board.remembers.values()
            seat = table.players[0].seat
            held = loads(kept).with_key(table.code, seat, keys[seat])
            player = await room.phone(table, {seat: keys[seat]})
            player.remembers["metsuke.storage"] = held.dumps()
            await player.reload()
            await player.wait_for("Rules")
            await player.wait_for(lambda: player.mirror.page.get("title", "") != "", "a title")
            await room.quiet()
            assert [p.where.role for p in room.host.phones if p.storage == held] == ["seat"]
            assert player.mirror.page["title"].removeprefix("● Your turn. ") == TITLE

    asyncio.run(run())


def test_the_page_script_asks_for_nothing_from_outside() -> None:
    script = Path(ASSETS / "web" / "chime.js").read_text("utf-8")
    assert "♪" in script
    assert not any(word in script for word in ("fetch(", "http", "import ", "new Audio(", "XMLHttpRequest"))
