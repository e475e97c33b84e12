"""The set-up of Scorpion on phones that are really connected: what is tapped there reaches the table."""

from __future__ import annotations

import asyncio
import re

import pytest

import companion.phones.cover
from tests.wire.hall import hall
from tests.wire.phone import Phone

FEW = {"sentries": 1, "patrols": 0, "sleepers": 0}


async def tapped(phone: Phone, what: str | re.Pattern[str], then: str | re.Pattern[str]) -> None:
    """Tap something and wait until something else is there."""
    await phone.tap(what)
    await phone.wait_for(then)


def test_both_sides_set_up_on_their_phones_at_the_same_time_until_turn_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion.phones.cover, "KEPT_SECONDS", 600.0)  # however slow this machine is
    asyncio.run(set_up())


async def set_up() -> None:
    """Let both sides set up, each on its own phone."""
    async with hall() as room:
        table, keys = await room.begun(2, FEW, game="scorpion")
        guards, intruders = [await room.phone(table, {seat: key}) for seat, key in keys.items()]

        await tapped(guards, "Open my set-up", "Suggested")
        await tapped(guards, "Suggested", "Enter these 24 cards")
        await tapped(intruders, "Open my set-up", "Draw both missions")
        await tapped(intruders, "Draw both missions", "Suggested")
        await tapped(guards, "Enter these 24 cards", "Objective A: in which zone?")
        await tapped(guards, "Figures", "The last guard waits until every hand is chosen.")
        for who, cards in (("Ninja", 8), ("Traitor", 7)):
            await intruders.wait_for(re.compile(f"does the {who} take"))
            await tapped(intruders, "Suggested", f"Enter these {cards} cards")
            await intruders.tap(f"Enter these {cards} cards")
        await intruders.wait_for(re.compile("two entrances of the secret passage"))

        await guards.wait_for("On which watch post does a sentry stand?")
        await tapped(guards, "As a list", "As a map")
        await tapped(guards, re.compile(r"^W4, "), "Sentry at W4")
        await tapped(guards, "Sentry at W4", "Objective A: in which zone?")
        await tapped(guards, "At random", "Enter ten marks")
        await tapped(guards, "Cover", "Open my set-up")
        assert not any("Objective" in text for text in guards.texts())
        await tapped(guards, "Open my set-up", "Enter ten marks")
        await tapped(guards, "Enter ten marks", "Confirm")
        await tapped(guards, "Confirm", re.compile("Your set-up is locked"))

        await tapped(intruders, "As a list", "As a map")
        await tapped(intruders, re.compile(r"^T1, "), "Start at T1")
        await tapped(intruders, "Start at T1", re.compile("does the Traitor start"))
        await tapped(intruders, re.compile(r"^S5, "), "Start at S5")
        await tapped(intruders, "Start at S5", re.compile("two entrances of the secret passage"))
        await tapped(intruders, re.compile(r"^W2, "), re.compile("^Entrances: W2"))
        await tapped(intruders, re.compile(r"^E3, "), "W2 and E3")
        await tapped(intruders, "W2 and E3", "Confirm")
        await intruders.tap("Confirm")
        await intruders.wait_for(lambda: table.match is not None and table.match.state.phase == "alert", "turn 1")
        assert table.match is not None
        assert {c.start for c in table.match.state.characters} == {"T1", "S5"}
