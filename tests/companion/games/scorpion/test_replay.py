"""The replay of a finished match goes on by itself until its end, or until somebody stops it."""

from __future__ import annotations

import asyncio
import re

import pytest

from companion.games.scorpion import after
from companion.tables.keys import ProcessRight
from referee import scorpion
from referee.core.journal import Declare
from tests.companion.screens.stage import EN
from tests.players.scorpion.match import Players
from tests.wire.hall import hall

R = "scorpion.screen.replay."
PLAY = re.compile(f"^{EN.t(R + 'play')}$")
"""The button alone: the dock offers to play again."""


def at(step: int, steps: int) -> re.Pattern[str]:
    words = EN.t(f"{R}at", turn="TURN", step=step, of=steps)
    return re.compile(re.escape(words).replace("TURN", r"\d+"))


def test_a_replay_plays_to_its_end_and_stops_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(after, "PACE", 0.3)

    async def run() -> None:
        async with hall() as room:
            table, keys = await room.begun(2, {"cat_wait_s": 0}, game="scorpion")
            assert table.match is not None
            players = Players(3, table.match.options.model_dump(mode="json"), table.match.state.board)
            while table.match.state.phase in ("setup", "alert"):
                said = players.next(scorpion, table.match.state)
                assert said is not None
                await table.act(ProcessRight(said[0]), Declare(seat=said[0], move=said[1]))
            ruling = await room.declare(table, "p1", {"type": "concede"})
            assert ruling.upheld, ruling
            assert table.match.result is not None
            phone = await room.phone(table, {"p1": keys["p1"]})
            await phone.wait_for(EN.t("analysis.face.replay"))
            await phone.tap(EN.t("analysis.face.replay"))
            await phone.wait_for(PLAY)
            steps = len(table.looking_back.replay)
            assert steps > 2
            await phone.tap(PLAY)
            await phone.wait_for(at(2, steps))
            await phone.wait_for(at(steps, steps))
            await phone.wait_for(PLAY)
            assert not phone.sees(EN.t(f"{R}pause"))

    asyncio.run(run())
