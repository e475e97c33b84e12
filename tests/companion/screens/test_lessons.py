"""What a first game is told in each phase: there for whatever is asked, put away for good, and no secret's echo."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from companion.contract.game_ui import ui_of
from companion.games.table.frame import WAIT
from companion.games.table.table_screen import TableScreen
from companion.i18n import languages, translator
from companion.phones.device_storage import DeviceStorage, loads, put_away
from companion.ui.theme import make_look
from referee.check.player import any_match, next_declaration
from referee.core.games import GAMES
from referee.core.journal import Declare
from referee.core.values import TABLE
from tests.companion.games.scorpion.intruders.stage import snap_of
from tests.companion.games.shinobazu import tables
from tests.companion.screens.stage import EN, shown
from tests.own_games import OWN_GAMES
from tests.players.scorpion import match as scorpion
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
            one = None if match.result is not None else next_declaration(match, random, often)  # type: ignore[arg-type]
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


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("depth", ["plays", "scores"])
def test_every_phase_of_a_first_scorpion_match_is_explained_to_whoever_must_act(depth: str, language: str) -> None:
    look = make_look(language)
    patrols = look.t("scorpion.screen.teach.patrol")  # in the panel where an answer will stand
    explained: dict[tuple[str, str], bool] = {}
    small = {"sentries": 4, "patrols": 2, "sleepers": 2} if depth == "plays" else {}
    for one in scorpion.judged(1, 2, {"depth": depth, "gm": "off", **small}):
        state = one.before
        who = state.phase, one.seat
        if not state.pending and not explained.get(who):
            snaps = [snap_of(state, one.seat, held) for held in ("covered", "kept")]  # the set-up is explained inside
            trees = [shown(snap, look)[0] for snap in snaps]
            explained[who] = any(look.t("table_screen.learnt") in t.names or patrols in t.words for t in trees)
    phases = {"setup", "alert", "cards", "patrol", "intruders"} if depth == "plays" else {"setup", "cards"}
    assert {phase for phase, _ in explained} >= phases
    assert all(explained.values()), explained


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


def test_a_phone_that_waits_is_told_of_what_the_others_do() -> None:
    text = shown(tables.first_duel(tables.entered(tables.begun(4))).snap())[0].words
    assert EN.t("shinobazu.screen.teach.wait_duel_challenge") in text
    assert EN.t("shinobazu.screen.teach.wait") not in text


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
            assert loads(phone.remembers["metsuke.storage"]).learnt[0] == "shinobi-school.confirm_deal"

    asyncio.run(run())
