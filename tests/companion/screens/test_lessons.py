"""What a first game is told in each phase: there for whatever is asked, put away for good, and no secret's echo."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from companion.contract.offered import ui_of
from companion.games.table.lessons import WAIT
from companion.games.table.table_screen import TableScreen
from companion.i18n import languages, translator
from companion.phones.device_storage import DeviceStorage, loads, put_away
from referee.check.player import any_match, following
from referee.core.games import GAMES
from referee.core.journal import Declare
from referee.core.values import TABLE
from tests.own_games import OWN_GAMES
from tests.shares import count
from tests.wire.hall import hall

CARDS = tuple(game for game in OWN_GAMES if game != "scorpion")


def screen_of(game: str) -> TableScreen[Any]:
    from importlib import import_module

    return import_module(GAMES[game].SCREENS + ".screen").SCREEN  # type: ignore[no-any-return]


def musts(game: str, depth: str, seeds: range) -> set[str]:
    """Return what seats were asked and had to answer in some random matches."""
    found: set[str] = set()
    for seed in seeds:
        random, often = Random(seed), dict[tuple[str, str], int]()
        match = any_match(GAMES[game], random, {**ui_of(game).suggested, "depth": depth})
        for _ in range(250):
            one = None if match.result is not None else following(match, random, often)  # type: ignore[arg-type]
            if one is None:
                break
            often[one.seat, one.move["type"]] = often.get((one.seat, one.move["type"]), 0) + 1
            asked = (p for seat in match.seats for p in match.prompts(seat.seat) if p.seat in (seat.seat, TABLE))
            found |= {p.ask.partition(".ask.")[2] for p in asked if p.must}
            match, _ruling = match.act(one.seat, Declare(seat=one.seat, move=one.move))
    return found


@pytest.mark.soak
@pytest.mark.parametrize("depth", ["plays", "scores"])
@pytest.mark.parametrize("game", CARDS)
def test_whatever_must_be_answered_is_explained(game: str, depth: str) -> None:
    unexplained = musts(game, depth, range(count("LESSONS"))) - set(screen_of(game).lessons)
    assert not unexplained


@pytest.mark.parametrize("game", OWN_GAMES)
def test_every_lesson_has_its_words_in_each_language_and_its_rule(game: str) -> None:
    known = screen_of(game).lessons
    assert known
    for key, clause in known.items():
        assert clause in {each.id for each in GAMES[game].CLAUSES}, key
        for language in languages():
            t = translator(language)
            assert t.has(f"{game.replace('-', '_')}.screen.teach.{key}"), key
    if game in CARDS:
        assert WAIT in known


def test_what_was_put_away_is_kept_by_the_phone_and_a_strange_text_is_not() -> None:
    kept = DeviceStorage(learnt=put_away((), "giryaku.turn", "giryaku.wait", "giryaku.turn"))
    assert kept.learnt == ("giryaku.turn", "giryaku.wait")
    assert loads(kept.dumps()).learnt == kept.learnt
    assert loads('{"learnt": [1, null, {"a": 2}, "x"]}').learnt == ("x",)
    assert loads('{"learnt": "x"}').learnt == ()
    assert len(loads(DeviceStorage(learnt=tuple(map(str, range(1000)))).dumps()).learnt) <= 200


def test_what_was_done_once_is_said_no_more_and_waiting_after_the_second_thing() -> None:
    async def run() -> None:
        async with hall() as room:
            table, keys = await room.begun(3, game="shinobi-school")
            phone = await room.phone(table, {table.players[0].seat: keys[table.players[0].seat]})
            await phone.wait_for("Rules")
            (mine,) = room.host.phones
            t = mine.look.t
            first = t("shinobi_school.screen.teach.confirm_deal")
            await phone.wait_for(first)
            await phone.tap(t("table_screen.learnt"))
            await phone.wait_for(lambda: first not in " ".join(phone.texts()), "its end")
            assert mine.storage.learnt == ("shinobi-school.confirm_deal",)
            mine.actions.settings.teach(False)
            mine.actions.settings.teach(True)
            await phone.wait_for(first)
            mine.has_learnt("shinobi-school", ("confirm_deal",))
            assert mine.storage.learnt == ("shinobi-school.confirm_deal",)
            mine.has_learnt("shinobi-school", ("lay_earth",))
            assert mine.storage.learnt[-2:] == ("shinobi-school.lay_earth", "shinobi-school.wait")
            await room.quiet()
            assert loads(phone.remembers["metsuke.pocket"]).learnt[0] == "shinobi-school.confirm_deal"

    asyncio.run(run())
