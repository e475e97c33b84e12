"""A phone tells its screen reader whose turn it is; if asked for more, what changed and how the table stands."""

from __future__ import annotations

import asyncio
import re

import pytest

from companion.phones.device_storage import DeviceStorage, loads
from companion.ui.theme import Look
from companion.ui.words import aloud, changed, stands
from referee.core.values import PUBLIC
from tests.companion.screens.stage import EN, JA
from tests.own_games import OWN_GAMES
from tests.wire.hall import hall
from tests.wire.phone import Phone


def live(phone: Phone) -> list[str]:
    """Return what a phone's screen reader is told by itself, the dock's question first."""
    found = [each.node for each in phone.mirror.walk() if each.kind == "Semantics"]
    return [str(node.get("label", "")) for node in found if node.get("live_region")]


@pytest.mark.parametrize("look", [EN, JA], ids=["en", "ja"])
def test_each_length_tells_more_and_all_of_it_is_public(look: Look) -> None:
    async def run() -> None:
        async with hall() as room:
            table, keys = await room.begun(3)
            seat, other = table.players[0].seat, table.players[1].seat
            asked = await room.phone(table, {seat: keys[seat]})
            reader = await room.phone(table, {other: keys[other]})
            phones = {phone.viewer: phone for phone in room.host.phones}
            settings = phones[other].actions.settings
            settings.language(look.lang)
            await room.declare(table, seat, {"type": "lead", "to": seat, "colour": "red"})
            await room.quiet()
            assert len(live(reader)) == len(live(asked)) == 1  # whose turn it is, in the dock
            question = live(reader)

            settings.announce("changed")
            await room.quiet()
            snap = phones[other].snap
            assert table.match is not None
            assert snap.lately == tuple(table.match.log(PUBLIC)[-1:])
            news = changed(look, snap)
            assert news
            assert live(reader) == [*question, aloud(*news)]

            settings.announce("all")
            await room.quiet()
            counted = stands(look, phones[other].snap)
            assert len(counted) == 2
            assert live(reader)[0] == question[0]
            assert all(each in live(reader)[1] for each in (*news, *counted))
            assert len(live(asked)) == 1

            phones[other].cover.open("kept")  # an open cover tells nothing more
            await room.quiet()
            assert all(each in live(reader)[-1] for each in (*news, *counted))
            assert phones[other].snap.lately == tuple(table.match.log(PUBLIC)[-1:])

            settings.announce("turn")
            await room.quiet()
            assert phones[other].snap.lately == ()

    asyncio.run(run())


@pytest.mark.parametrize("game", OWN_GAMES)
def test_every_game_says_how_its_table_stands(game: str) -> None:
    async def run() -> list[list[str]]:
        async with hall() as room:
            table, keys = await room.begun(2 if game == "giryaku" else 3, game=game)
            seat = table.players[0].seat
            await room.phone(table, {seat: keys[seat]})
            (phone,) = room.host.phones
            phone.actions.settings.announce("all")
            return [stands(look, phone.snap) for look in (EN, JA)]

    en, ja = (" ".join(said) for said in asyncio.run(run()))
    assert re.search(r"(Set|Round|Turn) \d+", en)
    assert ("none" in en) if game == "scorpion" else all(f"{name} 0" in en for name in ("Aki", "Ben"))
    assert re.search(r"[ぁ-んァ-ン一-龥]", ja)
    assert not re.search(r"[a-z]+[._][a-z]+", en + ja)  # no key of a message that has no words


def test_a_phone_keeps_what_it_announces_and_a_strange_choice_is_the_usual_one() -> None:
    assert loads(DeviceStorage(announce="all").dumps()).announce == "all"
    assert loads('{"announce": "shout"}').announce == "turn"
    assert loads('{"announce": ["all"]}').announce == "turn"
